package nethttp_test

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/nethttp"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/status"
)

// foreignMiddleware is a function around handlers of net/http.
type foreignMiddleware = func(http.Handler) http.Handler

// before returns middleware that changes the request.
func before(f func(*http.Request) *http.Request) foreignMiddleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { next.ServeHTTP(w, f(r)) })
	}
}

// inPlace returns middleware that changes the request in place.
func inPlace(f func(*http.Request)) foreignMiddleware {
	return before(func(r *http.Request) *http.Request {
		f(r)
		return r
	})
}

type contextKey struct{}

func TestMiddlewareChangesTheRequest(t *testing.T) {
	post := weft.Post("/users/7?a=1", weft.BodyString("hello")).
		SetHeaders(weft.NewHeaders("Host", "example.com", "X-B", "1", "X-A", "1", "X-B", "2"))
	tests := []struct {
		name string
		m    foreignMiddleware
		look func(*weft.Request) string
		want string
	}{
		{"nothing", inPlace(func(*http.Request) {}), func(r *weft.Request) string {
			b, err := r.Body().AsString()
			return fmt.Sprint(r.Method(), r.URL(), headerText(r.Headers()), b, r.Body().MediaType(), r.Body().IsStream(), err)
		}, "POST/users/7?a=1 Host=example.com X-B=1 X-A=1 X-B=2hellotext/plain; charset=utf-8false <nil>"},
		{"the context", before(func(r *http.Request) *http.Request {
			return r.WithContext(context.WithValue(r.Context(), contextKey{}, "value"))
		}), func(r *weft.Request) string { return fmt.Sprint(r.Context().Value(contextKey{})) }, "value"},
		{"a header field", inPlace(func(r *http.Request) { r.Header.Set("X-New", "1") }),
			func(r *weft.Request) string { return headerText(r.Headers()) }, " Host=example.com X-B=1 X-B=2 X-A=1 X-New=1"},
		{"a header field less", inPlace(func(r *http.Request) { r.Header.Del("X-B") }),
			func(r *weft.Request) string { return headerText(r.Headers()) }, " Host=example.com X-A=1"},
		{"a header field's value", inPlace(func(r *http.Request) { r.Header.Set("X-A", "2") }),
			func(r *weft.Request) string { return headerText(r.Headers()) }, " Host=example.com X-B=1 X-B=2 X-A=2"},
		{"the host", inPlace(func(r *http.Request) { r.Host = "other.example" }),
			func(r *weft.Request) string { return r.Host() }, "other.example"},
		{"the query", inPlace(func(r *http.Request) { r.URL.RawQuery = "a=2&b=3" }),
			func(r *weft.Request) string { return r.QueryParameters().Encode() }, "a=2&b=3"},
		{"the path", inPlace(func(r *http.Request) { r.URL.Path = "/other path" }),
			func(r *weft.Request) string { return r.Path() + " " + r.Pattern() }, "/other%20path /users/{id:int}"},
		{"the path, by StripPrefix", before(func(r *http.Request) *http.Request {
			http.StripPrefix("/users", http.HandlerFunc(func(_ http.ResponseWriter, stripped *http.Request) { r = stripped })).ServeHTTP(nil, r)
			return r
		}), func(r *weft.Request) string { return r.URL().String() }, "/7?a=1"},
		{"the method", inPlace(func(r *http.Request) { r.Method = "PUT" }),
			func(r *weft.Request) string { return string(r.Method()) }, "PUT"},
		{"the client's address", inPlace(func(r *http.Request) { r.RemoteAddr = "192.0.2.7" }),
			func(r *weft.Request) string {
				a, ok := r.RemoteAddress()
				return fmt.Sprint(a, ok)
			}, "192.0.2.7 true"},
		{"the client's address with a port", inPlace(func(r *http.Request) { r.RemoteAddr = "[2001:db8::1]:80" }),
			func(r *weft.Request) string {
				a, ok := r.RemoteAddress()
				return fmt.Sprint(a, ok)
			}, "2001:db8::1 true"},
		{"the body", inPlace(func(r *http.Request) {
			r.Body, r.ContentLength = io.NopCloser(strings.NewReader("other")), -1
			r.Header.Set("Content-Type", "text/x")
		}), func(r *weft.Request) string {
			s, err := r.Body().AsString()
			return fmt.Sprint(s, " ", r.Body().MediaType(), err)
		}, "other text/x<nil>"},
		{"the body, gone", inPlace(func(r *http.Request) { r.Body = http.NoBody }),
			func(r *weft.Request) string { return fmt.Sprint(r.Body().IsEmpty()) }, "true"},
		{"the body, read", inPlace(func(r *http.Request) { io.ReadAll(r.Body) }), func(r *weft.Request) string {
			s, err := r.Body().AsString()
			return fmt.Sprint(s, err)
		}, "hello<nil>"},
		{"a clone", before(func(r *http.Request) *http.Request { return r.Clone(r.Context()) }), func(r *weft.Request) string {
			s, err := r.Body().AsString()
			return fmt.Sprint(s, r.URL(), err)
		}, "hello/users/7?a=1 <nil>"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			routes := weft.NewRoutes(route.POST("/users/{id:int}").Handle(tell(func(r *weft.Request) string {
				return tt.look(r)
			}))).With(nethttp.Middleware(tt.m))
			resp := routes.Serve(post)
			if s, err := resp.Body().AsString(); s != tt.want || err != nil {
				t.Errorf("got  %s\nwant %s\n%v", s, tt.want, err)
			}
		})
	}
}

