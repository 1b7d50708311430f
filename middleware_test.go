package weft_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
)

// tag returns middleware that adds its name to the response.
func tag(name string) weft.Middleware {
	return weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			resp, err := next(req)
			return resp.AddHeader("X-Tag", name), err
		}
	})
}

// trace returns middleware that notes what passes through it, in both directions.
func trace(log *[]string, name string) weft.Middleware {
	return weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			*log = append(*log, name+">")
			defer func() { *log = append(*log, "<"+name) }()
			return next(req)
		}
	})
}

// TestMiddlewareOrder holds the specification's words: a request passes through
// the last attached first and the first attached last, the response passes back in
// the reverse order, and f1 ++ f2 ++ f3 is f3(f2(f1(routes))).
func TestMiddlewareOrder(t *testing.T) {
	var log []string
	f1, f2, f3 := trace(&log, "1"), trace(&log, "2"), trace(&log, "3")
	routes := weft.NewRoutes(route.GET("/").Handle(func(*weft.Request) (weft.Response, error) {
		log = append(log, "handler")
		return weft.OK(), nil
	}))
	for name, r := range map[string]weft.Routes{
		"one With after another":      routes.With(f1).With(f2).With(f3),
		"one With for all":            routes.With(f1, f2, f3),
		"Compose":                     routes.With(weft.Compose(f1, f2, f3)),
		"Compose of Compose":          routes.With(weft.Compose(weft.Compose(f1, f2), f3)),
		"Compose of Compose, grouped": routes.With(weft.Compose(f1, weft.Compose(f2, f3))),
		"called by hand":              f3(f2(f1(routes))),
		"mixed":                       routes.With(f1).With(weft.Compose(f2), weft.Compose(), f3),
	} {
		log = nil
		r.Serve(weft.Get("/"))
		if got := strings.Join(log, " "); got != "3> 2> 1> handler <1 <2 <3" {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestMiddlewareOrderWithAround shows that Around keeps its place in the order.
func TestMiddlewareOrderWithAround(t *testing.T) {
	var log []string
	around := func(name string) weft.Middleware {
		return weft.Around(func(next weft.Handler) weft.Handler {
			return func(req *weft.Request) (weft.Response, error) {
				log = append(log, name+">")
				defer func() { log = append(log, "<"+name) }()
				return next(req)
			}
		})
	}
	routes := weft.NewRoutes(route.GET("/").Handle(answer("x"))).
		With(trace(&log, "1"), around("2"), trace(&log, "3"), around("4"), trace(&log, "5"))
	for _, path := range []string{"/", "/none"} {
		log = nil
		routes.Serve(weft.Get(path))
		if got := strings.Join(log, " "); got != "5> 4> 3> 2> 1> <1 <2 <3 <4 <5" {
			t.Errorf("%s: %s", path, got)
		}
	}
}

// TestMiddlewareSeesEverything shows that middleware sees what no route answers,
// and that it knows the pattern before the handler runs.
func TestMiddlewareSeesEverything(t *testing.T) {
	var seen string
	m := weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			found, ok := req.Route()
			seen = fmt.Sprintf("%q %v %q", req.Pattern(), ok, req.Param("id"))
			if ok && found.Pattern().Path() != req.Pattern() {
				t.Errorf("the route is %s", found.Pattern())
			}
			resp, err := next(req)
			seen += fmt.Sprint(" ", int(resp.Status()))
			return resp, err
		}
	})
	routes := weft.NewRoutes(route.GET("/users/{id:int}").Handle(answer("x"))).With(m)
	for request, want := range map[string]string{
		"GET /users/7":     `"/users/{id:int}" true "7" 200`,
		"HEAD /users/7":    `"/users/{id:int}" true "7" 200`,
		"POST /users/7":    `"" false "" 405`,
		"OPTIONS /users/7": `"" false "" 204`,
		"GET /users/x":     `"" false "" 404`,
		"GET /none":        `"" false "" 404`,
	} {
		method, path, _ := strings.Cut(request, " ")
		routes.Serve(weft.NewRequest(weft.Method(method), mustParseURL(t, path)))
		if seen != want {
			t.Errorf("%s: %s, want %s", request, seen, want)
		}
	}
}

// TestMiddlewareSeesErrors shows that middleware gets errors as errors, and may
// turn them into anything.
func TestMiddlewareSeesErrors(t *testing.T) {
	failure := errors.New("failure")
	var seen error
	look := weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			resp, err := next(req)
			seen = err
			return resp, err
		}
	})
	rescue := weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			if _, err := next(req); err != nil {
				return weft.Text("rescued"), nil
			}
			return weft.OK(), nil
		}
	})
	routes := weft.NewRoutes(
		route.GET("/error").Handle(failWith(failure)),
		route.GET("/panic").Handle(func(*weft.Request) (weft.Response, error) { panic(failure) }),
	).With(look, rescue)
	for _, path := range []string{"/error", "/panic"} {
		resp := routes.Serve(weft.Get(path))
		if got := bodyText(t, resp); got != "rescued" || !errors.Is(seen, failure) {
			t.Errorf("%s: %q, %v", path, got, seen)
		}
	}
}

