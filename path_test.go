package weft_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/weft-go/weft"
)

func mustParseURL(t testing.TB, s string) weft.URL {
	t.Helper()
	u, err := weft.ParseURL(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestCleanPath(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"empty", "", ""},
		{"root", "/", "/"},
		{"plain", "/a/b", "/a/b"},
		{"trailing slash", "/a/b/", "/a/b/"},
		{"dot in the middle", "/a/./b", "/a/b"},
		{"dot at the end", "/a/.", "/a/"},
		{"dot and slash at the end", "/a/./", "/a/"},
		{"dots in the middle", "/a/../b", "/b"},
		{"dots at the end", "/a/b/..", "/a/"},
		{"dots and slash at the end", "/a/b/../", "/a/"},
		{"above the root", "/../../etc/passwd", "/etc/passwd"},
		{"only dots", "/..", "/"},
		{"only a dot", "/.", "/"},
		{"RFC 3986 section 5.2.4", "/a/b/c/./../../g", "/a/g"},
		{"escaped dot", "/a/%2e/b", "/a/b"},
		{"escaped dots", "/a/%2E%2e/b", "/b"},
		{"half escaped dots", "/a/.%2e/%2E./b", "/b"},
		{"three dots are a name", "/a/.../b", "/a/.../b"},
		{"escaped three dots are a name", "/a/%2e%2e%2e/b", "/a/%2e%2e%2e/b"},
		{"hidden file", "/.git/config", "/.git/config"},
		{"dots with an escaped slash are a name", "/a/..%2Fb", "/a/..%2Fb"},
		{"double escaped dots are a name", "/a/%252e%252e/b", "/a/%252e%252e/b"},
		{"empty segments stay", "//a///b//", "//a///b//"},
		{"dots remove an empty segment", "/a//../b", "/a/b"},
		{"dots leave a path of slashes", "/a/..//b", "//b"},
		{"not from the root", "a/../b", "a/../b"},
		{"asterisk", "*", "*"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, changed := weft.CleanPath(tt.in)
			if got != tt.want || changed != (tt.in != tt.want) {
				t.Errorf("cleanPath(%q) = %q, %v, want %q", tt.in, got, changed, tt.want)
			}
		})
	}
}

func TestCleanPathDoesNotAllocate(t *testing.T) {
	got := testing.AllocsPerRun(100, func() { weft.CleanPath("/books/1.5/chapters/.hidden/%2Fx") })
	if got != 0 {
		t.Errorf("%v allocations, want none", got)
	}
}

func FuzzCleanPath(f *testing.F) {
	for _, s := range []string{"/", "/a/../b", "/%2e%2E/x", "/a//..", "//", "/.%2e", "x/.."} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, changed := weft.CleanPath(s)
		if changed != (got != s) {
			t.Fatalf("cleanPath(%q) = %q, %v", s, got, changed)
		}
		if again, more := weft.CleanPath(got); more {
			t.Fatalf("cleanPath(%q) = %q, and again %q", s, got, again)
		}
		if !strings.HasPrefix(s, "/") {
			return
		}
		if !strings.HasPrefix(got, "/") {
			t.Fatalf("cleanPath(%q) = %q lost its root", s, got)
		}
		if strings.HasSuffix(s, "/") && !strings.HasSuffix(got, "/") {
			t.Fatalf("cleanPath(%q) = %q lost its trailing slash", s, got)
		}
		for segment := range strings.SplitSeq(got, "/") {
			plain := strings.ReplaceAll(strings.ToLower(segment), "%2e", ".")
			if plain == "." || plain == ".." {
				t.Fatalf("cleanPath(%q) = %q has a dot segment", s, got)
			}
		}
	})
}

func TestURLSegments(t *testing.T) {
	tests := []struct {
		in, decoded string
		want        []string
	}{
		{"", "", nil},
		{"/", "/", nil},
		{"/a", "/a", []string{"a"}},
		{"a/b", "a/b", []string{"a", "b"}},
		{"/a/", "/a/", []string{"a", ""}},
		{"/a//b", "/a//b", []string{"a", "", "b"}},
		{"/files/a%2Fb", "/files/a/b", []string{"files", "a/b"}},
		{"/caf%C3%A9/a+b", "/café/a+b", []string{"café", "a+b"}},
	}
	for _, tt := range tests {
		u := mustParseURL(t, tt.in)
		if got := u.Segments(); !slices.Equal(got, tt.want) {
			t.Errorf("%q has the segments %q, want %q", tt.in, got, tt.want)
		}
		if got := u.DecodedPath(); got != tt.decoded {
			t.Errorf("%q has the decoded path %q, want %q", tt.in, got, tt.decoded)
		}
		if got := u.Path(); got != tt.in {
			t.Errorf("%q has the path %q", tt.in, got)
		}
	}
}