func headerText(h weft.Headers) string {
	var b strings.Builder
	for name, value := range h.All() {
		fmt.Fprintf(&b, " %s=%s", name, value)
	}
	return b.String()
}

// TestMiddlewareKeepsTheParameters shows that the route that was found stays,
// whatever happens to the URL.
func TestMiddlewareKeepsTheParameters(t *testing.T) {
	for _, path := range []string{"/", "/a/much/longer/path/than/before", "/users/8/books/9"} {
		routes := weft.NewRoutes(route.GET("/users/{user:int}/books/{book}").Handle(tell(func(r *weft.Request) string {
			return r.Param("user") + " " + r.Param("book")
		}))).With(nethttp.Middleware(inPlace(func(r *http.Request) { r.URL.Path = path })))
		resp := routes.Serve(weft.Get("/users/7/books/dune"))
		if s, err := resp.Body().AsString(); s != "7 dune" || err != nil {
			t.Errorf("with the path %s the parameters are %q, %v", path, s, err)
		}
	}
}

func TestMiddlewareReadsAStream(t *testing.T) {
	tests := []struct {
		name string
		m    foreignMiddleware
		want string
	}{
		{"not at all", inPlace(func(*http.Request) {}), "hello"},
		{"a part", inPlace(func(r *http.Request) { io.ReadFull(r.Body, make([]byte, 2)) }), "llo"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			routes := weft.NewRoutes(route.POST("/").Handle(func(r *weft.Request) (weft.Response, error) {
				s, err := r.Body().AsString()
				return weft.Text(s), err
			})).With(nethttp.Middleware(tt.m))
			resp := routes.Serve(weft.Post("/", weft.BodyReader(strings.NewReader("hello"), -1)))
			if s, err := resp.Body().AsString(); s != tt.want || err != nil {
				t.Errorf("%q, %v", s, err)
			}
		})
	}
}

func TestMiddlewareBoundsTheBody(t *testing.T) {
	bound := func(next http.Handler) http.Handler { return http.MaxBytesHandler(next, 3) }
	routes := weft.NewRoutes(route.POST("/").Handle(func(r *weft.Request) (weft.Response, error) {
		s, err := r.Body().AsString()
		return weft.Text(s), err
	})).With(nethttp.Middleware(bound))
	if resp := routes.Serve(weft.Post("/", weft.BodyString("abc"))); resp.Status() != 200 {
		t.Errorf("the status is %v", resp.Status())
	}
	resp := routes.Serve(weft.Post("/", weft.BodyString("abcd")))
	if s, _ := resp.Body().AsString(); resp.Status() != status.ContentTooLarge || !strings.Contains(s, "larger than 3 bytes (http.MaxBytesReader)") {
		t.Errorf("%v: %s", resp.Status(), s)
	}
}

// TestMiddlewareIsMadeOnce shows that state of a middleware is shared by all
// routes that it is attached to.
func TestMiddlewareIsMadeOnce(t *testing.T) {
	made := 0
	m := nethttp.Middleware(func(next http.Handler) http.Handler {
		made++
		return next
	})
	routes := weft.NewRoutes(route.GET("/a").Handle(say("a")), route.GET("/b").Handle(say("b"))).With(m)
	for _, path := range []string{"/a", "/b", "/c"} {
		routes.Serve(weft.Get(path))
	}
	if made != 1 {
		t.Errorf("it was made %d times", made)
	}
}

