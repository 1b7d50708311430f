package middleware_test

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/middleware"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/status"
	"github.com/weft-go/weft/wefttest"
)

// TestRecover: panics of handlers and of middleware are errors for what is outside.
func TestRecover(t *testing.T) {
	broken := weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			if req.Path() == "/file" {
				panic(errors.New("broken middleware"))
			}
			return next(req)
		}
	})
	seen := make(chan error, 10)
	watching := weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			resp, err := next(req)
			seen <- err
			return resp, err
		}
	})
	srv := wefttest.Start(t, sample().With(broken, middleware.Recover(), watching), quiet)
	for _, path := range []string{"/panic", "/file"} {
		call(t, srv, "GET", path, "").want(t, 500)
	}
	for _, want := range []string{"panic: oh no", "panic: broken middleware"} {
		err := <-seen
		if e, ok := errors.AsType[*weft.PanicError](err); !ok || e.Error() != want || len(e.Stack) == 0 {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	handle := func(_ *weft.Request, p *weft.PanicError) (weft.Response, error) {
		return weft.Text(fmt.Sprint("sorry: ", p.Value)).WithStatus(status.ServiceUnavailable), nil
	}
	srv = wefttest.Start(t, sample().With(broken, middleware.Recover(middleware.RecoverConfig{Handle: handle})), quiet)
	if r := call(t, srv, "GET", "/panic", "").want(t, 503); r.text != "sorry: oh no" {
		t.Errorf("body %q", r.text)
	}
	call(t, srv, "GET", "/file", "").want(t, 503)
	call(t, srv, "GET", "/fail", "").want(t, 500)
	call(t, srv, "GET", "/books/7", "").want(t, 200)
}

// TestRateLimit: a client has its tokens, they come back over time, and the fields tell.
func TestRateLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		routes := sample().With(middleware.RateLimit(3, 30*time.Second))
		get := func(addr string) weft.Response {
			return routes.Serve(weft.Get("/books/1").WithRemoteAddress(netip.MustParseAddr(addr)))
		}
		check := func(resp weft.Response, code weft.Status, rate, retry string) {
			t.Helper()
			got, _ := resp.Header("RateLimit")
			policy, _ := resp.Header("RateLimit-Policy")
			after, _ := resp.Header("Retry-After")
			if resp.Status() != code || got != rate || policy != `"default";q=3;w=30` || after != retry {
				t.Errorf("got %d, RateLimit: %s, RateLimit-Policy: %s, Retry-After: %s; want %d, %s, %s", resp.Status(), got, policy, after, code, rate, retry)
			}
		}
		check(get("192.0.2.1"), 200, `"default";r=2;t=10`, "")
		check(get("192.0.2.1"), 200, `"default";r=1;t=20`, "")
		check(get("192.0.2.1"), 200, `"default";r=0;t=30`, "")
		check(get("192.0.2.1"), 429, `"default";r=0;t=30`, "10")
		check(get("192.0.2.2"), 200, `"default";r=2;t=10`, "")
		check(get("2001:db8::1"), 200, `"default";r=2;t=10`, "")
		check(get("2001:db8::2"), 200, `"default";r=1;t=20`, "")
		check(get("2001:db8:0:1::1"), 200, `"default";r=2;t=10`, "")
		time.Sleep(4 * time.Second)
		check(get("192.0.2.1"), 429, `"default";r=0;t=26`, "6")
		time.Sleep(6 * time.Second)
		check(get("192.0.2.1"), 200, `"default";r=0;t=30`, "")
		time.Sleep(time.Hour)
		check(get("192.0.2.1"), 200, `"default";r=2;t=10`, "")
		if resp := routes.Serve(weft.Get("/books/1")); resp.Status() != 200 || resp.Headers().Has("RateLimit") {
			t.Error("a request without an address is limited")
		}
	})
}

