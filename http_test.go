package weft_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/status"
)

// How routes behave under net/http is shown case by case in package nethttp,
// beside our own engine. Here is what a table of requests cannot show.

func TestFromHTTP(t *testing.T) {
	ctx := context.WithValue(t.Context(), "key", "value") //nolint:staticcheck // a test's own key
	h := httptest.NewRequestWithContext(ctx, "POST", "/a/../b%2Fc?x=1", strings.NewReader("hello"))
	h.Header.Set("Content-Type", "text/x")
	h.Header.Add("X-A", "1")
	h.Header.Add("X-A", "2")
	h.RemoteAddr = "[2001:db8::1]:4711"
	h.TLS = &tls.ConnectionState{ServerName: "example.com"}
	r := weft.FromHTTP(h)
	addr, _ := r.RemoteAddress()
	a := r.RawHeaders("x-a")
	got := fmt.Sprintln(r.Method(), r.URL(), r.Path(), r.Version(), r.Host(), addr, a, r.Body().MediaType(), r.Body().IsStream(), r.TLS().ServerName, r.Context().Value("key"))
	if got != "POST /a/../b%2Fc?x=1 /b%2Fc HTTP/1.1 example.com 2001:db8::1 [1 2] text/x true example.com value\n" {
		t.Errorf("got %s", got)
	}
	if n, ok := r.Body().Len(); n != 5 || !ok {
		t.Errorf("the length is %d, %v", n, ok)
	}
	if s, err := r.Body().AsString(); s != "hello" || err != nil {
		t.Errorf("the body is %q, %v", s, err)
	}
}

func TestFromHTTPForms(t *testing.T) {
	for _, tt := range []struct {
		name, method, target string
		major                int
		want                 string
	}{
		{"origin form", "GET", "/a?b", 1, "GET /a?b /a HTTP/1.1"},
		{"an empty query", "GET", "/a?", 1, "GET /a? /a HTTP/1.1"},
		{"absolute form", "GET", "http://example.com/a?b", 1, "GET http://example.com/a?b /a HTTP/1.1"},
		{"asterisk form", "OPTIONS", "*", 1, "OPTIONS * * HTTP/1.1"},
		{"HTTP/2", "GET", "/a", 2, "GET /a /a HTTP/2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h, err := http.ReadRequest(bufio.NewReader(strings.NewReader(tt.method + " " + tt.target + " HTTP/1.1\r\nHost: example.com\r\n\r\n")))
			if err != nil {
				t.Fatal(err)
			}
			if h.ProtoMajor = tt.major; tt.major == 2 {
				h.ProtoMinor = 0
			}
			r := weft.FromHTTP(h)
			if got := fmt.Sprint(r.Method(), " ", r.URL(), " ", r.Path(), " ", r.Version()); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			if !r.Body().IsEmpty() {
				t.Error("there is a body")
			}
		})
	}
}

func TestServeHTTP(t *testing.T) {
	routes := weft.NewRoutes(route.GET("/hello/{name}").Handle(func(r *weft.Request) (weft.Response, error) {
		return weft.Text("hello "+r.Param("name")).WithStatus(status.Accepted).AddHeader("X-A", "1").AddHeader("X-A", "2"), nil
	}))
	w := httptest.NewRecorder()
	routes.ServeHTTP(w, httptest.NewRequest("GET", "/hello/Ada", nil))
	got := w.Result()
	if got.StatusCode != 202 || w.Body.String() != "hello Ada" || fmt.Sprint(got.Header) != "map[Content-Length:[9] Content-Type:[text/plain; charset=utf-8] X-A:[1 2]]" {
		t.Errorf("%v %s %v", got.Status, w.Body, got.Header)
	}
}

