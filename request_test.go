package weft_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"
	"uuid"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/h1"
	"github.com/weft-go/weft/route"
)

// Requests come in two kinds inside: those made in memory, and those that a
// server received, which are views of the bytes on the wire. Tests of operations
// run with both.

const wireRequest = "GET /a/b?x=1&y=2&x=3 HTTP/1.1\r\nHost: example.com\r\nX-A: 1\r\nX-B: 2\r\nx-a: 3\r\nCookie: c=d; e=f\r\n" +
	"If-Modified-Since: Sun, 15 Nov 2026 04:00:00 GMT\r\nAge: old\r\n\r\n"

// receive serves a request from its wire form and returns what a handler at
// pattern sees.
func receive(t testing.TB, pattern, wire string, body weft.Body) *weft.Request {
	t.Helper()
	var got *weft.Request
	routes := weft.NewRoutes(route.ANY(pattern).Handle(func(req *weft.Request) (weft.Response, error) {
		got = req
		return weft.OK(), nil
	}))
	x := newExchange(t, wire)
	x.SetBody(body)
	serveExchange(x, routes, &weft.Connection{})
	if got == nil {
		t.Fatalf("%q does not match %s", wire, pattern)
	}
	return got
}

// newExchange returns an exchange whose head has been parsed.
// answer serves an exchange.
func serveExchange(x *weft.Exchange, routes weft.Routes, conn *weft.Connection) weft.Response {
	var resp weft.Response
	x.Serve(routes, conn, &resp)
	return resp
}

func newExchange(t testing.TB, wire string) *weft.Exchange {
	t.Helper()
	var p h1.Parser
	x, limits := new(weft.Exchange), h1.DefaultLimits()
	if n, err := p.Parse([]byte(wire), &limits, x.Head()); err != nil || n != len(wire) {
		t.Fatalf("parsed %d bytes of %d: %v", n, len(wire), err)
	}
	return x
}

// bothKinds runs a test with a request of either kind. They are equal in every
// other respect.
func bothKinds(t *testing.T, test func(*testing.T, *weft.Request)) {
	t.Helper()
	body := weft.BodyString("hello")
	t.Run("received", func(t *testing.T) { test(t, receive(t, "/{path...}", wireRequest, body)) })
	t.Run("made", func(t *testing.T) {
		req := weft.NewRequest(weft.GET, mustParseURL(t, "/a/b?x=1&y=2&x=3"), body).
			SetHeaders(weft.NewHeaders("Host", "example.com", "X-A", "1", "X-B", "2", "x-a", "3", "Cookie", "c=d; e=f",
				"If-Modified-Since", "Sun, 15 Nov 2026 04:00:00 GMT", "Age", "old"))
		test(t, req)
	})
}

// requestText is everything about a request that operations may change.
func requestText(r *weft.Request) string {
	body, _ := r.Body().AsString()
	addr, _ := r.RemoteAddress()
	return fmt.Sprintf("%s %s %s %s%s %s %q %v", r.Method(), r.URL(), r.Version(), r.Path(), headersText(r.Headers()), addr, body, r.Context() == context.Background())
}

func headersText(h weft.Headers) string {
	var b strings.Builder
	for name, value := range h.All() {
		fmt.Fprintf(&b, " %s=%s", name, value)
	}
	return b.String()
}