func TestRateLimit_overASocket(t *testing.T) {
	key := func(req *weft.Request) string { k, _ := req.RawHeader("X-Key"); return k }
	srv := wefttest.Start(t, sample().With(middleware.RateLimit(1, time.Hour, middleware.RateLimitConfig{Burst: 2, Key: key, Name: "slow", NoHeaders: true})), quiet)
	for _, want := range []int{200, 200, 429, 429} {
		r := call(t, srv, "GET", "/books/1", "", "X-Key", "a").want(t, want).field(t, "RateLimit", "")
		if want == 429 {
			r.field(t, "Retry-After", "3600")
		}
	}
	call(t, srv, "GET", "/conflict", "", "X-Key", "b").want(t, 409)
	for range 5 {
		call(t, srv, "GET", "/books/1", "").want(t, 200)
	}
	srv = wefttest.Start(t, sample().With(middleware.RateLimit(2, time.Hour)), quiet)
	call(t, srv, "GET", "/fail", "").want(t, 500).field(t, "RateLimit", `"default";r=1;t=1800`)
	wantPanic(t, func() { middleware.RateLimit(0, time.Second) }, "positive")
	wantPanic(t, func() { middleware.RateLimit(1, time.Second, middleware.RateLimitConfig{Name: "a b"}) }, "token")
}

// limitedByPath has a limit of its own for each path.
func limitedByPath(limit, maxKeys int) weft.Routes {
	key := func(req *weft.Request) string { return req.Path() }
	return weft.NewRoutes(route.GET("/{key}").Handle(func(*weft.Request) (weft.Response, error) { return weft.OK(), nil })).
		With(middleware.RateLimit(limit, 24*time.Hour, middleware.RateLimitConfig{Key: key, MaxKeys: maxKeys}))
}

// TestRateLimit_concurrent: exactly as many pass as there are tokens.
func TestRateLimit_concurrent(t *testing.T) {
	routes := limitedByPath(50, 0)
	var passed atomic.Int64
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 100 {
				if routes.Serve(weft.Get("/shared")).Status() == 200 {
					passed.Add(1)
				}
			}
		})
	}
	wg.Wait()
	if n := passed.Load(); n != 50 {
		t.Errorf("%d requests passed, want 50", n)
	}
}

// TestRateLimit_boundedMemory: with many keys the one that was not seen for longest is
// forgotten, and one that comes all the time is not.
func TestRateLimit_boundedMemory(t *testing.T) {
	routes := limitedByPath(1, 320)
	status := func(path string) weft.Status { return routes.Serve(weft.Get(path)).Status() }
	status("/old")
	status("/busy")
	for n := range 5000 {
		status(fmt.Sprintf("/%d", n))
		if got := status("/busy"); got != 429 {
			t.Fatalf("status %d after %d other keys, want 429", got, n)
		}
	}
	if got := status("/old"); got != 200 {
		t.Errorf("status %d, want 200: the key is still remembered", got)
	}
}

