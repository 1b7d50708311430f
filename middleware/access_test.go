package middleware_test

import (
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/auth"
	"github.com/weft-go/weft/middleware"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/wefttest"
)

// TestRow_basicAuth: Basic credentials are required, on every path.
func TestRow_basicAuth(t *testing.T) {
	srv := wefttest.Start(t, sample().With(middleware.BasicAuth("ann", "s:cret", middleware.BasicAuthConfig{Realm: `the "shop"`})))
	basic := func(s string) string { return "Basic " + base64.StdEncoding.EncodeToString([]byte(s)) }
	for _, test := range []struct {
		name, field string
		want        int
	}{
		{"Right", basic("ann:s:cret"), 200},
		{"LowerCaseScheme", "basic" + basic("ann:s:cret")[5:], 200},
		{"WrongPassword", basic("ann:secret"), 401},
		{"WrongUser", basic("bob:s:cret"), 401},
		{"Moved", basic("ann:s:cre:t"), 401},
		{"NoColon", basic("ann"), 401},
		{"NotBase64", "Basic !!!", 401},
		{"OtherScheme", "Bearer ann:s:cret", 401},
		{"Empty", "", 401},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := call(t, srv, "GET", "/books/7", "", "Authorization", test.field).want(t, test.want)
			if test.want == 401 {
				r.field(t, "WWW-Authenticate", `Basic realm="the \"shop\"", charset="UTF-8"`)
			}
		})
	}
	call(t, srv, "GET", "/books/7", "").want(t, 401)
	call(t, srv, "GET", "/nowhere", "").want(t, 401)
	wantPanic(t, func() { middleware.BasicAuth("a", "b", middleware.BasicAuthConfig{Realm: "a\nb"}) }, "realm")
	wantPanic(t, func() { middleware.BasicAuthFunc(nil) }, "nil")
}

// TestRow_customAuthProviding: handlers get an authentication context, or none.
func TestRow_customAuthProviding(t *testing.T) {
	type user struct{ name string }
	srv := wefttest.Start(t, weft.NewRoutes(route.GET("/me").Handle(
		auth.WithContext(func(_ *weft.Request, u user) (weft.Response, error) { return weft.Text(u.name), nil }),
	)).With(middleware.CustomAuthProviding(func(req *weft.Request) (user, bool) {
		name, ok := req.RawHeader("X-User")
		return user{name}, ok
	})))
	if r := call(t, srv, "GET", "/me", "", "X-User", "ann").want(t, 200); r.text != "ann" {
		t.Errorf("body %q", r.text)
	}
	call(t, srv, "GET", "/me", "").want(t, 404)
	wantPanic(t, func() { middleware.CustomAuthProviding[int](nil) }, "nil")
}

// TestCSRF compares with the standard library's protection.
func TestCSRF(t *testing.T) {
	theirs := http.NewCrossOriginProtection()
	if err := theirs.AddTrustedOrigin("https://trusted.example"); err != nil {
		t.Fatal(err)
	}
	c := wefttest.New(t, weft.NewRoutes(
		route.ANY("/").Handle(func(*weft.Request) (weft.Response, error) { return weft.OK(), nil }),
	).With(middleware.CSRF(middleware.CSRFConfig{TrustedOrigins: []string{"https://trusted.example"}})))
	for _, method := range []string{"GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH", "BREW"} {
		for _, site := range []string{"", "same-origin", "none", "same-site", "cross-site", "strange"} {
			for _, origin := range []string{"", "http://shop.example", "https://shop.example", "https://trusted.example", "https://evil.example", "null", "shop.example", "://"} {
				r := httptest.NewRequest(method, "http://shop.example/", nil)
				req := weft.NewRequest(weft.Method(method), must(weft.ParseURL("/"))).AddHeader("Host", "shop.example")
				if site != "" {
					r.Header.Set("Sec-Fetch-Site", site)
					req = req.AddHeader("Sec-Fetch-Site", site)
				}
				if origin != "" {
					r.Header.Set("Origin", origin)
					req = req.AddHeader("Origin", origin)
				}
				want := weft.Status(200)
				if theirs.Check(r) != nil {
					want = 403
				}
				if got := c.Do(req).Response().Status(); got != want {
					t.Errorf("%s, Sec-Fetch-Site %q, Origin %q: %d, want %d", method, site, origin, got, want)
				}
			}
		}
	}
	wantPanic(t, func() { middleware.CSRF(middleware.CSRFConfig{TrustedOrigins: []string{"shop.example"}}) }, "not an origin")
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func TestCSRF_overASocket(t *testing.T) {
	allow := func(req *weft.Request) bool { return req.Path() == "/books" && req.QueryParamOrElse("hook", "") != "" }
	srv := wefttest.Start(t, sample().With(middleware.CSRF(middleware.CSRFConfig{Allow: allow})))
	call(t, srv, "POST", "/books", "x", "Sec-Fetch-Site", "cross-site").want(t, 403)
	call(t, srv, "POST", "/books?hook=1", "x", "Sec-Fetch-Site", "cross-site").want(t, 201)
	call(t, srv, "POST", "/books", "x", "Sec-Fetch-Site", "same-origin").want(t, 201)
	call(t, srv, "POST", "/books", "x", "Origin", srv.URL).want(t, 201)
	call(t, srv, "POST", "/books", "x", "Origin", "http://evil.example").want(t, 403)
}

func TestBodyLimit(t *testing.T) {
	routes := sample().With(middleware.BodyLimit(5))
	for name, configure := range map[string]func(server.Config) server.Config{
		"Memory": quiet, "Streamed": server.Config.EnableRequestStreaming,
	} {
		t.Run(name, func(t *testing.T) {
			srv := wefttest.Start(t, routes, quiet, configure)
			call(t, srv, "POST", "/books", "12345").want(t, 201)
			call(t, srv, "POST", "/books", "123456").want(t, 413)
			for size, want := range map[string]int{"5\r\n12345": 201, "6\r\n123456": 413} {
				conn := srv.Dial()
				conn.Send("POST /books HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + size + "\r\n0\r\n\r\n")
				if r := conn.Read("POST"); r.Status != want {
					t.Errorf("%q: status %d, want %d", size, r.Status, want)
				}
			}
		})
	}
	wantPanic(t, func() { middleware.BodyLimit(-1) }, "-1")
}

func TestSecureHeaders(t *testing.T) {
	srv := wefttest.Start(t, sample().With(middleware.SecureHeaders()), quiet)
	for _, path := range []string{"/books/7", "/nowhere", "/conflict", "/panic"} {
		call(t, srv, "GET", path, "").
			field(t, "X-Content-Type-Options", "nosniff").
			field(t, "X-Frame-Options", "DENY").
			field(t, "Referrer-Policy", "strict-origin-when-cross-origin").
			field(t, "Cross-Origin-Opener-Policy", "same-origin").
			field(t, "Strict-Transport-Security", "")
	}
	srv = wefttest.Start(t, sample().With(
		middleware.AddHeaders("x-frame-options", "SAMEORIGIN"),
		middleware.SecureHeaders(middleware.SecureHeadersConfig{ReferrerPolicy: "-", ContentSecurityPolicy: "default-src 'self'"}),
	))
	call(t, srv, "GET", "/books/7", "").
		field(t, "X-Frame-Options", "SAMEORIGIN").
		field(t, "Referrer-Policy", "").
		field(t, "Content-Security-Policy", "default-src 'self'")
	wantPanic(t, func() { middleware.SecureHeaders(middleware.SecureHeadersConfig{FrameOptions: "a\nb"}) }, "SecureHeaders")
}