func TestRequestOperations(t *testing.T) {
	url := func(r *weft.Request) string { return r.URL().String() }
	fields := func(r *weft.Request) string {
		return headersText(r.Headers().Remove("Cookie", "If-Modified-Since", "Age"))
	}
	body := func(r *weft.Request) string {
		s, _ := r.Body().AsString()
		return s
	}
	tests := []struct {
		name string
		op   func(*weft.Request) *weft.Request
		look func(*weft.Request) string
		want string
	}{
		{"WithMethod", func(r *weft.Request) *weft.Request { return r.WithMethod(weft.PUT) }, func(r *weft.Request) string { return r.Method().String() }, "PUT"},
		{"WithVersion", func(r *weft.Request) *weft.Request { return r.WithVersion(weft.HTTP2) }, func(r *weft.Request) string { return r.Version().String() }, "HTTP/2"},
		{"WithRemoteAddress", func(r *weft.Request) *weft.Request { return r.WithRemoteAddress(netip.MustParseAddr("192.0.2.1")) },
			func(r *weft.Request) string { a, ok := r.RemoteAddress(); return fmt.Sprint(a, ok) }, "192.0.2.1 true"},
		{"WithContext", func(r *weft.Request) *weft.Request { return r.WithContext(t.Context()) },
			func(r *weft.Request) string { return fmt.Sprint(r.Context() == t.Context()) }, "true"},
		{"WithValue", func(r *weft.Request) *weft.Request { return r.WithValue("key", "value") },
			func(r *weft.Request) string { return fmt.Sprint(r.Context().Value("key")) }, "value"},

		{"WithURL", func(r *weft.Request) *weft.Request { return r.WithURL(mustParseURL(t, "/c?z=1")) },
			func(r *weft.Request) string { return url(r) + " " + r.Path() }, "/c?z=1 /c"},
		{"WithURL resolves dot segments for Path", func(r *weft.Request) *weft.Request { return r.WithURL(mustParseURL(t, "/c/../d")) },
			func(r *weft.Request) string { return url(r) + " " + r.Path() }, "/c/../d /d"},
		{"UpdateURL", func(r *weft.Request) *weft.Request {
			return r.UpdateURL(func(u weft.URL) weft.URL { return u.AddPath("c d") })
		}, url, "/a/b/c%20d?x=1&y=2&x=3"},
		{"WithPath", func(r *weft.Request) *weft.Request { return r.WithPath("/z") }, func(r *weft.Request) string { return url(r) + " " + r.Path() }, "/z?x=1&y=2&x=3 /z"},
		{"AddTrailingSlash", (*weft.Request).AddTrailingSlash, url, "/a/b/?x=1&y=2&x=3"},
		{"AddTrailingSlash twice", func(r *weft.Request) *weft.Request { return r.AddTrailingSlash().AddTrailingSlash() }, url, "/a/b/?x=1&y=2&x=3"},
		{"DropTrailingSlash", func(r *weft.Request) *weft.Request { return r.AddTrailingSlash().DropTrailingSlash() }, url, "/a/b?x=1&y=2&x=3"},
		{"DropLeadingSlash", (*weft.Request).DropLeadingSlash, url, "a/b?x=1&y=2&x=3"},
		{"AddLeadingSlash", func(r *weft.Request) *weft.Request { return r.DropLeadingSlash().AddLeadingSlash() }, url, "/a/b?x=1&y=2&x=3"},

		{"AddQueryParam", func(r *weft.Request) *weft.Request { return r.AddQueryParam("z", "4 5") }, url, "/a/b?x=1&y=2&x=3&z=4+5"},
		{"AddQueryParams", func(r *weft.Request) *weft.Request { return r.AddQueryParams(weft.QueryParamsOf("x", "9", "z", "8")) }, url, "/a/b?x=1&y=2&x=3&x=9&z=8"},
		{"RemoveQueryParam", func(r *weft.Request) *weft.Request { return r.RemoveQueryParam("x") }, url, "/a/b?y=2"},
		{"RemoveQueryParams", func(r *weft.Request) *weft.Request { return r.RemoveQueryParams("x", "y") }, func(r *weft.Request) string { return r.URL().RawQuery() }, ""},
		{"SetQueryParams", func(r *weft.Request) *weft.Request { return r.SetQueryParams(weft.QueryParamsOf("z", "1")) }, url, "/a/b?z=1"},
		{"UpdateQueryParams", func(r *weft.Request) *weft.Request {
			return r.UpdateQueryParams(func(q weft.QueryParams) weft.QueryParams { return q.Set("x", "0") })
		}, url, "/a/b?x=0&y=2"},

		{"AddHeader", func(r *weft.Request) *weft.Request { return r.AddHeader("X-B", "9") }, fields, " Host=example.com X-A=1 X-B=2 x-a=3 X-B=9"},
		{"AddHeaders", func(r *weft.Request) *weft.Request { return r.AddHeaders(weft.NewHeaders("X-C", "1", "X-D", "2")) }, fields,
			" Host=example.com X-A=1 X-B=2 x-a=3 X-C=1 X-D=2"},
		{"RemoveHeader", func(r *weft.Request) *weft.Request { return r.RemoveHeader("x-A") }, fields, " Host=example.com X-B=2"},
		{"RemoveHeaders", func(r *weft.Request) *weft.Request { return r.RemoveHeaders("x-a", "x-b") }, fields, " Host=example.com"},
		{"SetHeaders", func(r *weft.Request) *weft.Request { return r.SetHeaders(weft.NewHeaders("X-C", "1")) }, fields, " X-C=1"},
		{"UpdateHeaders", func(r *weft.Request) *weft.Request {
			return r.UpdateHeaders(func(h weft.Headers) weft.Headers { return h.Set("X-A", "0") })
		}, fields, " Host=example.com X-A=0 X-B=2"},

		{"WithBody", func(r *weft.Request) *weft.Request { return r.WithBody(weft.BodyString("other")) }, body, "other"},
		{"UpdateBody", func(r *weft.Request) *weft.Request {
			return r.UpdateBody(func(b weft.Body) weft.Body { return b.WithMediaType("text/x") })
		}, func(r *weft.Request) string { return body(r) + " " + r.Body().MediaType() }, "hello text/x"},

		{"Patch", func(r *weft.Request) *weft.Request {
			return r.Patch(weft.RequestPatch{AddHeaders: weft.NewHeaders("X-C", "1"), AddQueryParams: weft.QueryParamsOf("z", "4")})
		}, func(r *weft.Request) string { return url(r) + fields(r) }, "/a/b?x=1&y=2&x=3&z=4 Host=example.com X-A=1 X-B=2 x-a=3 X-C=1"},
		{"Patch with nothing", func(r *weft.Request) *weft.Request { return r.Patch(weft.RequestPatch{}) }, url, "/a/b?x=1&y=2&x=3"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			bothKinds(t, func(t *testing.T, r *weft.Request) {
				before := requestText(r)
				if got := tt.look(tt.op(r)); got != tt.want {
					t.Errorf("got  %s\nwant %s", got, tt.want)
				}
				if after := requestText(r); after != before {
					t.Errorf("the original was\n%s\nand is now\n%s", before, after)
				}
			})
		})
	}
}

