package middleware_test

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/weft-go/weft/middleware"
)

func TestResolvePath(t *testing.T) {
	for _, test := range []struct {
		rest, name string
		slash      bool
	}{
		{"", ".", false},
		{"/", ".", true},
		{"/a.txt", "a.txt", false},
		{"/a/b/c.txt", "a/b/c.txt", false},
		{"/a/", "a", true},
		{"/a%20b.txt", "a b.txt", false},
		{"/caf%C3%A9.txt", "café.txt", false},
		{"/%2561", "%61", false}, // decoded once
		{"/%252e%252e/x", "%2e%2e/x", false},
		{"/a+b", "a+b", false},
		{"/a..b", "a..b", false},
		{"/a~b", "a~b", false},
		{"/console.log", "console.log", false},
		{"/com10.txt", "com10.txt", false},
		{"/null", "null", false},
	} {
		name, slash, ok := middleware.ResolvePath(test.rest, false)
		if !ok || name != test.name || slash != test.slash {
			t.Errorf("%q: got %q %v %v, want %q %v", test.rest, name, slash, ok, test.name, test.slash)
		}
	}
}

func TestResolvePathDotFiles(t *testing.T) {
	for _, rest := range []string{"/.git", "/.git/config", "/a/.env", "/...a", "/%2egit"} {
		if name, _, ok := middleware.ResolvePath(rest, false); ok {
			t.Errorf("%q: got %q, want a refusal", rest, name)
		}
		if _, _, ok := middleware.ResolvePath(rest, true); !ok {
			t.Errorf("%q: refused although dot files are served", rest)
		}
	}
	for _, rest := range []string{"/.", "/..", "/%2e%2e", "/a/../b", "/a/./b", "/..."} {
		if name, _, ok := middleware.ResolvePath(rest, true); ok {
			t.Errorf("%q: got %q, want a refusal", rest, name)
		}
	}
}

// What comes out is the name of a file below the root on every system: it is valid for
// an fs.FS, and no segment of it is empty, a dot segment, hidden or ends in a dot.
func FuzzResolvePath(f *testing.F) {
	for _, a := range escapes() {
		f.Add(a)
	}
	f.Add("/a/b.txt")
	f.Fuzz(func(t *testing.T, rest string) {
		name, _, ok := middleware.ResolvePath(rest, false)
		if !ok {
			return
		}
		if !fs.ValidPath(name) || !filepath.IsLocal(filepath.FromSlash(name)) || strings.ContainsAny(name, "\\:\x00") {
			t.Fatalf("%q: got %q", rest, name)
		}
		if name == "." {
			return
		}
		for segment := range strings.SplitSeq(name, "/") {
			if segment == "" || segment[0] == '.' || strings.HasSuffix(segment, ".") || strings.HasSuffix(segment, " ") {
				t.Fatalf("%q: got %q with segment %q", rest, name, segment)
			}
		}
	})
}