func TestTrailingSlash(t *testing.T) {
	routes := weft.NewRoutes(
		route.GET("/").Handle(func(*weft.Request) (weft.Response, error) { return weft.Text("root"), nil }),
		route.GET("/books").Handle(func(req *weft.Request) (weft.Response, error) { return weft.Text("books " + req.Path()), nil }),
		route.GET("/shelf/").Handle(func(*weft.Request) (weft.Response, error) { return weft.Text("shelf"), nil }),
	)
	t.Run("Drop", func(t *testing.T) {
		srv := wefttest.Start(t, routes.With(middleware.DropTrailingSlash()))
		for path, want := range map[string]string{"/books": "books /books", "/books/": "books /books", "/books//?a=b": "books /books", "/shelf/": "shelf", "/": "root"} {
			if r := call(t, srv, "GET", path, "").want(t, 200); r.text != want {
				t.Errorf("%s: got %q, want %q", path, r.text, want)
			}
		}
		call(t, srv, "GET", "/shelf", "").want(t, 404)
		call(t, srv, "GET", "/nowhere/", "").want(t, 404)
		call(t, srv, "POST", "/books/", "").want(t, 405)
	})
	t.Run("Redirect", func(t *testing.T) {
		srv := wefttest.Start(t, routes.With(middleware.RedirectTrailingSlash(true)))
		call(t, srv, "GET", "/books/?a=b&c", "").want(t, 308).field(t, "Location", "/books?a=b&c")
		call(t, srv, "GET", "/shelf/", "").want(t, 200)
		call(t, srv, "GET", "/", "").want(t, 200)
		call(t, srv, "GET", "/books", "").want(t, 200)
		for _, path := range []string{"//evil.example/", "///evil.example//", `/\evil.example/`} {
			conn := srv.Dial()
			conn.Send("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n")
			r := conn.Read("GET")
			if l, _ := r.Headers.Get("Location"); strings.HasPrefix(l, "//") || strings.HasPrefix(l, `/\`) || strings.Contains(l, "://") {
				t.Errorf("%s leads to %s", path, l)
			}
		}
		srv = wefttest.Start(t, routes.With(middleware.RedirectTrailingSlash(false)))
		call(t, srv, "GET", "/books/", "").want(t, 307).field(t, "Location", "/books")
	})
}

func TestWhen(t *testing.T) {
	isBook := func(req *weft.Request) bool {
		return strings.HasPrefix(req.Pattern(), "/books") || req.Path() == "/books/x/y"
	}
	m, registry := metered()
	routes := sample().With(middleware.When(isBook, middleware.AddHeaders("X-Book", "yes")), m)
	srv := wefttest.Start(t, routes, quiet)
	call(t, srv, "GET", "/books/7", "").want(t, 200).field(t, "X-Book", "yes")
	call(t, srv, "GET", "/conflict", "").want(t, 409).field(t, "X-Book", "")
	call(t, srv, "GET", "/nowhere", "").want(t, 404).field(t, "X-Book", "")
	call(t, srv, "GET", "/books/x/y", "").want(t, 404).field(t, "X-Book", "yes")
	wantLines(t, string(registry.AppendText(nil)), // the pattern is known outside
		`http_requests_total{method="GET",path="/books/{id}",status="200"} 1`,
		`http_requests_total{method="GET",path="/conflict",status="409"} 1`)
	wantPanic(t, func() { middleware.When(nil, middleware.Debug()) }, "nil")
	wantPanic(t, func() { middleware.When(isBook, nil) }, "nil")
}

func TestIfThenElse(t *testing.T) {
	isBeta := func(req *weft.Request) bool { return req.QueryParamOrElse("beta", "") != "" }
	c := wefttest.New(t, sample().With(middleware.IfThenElse(isBeta, middleware.AddHeaders("X", "beta"), middleware.AddHeaders("X", "stable"))))
	c.Get("/books/1?beta=1").Header("X", "beta")
	c.Get("/books/1").Header("X", "stable")
	c.Get("/nowhere").Status(404).Header("X", "stable")
}

// TestWhen_beforeTheSearch: middleware that changes the search, or adds routes, works
// under a condition as well.
func TestWhen_beforeTheSearch(t *testing.T) {
	isBeta := func(req *weft.Request) bool { return req.QueryParamOrElse("beta", "") != "" }
	around := weft.Around(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) { return next(req.WithPath("/books/9")) }
	})
	c := wefttest.New(t, sample().With(middleware.When(isBeta, around)))
	c.Get("/nowhere?beta=1").Body("book 9")
	c.Get("/nowhere").Status(404)
	c.Get("/conflict").Status(409)
	adding := func(r weft.Routes) weft.Routes {
		return weft.NewRoutes(r, route.GET("/extra").Handle(func(*weft.Request) (weft.Response, error) { return weft.Text("extra"), nil }))
	}
	c = wefttest.New(t, sample().With(middleware.When(isBeta, adding)))
	c.Get("/extra?beta=1").Body("extra")
	c.Get("/extra").Status(404)
	c.Get("/books/1").Body("book 1")
	// Around middleware that was there before is kept.
	c = wefttest.New(t, sample().With(around, middleware.When(isBeta, middleware.AddHeaders("X", "beta"))))
	c.Get("/nowhere?beta=1").Body("book 9").Header("X", "beta")
	c.Get("/nowhere").Body("book 9").NoHeader("X")
}

func TestSignedCookies(t *testing.T) {
	signer := must(weft.NewCookieSigner(weft.RandomSecret()))
	routes := weft.NewRoutes(
		route.GET("/set").Handle(func(*weft.Request) (weft.Response, error) {
			return weft.OK().WithCookie(weft.NewCookie("id", "ann").WithMaxAge(time.Hour)).WithCookie(weft.NewCookie("theme", "dark")), nil
		}),
		route.GET("/long").Handle(func(*weft.Request) (weft.Response, error) {
			return weft.OK().WithCookie(weft.NewCookie("id", strings.Repeat("a", 4000))), nil
		}),
		route.GET("/show").Handle(func(req *weft.Request) (weft.Response, error) {
			text, err := weft.CookieString(req.Cookies()...)
			return weft.Text(text), err
		}),
	)
	srv := wefttest.Start(t, routes.With(middleware.SignedCookies(signer, "id")), quiet)
	set := call(t, srv, "GET", "/set", "").want(t, 200).Cookies()
	if len(set) != 2 || set[0].Name != "id" && set[1].Name != "id" {
		t.Fatalf("cookies %v", set)
	}
	var id string
	for _, c := range set {
		if c.Name == "id" {
			id = c.Value
			if c.MaxAge != 3600 || strings.Contains(id, "ann") {
				t.Errorf("cookie %v", c)
			}
		} else if c.Value != "dark" {
			t.Errorf("cookie %v", c)
		}
	}
	for sent, want := range map[string]string{
		"id=" + id + "; theme=dark": "id=ann; theme=dark",
		"id=ann; theme=dark":        "theme=dark",
		"id=" + id + "x":            "",
		"theme=light":               "theme=light",
		"":                          "",
	} {
		if r := call(t, srv, "GET", "/show", "", "Cookie", sent).want(t, 200); r.text != want {
			t.Errorf("sent %q: the handler sees %q, want %q", sent, r.text, want)
		}
	}
	call(t, srv, "GET", "/long", "").want(t, 500)
	all := wefttest.New(t, routes.With(middleware.SignedCookies(signer)))
	for _, value := range all.Get("/set").Response().Headers().Values("Set-Cookie") {
		if strings.Contains(value, "dark") || strings.Contains(value, "ann") {
			t.Errorf("%s is not signed", value)
		}
	}
	wantPanic(t, func() { middleware.SignedCookies(nil) }, "nil")
}

func TestHealth(t *testing.T) {
	var down atomic.Bool
	m, registry := metered()
	config := middleware.HealthConfig{Checks: map[string]func(context.Context) error{
		"store": func(context.Context) error { return nil },
		"queue": func(ctx context.Context) error {
			if _, limited := ctx.Deadline(); !limited {
				t.Error("the check has no time limit")
			}
			if down.Load() {
				return errors.New("secret cause")
			}
			return nil
		},
	}}
	book := newLogBook()
	srv := wefttest.Start(t, sample().With(m, middleware.Health(config)), book.to)
	call(t, srv, "GET", "/livez", "").want(t, 200).field(t, "Cache-Control", "no-store")
	if r := call(t, srv, "GET", "/readyz", "").want(t, 200); r.text != "queue: ok\nstore: ok\n" {
		t.Errorf("body %q", r.text)
	}
	down.Store(true)
	if r := call(t, srv, "GET", "/readyz", "").want(t, 503); r.text != "queue: failed\nstore: ok\n" {
		t.Errorf("body %q", r.text)
	}
	if r := book.records(t, 1)[0]; r["check"] != "queue" || r["error"] != "secret cause" {
		t.Errorf("record %v", r)
	}
	call(t, srv, "HEAD", "/livez", "").want(t, 200)
	call(t, srv, "POST", "/livez", "").want(t, 404)
	call(t, srv, "GET", "/books/1", "").want(t, 200)
	if text := string(registry.AppendText(nil)); strings.Contains(text, `path="unmatched",status="200"`) {
		t.Errorf("inner middleware has seen the health checks:\n%s", text)
	}
	wantPanic(t, func() {
		middleware.Health(middleware.HealthConfig{Checks: map[string]func(context.Context) error{"x": nil}})
	}, `"x" is nil`)
}

func TestMaintenance(t *testing.T) {
	var closed atomic.Bool
	srv := wefttest.Start(t, sample().With(middleware.Maintenance(closed.Load, 90*time.Second), middleware.Health()), quiet)
	call(t, srv, "GET", "/books/1", "").want(t, 200)
	closed.Store(true)
	call(t, srv, "GET", "/books/1", "").want(t, 503).field(t, "Retry-After", "90")
	call(t, srv, "GET", "/nowhere", "").want(t, 503)
	call(t, srv, "GET", "/livez", "").want(t, 200)
	wantPanic(t, func() { middleware.Maintenance(nil, 0) }, "nil")
}