func TestMiddlewareOrder(t *testing.T) {
	named := func(name string) weft.Middleware {
		return nethttp.Middleware(func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				r.Header.Add("X-In", name)
				next.ServeHTTP(w, r)
			})
		})
	}
	routes := weft.NewRoutes(route.GET("/").Handle(tell(func(r *weft.Request) string {
		return strings.Join(r.RawHeaders("X-In"), " ")
	}))).With(named("a"), mark("native"), named("b"))
	resp := routes.Serve(weft.Get("/"))
	if s, _ := resp.Body().AsString(); s != "b native a" {
		t.Errorf("the order is %s", s)
	}
	// The same, seen from the other side: 404, 405 and OPTIONS pass through, too.
	for _, req := range []*weft.Request{weft.Get("/none"), weft.Post("/", weft.Body{}), weft.Options("/")} {
		if out, _ := routes.Serve(req).Header("X-Out"); out != "native" {
			t.Errorf("%s %s does not pass", req.Method(), req.Path())
		}
	}
}

func TestMiddlewareAnswersItself(t *testing.T) {
	called := false
	guard := func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Authorization") == "" {
				http.Error(w, "who are you?", http.StatusUnauthorized)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
	routes := weft.NewRoutes(route.GET("/").Handle(func(*weft.Request) (weft.Response, error) {
		called = true
		return weft.OK(), nil
	})).With(nethttp.Middleware(guard))
	resp := routes.Serve(weft.Get("/"))
	if s, _ := resp.Body().AsString(); called || resp.Status() != 401 || s != "who are you?\n" {
		t.Errorf("%v, %q, called %v", resp.Status(), s, called)
	}
	if resp := routes.Serve(weft.Get("/").AddHeader("Authorization", "x")); resp.Status() != 200 || !called {
		t.Errorf("%v, called %v", resp.Status(), called)
	}
}

// compress is middleware that compresses, in the usual way: with a writer around
// the writer.
func compress(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		zw := gzip.NewWriter(w)
		defer zw.Close()
		w.Header().Set("Content-Encoding", "gzip")
		w.Header().Add("Vary", "Accept-Encoding")
		next.ServeHTTP(&compressWriter{w, zw}, r)
	})
}

type compressWriter struct {
	http.ResponseWriter
	zw *gzip.Writer
}

func (c *compressWriter) WriteHeader(code int) {
	c.Header().Del("Content-Length")
	c.ResponseWriter.WriteHeader(code)
}

func (c *compressWriter) Write(p []byte) (int, error) { return c.zw.Write(p) }

func (c *compressWriter) Flush() {
	c.zw.Flush()
	c.ResponseWriter.(http.Flusher).Flush()
}

func TestMiddlewareChangesTheBody(t *testing.T) {
	next := make(chan struct{})
	routes := func() weft.Routes {
		return weft.NewRoutes(
			route.GET("/small").Handle(say("hello")),
			route.GET("/large").Handle(say(strings.Repeat("hello ", 1<<18))),
			route.GET("/stream").Handle(give(func() weft.Response {
				return weft.StreamFunc("text/plain", func(w io.Writer) error {
					io.WriteString(w, "first")
					<-next
					_, err := io.WriteString(w, "second")
					return err
				})
			})),
		).With(nethttp.Middleware(compress))
	}
	onTheWire(t, routes, func(t *testing.T, at endpoint) {
		for path, want := range map[string]string{"/small": "hello", "/large": strings.Repeat("hello ", 1<<18)} {
			a := at.get(t, path)
			zr, err := gzip.NewReader(strings.NewReader(string(a.body)))
			if err != nil {
				t.Fatal(err)
			}
			b, err := io.ReadAll(zr)
			if string(b) != want || err != nil || a.Header.Get("Content-Encoding") != "gzip" || a.Header.Get("Vary") == "" {
				t.Errorf("%s: %s, %v, %v", path, clip(b), err, a.Header)
			}
		}
		resp, err := at.client.Get(at.base + "/stream")
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		zr, err := gzip.NewReader(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		first := make([]byte, 5)
		if _, err := io.ReadFull(zr, first); err != nil || string(first) != "first" {
			t.Fatalf("%q, %v", first, err)
		}
		next <- struct{}{} // so it arrived while the handler was still at it
		if rest, err := io.ReadAll(zr); string(rest) != "second" || err != nil {
			t.Errorf("%q, %v", rest, err)
		}
	})
}

// addHeader is middleware that adds a field to every answer.
func addHeader(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Added", "yes")
		next.ServeHTTP(w, r)
	})
}

