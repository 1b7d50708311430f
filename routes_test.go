package weft_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
)

// named returns a route that answers with its own pattern and parameters.
func named(method weft.Method, path string) weft.Route {
	return route.Method(method, path).Handle(func(r *weft.Request) (weft.Response, error) {
		found, _ := r.Route()
		s := found.Pattern().String()
		for _, p := range []string{"a", "b", "c"} {
			if v := r.Param(p); v != "" {
				s += " " + p + "=" + v
			}
		}
		return weft.Text(s), nil
	})
}

// TestRoutesPrecedence shows which of several routes answers, in whatever order
// they are given.
func TestRoutesPrecedence(t *testing.T) {
	const id = "6ba7b810-9dad-11d1-80b4-00c04fd430c8"
	routes := []weft.Part{
		named("GET", "/users/me"), named("GET", "/users/{a:int}"), named("GET", "/users/{a:long}"), named("GET", "/users/{a:uuid}"),
		named("GET", "/users/{a:bool}"), named("GET", "/users/{a}"), named("GET", "/users/{a...}"), named("DELETE", "/users/{a}"),
		named("GET", "/users/{a:int}/books"), named("GET", "/users/{a}/books/{b}"), named("*", "/users/{a}/books/{b}"),
		named("GET", "/"), named("*", "/any"), named("POST", "/any"), named("GET", "/{a}/x"), named("GET", "/y/{b}"),
	}
	cases := map[string]string{
		"GET /users/me":            "GET /users/me",
		"GET /users/7":             "GET /users/{a:int} a=7",
		"GET /users/2147483648":    "GET /users/{a:long} a=2147483648",
		"GET /users/" + id:         "GET /users/{a:uuid} a=" + id,
		"GET /users/true":          "GET /users/{a:bool} a=true",
		"GET /users/ada":           "GET /users/{a} a=ada",
		"GET /users/ada/":          "GET /users/{a...} a=ada/",
		"GET /users":               "GET /users/{a...}",
		"GET /users/1/2/3":         "GET /users/{a...} a=1/2/3",
		"DELETE /users/me":         "DELETE /users/{a} a=me",
		"DELETE /users/7":          "DELETE /users/{a} a=7",
		"GET /users/7/books":       "GET /users/{a:int}/books a=7",
		"GET /users/ada/books":     "GET /users/{a...} a=ada/books",
		"GET /users/7/books/9":     "GET /users/{a}/books/{b} a=7 b=9",
		"PUT /users/7/books/9":     "* /users/{a}/books/{b} a=7 b=9",
		"HEAD /users/me":           "GET /users/me",
		"HEAD /users/7/books/9":    "GET /users/{a}/books/{b} a=7 b=9",
		"GET /":                    "GET /",
		"BREW /any":                "* /any",
		"POST /any":                "POST /any",
		"OPTIONS /any":             "* /any",
		"GET /y/x":                 "GET /y/{b} b=x",
		"GET /z/x":                 "GET /{a}/x a=z",
		"GET /users/%6D%65":        "GET /users/me",
		"GET /users/a%2Fb":         "GET /users/{a} a=a/b",
		"GET /users/./x/../me":     "GET /users/me",
		"PATCH /users/me":          "405 DELETE, GET, HEAD, OPTIONS",
		"POST /":                   "405 GET, HEAD, OPTIONS",
		"GET /nothing/at/all/here": "404 ",
		"GET /users/%zz":           "404 ",
	}
	for range 5 {
		rand.Shuffle(len(routes), func(i, j int) { routes[i], routes[j] = routes[j], routes[i] })
		all := weft.NewRoutes(routes...)
		for request, want := range cases {
			method, path, _ := strings.Cut(request, " ")
			wire := fmt.Sprintf("%s %s HTTP/1.1\r\nHost: x\r\n\r\n", method, path)
			resp := serveExchange(newExchange(t, wire), all, &weft.Connection{})
			got := bodyText(t, resp)
			if resp.Status().IsClientError() {
				allow, _ := resp.Header("Allow")
				got = fmt.Sprintf("%d %s", resp.Status(), allow)
			}
			if got != want {
				t.Errorf("%s is answered by %q, want %q", request, got, want)
			}
		}
	}
}

// line returns the place of its caller, n lines further down, as it is named in
// messages.
func line(n int) string {
	_, file, l, _ := runtime.Caller(1)
	return fmt.Sprintf("%s:%d", file[strings.LastIndexByte(file, '/')+1:], l+n)
}