func TestRequestConstructors(t *testing.T) {
	body := weft.BodyString("b")
	for want, r := range map[string]*weft.Request{
		"GET /x HTTP/1.1 /x":                           weft.Get("/x"),
		"HEAD /x HTTP/1.1 /x":                          weft.Head("/x"),
		"OPTIONS /x HTTP/1.1 /x":                       weft.Options("/x"),
		"DELETE /x HTTP/1.1 /x":                        weft.Delete("/x"),
		"POST /x HTTP/1.1 /x b":                        weft.Post("/x", body),
		"PUT /x HTTP/1.1 /x b":                         weft.Put("/x", body),
		"PATCH /x HTTP/1.1 /x b":                       weft.Patch("/x", body),
		"GET https://example.com/a/../b HTTP/1.1 /b":   weft.Get("https://example.com/a/../b"),
		"BREW https://example.com/pot HTTP/1.1 /pot b": weft.NewRequest("BREW", mustParseURL(t, "https://example.com/pot"), body),
	} {
		b, err := r.Body().AsString()
		got := strings.TrimSuffix(fmt.Sprintf("%s %s %s %s %s", r.Method(), r.URL(), r.Version(), r.Path(), b), " ")
		if got != want || err != nil {
			t.Errorf("got %s, %v, want %s", got, err, want)
		}
		if _, ok := r.RemoteAddress(); ok || r.Headers().Len() != 0 || r.TLS() != nil || r.Context() != context.Background() {
			t.Errorf("%s: the rest is not empty", want)
		}
		if _, ok := r.RemoteCertificate(); ok {
			t.Errorf("%s has a certificate", want)
		}
	}
	defer func() {
		if v := recover(); v == nil || !strings.Contains(fmt.Sprint(v), "%zz") {
			t.Errorf("a malformed URL panicked with %v", v)
		}
	}()
	weft.Get("/%zz")
}