// replace is middleware that answers in its own words if the status is 500.
func replace(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rec := &statusWriter{ResponseWriter: w}
		next.ServeHTTP(rec, r)
		if rec.failed {
			w.WriteHeader(http.StatusInternalServerError)
			io.WriteString(w, "we are sorry")
		}
	})
}

type statusWriter struct {
	http.ResponseWriter
	failed bool
}

func (s *statusWriter) WriteHeader(code int) {
	if s.failed = code == 500; !s.failed {
		s.ResponseWriter.WriteHeader(code)
	}
}

func (s *statusWriter) Write(p []byte) (int, error) {
	if s.failed {
		return len(p), nil
	}
	return s.ResponseWriter.Write(p)
}

func TestMiddlewareAndErrors(t *testing.T) {
	cause := errors.New("the disk is full")
	fails := func(err error) weft.Route {
		return route.GET("/").Handle(func(*weft.Request) (weft.Response, error) { return weft.Response{}, err })
	}
	tests := []struct {
		name   string
		route  weft.Route
		m      foreignMiddleware
		seen   bool // by HandleError further out
		status int
		body   string
		added  string
		logged string
	}{
		{"passes as it is", fails(cause), inPlace(func(*http.Request) {}), true, 500, `"status":500`, "", "the disk is full"},
		{"passes with a header field", fails(cause), addHeader, true, 500, `"status":500`, "yes", "the disk is full"},
		{"a problem with a header field", fails(&weft.Problem{Status: 409, Detail: "taken", Headers: weft.NewHeaders("X-Own", "1")}), addHeader,
			true, 409, `"detail":"taken"`, "yes", ""},
		{"the faults of a request with a header field", fails(&weft.MissingQueryParams{Names: []string{"a", "b"}}), addHeader,
			true, 400, `"errors":[{"in":"query","name":"a","message":"missing"},{"in":"query","name":"b","message":"missing"}]`, "yes", ""},
		{"a response that must not be sent", route.GET("/").Handle(give(func() weft.Response {
			return weft.Text("x").WithHeader("X-A", "\n")
		})), addHeader, true, 500, `"status":500`, "yes", "control character"},
		{"a panic", route.GET("/").Handle(func(*weft.Request) (weft.Response, error) { panic(cause) }), addHeader,
			true, 500, `"status":500`, "yes", "TestMiddlewareAndErrors"},
		{"is replaced", fails(cause), replace, false, 500, "we are sorry", "", "the disk is full"},
		{"is compressed", fails(cause), compress, false, 500, "\x1f\x8b", "", "the disk is full"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			logged := captureLog(t)
			var seen error
			routes := weft.NewRoutes(tt.route).With(nethttp.Middleware(tt.m)).
				HandleError(func(_ *weft.Request, err error) (weft.Response, error) {
					seen = err
					return weft.Response{}, err
				})
			resp := routes.Serve(weft.Get("/"))
			s, _ := resp.Body().AsString()
			added, _ := resp.Header("X-Added")
			if int(resp.Status()) != tt.status || !strings.Contains(s, tt.body) || added != tt.added {
				t.Errorf("%v, X-Added %q, %s", resp.Status(), added, s)
			}
			if (seen != nil) != tt.seen {
				t.Errorf("HandleError has seen %v", seen)
			}
			if got := logged(); (got != "") != (tt.logged != "") || !strings.Contains(got, tt.logged) {
				t.Errorf("the log is %q", got)
			}
		})
	}
	routes := weft.NewRoutes(fails(cause)).With(nethttp.Middleware(addHeader)).
		HandleError(func(_ *weft.Request, err error) (weft.Response, error) {
			if !errors.Is(err, cause) || err.Error() != cause.Error() {
				t.Errorf("the error has become %v", err)
			}
			return weft.Conflict("mapped"), nil
		})
	if resp := routes.Serve(weft.Get("/")); resp.Status() != 409 {
		t.Errorf("the status is %v", resp.Status())
	}
}

