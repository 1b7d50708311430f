package weft_test

import "testing"

// The examples of RFC 3986 section 5.4, without "http:g", which has no host.
func TestURLResolve(t *testing.T) {
	base := mustParseURL(t, "http://a/b/c/d;p?q")
	for ref, want := range map[string]string{
		"g:h":     "g:h",
		"g":       "http://a/b/c/g",
		"./g":     "http://a/b/c/g",
		"g/":      "http://a/b/c/g/",
		"/g":      "http://a/g",
		"//g":     "http://g",
		"?y":      "http://a/b/c/d;p?y",
		"g?y":     "http://a/b/c/g?y",
		"#s":      "http://a/b/c/d;p?q#s",
		"g#s":     "http://a/b/c/g#s",
		"g?y#s":   "http://a/b/c/g?y#s",
		";x":      "http://a/b/c/;x",
		"g;x":     "http://a/b/c/g;x",
		"g;x?y#s": "http://a/b/c/g;x?y#s",
		"":        "http://a/b/c/d;p?q",
		".":       "http://a/b/c/",
		"./":      "http://a/b/c/",
		"..":      "http://a/b/",
		"../":     "http://a/b/",
		"../g":    "http://a/b/g",
		"../..":   "http://a/",
		"../../":  "http://a/",
		"../../g": "http://a/g",

		"../../../g":    "http://a/g",
		"../../../../g": "http://a/g",
		"/./g":          "http://a/g",
		"/../g":         "http://a/g",
		"g.":            "http://a/b/c/g.",
		".g":            "http://a/b/c/.g",
		"g..":           "http://a/b/c/g..",
		"..g":           "http://a/b/c/..g",
		"./../g":        "http://a/b/g",
		"./g/.":         "http://a/b/c/g/",
		"g/./h":         "http://a/b/c/g/h",
		"g/../h":        "http://a/b/c/h",
		"g;x=1/./y":     "http://a/b/c/g;x=1/y",
		"g;x=1/../y":    "http://a/b/c/y",
		"g?y/./x":       "http://a/b/c/g?y/./x",
		"g?y/../x":      "http://a/b/c/g?y/../x",
		"g#s/./x":       "http://a/b/c/g#s/./x",
		"g#s/../x":      "http://a/b/c/g#s/../x",
	} {
		if got := base.Resolve(mustParseURL(t, ref)).String(); got != want {
			t.Errorf("%q resolves to %q, want %q", ref, got, want)
		}
	}
}

func TestURLResolveOnOtherBases(t *testing.T) {
	for _, tt := range []struct{ base, ref, want string }{
		{"http://a", "g", "http://a/g"},
		{"http://a?q", "g", "http://a/g"},
		{"/a/b", "c", "/a/c"},
		{"/a/b", "../../c", "/c"},
		{"a/b", "c", "a/c"},
		{"a", "c?x", "c?x"},
		{"a?q", "?", "a?"},
		{"/a/b", "http://h/../x", "http://h/x"},
		{"//h/a", "//i", "//i"},
	} {
		if got := mustParseURL(t, tt.base).Resolve(mustParseURL(t, tt.ref)).String(); got != tt.want {
			t.Errorf("%q on %q resolves to %q, want %q", tt.ref, tt.base, got, tt.want)
		}
	}
}