func TestURLWithPath(t *testing.T) {
	tests := []struct{ name, url, path, want string }{
		{"plain", "/x?q=1#f", "/a/b", "/a/b?q=1#f"},
		{"escapes stay", "/x", "/a%2Fb", "/a%2Fb"},
		{"characters are escaped", "/x", "/a b?c#d", "/a%20b%3Fc%23d"},
		{"lonely percent sign", "/x", "/100%/%zz", "/100%25/%25zz"},
		{"line breaks", "/x", "/a\r\nb", "/a%0D%0Ab"},
		{"non-ASCII", "/x", "/é", "/%C3%A9"},
		{"slash after a host", "http://h/x", "a", "http://h/a"},
		{"empty after a host", "http://h/x", "", "http://h"},
		{"relative", "/x", "a/b", "a/b"},
		{"looks like a host", "/x", "//evil.example/a", "/.//evil.example/a"},
		{"looks like a scheme", "/x", "javascript:alert", "./javascript:alert"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := mustParseURL(t, tt.url).WithPath(tt.path).String(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestURLAddPath(t *testing.T) {
	tests := []struct {
		url      string
		segments []string
		want     string
	}{
		{"", []string{"a"}, "a"},
		{"", []string{"a", "b"}, "a/b"},
		{"/", []string{"a", "b"}, "/a/b"},
		{"/x", []string{"a"}, "/x/a"},
		{"/x/", []string{"a"}, "/x/a"},
		{"/x", nil, "/x"},
		{"/x", []string{""}, "/x/"},
		{"/x", []string{"a", ""}, "/x/a/"},
		{"/x", []string{"a/b", "c d", "50%", "é?#"}, "/x/a%2Fb/c%20d/50%25/%C3%A9%3F%23"},
		{"http://h", []string{"a"}, "http://h/a"},
		{"/x?q=1", []string{"a"}, "/x/a?q=1"},
	}
	for _, tt := range tests {
		if got := mustParseURL(t, tt.url).AddPath(tt.segments...).String(); got != tt.want {
			t.Errorf("%q.AddPath(%q) = %q, want %q", tt.url, tt.segments, got, tt.want)
		}
	}
}

func TestURLSlashes(t *testing.T) {
	operations := map[string]func(weft.URL) weft.URL{
		"AddLeadingSlash":   weft.URL.AddLeadingSlash,
		"AddTrailingSlash":  weft.URL.AddTrailingSlash,
		"DropLeadingSlash":  weft.URL.DropLeadingSlash,
		"DropTrailingSlash": weft.URL.DropTrailingSlash,
	}
	tests := []struct{ operation, in, want string }{
		{"AddLeadingSlash", "a", "/a"},
		{"AddLeadingSlash", "/a", "/a"},
		{"AddLeadingSlash", "", "/"},
		{"AddTrailingSlash", "/a?q", "/a/?q"},
		{"AddTrailingSlash", "/a/", "/a/"},
		{"AddTrailingSlash", "", "/"},
		{"DropLeadingSlash", "/a", "a"},
		{"DropLeadingSlash", "a", "a"},
		{"DropLeadingSlash", "/", ""},
		{"DropLeadingSlash", "http://h/", "http://h"},
		{"DropLeadingSlash", "http://h/a", "http://h/a"},
		{"DropTrailingSlash", "/a/", "/a"},
		{"DropTrailingSlash", "/a", "/a"},
		{"DropTrailingSlash", "/a//", "/a/"},
		{"DropTrailingSlash", "/", ""},
	}
	for _, tt := range tests {
		if got := operations[tt.operation](mustParseURL(t, tt.in)).String(); got != tt.want {
			t.Errorf("%s(%q) = %q, want %q", tt.operation, tt.in, got, tt.want)
		}
	}
	if mustParseURL(t, "/a?b/").HasTrailingSlash() || !mustParseURL(t, "/a/?b").HasTrailingSlash() {
		t.Error("HasTrailingSlash looks at more than the path")
	}
}

func TestURLNormalize(t *testing.T) {
	for in, want := range map[string]string{
		"http://h/a/../b?x=/../#/../": "http://h/b?x=/../#/../",
		"/a/%2e%2e/b":                 "/b",
		"a/../b":                      "a/../b",
	} {
		if got := mustParseURL(t, in).Normalize().String(); got != want {
			t.Errorf("Normalize(%q) = %q, want %q", in, got, want)
		}
	}
}

func BenchmarkCleanPath(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		weft.CleanPath("/api/v1/books/42/chapters")
	}
}
