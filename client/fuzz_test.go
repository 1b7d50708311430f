package client_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/client"
)

// FuzzURL checks that no relative URL leads out of the base: the request goes to its
// host, and to a path below its own.
func FuzzURL(f *testing.F) {
	for _, s := range []string{"/books", "books", "", "?q=1", "/../x", "/a/../../x", "/%2e%2e/x", "/./", "a:b", "/a:b", "./a:b", "///x", "/.//x", "/%zz", "/ü", "/{id}", `/"`, "#x"} {
		f.Add(s)
	}
	s := ok()
	c := client.New("http://a.example:8080/v1/shop", client.Config{Transport: s})
	f.Fuzz(func(t *testing.T, text string) {
		u, err := weft.ParseURL(text)
		if err != nil || u.IsAbsolute() || u.Host() != "" {
			t.Skip()
		}
		s.requests = nil
		if _, err := c.Do(t.Context(), weft.NewRequest(weft.GET, u)); err != nil {
			t.Skip() // not everything can be written as a URL of net/http
		}
		got := s.requests[0].URL
		path := got.EscapedPath()
		if got.Scheme != "http" || got.Host != "a.example:8080" || path != "/v1/shop" && !strings.HasPrefix(path, "/v1/shop/") {
			t.Errorf("%q goes to %s", text, got)
		}
		clean := weft.URL{}.WithPath(path).Normalize().Path()
		if clean != path {
			t.Errorf("%q goes to %s, which is %s", text, path, clean)
		}
	})
}

// FuzzRetryAfter checks that no value of the field makes for a time in the past, or
// for one that cannot be added to the present.
func FuzzRetryAfter(f *testing.F) {
	for _, s := range []string{"", "0", "120", "-1", "1.5", "18446744073709551616", "Sun, 06 Nov 1994 08:49:37 GMT", "Fri, 31 Dec 9999 23:59:59 GMT"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, value string) {
		now := time.Now()
		wait := client.RetryAfter(http.Header{"Retry-After": {value}}, now)
		if wait < 0 || now.Add(wait).Before(now) {
			t.Errorf("%q: %v", value, wait)
		}
	})
}

// FuzzWithoutUser checks that nothing before the last @ is left but the scheme.
func FuzzWithoutUser(f *testing.F) {
	for _, s := range []string{"", "http://a.example", "http://ann:pw@a.example", "http://ann:p@w@a.example", "ann:pw@a.example", "http://a/@x//y@z", "@//@", "//a@b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := client.WithoutUser(s)
		at := strings.LastIndexByte(s, '@')
		if at < 0 {
			if got != s {
				t.Errorf("%q became %q", s, got)
			}
			return
		}
		before, found := strings.CutSuffix(got, "[secret]"+s[at:])
		if !found || strings.Contains(before, "@") || before != "" && !strings.HasSuffix(before, "://") {
			t.Errorf("%q became %q", s, got)
		}
	})
}