func TestMiddlewareThatPanics(t *testing.T) {
	routes := weft.NewRoutes(route.GET("/").Handle(say("x"))).With(nethttp.Middleware(inPlace(func(*http.Request) { panic("no") })))
	if resp := routes.Serve(weft.Get("/")); resp.Status() != 500 {
		t.Errorf("the status is %v", resp.Status())
	}
}

func TestMiddlewareThatLosesTheContext(t *testing.T) {
	logged := captureLog(t)
	routes := weft.NewRoutes(route.GET("/").Handle(say("x"))).
		With(nethttp.Middleware(before(func(r *http.Request) *http.Request { return r.WithContext(context.Background()) })))
	if resp := routes.Serve(weft.Get("/")); resp.Status() != 500 || !strings.Contains(logged(), "not derived from the one it got") {
		t.Errorf("%v, log %q", resp.Status(), logged())
	}
}

// TestMiddlewareTimeout shows that http.TimeoutHandler, which lets handlers run
// on behind its back, does no harm.
func TestMiddlewareTimeout(t *testing.T) {
	finish := make(chan struct{})
	timeout := func(next http.Handler) http.Handler {
		return http.TimeoutHandler(next, 10*time.Millisecond, "too slow")
	}
	routes := weft.NewRoutes(
		route.GET("/slow").Handle(func(r *weft.Request) (weft.Response, error) {
			<-r.Context().Done()
			<-finish
			return weft.Response{}, r.Context().Err()
		}),
		route.GET("/fast").Handle(say("fast")),
	).With(nethttp.Middleware(timeout))
	resp := routes.Serve(weft.Get("/slow"))
	if s, _ := resp.Body().AsString(); resp.Status() != 503 || s != "too slow" {
		t.Errorf("%v, %q", resp.Status(), s)
	}
	close(finish)
	resp = routes.Serve(weft.Get("/fast"))
	if s, _ := resp.Body().AsString(); resp.Status() != 200 || s != "fast" {
		t.Errorf("%v, %q", resp.Status(), s)
	}
}

func TestMiddlewarePassesAnUpgrade(t *testing.T) {
	routes := weft.NewRoutes(route.GET("/chat").Handle(give(func() weft.Response {
		return weft.Upgrade("chat", func(conn net.Conn, _ io.Reader) {
			io.WriteString(conn, "welcome")
			conn.Close()
		})
	}))).With(nethttp.Middleware(addHeader), nethttp.Middleware(inPlace(func(*http.Request) {})))
	on(t, overHTTP1(), func() weft.Routes { return routes }, func(t *testing.T, at endpoint) {
		c := dial(t, at)
		io.WriteString(c, "GET /chat HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: chat\r\n\r\n")
		b, _ := io.ReadAll(c)
		if s := string(b); !strings.HasPrefix(s, "HTTP/1.1 101 ") || !strings.HasSuffix(s, "\r\n\r\nwelcome") || !strings.Contains(s, "X-Added: yes\r\n") {
			t.Errorf("got %q", b)
		}
	})
}

func TestMiddlewareKeepsWhatNetHTTPDoesNotKnow(t *testing.T) {
	routes := weft.NewRoutes(
		route.GET("/reason").Handle(give(func() weft.Response { return weft.Text("x").WithReason("Because") })),
		route.GET("/flash").Handle(give(func() weft.Response { return weft.SeeOther("/").WithFlash(weft.FlashSet("notice", "saved")) })),
		route.GET("/trailers").Handle(give(func() weft.Response {
			return weft.Reader(strings.NewReader("x"), -1, "text/plain").WithTrailers(weft.NewHeaders("X-Sum", "1"))
		})),
	).With(nethttp.Middleware(addHeader))
	if r := routes.Serve(weft.Get("/reason")); r.Reason() != "Because" {
		t.Errorf("the reason is %q", r.Reason())
	}
	if r := routes.Serve(weft.Get("/flash")); !r.Headers().Has("Set-Cookie") {
		t.Error("the flash message is lost")
	}
	resp := routes.Serve(weft.Get("/trailers"))
	s, err := resp.Body().AsString()
	if v, _ := resp.Trailers().Get("X-Sum"); s != "x" || err != nil || v != "1" {
		t.Errorf("%q, %v with the trailers%s", s, err, headerText(resp.Trailers()))
	}
}
