package json

import "github.com/weft-go/weft/format/internal/memory"

// An arena holds the bytes of a decoded value's strings, many to a chunk, which saves
// an allocation for each. A string that is kept keeps its chunk, so chunks are small, and
// long strings do not go into one. The lists of strings of short input, whose bytes are
// kept as a whole anyway, share memory in the same way.
//
// A byte of the chunk is written once, before the string that contains it is made, and
// never again. A list ends where its capacity ends, so appending to it moves it.
type arena struct {
	chunk []byte
	texts []string
}

const (
	chunkSize   = 2048
	ownFromSize = 512
	listRoom    = 4  // strings in a list's first piece of memory
	textsSize   = 32 // strings in a chunk
)

// text returns a string with a copy of b. The rest is how many bytes of input there
// are for this string and all that follow.
func (a *arena) text(b []byte, rest int) string {
	n := len(b)
	if n == 0 {
		return ""
	}
	start := len(a.chunk)
	if n > cap(a.chunk)-start {
		if n >= ownFromSize {
			return string(b)
		}
		a.chunk, start = make([]byte, 0, min(chunkSize, max(rest, n))), 0
	}
	a.chunk = append(a.chunk, b...)
	return memory.Text(a.chunk[start:])
}

// moreList returns the list with room for more strings. The list is in the arena only if
// the input is short; the rest is how many bytes of it there are from the next string on.
func (a *arena) moreList(list []string, rest int, short bool) []string {
	n := len(list)
	if !short || n >= textsSize/2 {
		a.texts = nil
		return append(make([]string, 0, max(2*n, listRoom)), list...)
	}
	const common = len(`"weft and warp and other words",`)
	a.texts = make([]string, max(2*n, listRoom, min(textsSize, rest/common)))
	return a.texts[:copy(a.texts, list)]
}

// keepList takes the list out of the arena.
func (a *arena) keepList(list []string) []string {
	n := len(list)
	if n == 0 {
		return []string{}
	}
	if a.texts != nil {
		a.texts = a.texts[n:]
	}
	return list[:n:n]
}