// panics returns what f panics with.
func panics(f func()) (message string) {
	defer func() {
		if v := recover(); v != nil {
			message = fmt.Sprint(v)
		}
	}()
	f()
	return ""
}

func TestRoutesConflict(t *testing.T) {
	first, second := line(1), line(2)
	a := route.GET("/users/{id:int}").Handle(answer("a"))
	b := route.GET("/users/{number:int}").Handle(answer("b"))
	message := panics(func() { weft.NewRoutes(a, b) })
	for _, want := range []string{first, second, "GET /users/{id:int}", "GET /users/{number:int}"} {
		if !strings.Contains(message, want) {
			t.Errorf("%q does not name %s", message, want)
		}
	}
	message = panics(func() { weft.NewRoutes(weft.NewRoutes(a).Nest("/x"), weft.NewRoutes(b).Nest("/x")) })
	if !strings.Contains(message, first) || !strings.Contains(message, second) || !strings.Contains(message, "/x/users/{id:int}") {
		t.Errorf("nested: %q", message)
	}
	for name, parts := range map[string][]weft.Part{
		"other methods":      {a, route.POST("/users/{id:int}").Handle(answer(""))},
		"other kinds":        {a, route.GET("/users/{id:long}").Handle(answer(""))},
		"ANY beside GET":     {a, route.ANY("/users/{id:int}").Handle(answer(""))},
		"a slash at the end": {a, route.GET("/users/{id:int}/").Handle(answer(""))},
	} {
		if message := panics(func() { weft.NewRoutes(parts...) }); message != "" {
			t.Errorf("%s: %s", name, message)
		}
	}
}

// TestRoutesShadowed shows that a route which others leave nothing to is a mistake
// that is told.
func TestRoutesShadowed(t *testing.T) {
	place := line(1)
	all := route.ANY("/x/{a...}").Handle(answer("all"))
	shadow := panics(func() { weft.NewRoutes(all, route.GET("/x/{a...}").Handle(answer("more"))) })
	if shadow != "" {
		t.Errorf("GET before ANY: %s", shadow)
	}
	// Every bool is true or false.
	literals := []weft.Part{
		route.GET("/b/true").Handle(answer("t")), route.GET("/b/false").Handle(answer("f")), route.GET("/b/{x:bool}").Handle(answer("b")), all,
	}
	message := panics(func() { weft.NewRoutes(literals...) })
	if !strings.Contains(message, "GET /b/{x:bool} can never match") || !strings.Contains(message, "GET /b/true at ") || !strings.Contains(message, "GET /b/false at ") ||
		!strings.Contains(message, place[:len("routes_test.go:")]) {
		t.Errorf("the message is %q", message)
	}
}

func TestPatternPanics(t *testing.T) {
	tests := []struct {
		name string
		f    func()
		want string
	}{
		{"no slash", func() { route.GET("users") }, "users"},
		{"an unclosed brace", func() { route.GET("/{id") }, "/{id"},
		{"an unknown kind", func() { route.GET("/{id:float}") }, "float"},
		{"the same name twice", func() { route.GET("/{id}/{id}") }, "id"},
		{"something behind the rest", func() { route.GET("/{rest...}/x") }, "rest"},
		{"dots", func() { route.GET("/a/../b") }, ".."},
		{"a method that is none", func() { route.Method("GE T", "/") }, "GE T"},
		{"no method", func() { weft.NewPattern("", "/") }, "method"},
		{"no handler", func() { route.GET("/x").Handle(nil) }, "the handler is nil"},
		{"a prefix that is none", func() { weft.NewRoutes(route.GET("/x").Handle(answer(""))).Nest("x") }, "x"},
		{"a name twice by nesting", func() { weft.NewRoutes(route.GET("/{id}").Handle(answer(""))).Nest("/{id}") }, "id"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			message := panics(tt.f)
			if !strings.Contains(message, tt.want) || !strings.Contains(message, "routes_test.go:") {
				t.Errorf("the message is %q", message)
			}
		})
	}
}

func TestPatternAndRoute(t *testing.T) {
	place := line(1)
	p := weft.NewPattern(weft.GET, "/users/{id:int}/")
	if p.Method() != weft.GET || p.Path() != "/users/{id:int}/" || p.String() != "GET /users/{id:int}/" {
		t.Errorf("%s %s %s", p.Method(), p.Path(), p)
	}
	r := p.Handle(answer("a"))
	if r.Pattern().String() != p.String() || !strings.HasSuffix(r.Site(), place) {
		t.Errorf("%s at %s, want %s", r.Pattern(), r.Site(), place)
	}
	changed := r.WithHandler(answer("b"))
	for want, r := range map[string]weft.Route{"a": r, "b": changed} {
		resp, err := r.Handler()(weft.Get("/users/1/"))
		if got := bodyText(t, resp); got != want || err != nil {
			t.Errorf("%q, %v, want %q", got, err, want)
		}
	}
}

