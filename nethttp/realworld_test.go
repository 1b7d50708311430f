package nethttp_test

import (
	"bufio"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"runtime/pprof"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/nethttp"
	"github.com/weft-go/weft/route"
)

// mount returns routes with a handler of net/http below a prefix.
func mount(prefix string, h http.Handler) weft.Routes {
	return weft.NewRoutes(
		route.ANY(prefix+"/{path...}").Handle(nethttp.Handler(h)),
		route.GET("/").Handle(say("home")),
	)
}

func TestFileServer(t *testing.T) {
	fsys := fstest.MapFS{
		"index.html":   {Data: []byte("<h1>index"), ModTime: time.Unix(1e9, 0)},
		"app.js":       {Data: []byte("0123456789"), ModTime: time.Unix(1e9, 0)},
		"big.bin":      {Data: make([]byte, 1<<20), ModTime: time.Unix(1e9, 0)},
		"docs/a%b.txt": {Data: []byte("odd name")},
	}
	routes := func() weft.Routes { return mount("/static", http.StripPrefix("/static", http.FileServerFS(fsys))) }
	cases := []tableCase{
		{name: "a file", path: "/static/app.js", wantBody: "0123456789", want: []string{"Content-Type", "text/javascript; charset=utf-8", "Content-Length", "10"}},
		{name: "an index", path: "/static/", wantBody: "<h1>index"},
		{name: "a range", path: "/static/app.js", header: []string{"Range", "bytes=2-4"}, status: 206, wantBody: "234", want: []string{"Content-Range", "bytes 2-4/10"}},
		{name: "ranges", path: "/static/app.js", header: []string{"Range", "bytes=0-0,9-9"}, status: 206, contains: "Content-Range: bytes 9-9/10"},
		{name: "a range that is none", path: "/static/app.js", header: []string{"Range", "bytes=20-"}, status: 416, contains: "invalid range"},
		{name: "not modified", path: "/static/app.js", header: []string{"If-Modified-Since", "Sun, 09 Sep 2001 01:46:40 GMT"}, status: 304},
		{name: "HEAD", method: "HEAD", path: "/static/big.bin", want: []string{"Content-Length", "1048576"}},
		{name: "a large one", path: "/static/big.bin", check: func(t *testing.T, a *answered) {
			if len(a.body) != 1<<20 || a.ContentLength != 1<<20 {
				t.Errorf("%d bytes of %d", len(a.body), a.ContentLength)
			}
		}},
		{name: "an odd name", path: "/static/docs/a%25b.txt", wantBody: "odd name"},
		{name: "a directory without its slash", path: "/static/docs", status: 301, want: []string{"Location", "docs/"}},
		{name: "not found", path: "/static/none", status: 404, wantBody: "404 page not found\n"},
		{name: "dots before the prefix", path: "/x/../static/app.js", wantBody: "0123456789"},
		{name: "dots that leave the prefix", path: "/static/../app.js", status: 404, contains: "there is nothing at this path"},
	}
	for _, e := range engines() {
		t.Run(e.name, func(t *testing.T) {
			at := e.start(t, routes())
			for _, c := range cases {
				t.Run(c.name, func(t *testing.T) { c.run(t, e, at) })
			}
		})
	}
}

// backend is what stands behind the reverse proxy.
func backend(t *testing.T) *httputil.ReverseProxy {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/echo":
			w.Header().Set("X-Forwarded", r.Header.Get("X-Forwarded-For"))
			w.WriteHeader(http.StatusAccepted)
			io.Copy(w, r.Body)
		case "/events":
			w.Header().Set("Content-Type", "text/event-stream")
			for i := range 3 {
				fmt.Fprintf(w, "data: %d\n\n", i)
				w.(http.Flusher).Flush()
			}
		case "/broken":
			w.Header().Set("Content-Length", "1000000")
			w.Write(make([]byte, 100_000))
		case "/upgrade":
			conn, rw, err := http.NewResponseController(w).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			defer conn.Close()
			rw.WriteString("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n")
			rw.Flush()
			line, _ := rw.ReadString('\n')
			rw.WriteString(strings.ToUpper(line))
			rw.Flush()
		}
	}))
	t.Cleanup(srv.Close)
	u, err := url.Parse(srv.URL)
	if err != nil {
		t.Fatal(err)
	}
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	return &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(u)
			r.SetXForwarded()
			r.Out.URL.Path = strings.TrimPrefix(r.Out.URL.Path, "/api")
		},
		Transport: transport,
		ErrorLog:  slog.NewLogLogger(slog.DiscardHandler, slog.LevelInfo),
	}
}

