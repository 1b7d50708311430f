package middleware_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/middleware"
	"github.com/weft-go/weft/wefttest"
)

const (
	shop     = "https://shop.example"
	stranger = "https://stranger.example"
)

func corsServer(t *testing.T, c ...middleware.CorsConfig) *wefttest.Server {
	return wefttest.Start(t, sample().With(middleware.CORS(c...)), quiet)
}

func preflight(t *testing.T, srv *wefttest.Server, origin, method, headers string) reply {
	t.Helper()
	fields := []string{"Origin", origin, "Access-Control-Request-Method", method}
	if headers != "" {
		fields = append(fields, "Access-Control-Request-Headers", headers)
	}
	return call(t, srv, "OPTIONS", "/books", "", fields...)
}

// noAllow checks that no allow field was sent.
func (r reply) noAllow(t *testing.T) reply {
	t.Helper()
	for name := range r.Header {
		if len(name) > 15 && name[:15] == "Access-Control-" {
			t.Errorf("there is a field %s: %s", name, r.Header.Get(name))
		}
	}
	return r
}

// TestRow_cors: the defaults of CorsConfig.
func TestRow_cors(t *testing.T) {
	srv := corsServer(t)
	for _, r := range []reply{
		preflight(t, srv, shop, "POST", "X-Key").want(t, 204),
		call(t, srv, "GET", "/books/7", "", "Origin", shop).want(t, 200),
		call(t, srv, "GET", "/nowhere", "", "Origin", shop).want(t, 404),
		call(t, srv, "GET", "/conflict", "", "Origin", shop).want(t, 409),
		call(t, srv, "GET", "/fail", "", "Origin", shop).want(t, 500),
		call(t, srv, "GET", "/panic", "", "Origin", shop).want(t, 500),
		call(t, srv, "DELETE", "/books", "", "Origin", shop).want(t, 405),
	} {
		r.field(t, "Access-Control-Allow-Origin", "*").
			field(t, "Access-Control-Allow-Methods", "*").
			field(t, "Access-Control-Allow-Headers", "*").
			field(t, "Access-Control-Allow-Credentials", "true").
			field(t, "Access-Control-Expose-Headers", "*").
			field(t, "Access-Control-Max-Age", "").
			field(t, "Vary", "")
	}
}

// Rule 1: a request without Origin is not cross-origin, and gets nothing of all this. An
// origin is protocol, domain and port.
func TestCORS_rule1_origin(t *testing.T) {
	srv := corsServer(t)
	call(t, srv, "GET", "/books/7", "").want(t, 200).noAllow(t)
	srv = corsServer(t, middleware.CorsConfig{AllowedOrigin: middleware.AllowOrigins(shop)})
	call(t, srv, "GET", "/books/7", "").want(t, 200).noAllow(t).field(t, "Vary", "Origin")
	for _, other := range []string{"http://shop.example", "https://shop.example:8443", "https://www.shop.example", "null", shop + ".evil.example"} {
		call(t, srv, "GET", "/books/7", "", "Origin", other).want(t, 200).noAllow(t)
	}
	call(t, srv, "GET", "/books/7", "", "Origin", shop).want(t, 200).field(t, "Access-Control-Allow-Origin", shop)
}

// Rule 2: a preflight is an OPTIONS request with Origin and the method it asks for.
func TestCORS_rule2_preflight(t *testing.T) {
	srv := corsServer(t)
	if r := preflight(t, srv, shop, "POST", "X-Key").want(t, 204); r.Header.Get("Allow") != "" || r.text != "" {
		t.Errorf("the handler answered the preflight: %v %q", r.Header, r.text)
	}
	preflight(t, srv, shop, "POST", "").want(t, 204).field(t, "Access-Control-Allow-Origin", "*")
	call(t, srv, "OPTIONS", "/books", "").want(t, 204).field(t, "Allow", "OPTIONS, POST").noAllow(t)
	call(t, srv, "OPTIONS", "/books", "", "Origin", shop).want(t, 204).field(t, "Allow", "OPTIONS, POST")
	call(t, srv, "POST", "/books", "x", "Origin", shop, "Access-Control-Request-Method", "POST").want(t, 201)
}

// Rule 3: what an allowed request is answered with.
func TestCORS_rule3_allowed(t *testing.T) {
	srv := corsServer(t, middleware.CorsConfig{
		AllowedOrigin:  middleware.AllowOrigins(shop),
		AllowedMethods: []weft.Method{weft.GET, weft.POST},
		AllowedHeaders: []string{"X-Key", "Content-Type"},
		ExposedHeaders: []string{"X-Total"},
		MaxAge:         90 * time.Second,
	})
	for _, r := range []reply{
		preflight(t, srv, shop, "POST", "x-key, content-type").want(t, 204),
		call(t, srv, "POST", "/books", "x", "Origin", shop).want(t, 201),
	} {
		r.field(t, "Access-Control-Allow-Origin", shop).
			field(t, "Access-Control-Allow-Methods", "GET, POST").
			field(t, "Access-Control-Allow-Headers", "X-Key, Content-Type").
			field(t, "Access-Control-Allow-Credentials", "true").
			field(t, "Access-Control-Expose-Headers", "X-Total").
			field(t, "Access-Control-Max-Age", "90").
			field(t, "Vary", "Origin")
	}
	srv = corsServer(t, middleware.CorsConfig{NoCredentials: true, ExposedHeaders: []string{}})
	call(t, srv, "GET", "/books/7", "", "Origin", shop).want(t, 200).
		field(t, "Access-Control-Allow-Credentials", "").field(t, "Access-Control-Expose-Headers", "")
}

// Rule 4: an origin for which allowedOrigin yields none is granted nothing. Its preflight
// is 403, and its actual request goes on to the handler.
func TestCORS_rule4_refused(t *testing.T) {
	srv := corsServer(t, middleware.CorsConfig{
		AllowedOrigin:  middleware.AllowOrigins(shop),
		AllowedMethods: []weft.Method{weft.GET},
		AllowedHeaders: []string{"X-Key"},
	})
	preflight(t, srv, stranger, "GET", "").want(t, http.StatusForbidden).noAllow(t).field(t, "Vary", "Origin")
	preflight(t, srv, shop, "DELETE", "").want(t, http.StatusForbidden).noAllow(t)
	preflight(t, srv, shop, "GET", "X-Key, X-Other").want(t, http.StatusForbidden).noAllow(t)
	r := call(t, srv, "POST", "/books", "hi", "Origin", stranger).want(t, 201).noAllow(t).field(t, "Vary", "Origin")
	if r.text != "got hi" {
		t.Errorf("body %q", r.text)
	}
	call(t, srv, "GET", "/fail", "", "Origin", stranger).want(t, 500).noAllow(t).field(t, "Vary", "Origin")
}

// TestCORS_vary: Vary is not repeated.
func TestCORS_vary(t *testing.T) {
	c := wefttest.New(t, sample().With(
		middleware.AddHeaders("Vary", "Accept, origin"),
		middleware.CORS(middleware.CorsConfig{AllowedOrigin: middleware.AllowOrigins(shop)}),
	))
	if got := c.With("Origin", shop).Get("/books/1").Response().Headers().Values("Vary"); len(got) != 1 {
		t.Errorf("Vary %q", got)
	}
	wantPanic(t, func() { middleware.CORS(middleware.CorsConfig{AllowedHeaders: []string{"a\nb"}}) }, "control character")
}