// TestHTTPHandlerMountsUnderAMux shows routes as a part of a program of net/http.
func TestHTTPHandlerMountsUnderAMux(t *testing.T) {
	mux := http.NewServeMux()
	mux.Handle("/api/", weft.NewRoutes(route.GET("/api/x").Handle(answer("weft"))))
	mux.Handle("/strip/", http.StripPrefix("/strip", weft.NewRoutes(route.GET("/x").Handle(answer("stripped")))))
	for path, want := range map[string]string{"/api/x": "weft", "/strip/x": "stripped"} {
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		if w.Body.String() != want {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
}

func TestHTTPHandlerRuntime(t *testing.T) {
	routes := weft.NewRoutes(
		route.POST("/").Handle(func(r *weft.Request) (weft.Response, error) {
			stream := r.Body().IsStream()
			s, err := r.Body().AsString()
			return weft.Text(fmt.Sprint(stream, " ", len(s))), err
		}),
		route.POST("/json").Handle(func(r *weft.Request) (weft.Response, error) {
			n, err := r.Body().To[novel]()
			return weft.JSON(n), err
		}),
		route.GET("/error").Handle(failWith(errors.New("the cause"))),
	)
	tests := []struct {
		name       string
		rt         *weft.Runtime
		path, body string
		status     int
		want       string
	}{
		{"in memory by default", nil, "/", "hello", 200, "false 5"},
		{"streamed", &weft.Runtime{RequestStreaming: true}, "/", "hello", 200, "true 5"},
		{"within the limit", &weft.Runtime{MaxBody: 5}, "/", "hello", 200, "false 5"},
		{"above the limit", &weft.Runtime{MaxBody: 4}, "/", "hello", 413, "larger than 4 bytes (request-streaming.maximum-content-length)"},
		{"streamed, within the limit", &weft.Runtime{MaxBody: 5, RequestStreaming: true}, "/", "hello", 200, "true 5"},
		{"streamed, above the limit", &weft.Runtime{MaxBody: 4, RequestStreaming: true}, "/", "hello", 413, "larger than 4 bytes"},
		{"streamed, without a limit", &weft.Runtime{MaxBody: -1, RequestStreaming: true}, "/", strings.Repeat("x", weft.DefaultMaxBody+1), 200, "true 4194305"},
		{"a codec that is strict", &weft.Runtime{Codec: &format.Config{RejectExtraFields: true}}, "/json", `{"title":"a","pages":1,"more":1}`, 400, "more"},
		{"a codec that is not", nil, "/json", `{"title":"a","pages":1,"more":1}`, 200, `{"title":"a","pages":1}`},
		{"development", &weft.Runtime{Development: true}, "/error", "", 500, "the cause"},
		{"production", nil, "/error", "", 500, `"status":500`},
	}
	for _, tt := range tests {
		for _, known := range []bool{true, false} {
			t.Run(fmt.Sprint(tt.name, " length known ", known), func(t *testing.T) {
				method, body := "POST", io.Reader(strings.NewReader(tt.body))
				if tt.body == "" {
					method, body = "GET", nil
				}
				r := httptest.NewRequest(method, tt.path, body)
				if !known && tt.body != "" {
					r.ContentLength = -1
				}
				w := httptest.NewRecorder()
				routes.HTTPHandler(tt.rt).ServeHTTP(w, r)
				if w.Code != tt.status || !strings.Contains(w.Body.String(), tt.want) {
					t.Errorf("%d %s", w.Code, w.Body)
				}
			})
		}
	}
}

// TestHTTPHandlerBrokenRequest shows that a body which breaks off on its way in is
// the client's fault.
func TestHTTPHandlerBrokenRequest(t *testing.T) {
	r := httptest.NewRequest("POST", "/", io.MultiReader(strings.NewReader("x"), brokenReader{}))
	w := httptest.NewRecorder()
	weft.NewRoutes(route.POST("/").Handle(answer("x"))).ServeHTTP(w, r)
	if w.Code != 400 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// TestWriteHTTPBreaksOff shows that a body which breaks off on its way out does
// not look whole.
func TestWriteHTTPBreaksOff(t *testing.T) {
	routes := weft.NewRoutes(
		route.GET("/stream").Handle(func(*weft.Request) (weft.Response, error) {
			return weft.Stream("text/plain", func(yield func([]byte, error) bool) { _ = yield([]byte("part"), nil) && yield(nil, errBroken) }), nil
		}),
		route.GET("/short").Handle(func(*weft.Request) (weft.Response, error) {
			return weft.Reader(strings.NewReader("part"), 10, "text/plain"), nil
		}),
	)
	srv := httptest.NewUnstartedServer(routes)
	srv.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelInfo)
	srv.Start()
	defer srv.Close()
	for _, path := range []string{"/stream", "/short"} {
		resp, err := srv.Client().Get(srv.URL + path)
		if err == nil {
			_, err = io.ReadAll(resp.Body)
			resp.Body.Close()
		}
		if err == nil {
			t.Errorf("%s looks whole", path)
		}
	}
}

// TestWriteHTTPClosesTheBody shows that a body is closed whether it is sent or not.
func TestWriteHTTPClosesTheBody(t *testing.T) {
	for _, method := range []string{"GET", "HEAD"} {
		body := &readRecorder{Reader: strings.NewReader("x")}
		routes := weft.NewRoutes(route.GET("/").Handle(func(*weft.Request) (weft.Response, error) { return weft.Reader(body, -1, "text/plain"), nil }))
		routes.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(method, "/", nil))
		if !body.closed {
			t.Errorf("%s: the body is open", method)
		}
	}
}

type readRecorder struct {
	io.Reader
	closed bool
}

func (r *readRecorder) Close() error {
	r.closed = true
	return nil
}

func TestWriteHTTP(t *testing.T) {
	tests := []struct {
		name   string
		resp   weft.Response
		method weft.Method
		want   string
	}{
		{"text", weft.Text("x"), "GET", "200 map[Content-Length:[1] Content-Type:[text/plain; charset=utf-8]] x"},
		{"text for HEAD", weft.Text("x"), "HEAD", "200 map[Content-Length:[1] Content-Type:[text/plain; charset=utf-8]] "},
		{"a stream", weft.Stream("text/x", seqOf("a", "b")), "GET", "200 map[Content-Type:[text/x]] ab"},
		{"nothing", weft.OK(), "GET", "200 map[Content-Length:[0] Content-Type:[]] "},
		{"204", weft.Text("x").WithStatus(204), "GET", "204 map[Content-Type:[]] "},
		{"304", weft.NotModified().WithHeader("ETag", `"1"`), "GET", `304 map[Content-Type:[] Etag:["1"]] `},
		{"cookies", weft.OK().WithCookie(weft.Cookie{Name: "a", Value: "1"}).WithCookie(weft.Cookie{Name: "b", Value: "2"}), "GET",
			"200 map[Content-Length:[0] Content-Type:[] Set-Cookie:[a=1 b=2]] "},
	}
	for _, tt := range tests {
		w := httptest.NewRecorder()
		tt.resp.WriteHTTP(w, tt.method)
		if got := fmt.Sprintf("%d %v %s", w.Code, w.Header(), w.Body); got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

func TestHTTPHandlerUpgrade(t *testing.T) {
	echo := func(conn net.Conn, r io.Reader) {
		defer conn.Close()
		line, _ := bufio.NewReader(r).ReadString('\n')
		io.WriteString(conn, strings.ToUpper(line))
	}
	routes := weft.NewRoutes(
		route.GET("/upgrade").Handle(func(*weft.Request) (weft.Response, error) {
			return weft.Upgrade("echo", echo).WithHeader("X-A", "1"), nil
		}),
		route.GET("/hijack").Handle(func(*weft.Request) (weft.Response, error) { return weft.Hijack(echo), nil }),
	)
	srv := httptest.NewServer(routes)
	defer srv.Close()
	for path, want := range map[string]string{
		"/upgrade": "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\nX-A: 1\r\n\r\nHELLO\n",
		"/hijack":  "HELLO\n",
	} {
		c, err := net.Dial("tcp", srv.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(c, "GET "+path+" HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\nhello\n")
		b, err := io.ReadAll(c)
		c.Close()
		if string(b) != want || err != nil {
			t.Errorf("%s: %q, %v", path, b, err)
		}
	}
	w := httptest.NewRecorder() // which cannot be taken over, as HTTP/2 cannot
	routes.ServeHTTP(w, httptest.NewRequest("GET", "/upgrade", nil))
	if w.Code != 501 {
		t.Errorf("%d", w.Code)
	}
}

// TestHTTPHandlerFlash shows a flash message on its way through two requests.
func TestHTTPHandlerFlash(t *testing.T) {
	routes := weft.NewRoutes(
		route.POST("/save").Handle(func(*weft.Request) (weft.Response, error) {
			return weft.SeeOther("/").WithFlash(weft.FlashSet("notice", "saved")), nil
		}),
		route.GET("/").Handle(func(r *weft.Request) (weft.Response, error) {
			notice, ok := r.Flash(weft.FlashGet[string]("notice"))
			return weft.Text(fmt.Sprint(notice, " ", ok)), nil
		}),
	)
	w := httptest.NewRecorder()
	routes.ServeHTTP(w, httptest.NewRequest("POST", "/save", nil))
	r := httptest.NewRequest("GET", "/", nil)
	for _, c := range w.Result().Cookies() {
		r.AddCookie(c)
	}
	w = httptest.NewRecorder()
	routes.ServeHTTP(w, r)
	if cookies := w.Result().Cookies(); w.Body.String() != "saved true" || len(cookies) != 1 || cookies[0].MaxAge >= 0 {
		t.Errorf("%s, %v", w.Body, cookies)
	}
}

// FuzzServeHTTP checks that whatever net/http lets through is answered, and never
// with 500.
func FuzzServeHTTP(f *testing.F) {
	f.Add("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
	f.Add("GET /users/%2e%2e/7?x=%zz&x HTTP/1.1\r\nHost: x\r\nAccept: text/html;q=x\r\nCookie: a=b; =\r\n\r\n")
	f.Add("OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n")
	f.Add("POST /form HTTP/1.1\r\nHost: x\r\nContent-Length: 7\r\nContent-Type: multipart/form-data; boundary=x\r\n\r\na=1&b=%")
	routes := weft.NewRoutes(
		route.GET("/users/{id:int}").Handle(func(r *weft.Request) (weft.Response, error) {
			_, err := r.Query[[]int]("x")
			return weft.Text(r.Param("id") + r.URL().String()), err
		}),
		route.POST("/form").Handle(func(r *weft.Request) (weft.Response, error) {
			f, err := r.Body().AsForm()
			return weft.Text(fmt.Sprint(f.Len(), r.Cookies())), err
		}),
	)
	f.Fuzz(func(t *testing.T, wire string) {
		r, err := http.ReadRequest(bufio.NewReader(bytes.NewReader([]byte(wire))))
		if err != nil {
			return
		}
		w := httptest.NewRecorder()
		routes.ServeHTTP(w, r)
		if w.Code >= 500 {
			t.Errorf("%q: %d %s", wire, w.Code, w.Body)
		}
	})
}
