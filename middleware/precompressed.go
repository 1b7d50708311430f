package middleware

import (
	"io/fs"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/coding"
)

// Compressing a file for every client that asks for it is a waste: it can be done once,
// when the program is built, and better than in a hurry. So beside app.js there may be
// app.js.br, app.js.zst and app.js.gz, and a client gets the one it likes best. To HTTP
// they are forms of the same thing: each has its own tag, and Vary tells caches which
// field of the request decided.
//
// A sibling that is older than its original is not used, because it was forgotten when
// the original was changed.

// A sibling is a precompressed form of a file.
type sibling struct {
	coding, suffix string
}

// siblingKinds returns the forms that are looked for, the smallest first: between those
// that a client likes equally, the first one wins.
func siblingKinds() [3]sibling {
	return [3]sibling{{"br", ".br"}, {"zstd", ".zst"}, {"gzip", ".gz"}}
}

// precompressed returns the form of a file that suits the request, or false if that is
// the file itself.
func (s *site) precompressed(req *weft.Request, name string, original fs.FileInfo) (sibling, fs.FileInfo, bool) {
	accept := req.RawHeaders("Accept-Encoding")
	if accept == nil {
		return sibling{}, nil, false
	}
	kinds := siblingKinds()
	left := kinds[:]
	for len(left) > 0 {
		var names [len(kinds)]string
		for i, k := range left {
			names[i] = k.coding
		}
		i, _ := coding.Choose(accept, names[:len(left)])
		if i < 0 {
			break
		}
		info, err := fs.Stat(s.fsys, name+left[i].suffix)
		if err == nil && info.Mode().IsRegular() && !info.ModTime().Before(original.ModTime()) {
			return left[i], info, true
		}
		left = append(left[:i], left[i+1:]...)
	}
	return sibling{}, nil, false
}
