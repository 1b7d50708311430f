package nethttp_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/nethttp"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/status"
)

func failures() group {
	errTaken := errors.New("taken")
	fail := func(path string, err error) weft.Route {
		return route.GET(path).Handle(func(*weft.Request) (weft.Response, error) { return weft.Text("not this"), err })
	}
	plain500 := func(path string) string {
		return `{"type":"about:blank","title":"Internal Server Error","status":500,"instance":"` + path + `"}`
	}
	return group{
		name: "failures",
		routes: func() weft.Routes {
			return weft.NewRoutes(
				fail("/error", errors.New("the password of the database is wrong")),
				fail("/problem", &weft.Problem{Status: status.Conflict, Title: "Taken", Detail: "the name is taken", Type: "https://example.com/taken", Instance: "/names/ada"}),
				fail("/wrapped", fmt.Errorf("adding: %w", &weft.Problem{Status: 409, Detail: "the name is taken"})),
				fail("/headers", &weft.Problem{Status: 429, Headers: weft.NewHeaders("Retry-After", "30")}),
				fail("/hidden", &weft.Problem{Detail: "try later", Cause: errors.New("secret")}),
				fail("/deadline", fmt.Errorf("asking: %w", context.DeadlineExceeded)),
				route.GET("/panic").Handle(func(*weft.Request) (weft.Response, error) { panic("at the disco") }),
				route.GET("/nil").Handle(func(r *weft.Request) (weft.Response, error) {
					var m map[string]int
					m["x"] = 1
					return weft.OK(), nil
				}),
				weft.NewRoutes(fail("/mapped", errTaken), fail("/unmapped", errors.New("other"))).
					HandleError(func(_ *weft.Request, err error) (weft.Response, error) {
						if errors.Is(err, errTaken) {
							return weft.Conflict("taken, as I said"), nil
						}
						return weft.Response{}, err
					}),
				route.GET("/bad").Handle(give(func() weft.Response { return weft.BadRequest("why") })),
				route.GET("/unauthorized").Handle(give(func() weft.Response { return weft.Unauthorized(`Basic realm="x"`) })),
				route.GET("/forbidden").Handle(give(func() weft.Response { return weft.Forbidden("why") })),
				route.GET("/unavailable").Handle(give(func() weft.Response { return weft.ServiceUnavailable("why") })),
				route.GET("/fine").Handle(say("fine")),
			)
		},
		cases: []tableCase{
			{name: "an error is not told", path: "/error", status: 500, wantBody: plain500("/error"), want: []string{"Content-Type", "application/problem+json"}},
			{name: "a problem is", path: "/problem", status: 409,
				wantBody: `{"type":"https://example.com/taken","title":"Taken","status":409,"detail":"the name is taken","instance":"/names/ada"}`},
			{name: "a wrapped problem", path: "/wrapped", status: 409, contains: `"detail":"the name is taken"`},
			{name: "a problem with header fields", path: "/headers", status: 429, want: []string{"Retry-After", "30"}, contains: "Too Many Requests"},
			{name: "a problem's cause is not told", path: "/hidden", status: 500,
				wantBody: `{"type":"about:blank","title":"Internal Server Error","status":500,"detail":"try later","instance":"/hidden"}`},
			{name: "a deadline", path: "/deadline", status: 503, contains: "Service Unavailable"},
			{name: "a panic", path: "/panic", status: 500, wantBody: plain500("/panic")},
			{name: "a panic of the runtime", path: "/nil", status: 500, wantBody: plain500("/nil")},
			{name: "after a panic all is well", path: "/fine", wantBody: "fine"},
			{name: "an error that is mapped", path: "/mapped", status: 409, contains: "taken, as I said"},
			{name: "an error that is not mapped", path: "/unmapped", status: 500, wantBody: plain500("/unmapped")},
			{name: "bad request", path: "/bad", status: 400, wantBody: `{"type":"about:blank","title":"Bad Request","status":400,"detail":"why"}`},
			{name: "unauthorized", path: "/unauthorized", status: 401, want: []string{"Www-Authenticate", `Basic realm="x"`}, contains: "Unauthorized"},
			{name: "forbidden", path: "/forbidden", status: 403, contains: "why"},
			{name: "unavailable", path: "/unavailable", status: 503, contains: "why"},
			{name: "asked for with HEAD", method: "HEAD", path: "/error", status: 500, want: []string{"Content-Type", "application/problem+json"}},
		},
	}
}

func problems() group {
	accept := func(v string) []string { return []string{"Accept", v} }
	return group{
		name: "problems",
		routes: func() weft.Routes {
			return weft.NewRoutes(route.GET("/n").Handle(func(r *weft.Request) (weft.Response, error) {
				_, err := r.Query[int]("n")
				return weft.OK(), err
			}))
		},
		cases: []tableCase{
			{name: "as JSON by default", path: "/x", status: 404, want: []string{"Content-Type", "application/problem+json"}, contains: `"status":404`},
			{name: "as JSON for everything", path: "/x", header: accept("*/*"), status: 404, want: []string{"Content-Type", "application/problem+json"}, contains: `"status":404`},
			{name: "as plain JSON", path: "/x", header: accept("application/json"), status: 404, want: []string{"Content-Type", "application/json"}, contains: `"status":404`},
			{name: "as HTML", path: "/x", header: accept("text/html,application/xhtml+xml,*/*;q=0.8"), status: 404,
				want: []string{"Content-Type", "text/html; charset=utf-8"}, contains: "<h1>404 Not Found</h1>"},
			{name: "as text", path: "/x", header: accept("text/plain"), status: 404, want: []string{"Content-Type", "text/plain; charset=utf-8"},
				wantBody: "404 Not Found\nthere is nothing at this path\n"},
			{name: "as JSON where nothing else will do", path: "/x", header: accept("image/png"), status: 404, want: []string{"Content-Type", "application/problem+json"}, contains: `"status":404`},
			{name: "the faults as text", path: "/n?n=<b>", header: accept("text/plain"), status: 400, contains: `- query n: query "n": want int, got "<b>"`},
			{name: "the faults as HTML, escaped", path: "/n?n=<b>", header: accept("text/html"), status: 400, contains: "&lt;b&gt;"},
			{name: "a method as text", method: "PUT", path: "/n", header: accept("text/plain"), status: 405, want: []string{"Allow", "GET, HEAD, OPTIONS"},
				wantBody: "405 Method Not Allowed\nthis path does not answer to PUT\n"},
		},
	}
}

