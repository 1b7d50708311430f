package json

import "github.com/weft-go/weft/format/internal/memory"

// An arena holds the bytes of a decoded value's strings, many to a chunk, which
// saves an allocation for each. A string that is kept keeps its chunk, so chunks
// are small, and long strings do not go into one.
//
// A byte of the chunk is written once, before the string that contains it is made, and
// never again.
type arena struct{ chunk []byte }

const (
	chunkSize   = 2048
	ownFromSize = 512
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