func TestMiddlewareChangesRoutes(t *testing.T) {
	add := func(r weft.Routes) weft.Routes { return weft.NewRoutes(r, route.GET("/health").Handle(answer("well"))) }
	remove := func(r weft.Routes) weft.Routes {
		var kept []weft.Part
		for _, one := range r.All() {
			if !strings.HasPrefix(one.Pattern().Path(), "/internal") {
				kept = append(kept, one)
			}
		}
		return weft.NewRoutes(kept...)
	}
	routes := weft.NewRoutes(route.GET("/").Handle(answer("home")), route.GET("/internal/x").Handle(answer("hidden"))).
		With(tag("inner"), add, remove, tag("outer"))
	for path, want := range map[string]string{"/": "200 inner outer", "/health": "200 outer", "/internal/x": "404 outer"} {
		resp := routes.Serve(weft.Get(path))
		if got := fmt.Sprintf("%d %s", resp.Status(), strings.Join(resp.Headers().Values("X-Tag"), " ")); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

func TestMiddlewareOfParts(t *testing.T) {
	a := weft.NewRoutes(route.GET("/a").Handle(answer("a"))).With(tag("a"))
	b := weft.NewRoutes(route.GET("/b").Handle(answer("b"))).With(tag("b"))
	routes := weft.NewRoutes(a, b, route.GET("/c").Handle(answer("c"))).With(tag("all"))
	for path, want := range map[string]string{"/a": "a all", "/b": "b all", "/c": "all", "/none": "all"} {
		if got := strings.Join(routes.Serve(weft.Get(path)).Headers().Values("X-Tag"), " "); got != want {
			t.Errorf("%s passes through %q, want %q", path, got, want)
		}
	}
	if got := a.Serve(weft.Get("/a")).Headers().Values("X-Tag"); len(got) != 1 {
		t.Errorf("the part itself passes through %q", got)
	}
}

// rewrite returns middleware that replaces a prefix of the path before the search.
func rewrite(from, to string) weft.Middleware {
	return weft.Around(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			if rest, ok := strings.CutPrefix(req.Path(), from); ok {
				req = req.WithPath(to + rest)
			}
			return next(req)
		}
	})
}

func TestAround(t *testing.T) {
	pattern := ""
	look := weft.Around(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			pattern = req.Pattern()
			return next(req)
		}
	})
	routes := weft.NewRoutes(named("GET", "/new/{a}"), named("GET", "/other")).With(look, rewrite("/old", "/new"), rewrite("/older", "/old"))
	for path, want := range map[string]string{
		"/new/x":   "GET /new/{a} a=x",
		"/old/x":   "GET /new/{a} a=x",
		"/older/x": "GET /new/{a} a=x",
		"/other":   "GET /other",
	} {
		if got := bodyText(t, routes.Serve(weft.Get(path))); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	if pattern != "" {
		t.Errorf("the pattern is known before the search: %q", pattern)
	}
	if resp := routes.Serve(weft.Get("/none")); resp.Status() != 404 {
		t.Errorf("%v", resp.Status())
	}
}

// TestAroundOfAPart shows that middleware before the search gets the requests
// which belong to its part, and decides about them.
func TestAroundOfAPart(t *testing.T) {
	part := weft.NewRoutes(named("GET", "/a"), named("GET", "/b")).With(rewrite("/a", "/b"))
	routes := weft.NewRoutes(part, named("GET", "/c"))
	for path, want := range map[string]string{"/a": "GET /b", "/b": "GET /b", "/c": "GET /c"} {
		if got := bodyText(t, routes.Serve(weft.Get(path))); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

// TestAroundOfANestedPart shows the same for a part below a prefix, whose search
// needs the path below it.
func TestAroundOfANestedPart(t *testing.T) {
	part := weft.NewRoutes(named("GET", "/a/{a}"), named("GET", "/b/{a}")).With(tag("wrapped"), weft.Around(func(next weft.Handler) weft.Handler { return next }))
	routes := weft.NewRoutes(part.Nest("/api"), named("GET", "/c"))
	for path, want := range map[string]string{"/api/a/1": "a=1", "/api/b/2": "a=2"} {
		resp := routes.Serve(weft.Get(path))
		if got := bodyText(t, resp); resp.Status() != 200 || !strings.HasSuffix(got, want) || !resp.Headers().Has("X-Tag") {
			t.Errorf("%s: %v %q", path, resp.Status(), got)
		}
	}
}

func TestMiddlewarePanics(t *testing.T) {
	boom := func(weft.Handler) weft.Handler {
		return func(*weft.Request) (weft.Response, error) { panic("in the middle") }
	}
	for name, m := range map[string]weft.Middleware{"Wrap": weft.Wrap(boom), "Around": weft.Around(boom)} {
		routes := weft.NewRoutes(route.GET("/").Handle(answer("x"))).With(m)
		for _, path := range []string{"/", "/none"} {
			resp, log := serveLogged(t, routes, weft.Runtime{}, "GET "+path+" HTTP/1.1\r\nHost: x\r\n\r\n")
			if resp.Status() != 500 || !strings.Contains(log, "in the middle") || !strings.Contains(log, "middleware_test.go") {
				t.Errorf("%s of %s: %v, log %q", name, path, resp.Status(), log)
			}
		}
	}
}

// TestMiddlewareCostsNothing shows that attaching middleware leaves no work for
// requests but its own.
func TestMiddlewareCostsNothing(t *testing.T) {
	pass := weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(r *weft.Request) (weft.Response, error) { return next(r) }
	})
	routes := plainRoutes.With(pass).With(pass).With(pass)
	x, conn := newExchange(t, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"), &weft.Connection{}
	if n := testing.AllocsPerRun(1000, func() { serveExchange(x, routes, conn) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