// mark is middleware that notes its name on the way in and on the way out.
func mark(name string) weft.Middleware {
	return weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			resp, err := next(req.AddHeader("X-In", name))
			return resp.AddHeader("X-Out", name).WithHeader("X-Pattern", req.Pattern()), err
		}
	})
}

func middleware() group {
	return group{
		name: "middleware",
		routes: func() weft.Routes {
			upper := weft.Around(func(next weft.Handler) weft.Handler {
				return func(req *weft.Request) (weft.Response, error) { return next(req.WithPath(strings.ToLower(req.Path()))) }
			})
			return weft.NewRoutes(
				route.GET("/in/{id:int}").Handle(tell(func(r *weft.Request) string {
					return strings.Join(r.RawHeaders("X-In"), " ") + " id=" + r.Param("id")
				})),
			).With(mark("a"), mark("b")).With(weft.Compose(mark("c"), mark("d")), upper)
		},
		cases: []tableCase{
			{name: "the last attached sees the request first", path: "/in/1", wantBody: "d c b a id=1", want: []string{"X-Out", "a | b | c | d", "X-Pattern", "/in/{id:int}"}},
			{name: "the URL before the search", path: "/IN/1", wantBody: "d c b a id=1"},
			{name: "sees 404", path: "/none", status: 404, want: []string{"X-Out", "a | b | c | d"}, contains: "404"},
			{name: "sees 405", method: "POST", path: "/in/1", status: 405, want: []string{"X-Out", "a | b | c | d", "Allow", "GET, HEAD, OPTIONS"}, contains: "405"},
			{name: "sees OPTIONS", method: "OPTIONS", path: "/in/1", status: 204, want: []string{"X-Out", "a | b | c | d", "Allow", "GET, HEAD, OPTIONS"}},
		},
	}
}

func foreign() group {
	stamp := func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("X-Stamp", r.Pattern)
			r.Header.Set("X-Seen", "by net/http")
			next.ServeHTTP(w, r)
		})
	}
	return group{
		name: "net-http",
		routes: func() weft.Routes {
			return weft.NewRoutes(
				route.GET("/foreign/{id:int}/{rest...}").Handle(nethttp.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					w.Header().Set("X-Kind", "foreign")
					w.WriteHeader(http.StatusAccepted)
					fmt.Fprintf(w, "%s %s %s", r.PathValue("id"), r.PathValue("rest"), r.URL.RawQuery)
				}))),
				route.GET("/native/{id}").Handle(tell(func(r *weft.Request) string {
					seen, _ := r.RawHeader("X-Seen")
					return r.Param("id") + " seen " + seen
				})),
				route.GET("/large").Handle(nethttp.Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
					for range 1000 {
						w.Write(make([]byte, 1000))
					}
				}))),
				route.GET("/error").Handle(func(*weft.Request) (weft.Response, error) { return weft.OK(), errors.New("secret") }),
			).With(nethttp.Middleware(stamp))
		},
		cases: []tableCase{
			{name: "a handler", path: "/foreign/7/a/b?c=d", status: 202, wantBody: "7 a/b c=d",
				want: []string{"X-Kind", "foreign", "Content-Type", "text/plain; charset=utf-8", "X-Stamp", "GET /foreign/{id:int}/{rest...}"}},
			{name: "a handler asked with HEAD", method: "HEAD", path: "/foreign/7/a", status: 202, want: []string{"Content-Length", "4"}},
			{name: "a handler that streams", path: "/large", check: func(t *testing.T, a *answered) {
				if len(a.body) != 1_000_000 {
					t.Errorf("%d bytes", len(a.body))
				}
			}},
			{name: "middleware", path: "/native/x", wantBody: "x seen by net/http", want: []string{"X-Stamp", "GET /native/{id}"}},
			{name: "middleware sees 404", path: "/none", status: 404, want: []string{"X-Stamp", ""}, contains: "there is nothing at this path",
				check: func(t *testing.T, a *answered) {
					if _, ok := a.Header["X-Stamp"]; !ok {
						t.Error("there is no stamp")
					}
				}},
			{name: "middleware sees 405", method: "POST", path: "/native/x", status: 405, want: []string{"Allow", "GET, HEAD, OPTIONS"}, contains: "405"},
			{name: "middleware around an error", path: "/error", status: 500, want: []string{"X-Stamp", "GET /error"},
				wantBody: `{"type":"about:blank","title":"Internal Server Error","status":500,"instance":"/error"}`},
		},
	}
}
