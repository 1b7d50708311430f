package middleware

import (
	"io/fs"
	"path"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/coding"
)

// A kind is what a path stands for.
type kind uint8

const (
	nothing   kind = iota
	plainFile      // a regular file
	directory      // a directory without an index, which may be listed
	moved          // a directory whose path lacks its slash
)

// A finding is what was found at a path.
type finding struct {
	kind kind
	name string      // of the file or directory
	info fs.FileInfo // of the file
}

// find looks for what a path below the site stands for. An error is a fault of the
// machine; everything else that cannot be opened is nothing.
func (s *site) find(rest string) (finding, error) {
	name, slash, ok := resolvePath(rest, s.config.DotFiles)
	if !ok {
		return finding{}, nil
	}
	info, err := fs.Stat(s.fsys, name)
	switch {
	case err != nil:
		return finding{}, faultOnly(err)
	case info.Mode().IsRegular() && !slash:
		return finding{plainFile, name, info}, nil
	case info.IsDir():
		return s.findIndex(name, slash)
	}
	return finding{}, nil // a device, a socket, or a file with a slash behind it
}

// findIndex looks for the index of a directory.
func (s *site) findIndex(dir string, slash bool) (finding, error) {
	name := path.Join(dir, s.config.Index)
	info, err := fs.Stat(s.fsys, name)
	hasIndex := err == nil && info.Mode().IsRegular()
	switch {
	case err != nil && isFault(err):
		return finding{}, err
	case !hasIndex && !s.config.Listing:
		return finding{}, nil // not even that there is a directory is told
	case !slash:
		return finding{kind: moved}, nil
	case hasIndex:
		return finding{plainFile, name, info}, nil
	}
	return finding{kind: directory, name: dir}, nil
}

// has says whether there is something to serve at a path.
func (s *site) has(rest string) bool {
	f, err := s.find(rest)
	return err == nil && f.kind != nothing
}

// faultOnly returns errors that are not about whether a file is there.
func faultOnly(err error) error {
	if isFault(err) {
		return err
	}
	return nil
}

// choose returns the form of a file that suits the request, and its state.
func (s *site) choose(req *weft.Request, name string, info fs.FileInfo) (form, fs.FileInfo) {
	f := form{name: name, shown: name}
	if s.config.NoPrecompressed || coding.IsCompressed(s.config.mediaType(name)) {
		return f, info
	}
	f.varies = "Accept-Encoding"
	if k, i, ok := s.precompressed(req, name, info); ok {
		f.name += k.suffix
		f.coding = k.coding
		return f, i
	}
	return f, info
}