func TestReverseProxy(t *testing.T) {
	onTheWire(t, func() weft.Routes { return mount("/api", backend(t)) }, func(t *testing.T, at endpoint) {
		large := strings.Repeat("0123456789", 50_000)
		c := tableCase{method: "POST", path: "/api/echo", body: large}
		a, err := at.do(c.request(t, at.base))
		if err != nil || string(a.body) != large || a.StatusCode != 202 || a.Header.Get("X-Forwarded") != "127.0.0.1" {
			t.Errorf("%d bytes, %v, %+v", len(a.body), err, a.Response)
		}
		a = at.get(t, "/api/events")
		if string(a.body) != "data: 0\n\ndata: 1\n\ndata: 2\n\n" || a.Header.Get("Content-Type") != "text/event-stream" {
			t.Errorf("%q, %v", a.body, a.Header)
		}
		resp, err := at.client.Get(at.base + "/api/broken")
		if err == nil {
			_, err = io.ReadAll(resp.Body)
			resp.Body.Close()
		}
		if err == nil {
			t.Error("an answer that broke off behind the proxy looks whole")
		}
		if a := at.get(t, "/"); string(a.body) != "home" {
			t.Errorf("afterwards: %q", a.body)
		}
	})
}

func TestReverseProxyUpgrade(t *testing.T) {
	on(t, overHTTP1(), func() weft.Routes { return mount("/api", backend(t)) }, func(t *testing.T, at endpoint) {
		c := dial(t, at)
		io.WriteString(c, "GET /api/upgrade HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n")
		r := bufio.NewReader(c)
		resp, err := http.ReadResponse(r, nil)
		if err != nil || resp.StatusCode != 101 || resp.Header.Get("Upgrade") != "echo" {
			t.Fatalf("%+v, %v", resp, err)
		}
		io.WriteString(c, "hello\n")
		if line, err := r.ReadString('\n'); line != "HELLO\n" {
			t.Errorf("%q, %v", line, err)
		}
	})
}

func TestTimeoutHandler(t *testing.T) {
	slow := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/t/slow" {
			<-r.Context().Done()
			io.WriteString(w, "late")
			return
		}
		w.Header().Set("X-Fast", "yes")
		io.WriteString(w, "in time")
	})
	routes := mount("/t", http.TimeoutHandler(slow, 20*time.Millisecond, "too slow"))
	for _, e := range engines() {
		t.Run(e.name, func(t *testing.T) {
			at := e.start(t, routes)
			if a := at.get(t, "/t/fast"); string(a.body) != "in time" || a.Header.Get("X-Fast") != "yes" {
				t.Errorf("%s %q", a.Status, a.body)
			}
			if a := at.get(t, "/t/slow"); a.StatusCode != 503 || string(a.body) != "too slow" {
				t.Errorf("%s %q", a.Status, a.body)
			}
		})
	}
}

// TestServeMux shows a mux with its own patterns and path values, below ours.
func TestServeMux(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /old/users/{id}", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "user %s at %s", r.PathValue("id"), r.Pattern)
	})
	mux.HandleFunc("/old/tree/", func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "tree") })
	routes := func() weft.Routes { return mount("/old", mux) }
	cases := []tableCase{
		{name: "a pattern of its own", path: "/old/users/7", wantBody: "user 7 at GET /old/users/{id}"},
		{name: "a method that is not there", method: "POST", path: "/old/users/7", status: 405, want: []string{"Allow", "GET, HEAD"}, wantBody: "Method Not Allowed\n"},
		{name: "its own redirect", path: "/old/tree", status: 307, want: []string{"Location", "/old/tree/"}, contains: "Temporary Redirect"},
		{name: "its own 404", path: "/old/none", status: 404, wantBody: "404 page not found\n"},
	}
	for _, e := range engines() {
		t.Run(e.name, func(t *testing.T) {
			at := e.start(t, routes())
			for _, c := range cases {
				t.Run(c.name, func(t *testing.T) { c.run(t, e, at) })
			}
		})
	}
}

// TestProfiler shows a mux as programs keep one for their profiles.
func TestProfiler(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /debug/profiles/{$}", func(w http.ResponseWriter, _ *http.Request) {
		for _, p := range pprof.Profiles() {
			fmt.Fprintln(w, p.Name())
		}
	})
	mux.HandleFunc("GET /debug/profiles/{name}", func(w http.ResponseWriter, r *http.Request) {
		p := pprof.Lookup(r.PathValue("name"))
		if p == nil {
			http.NotFound(w, r)
			return
		}
		p.WriteTo(w, 2)
	})
	onTheWire(t, func() weft.Routes { return mount("/debug", mux) }, func(t *testing.T, at endpoint) {
		if a := at.get(t, "/debug/profiles/"); a.StatusCode != 200 || !strings.Contains(string(a.body), "goroutine\n") {
			t.Errorf("%s %s", a.Status, clip(a.body))
		}
		if a := at.get(t, "/debug/profiles/goroutine"); a.StatusCode != 200 || !strings.Contains(string(a.body), "TestProfiler") {
			t.Errorf("%s %s", a.Status, clip(a.body))
		}
		if a := at.get(t, "/debug/profiles/none"); a.StatusCode != 404 {
			t.Errorf("%s %s", a.Status, clip(a.body))
		}
	})
}
