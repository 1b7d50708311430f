package nethttp_test

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/nethttp"
)

func TestRequestURL(t *testing.T) {
	tests := []struct {
		name, method, target string
		uri, path, raw       string
		host                 string
	}{
		{"origin form", "GET", "/a/b?c=d", "/a/b?c=d", "/a/b", "/a/b", ""},
		{"an empty query", "GET", "/a?", "/a?", "/a", "/a", ""},
		{"dot segments", "GET", "/a/../b/./c", "/a/../b/./c", "/b/c", "/b/c", ""},
		{"escapes", "GET", "/a%2Fb/%C3%A9", "/a%2Fb/%C3%A9", "/a/b/é", "/a%2Fb/%C3%A9", ""},
		{"two slashes", "GET", "//a/b", "//a/b", "//a/b", "//a/b", ""},
		{"absolute form", "GET", "http://example.com:81/a?b", "http://example.com:81/a?b", "/a", "/a", "example.com:81"},
		{"asterisk form", "OPTIONS", "*", "*", "*", "*", ""},
		{"authority form", "CONNECT", "example.com:443", "example.com:443", "", "", "example.com:443"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			u, err := weft.ParseTarget(weft.Method(tt.method), tt.target)
			if err != nil {
				t.Fatal(err)
			}
			r, err := nethttp.Request(weft.NewRequest(weft.Method(tt.method), u))
			if err != nil {
				t.Fatal(err)
			}
			if r.RequestURI != tt.uri || r.URL.Path != tt.path || r.URL.EscapedPath() != tt.raw || r.URL.Host != tt.host {
				t.Errorf("RequestURI %q, path %q, escaped %q, host %q", r.RequestURI, r.URL.Path, r.URL.EscapedPath(), r.URL.Host)
			}
			if tt.host != "" && r.Host != tt.host {
				t.Errorf("Host is %q", r.Host)
			}
			if wantForce := strings.HasSuffix(tt.target, "?"); r.URL.ForceQuery != wantForce {
				t.Errorf("ForceQuery is %v", r.URL.ForceQuery)
			}
		})
	}
}

func TestRequestFields(t *testing.T) {
	ctx := context.WithValue(t.Context(), contextKey{}, 1)
	req := weft.Put("/a", weft.BodyString("hello")).WithContext(ctx).WithRemoteAddress(netip.MustParseAddr("2001:db8::1")).
		SetHeaders(weft.NewHeaders("host", "example.com", "x-a", "1", "X-A", "2", "Transfer-Encoding", "chunked", "Trailer", "X"))
	r, err := nethttp.Request(req)
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprintln(r.Method, r.Proto, r.ProtoMajor, r.ProtoMinor, r.Host, r.RemoteAddr, r.Header, r.ContentLength, r.TLS == nil); got !=
		"PUT HTTP/1.1 1 1 example.com [2001:db8::1]:0 map[X-A:[1 2]] 5 true\n" {
		t.Errorf("got %s", got)
	}
	if r.Context() != ctx {
		t.Error("the context is another one")
	}
	if b, err := io.ReadAll(r.Body); string(b) != "hello" || err != nil {
		t.Errorf("the body is %q, %v", b, err)
	}
	r, err = nethttp.Request(weft.Post("/", weft.BodyReader(strings.NewReader("x"), -1)))
	if err != nil || r.ContentLength != -1 || fmt.Sprint(r.TransferEncoding) != "[chunked]" || r.RemoteAddr != "" {
		t.Errorf("%+v, %v", r, err)
	}
	if err := r.Body.Close(); err != nil {
		t.Error(err)
	}
}

// FuzzRequest checks that what weft takes for a target can be expressed, and that
// routes and net/http then see the same path.
func FuzzRequest(f *testing.F) {
	for _, seed := range []string{"/", "/a/b?c=d", "/%2F/../x", "//a", "/a?", "/é", "*", "http://h/x", "http://h"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, target string) {
		u, err := weft.ParseTarget(weft.GET, target)
		if err != nil {
			return
		}
		r, err := nethttp.Request(weft.NewRequest(weft.GET, u))
		if err != nil {
			t.Fatalf("%q: %v", target, err)
		}
		back, err := url.PathUnescape(cmp.Or(u.Normalize().Path(), "/"))
		if err != nil || r.URL.Path != back && r.RequestURI != "*" {
			t.Errorf("%q: the path is %q, want %q, %v", target, r.URL.Path, back, err)
		}
	})
}