// TestRequestWithoutPath shows that an address without a path is the root.
func TestRequestWithoutPath(t *testing.T) {
	routes := weft.NewRoutes(route.GET("/").Handle(answer("root")))
	for _, url := range []string{"https://example.com", "https://example.com?x=1", "/", "/."} {
		if resp := routes.Serve(weft.Get(url)); resp.Status() != 200 {
			t.Errorf("%s: %v", url, resp.Status())
		}
	}
}

func TestRequestConnection(t *testing.T) {
	cert := &x509.Certificate{}
	conn := &weft.Connection{
		Remote: netip.MustParseAddrPort("[2001:db8::1]:4711"),
		TLS:    &tls.ConnectionState{PeerCertificates: []*x509.Certificate{cert, {}}},
	}
	routes := weft.NewRoutes(route.GET("/").Handle(func(r *weft.Request) (weft.Response, error) {
		addr, ok := r.RemoteAddress()
		got, shown := r.RemoteCertificate()
		if !ok || addr.String() != "2001:db8::1" || r.TLS() != conn.TLS || got != cert || !shown {
			t.Errorf("%v %v %v %v", addr, ok, got, shown)
		}
		other := r.WithRemoteAddress(netip.MustParseAddr("192.0.2.1"))
		if a, _ := other.RemoteAddress(); a.String() != "192.0.2.1" || other.TLS() != conn.TLS {
			t.Errorf("%v", a)
		}
		return weft.OK(), nil
	}))
	serveExchange(newExchange(t, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"), routes, conn)
	if conn.Remote.Addr().String() != "2001:db8::1" {
		t.Error("the connection has changed")
	}
}

func TestRequestHost(t *testing.T) {
	tests := []struct {
		name string
		req  *weft.Request
		want string
	}{
		{"from the field", receive(t, "/", "GET / HTTP/1.1\r\nHost: a.example:81\r\n\r\n", weft.Body{}), "a.example:81"},
		{"from an absolute target", receive(t, "/", "GET http://b.example/ HTTP/1.1\r\nHost: b.example\r\n\r\n", weft.Body{}), "b.example"},
		{"from an absolute URL", weft.Get("http://c.example:8080/"), "c.example:8080"},
		{"from a field that was set", weft.Get("/").AddHeader("host", "d.example"), "d.example"},
		{"from a field that was replaced", receive(t, "/", "GET / HTTP/1.1\r\nHost: a.example\r\n\r\n", weft.Body{}).
			UpdateHeaders(func(h weft.Headers) weft.Headers { return h.Set("Host", "e.example") }), "e.example"},
		{"nowhere", weft.Get("/"), ""},
	}
	for _, tt := range tests {
		if got := tt.req.Host(); got != tt.want {
			t.Errorf("%s: the host is %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestRequestURLForms(t *testing.T) {
	for wire, want := range map[string]string{
		"GET /a?b=c HTTP/1.1\r\nHost: x\r\n\r\n":                 "relative /a?b=c /a",
		"GET /a? HTTP/1.1\r\nHost: x\r\n\r\n":                    "relative /a? /a",
		"GET /a/./b/../c HTTP/1.1\r\nHost: x\r\n\r\n":            "relative /a/./b/../c /a/c",
		"GET http://x:81/a?b HTTP/1.1\r\nHost: x:81\r\n\r\n":     "absolute http://x:81/a?b /a",
		"GET http://x HTTP/1.1\r\nHost: x\r\n\r\n":               "absolute http://x/ /",
		"GET /100%25/%C3%A9 HTTP/1.1\r\nHost: x\r\n\r\n":         "relative /100%25/%C3%A9 /100%25/%C3%A9",
		"GET /a?q=%zz&r=100% HTTP/1.1\r\nHost: x\r\n\r\n":        "relative /a?q=%25zz&r=100%25 /a",
		"OPTIONS /a?x=1 HTTP/1.0\r\nHost: x\r\n\r\n":             "relative /a?x=1 /a",
		"PATCH /a/b/c/d/e/f/g HTTP/1.1\r\nHost: x\r\n\r\n":       "relative /a/b/c/d/e/f/g /a/b/c/d/e/f/g",
		"GET //double//slash HTTP/1.1\r\nHost: x\r\n\r\n":        "relative /.//double//slash //double//slash",
		"GET /a;b=c,d:e@f HTTP/1.1\r\nHost: x\r\n\r\n":           "relative /a;b=c,d:e@f /a;b=c,d:e@f",
		"GET /%2e%2E/%2e/a%2F..%2Fb HTTP/1.1\r\nHost: x\r\n\r\n": "relative /%2e%2E/%2e/a%2F..%2Fb /a%2F..%2Fb",
	} {
		r := receive(t, "/{path...}", wire, weft.Body{})
		if got := fmt.Sprintf("%s %s %s", r.URL().Kind(), r.URL(), r.Path()); got != want {
			t.Errorf("%q: got %s, want %s", wire, got, want)
		}
	}
}

func TestRequestHeaderReading(t *testing.T) {
	bothKinds(t, func(t *testing.T, r *weft.Request) {
		if v, ok := r.RawHeader("x-A"); v != "1" || !ok {
			t.Errorf("RawHeader: %q %v", v, ok)
		}
		if v, ok := r.RawHeader("X-None"); v != "" || ok {
			t.Errorf("RawHeader of none: %q %v", v, ok)
		}
		if v := r.RawHeaders("X-A"); !slices.Equal(v, []string{"1", "3"}) {
			t.Errorf("RawHeaders: %q", v)
		}
		if got := headersText(r.Headers()); got != " Host=example.com X-A=1 X-B=2 x-a=3 Cookie=c=d; e=f If-Modified-Since=Sun, 15 Nov 2026 04:00:00 GMT Age=old" {
			t.Errorf("Headers:%s", got)
		}
		since, ok := r.Header(weft.HeaderIfModifiedSince)
		if !ok || !since.Equal(time.Date(2026, 11, 15, 4, 0, 0, 0, time.UTC)) {
			t.Errorf("Header: %v %v", since, ok)
		}
		if _, ok := r.Header(weft.HeaderAge); ok {
			t.Error("Header of a malformed field")
		}
		if v, ok := r.Header(weft.HeaderOrigin); ok || v != "" {
			t.Error("Header of a missing field")
		}
		_, err := r.HeaderOrFail(weft.HeaderOrigin)
		if e, ok := errors.AsType[*weft.MissingHeader](err); !ok || e.Name != "Origin" || err.Error() != `header "Origin": missing` {
			t.Errorf("HeaderOrFail of a missing field: %v", err)
		}
		_, err = r.HeaderOrFail(weft.HeaderAge)
		if e, ok := errors.AsType[*weft.MalformedHeader](err); !ok || e.Name != "Age" || e.Value != "old" ||
			err.Error() != `header "Age": want a number of seconds, got "old"` {
			t.Errorf("HeaderOrFail of a malformed field: %v", err)
		}
	})
}

func TestRequestCookies(t *testing.T) {
	missing := errors.New("no cookie")
	bothKinds(t, func(t *testing.T, r *weft.Request) {
		if c := r.Cookies(); len(c) != 2 || c[0].Name != "c" || c[1].Value != "f" {
			t.Errorf("Cookies: %v", c)
		}
		if c, ok := r.Cookie("e"); !ok || c.Value != "f" {
			t.Errorf("Cookie: %v %v", c, ok)
		}
		if _, ok := r.Cookie("E"); ok {
			t.Error("names of cookies have become blind to case")
		}
		value := func(c weft.Cookie) string { return c.Value }
		if v, err := r.CookieWithOrFail("c", missing, value); v != "d" || err != nil {
			t.Errorf("CookieWithOrFail: %q %v", v, err)
		}
		if _, err := r.CookieWithOrFail("z", missing, value); err != missing {
			t.Errorf("CookieWithOrFail of none: %v", err)
		}
		if v, err := r.CookieWith("c", func(c weft.Cookie) (int, error) { return len(c.Value), missing }); v != 1 || err != missing {
			t.Errorf("CookieWith: %d %v", v, err)
		}
		_, err := r.CookieWith("z", func(weft.Cookie) (int, error) { return 0, nil })
		if e, ok := errors.AsType[*weft.MissingCookie](err); !ok || e.Name != "z" || err.Error() != `cookie "z": missing` {
			t.Errorf("CookieWith of none: %v", err)
		}
	})
}

func TestRequestQuery(t *testing.T) {
	bothKinds(t, func(t *testing.T, r *weft.Request) {
		if v, ok := r.QueryParam("x"); v != "1" || !ok {
			t.Errorf("QueryParam: %q %v", v, ok)
		}
		if _, ok := r.QueryParam("X"); ok {
			t.Error("QueryParam of none")
		}
		if v := r.QueryParams("x"); !slices.Equal(v, []string{"1", "3"}) {
			t.Errorf("QueryParams: %q", v)
		}
		if a, b := r.QueryParamOrElse("y", "d"), r.QueryParamOrElse("z", "d"); a != "2" || b != "d" {
			t.Errorf("QueryParamOrElse: %q %q", a, b)
		}
		if a, b := r.QueryParamsOrElse("y", []string{"d"}), r.QueryParamsOrElse("z", []string{"d"}); a[0] != "2" || b[0] != "d" {
			t.Errorf("QueryParamsOrElse: %q %q", a, b)
		}
		if q := r.QueryParameters(); q.Encode() != "x=1&y=2&x=3" {
			t.Errorf("QueryParameters: %v", q)
		}
		if n, err := r.Query[int]("y"); n != 2 || err != nil {
			t.Errorf("Query: %d %v", n, err)
		}
		if n, err := r.Query[[]int]("x"); !slices.Equal(n, []int{1, 3}) || err != nil {
			t.Errorf("Query of a list: %d %v", n, err)
		}
		if n := r.QueryOrElse("y", 7); n != 2 {
			t.Errorf("QueryOrElse: %d", n)
		}
		if n := r.QueryOrElse("z", 7); n != 7 {
			t.Errorf("QueryOrElse of none: %d", n)
		}
		if n := r.QueryOrElse("y", true); !n {
			t.Errorf("QueryOrElse of one that cannot be decoded: %v", n)
		}
		if n := r.QueryOrElse("z", []int{7}); !slices.Equal(n, []int{7}) {
			t.Errorf("QueryOrElse of no list: %v", n)
		}
		if s, err := r.QueryWith("y", func(n int) (string, error) { return strings.Repeat("a", n), nil }); s != "aa" || err != nil {
			t.Errorf("QueryWith: %q %v", s, err)
		}
		failed := errors.New("failed")
		if _, err := r.QueryWith("y", func(int) (string, error) { return "", failed }); err != failed {
			t.Errorf("QueryWith that fails: %v", err)
		}
		_, err := r.Query[int]("z")
		if e, ok := errors.AsType[*weft.MissingQueryParams](err); !ok || !slices.Equal(e.Names, []string{"z"}) {
			t.Errorf("Query of none: %v", err)
		}
		_, err = r.Query[bool]("y")
		if e, ok := errors.AsType[*weft.MalformedQueryParam](err); !ok || e.Name != "y" || e.Value != "2" {
			t.Errorf("Query of a malformed one: %v", err)
		}
		_, err = r.Query[int]("x")
		if e, ok := errors.AsType[*weft.InvalidQueryParamCount](err); !ok || e.Want != 1 || e.Got != 2 {
			t.Errorf("Query of two: %v", err)
		}
		if _, err := r.QueryWith("z", func(int) (string, error) { return "", nil }); err == nil {
			t.Error("QueryWith of none does not fail")
		}
	})
}

func TestRequestParams(t *testing.T) {
	const id = "6ba7b810-9dad-11d1-80b4-00c04fd430c8"
	r := receive(t, "/{a}/{b:int}/{c:uuid}/{d}/{rest...}", "GET /x%2Fy/-7/"+id+"/true/p/q%20r HTTP/1.1\r\nHost: x\r\n\r\n", weft.Body{})
	for name, want := range map[string]string{"a": "x/y", "b": "-7", "c": id, "d": "true", "rest": "p/q r", "none": ""} {
		if got := r.Param(name); got != want {
			t.Errorf("the parameter %s is %q, want %q", name, got, want)
		}
	}
	n, err := r.ParamAs[int32]("b")
	u, err2 := r.ParamAs[uuid.UUID]("c")
	b, err3 := r.ParamAs[bool]("d")
	if n != -7 || u.String() != id || !b || errors.Join(err, err2, err3) != nil {
		t.Errorf("%d %v %v: %v %v %v", n, u, b, err, err2, err3)
	}
	_, err = r.ParamAs[int]("a")
	if e, ok := errors.AsType[*weft.MalformedPathParam](err); !ok || e.Name != "a" || e.Value != "x/y" || err.Error() != `path "a": want int, got "x/y"` {
		t.Errorf("a malformed one: %v", err)
	}
	if _, err = r.ParamAs[int]("none"); err == nil || !strings.Contains(err.Error(), "no such parameter") {
		t.Errorf("one that is not in the pattern: %v", err)
	}
	if _, err = r.ParamAs[chan int]("a"); err == nil {
		t.Error("a type without a text form")
	}
	if p := r.Pattern(); p != "/{a}/{b:int}/{c:uuid}/{d}/{rest...}" {
		t.Errorf("the pattern is %s", p)
	}
	if route, ok := r.Route(); !ok || route.Pattern().Method() != weft.ANY {
		t.Errorf("the route is %v %v", route.Pattern(), ok)
	}
	made := weft.Get("/a")
	if _, ok := made.Route(); ok || made.Pattern() != "" || made.Param("a") != "" {
		t.Error("a request that was not matched has a route")
	}
}

// TestRequestParamsOutliveTheURL shows that parameters are those of the match,
// also for a request whose URL was changed afterwards.
func TestRequestParamsOutliveTheURL(t *testing.T) {
	routes := weft.NewRoutes(route.GET("/users/{id}").Handle(func(r *weft.Request) (weft.Response, error) {
		to, _ := r.QueryParam("to")
		return weft.Text(r.WithPath(to).Param("id")), nil
	}))
	for _, path := range []string{"/", "/x", "/users/someone-else"} {
		if got := bodyText(t, routes.Serve(weft.Get("/users/ada?to="+path))); got != "ada" {
			t.Errorf("with the path %s the parameter is %q", path, got)
		}
	}
}

func TestRequestBodyOperations(t *testing.T) {
	stream := func() *weft.Request {
		return weft.Post("/", weft.BodyReader(strings.NewReader("hello"), -1, "text/x"))
	}
	r, err := stream().Collect()
	if s, _ := r.Body().AsString(); err != nil || s != "hello" || r.Body().IsStream() || r.Body().MediaType() != "text/x" {
		t.Errorf("Collect: %q %v", s, err)
	}
	if again, err := r.Collect(); again != r || err != nil {
		t.Error("Collect of a body in memory makes another request")
	}
	source := strings.NewReader("hello")
	r, err = weft.Post("/", weft.BodyReader(source, -1)).IgnoreBody()
	if err != nil || !r.Body().IsEmpty() || source.Len() != 0 {
		t.Errorf("IgnoreBody: %v, %d bytes left", err, source.Len())
	}
	r, err = stream().UpdateBodyOrFail(func(b weft.Body) (weft.Body, error) {
		s, err := b.AsString()
		return weft.BodyString(strings.ToUpper(s)), err
	})
	if s, _ := r.Body().AsString(); s != "HELLO" || err != nil {
		t.Errorf("UpdateBodyOrFail: %q %v", s, err)
	}
	broken := weft.Post("/", weft.BodyReader(io.MultiReader(strings.NewReader("x"), brokenReader{}), -1))
	if _, err := broken.Collect(); !errors.Is(err, errBroken) {
		t.Errorf("Collect of a broken body: %v", err)
	}
	broken = weft.Post("/", weft.BodyReader(brokenReader{}, -1))
	if _, err := broken.IgnoreBody(); !errors.Is(err, errBroken) {
		t.Errorf("IgnoreBody of a broken body: %v", err)
	}
	if _, err := stream().UpdateBodyOrFail(func(weft.Body) (weft.Body, error) { return weft.Body{}, errBroken }); err != errBroken {
		t.Errorf("UpdateBodyOrFail that fails: %v", err)
	}
}

var errBroken = errors.New("broken")

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, errBroken }