func TestRoutesNest(t *testing.T) {
	books := weft.NewRoutes(named("GET", "/"), named("GET", "/{a:int}"), named("GET", "/{a:int}/pages/"))
	routes := weft.NewRoutes(books.Nest("/books"), books.Nest("/shelves/{b}/"), named("GET", "/"))
	for path, want := range map[string]string{
		"/books":          "GET /books",
		"/books/7":        "GET /books/{a:int} a=7",
		"/books/7/pages/": "GET /books/{a:int}/pages/ a=7",
		"/shelves/x":      "404",
		"/shelves/x/":     "GET /shelves/{b}/ b=x",
		"/shelves/x/7":    "GET /shelves/{b}/{a:int} a=7 b=x",
		"/":               "GET /",
		"/books/":         "404",
		"/books/x":        "404",
	} {
		resp := routes.Serve(weft.Get(path))
		got := bodyText(t, resp)
		if resp.Status() == 404 {
			got = "404"
		}
		if got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	if resp := books.Serve(weft.Get("/7")); resp.Status() != 200 {
		t.Error("nesting has changed the original")
	}
}

// TestRoutesNestedFallback shows that middleware of a part that is nested sees
// what goes wrong below its prefix, and nothing else.
func TestRoutesNestedFallback(t *testing.T) {
	part := weft.NewRoutes(named("GET", "/users/{a}")).With(tag("part")).Nest("/api")
	deeper := weft.NewRoutes(named("GET", "/x")).With(tag("deeper")).Nest("/api/deep")
	routes := weft.NewRoutes(part, deeper, named("GET", "/")).With(tag("all"))
	for request, want := range map[string]string{
		"GET /api/users/1": "part all",
		"GET /api/none":    "part all",
		"PUT /api/users/1": "part all",
		"GET /api":         "part all",
		"GET /api/deep/x":  "deeper all",
		"GET /api/deep/y":  "deeper all",
		"GET /apixyz":      "all",
		"GET /":            "all",
		"GET /none":        "all",
	} {
		method, path, _ := strings.Cut(request, " ")
		resp := routes.Serve(weft.NewRequest(weft.Method(method), mustParseURL(t, path)))
		if got := strings.Join(resp.Headers().Values("X-Tag"), " "); got != want {
			t.Errorf("%s passes through %q, want %q", request, got, want)
		}
	}
}

func TestRoutesUnmatched(t *testing.T) {
	routes := weft.NewRoutes(named("GET", "/a"), named("POST", "/a"), named("PURGE", "/a"), named("*", "/any"), named("HEAD", "/h"))
	tests := []struct {
		method, path string
		status       weft.Status
		allow, body  string
	}{
		{"GET", "/none", 404, "", `{"type":"about:blank","title":"Not Found","status":404,"detail":"there is nothing at this path","instance":"/none"}`},
		{"PUT", "/a", 405, "GET, HEAD, OPTIONS, POST, PURGE",
			`{"type":"about:blank","title":"Method Not Allowed","status":405,"detail":"this path does not answer to PUT","instance":"/a"}`},
		{"OPTIONS", "/a", 204, "GET, HEAD, OPTIONS, POST, PURGE", ""},
		{"OPTIONS", "/none", 404, "", `{"type":"about:blank","title":"Not Found","status":404,"detail":"there is nothing at this path","instance":"/none"}`},
		{"OPTIONS", "/h", 204, "HEAD, OPTIONS", ""},
	}
	for _, tt := range tests {
		resp := routes.Serve(weft.NewRequest(weft.Method(tt.method), mustParseURL(t, tt.path)))
		allow, _ := resp.Header("Allow")
		if body := bodyText(t, resp); resp.Status() != tt.status || allow != tt.allow || body != tt.body {
			t.Errorf("%s %s: %v, Allow %q, %s", tt.method, tt.path, resp.Status(), allow, body)
		}
	}
	// The server as a whole.
	resp := serveExchange(newExchange(t, "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n"), routes, &weft.Connection{})
	if allow, _ := resp.Header("Allow"); resp.Status() != 204 || !strings.Contains(allow, "GET") {
		t.Errorf("OPTIONS *: %v, Allow %q", resp.Status(), allow)
	}
	resp = serveExchange(newExchange(t, "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n"), routes, &weft.Connection{})
	if resp.Status() != 404 {
		t.Errorf("CONNECT: %v", resp.Status())
	}
}

func TestRoutesZeroValue(t *testing.T) {
	var routes weft.Routes
	for name, r := range map[string]weft.Routes{
		"zero": routes, "none": weft.NewRoutes(), "wrapped": routes.With(tag("x")), "nested": routes.Nest("/a"), "joined": weft.NewRoutes(routes, routes),
	} {
		if resp := r.Serve(weft.Get("/")); resp.Status() != 404 || len(r.All()) != 0 {
			t.Errorf("%s: %v, %d routes", name, resp.Status(), len(r.All()))
		}
	}
}

func TestRoutesAll(t *testing.T) {
	routes := weft.NewRoutes(named("GET", "/b"), weft.NewRoutes(named("GET", "/c"), named("PUT", "/a")).Nest("/x"))
	var got []string
	all := routes.All()
	for _, r := range all {
		got = append(got, r.Pattern().String())
	}
	if s := strings.Join(got, ", "); s != "GET /b, GET /x/c, PUT /x/a" {
		t.Errorf("the routes are %s", s)
	}
	all[0] = named("GET", "/changed")
	if routes.All()[0].Pattern().Path() != "/b" {
		t.Error("the list can be changed from outside")
	}
}

func TestRoutesHandleError(t *testing.T) {
	known, unknown := errors.New("known"), errors.New("unknown")
	inner := weft.NewRoutes(route.GET("/known").Handle(failWith(known)), route.GET("/unknown").Handle(failWith(unknown)), route.GET("/fine").Handle(answer("fine"))).
		HandleError(func(req *weft.Request, err error) (weft.Response, error) {
			if errors.Is(err, known) {
				return weft.Text("inner at " + req.Pattern()), nil
			}
			return weft.Response{}, fmt.Errorf("passed on: %w", err)
		})
	outer := inner.HandleError(func(_ *weft.Request, err error) (weft.Response, error) {
		return weft.Text("outer: " + err.Error()), nil
	})
	for path, want := range map[string]string{"/known": "inner at /known", "/unknown": "outer: passed on: unknown", "/fine": "fine"} {
		if got := bodyText(t, outer.Serve(weft.Get(path))); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	if resp := outer.Serve(weft.Get("/none")); resp.Status() != 404 {
		t.Errorf("404 has become an error: %v", resp.Status())
	}
}

// TestRoutesServeLeavesTheRequestAlone shows that one request may be served by
// several routes.
func TestRoutesServeLeavesTheRequestAlone(t *testing.T) {
	req := weft.Get("/users/7")
	for range 2 {
		if got := bodyText(t, weft.NewRoutes(named("GET", "/users/{a:int}")).Serve(req)); got != "GET /users/{a:int} a=7" {
			t.Error(got)
		}
	}
	if req.Pattern() != "" || req.Param("a") != "" {
		t.Error("the request was changed")
	}
}

var plainRoutes = weft.NewRoutes(
	route.GET("/").Handle(answer("hello")),
	route.GET("/users/{id:int}/books/{title}").Handle(func(r *weft.Request) (weft.Response, error) { return weft.Text(r.Param("title")), nil }),
)

// TestRoutesAllocations bounds what a plain route costs: in memory one request,
// and from a connection, which brings its own, nothing.
func TestRoutesAllocations(t *testing.T) {
	for _, path := range []string{"/", "/users/7/books/dune"} {
		req := weft.Get(path)
		if n := testing.AllocsPerRun(1000, func() { plainRoutes.Serve(req) }); n > 1 {
			t.Errorf("%s in memory: %v allocations", path, n)
		}
		x, conn := newExchange(t, "GET "+path+" HTTP/1.1\r\nHost: x\r\n\r\n"), &weft.Connection{}
		if n := testing.AllocsPerRun(1000, func() { serveExchange(x, plainRoutes, conn) }); n > 0 {
			t.Errorf("%s from a connection: %v allocations", path, n)
		}
	}
}

func BenchmarkRoutesServe(b *testing.B) {
	for name, path := range map[string]string{"static": "/", "parameters": "/users/7/books/dune"} {
		b.Run(name, func(b *testing.B) {
			x, conn := newExchange(b, "GET "+path+" HTTP/1.1\r\nHost: x\r\n\r\n"), &weft.Connection{}
			b.ReportAllocs()
			for b.Loop() {
				serveExchange(x, plainRoutes, conn)
			}
		})
	}
}
