package nethttp_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/nethttp"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
)

// handle returns routes with one handler of net/http for everything.
func handle(f http.HandlerFunc) weft.Routes {
	return weft.NewRoutes(route.ANY("/{path...}").Handle(nethttp.Handler(f)))
}

// onTheWire runs a test on every engine that has connections.
func onTheWire(t *testing.T, routes func() weft.Routes, test func(*testing.T, endpoint)) {
	t.Helper()
	on(t, overTheWire(), routes, test)
}

func on(t *testing.T, engines []engine, routes func() weft.Routes, test func(*testing.T, endpoint)) {
	t.Helper()
	for _, e := range engines {
		t.Run(e.name, func(t *testing.T) { test(t, e.start(t, routes())) })
	}
}

// captureLog sends what is logged during a test to the returned function.
func captureLog(t *testing.T) func() string {
	t.Helper()
	var mu sync.Mutex
	var b bytes.Buffer
	old := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(writerFunc(func(p []byte) (int, error) {
		mu.Lock()
		defer mu.Unlock()
		return b.Write(p)
	}), nil)))
	t.Cleanup(func() { slog.SetDefault(old) })
	return func() string {
		mu.Lock()
		defer mu.Unlock()
		return b.String()
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

func TestHandlerNil(t *testing.T) {
	defer func() {
		if v := recover(); v == nil || !strings.Contains(fmt.Sprint(v), "nil") {
			t.Errorf("Handler(nil) panicked with %v", v)
		}
	}()
	nethttp.Handler(nil)
}

func TestHandlerAnswersInMemory(t *testing.T) {
	const most = 32 << 10
	tests := []struct {
		name   string
		h      http.HandlerFunc
		stream bool
		length int64 // -1 if it is not known
		media  string
	}{
		{"nothing", func(http.ResponseWriter, *http.Request) {}, false, 0, ""},
		{"a little", func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "<html>") }, false, 6, "text/html; charset=utf-8"},
		{"the most", func(w http.ResponseWriter, _ *http.Request) { w.Write(make([]byte, most)) }, false, most, "application/octet-stream"},
		{"one more", func(w http.ResponseWriter, _ *http.Request) { w.Write(make([]byte, most+1)) }, true, -1, "application/octet-stream"},
		{"many little ones", func(w http.ResponseWriter, _ *http.Request) {
			for range 10 {
				io.WriteString(w, "x")
			}
		}, false, 10, "text/plain; charset=utf-8"},
		{"flushed", func(w http.ResponseWriter, _ *http.Request) {
			io.WriteString(w, "x")
			w.(http.Flusher).Flush()
		}, true, -1, "text/plain; charset=utf-8"},
		{"a long one of known length", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100000")
			w.Write(make([]byte, 100_000))
		}, true, 100_000, "application/octet-stream"},
		{"with a media type", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/x")
			io.WriteString(w, "<html>")
		}, false, 6, "text/x"},
		{"with an encoding", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "x")
			io.WriteString(w, "<html>")
		}, false, 6, ""},
		{"with no media type on purpose", func(w http.ResponseWriter, _ *http.Request) {
			w.Header()["Content-Type"] = nil
			io.WriteString(w, "<html>")
		}, false, 6, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			resp := handle(tt.h).Serve(weft.Get("/"))
			defer resp.Body().Close()
			n, known := resp.Body().Len()
			if !known {
				n = -1
			}
			if resp.Body().IsStream() != tt.stream || n != tt.length {
				t.Errorf("stream %v with %d bytes, want %v with %d", resp.Body().IsStream(), n, tt.stream, tt.length)
			}
			if media, _ := resp.Header("Content-Type"); media != tt.media {
				t.Errorf("the media type is %q, want %q", media, tt.media)
			}
			b, err := resp.Body().Bytes()
			if err != nil || tt.length >= 0 && int64(len(b)) != tt.length {
				t.Errorf("%d bytes, %v", len(b), err)
			}
		})
	}
}

func TestHandlerSeesTheRequest(t *testing.T) {
	routes := func() weft.Routes {
		return weft.NewRoutes(route.POST("/users/{id:int}/{rest...}").Handle(nethttp.Handler(http.HandlerFunc(
			func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("X-Tls", fmt.Sprint(r.TLS != nil))
				w.Header().Set("X-Proto", fmt.Sprint(r.Proto, r.ProtoMajor, r.ProtoMinor))
				host, port, err := net.SplitHostPort(r.RemoteAddr)
				body, _ := io.ReadAll(r.Body)
				fmt.Fprintln(w, "method", r.Method)
				fmt.Fprintln(w, "uri", r.RequestURI)
				fmt.Fprintln(w, "path", r.URL.Path, r.URL.EscapedPath(), r.URL.RawQuery)
				fmt.Fprintln(w, "pattern", r.Pattern)
				fmt.Fprintln(w, "values", r.PathValue("id"), r.PathValue("rest"))
				fmt.Fprintln(w, "host", r.Host == r.Header.Get("X-Host"), r.Header["Host"] == nil)
				fmt.Fprintln(w, "remote", host, port != "", err)
				fmt.Fprintln(w, "header", r.Header["X-Two"])
				fmt.Fprintln(w, "body", string(body), r.ContentLength)
				fmt.Fprintln(w, "server", r.Context().Value(http.ServerContextKey) != nil)
			}))))
	}
	want := `method POST
uri /users/7/x/../a%2Fb?q=1
path /users/7/a/b /users/7/a%2Fb q=1
pattern POST /users/{id:int}/{rest...}
values 7 a/b
host true true
remote 127.0.0.1 true <nil>
header [1 2]
body hello 5
server true
`
	onTheWire(t, routes, func(t *testing.T, at endpoint) {
		host := strings.SplitN(at.base, "/", 3)[2]
		c := tableCase{method: "POST", path: "/users/7/x/../a%2Fb?q=1", body: "hello", header: []string{"X-Two", "1", "X-Two", "2", "X-Host", host}}
		a, err := at.do(c.request(t, at.base))
		if err != nil {
			t.Fatal(err)
		}
		if string(a.body) != want {
			t.Errorf("got\n%swant\n%s", a.body, want)
		}
		if want := fmt.Sprint(strings.HasPrefix(at.base, "https")); a.Header.Get("X-Tls") != want {
			t.Errorf("TLS is %s, want %s", a.Header.Get("X-Tls"), want)
		}
		if want := fmt.Sprint(a.Proto, a.ProtoMajor, a.ProtoMinor); a.Header.Get("X-Proto") != want {
			t.Errorf("the version is %s, want %s", a.Header.Get("X-Proto"), want)
		}
	})
}

func TestHandlerAnyPatternHasNoMethod(t *testing.T) {
	resp := handle(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.Pattern) }).Serve(weft.Get("/x"))
	if s, _ := resp.Body().AsString(); s != "/{path...}" {
		t.Errorf("the pattern is %q", s)
	}
}

// TestHandlerStreams shows that what is flushed arrives while the handler still
// runs.
func TestHandlerStreams(t *testing.T) {
	next := make(chan struct{})
	routes := func() weft.Routes {
		return handle(func(w http.ResponseWriter, _ *http.Request) {
			for i := range 3 {
				fmt.Fprintf(w, "event %d\n", i)
				w.(http.Flusher).Flush()
				<-next
			}
		})
	}
	onTheWire(t, routes, func(t *testing.T, at endpoint) {
		resp, err := at.client.Get(at.base)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		buf := make([]byte, 100)
		for i := range 3 {
			n, err := resp.Body.Read(buf)
			if want := fmt.Sprintf("event %d\n", i); string(buf[:n]) != want {
				t.Errorf("read %q, %v, want %q", buf[:n], err, want)
			}
			next <- struct{}{}
		}
		if n, err := resp.Body.Read(buf); n != 0 || err != io.EOF {
			t.Errorf("read %d bytes, %v after the end", n, err)
		}
	})
}

// TestHandlerFlushesTheHead shows that a flush without a body sends the head, as
// event streams do before the first event.
func TestHandlerFlushesTheHead(t *testing.T) {
	next := make(chan struct{})
	routes := func() weft.Routes {
		return handle(func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(http.StatusAccepted)
			w.(http.Flusher).Flush()
			select {
			case <-next:
				io.WriteString(w, "done")
			case <-r.Context().Done():
			}
		})
	}
	onTheWire(t, routes, func(t *testing.T, at endpoint) {
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		r, _ := http.NewRequestWithContext(ctx, "GET", at.base, nil)
		resp, err := at.client.Do(r)
		if err != nil {
			t.Fatal("the head did not arrive:", err)
		}
		defer resp.Body.Close()
		next <- struct{}{}
		if b, err := io.ReadAll(resp.Body); string(b) != "done" || err != nil || resp.StatusCode != http.StatusAccepted {
			t.Errorf("%s, %q, %v", resp.Status, b, err)
		}
	})
}

// TestHandlerIsHeldUp shows that a client which does not read slows the handler
// down, and that the handler is told when the client goes.
func TestHandlerIsHeldUp(t *testing.T) {
	var mu sync.Mutex
	written := 0
	over := make(chan error)
	routes := func() weft.Routes {
		return handle(func(w http.ResponseWriter, r *http.Request) {
			piece := make([]byte, 64<<10)
			for {
				n, err := w.Write(piece)
				mu.Lock()
				written += n
				mu.Unlock()
				if err != nil {
					<-r.Context().Done()
					over <- err
					return
				}
			}
		})
	}
	onTheWire(t, routes, func(t *testing.T, at endpoint) {
		ctx, cancel := context.WithCancel(t.Context())
		r, _ := http.NewRequestWithContext(ctx, "GET", at.base, nil)
		resp, err := at.client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.CopyN(io.Discard, resp.Body, 1<<20); err != nil {
			t.Fatal(err)
		}
		cancel()
		resp.Body.Close()
		if err := <-over; err == nil {
			t.Error("writing to nobody does not fail")
		}
		mu.Lock()
		defer mu.Unlock()
		if most := 64 << 20; written > most {
			t.Errorf("%d bytes were written to a client that read 1 MiB", written)
		}
		written = 0
	})
}

func TestHandlerContextEndsWithTheClient(t *testing.T) {
	began, ended := make(chan struct{}), make(chan struct{})
	routes := func() weft.Routes {
		return handle(func(_ http.ResponseWriter, r *http.Request) {
			began <- struct{}{}
			<-r.Context().Done()
			ended <- struct{}{}
		})
	}
	onTheWire(t, routes, func(t *testing.T, at endpoint) {
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			<-began
			cancel()
		}()
		r, _ := http.NewRequestWithContext(ctx, "GET", at.base, nil)
		if resp, err := at.client.Do(r); err == nil {
			resp.Body.Close()
			t.Error("the request did not fail")
		}
		<-ended
	})
}

func TestHandlerWriteHeader(t *testing.T) {
	tests := []struct {
		name   string
		h      http.HandlerFunc
		status int
		body   string
		logged string
	}{
		{"none is 200", func(http.ResponseWriter, *http.Request) {}, 200, "", ""},
		{"the first one stands", func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(201)
			w.WriteHeader(500)
		}, 201, "", "superfluous WriteHeader"},
		{"a write is 200", func(w http.ResponseWriter, _ *http.Request) {
			io.WriteString(w, "x")
			w.WriteHeader(500)
		}, 200, "x", "superfluous WriteHeader"},
		{"informational ones are ignored", func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(100)
			w.WriteHeader(103)
			w.WriteHeader(202)
		}, 202, "", ""},
		{"header fields are fixed by it", func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(202)
			w.Header().Set("X-Late", "1")
		}, 202, "", ""},
		{"zero", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(0) }, 500, "Internal Server Error", ""},
		{"a thousand", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(1000) }, 500, "Internal Server Error", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			logged := captureLog(t)
			resp := handle(tt.h).Serve(weft.Get("/"))
			s, err := resp.Body().AsString()
			if int(resp.Status()) != tt.status || !strings.Contains(s, tt.body) || err != nil {
				t.Errorf("%v, %q, %v", resp.Status(), s, err)
			}
			if _, ok := resp.Header("X-Late"); ok {
				t.Error("a late field was sent")
			}
			if got := logged(); tt.logged != "" && (!strings.Contains(got, tt.logged) || !strings.Contains(got, "TestHandlerWriteHeader")) {
				t.Errorf("the log is %q", got)
			}
		})
	}
}

func TestHandlerWriteErrors(t *testing.T) {
	tests := []struct {
		name string
		h    func(w http.ResponseWriter) error
		want error
	}{
		{"204 has no body", func(w http.ResponseWriter) error {
			w.WriteHeader(204)
			_, err := io.WriteString(w, "x")
			return err
		}, http.ErrBodyNotAllowed},
		{"304 has no body", func(w http.ResponseWriter) error {
			w.WriteHeader(304)
			_, err := io.WriteString(w, "x")
			return err
		}, http.ErrBodyNotAllowed},
		{"more than was declared", func(w http.ResponseWriter) error {
			w.Header().Set("Content-Length", "2")
			io.WriteString(w, "ab")
			_, err := io.WriteString(w, "c")
			return err
		}, http.ErrContentLength},
		{"deadlines", func(w http.ResponseWriter) error {
			return http.NewResponseController(w).SetWriteDeadline(noTime)
		}, http.ErrNotSupported},
		{"full duplex", func(w http.ResponseWriter) error {
			return http.NewResponseController(w).EnableFullDuplex()
		}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got error
			handle(func(w http.ResponseWriter, _ *http.Request) { got = tt.h(w) }).Serve(weft.Get("/"))
			if !errors.Is(got, tt.want) {
				t.Errorf("the error is %v, want %v", got, tt.want)
			}
		})
	}
}

func TestHandlerWriteAfterReturn(t *testing.T) {
	logged := captureLog(t)
	var late http.ResponseWriter
	resp := handle(func(w http.ResponseWriter, _ *http.Request) { late = w }).Serve(weft.Get("/"))
	if _, err := io.WriteString(late, "x"); err == nil || !strings.Contains(err.Error(), "after the handler has returned") {
		t.Errorf("the error is %v", err)
	}
	if err := http.NewResponseController(late).Flush(); err == nil {
		t.Error("a late flush does not fail")
	}
	if _, _, err := http.NewResponseController(late).Hijack(); err == nil {
		t.Error("a late hijack does not fail")
	}
	late.WriteHeader(500)
	if resp.Status() != 200 || !resp.Body().IsEmpty() || !strings.Contains(logged(), "after the handler has returned") {
		t.Errorf("%v, log %q", resp.Status(), logged())
	}
}

func TestHandlerPanic(t *testing.T) {
	cause := errors.New("cause")
	var seen error
	routes := handle(func(http.ResponseWriter, *http.Request) { panic(cause) }).
		HandleError(func(_ *weft.Request, err error) (weft.Response, error) {
			seen = err
			return weft.Response{}, err
		})
	if resp := routes.Serve(weft.Get("/")); resp.Status() != 500 {
		t.Errorf("the status is %v", resp.Status())
	}
	e, ok := errors.AsType[*weft.PanicError](seen)
	if !ok || !errors.Is(seen, cause) || !strings.Contains(string(e.Stack), "TestHandlerPanic") {
		t.Errorf("the error is %v", seen)
	}
}

func TestHandlerGoexit(t *testing.T) {
	resp := handle(func(http.ResponseWriter, *http.Request) { runtime.Goexit() }).Serve(weft.Get("/"))
	if resp.Status() != 500 {
		t.Errorf("the status is %v", resp.Status())
	}
}

// TestHandlerAbort shows that http.ErrAbortHandler ends in no answer at all, or
// in one that is visibly not whole.
func TestHandlerAbort(t *testing.T) {
	routes := func() weft.Routes {
		return handle(func(w http.ResponseWriter, r *http.Request) {
			switch r.URL.Path {
			case "/written":
				io.WriteString(w, "part")
			case "/streamed":
				io.WriteString(w, "part")
				w.(http.Flusher).Flush()
			case "/fine":
				return
			}
			panic(http.ErrAbortHandler)
		})
	}
	onTheWire(t, routes, func(t *testing.T, at endpoint) {
		logged := captureLog(t)
		for _, path := range []string{"/", "/written", "/streamed"} {
			resp, err := at.client.Get(at.base + path)
			if err == nil {
				_, err = io.ReadAll(resp.Body)
				resp.Body.Close()
			}
			if err == nil {
				t.Errorf("%s: the answer looks whole", path)
			}
		}
		at.get(t, "/fine")
		if logged() != "" {
			t.Errorf("the log is %q", logged())
		}
	})
}

func TestHandlerPanicWhileStreaming(t *testing.T) {
	logged := captureLog(t)
	routes := func() weft.Routes {
		return handle(func(w http.ResponseWriter, _ *http.Request) {
			io.WriteString(w, "part")
			w.(http.Flusher).Flush()
			panic("at the disco")
		})
	}
	onTheWire(t, routes, func(t *testing.T, at endpoint) {
		resp, err := at.client.Get(at.base)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		if b, err := io.ReadAll(resp.Body); err == nil {
			t.Errorf("the answer looks whole: %q", b)
		}
		if got := logged(); !strings.Contains(got, "at the disco") {
			t.Errorf("the log is %q", got)
		}
	})
}

// TestHandlerPromisesTooMuch shows that a body which is shorter than its declared
// length is not taken for whole.
func TestHandlerPromisesTooMuch(t *testing.T) {
	routes := func() weft.Routes {
		return handle(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "10")
			io.WriteString(w, "four")
		})
	}
	onTheWire(t, routes, func(t *testing.T, at endpoint) {
		resp, err := at.client.Get(at.base)
		if err == nil {
			_, err = io.ReadAll(resp.Body)
			resp.Body.Close()
		}
		if err == nil {
			t.Error("the answer looks whole")
		}
	})
}

func TestHandlerHead(t *testing.T) {
	routes := func() weft.Routes {
		return handle(func(w http.ResponseWriter, r *http.Request) {
			switch r.URL.Path {
			case "/declared":
				w.Header().Set("Content-Length", "1000000")
			case "/written":
				io.WriteString(w, "four")
			case "/large":
				w.Write(make([]byte, 1<<20))
			case "/flushed":
				w.(http.Flusher).Flush()
				w.Write(make([]byte, 1<<20))
			}
		})
	}
	onTheWire(t, routes, func(t *testing.T, at endpoint) {
		for path, length := range map[string]string{"/declared": "1000000", "/written": "4", "/large": "", "/flushed": "", "/nothing": ""} {
			resp, err := at.client.Head(at.base + path)
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			if got := resp.Header.Get("Content-Length"); got != length || resp.StatusCode != 200 {
				t.Errorf("%s: %s with length %q, want %q", path, resp.Status, got, length)
			}
		}
	})
}

func TestHandlerReadFrom(t *testing.T) {
	routes := func() weft.Routes {
		return handle(func(w http.ResponseWriter, _ *http.Request) {
			if _, ok := w.(io.ReaderFrom); !ok {
				t.Error("the writer has no ReadFrom")
			}
			if n, err := io.Copy(w, io.LimitReader(zeros{}, 200_000)); n != 200_000 || err != nil {
				t.Errorf("copied %d bytes, %v", n, err)
			}
		})
	}
	onTheWire(t, routes, func(t *testing.T, at endpoint) {
		if a := at.get(t, "/"); !bytes.Equal(a.body, make([]byte, 200_000)) {
			t.Errorf("got %d bytes", len(a.body))
		}
	})
}

func TestHandlerTrailers(t *testing.T) {
	routes := func() weft.Routes {
		return handle(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Trailer", "X-Sum, x-unset")
			io.WriteString(w, "body")
			if r.URL.Path == "/streamed" {
				w.(http.Flusher).Flush()
			}
			w.Header().Set("X-Sum", "4")
			w.Header().Set(http.TrailerPrefix+"X-More", "yes")
		})
	}
	for _, path := range []string{"/small", "/streamed"} {
		t.Run(path[1:], func(t *testing.T) {
			onTheWire(t, routes, func(t *testing.T, at endpoint) {
				a := at.get(t, path)
				if string(a.body) != "body" || a.Trailer.Get("X-Sum") != "4" || a.Trailer.Get("X-More") != "yes" {
					t.Errorf("%q with trailers %v", a.body, a.Trailer)
				}
				if a.Header.Get("X-Sum") != "" || a.Header.Get("X-More") != "" {
					t.Errorf("trailers in the header: %v", a.Header)
				}
			})
		})
	}
}

// TestHandlerFullDuplex shows that a handler may read and write in turns.
func TestHandlerFullDuplex(t *testing.T) {
	routes := handle(func(w http.ResponseWriter, r *http.Request) {
		buf := make([]byte, 1)
		for {
			n, err := r.Body.Read(buf)
			if n > 0 {
				w.Write(bytes.ToUpper(buf[:n]))
				w.(http.Flusher).Flush()
			}
			if err != nil {
				return
			}
		}
	})
	at := engines()[1].start(t, routes)
	pr, pw := io.Pipe()
	go func() { io.WriteString(pw, "a") }()
	resp, err := at.client.Post(at.base, "text/plain", pr)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	buf := make([]byte, 1)
	for i, next := range []string{"b", "c", ""} {
		if _, err := io.ReadFull(resp.Body, buf); err != nil || buf[0] != "ABC"[i] {
			t.Fatalf("read %q, %v", buf, err)
		}
		if next == "" {
			pw.Close()
		} else {
			io.WriteString(pw, next)
		}
	}
	if _, err := resp.Body.Read(buf); err != io.EOF {
		t.Errorf("the end is %v", err)
	}
}

// TestHandlerContinue shows that 100 Continue is sent before an answer or not at
// all, and never in the middle of one.
func TestHandlerContinue(t *testing.T) {
	routes := handle(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/late" {
			io.WriteString(w, "early")
			w.(http.Flusher).Flush()
		}
		b, _ := io.ReadAll(r.Body)
		w.Write(bytes.ToUpper(b))
	})
	at := startServer(t, routes, server.Config{AcceptContinue: true}.EnableRequestStreaming())
	for path, first := range map[string]string{"/asked": "HTTP/1.1 100 Continue", "/late": "HTTP/1.1 200 OK"} {
		t.Run(path[1:], func(t *testing.T) {
			c := dial(t, at)
			io.WriteString(c, "POST "+path+" HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 4\r\nConnection: close\r\n\r\n")
			r := bufio.NewReader(c)
			line, err := r.ReadString('\n')
			if strings.TrimSpace(line) != first {
				t.Fatalf("the first line is %q, %v", line, err)
			}
			io.WriteString(c, "body")
			rest, _ := io.ReadAll(r)
			if strings.Contains(string(rest), "100 Continue") || path == "/asked" && !strings.Contains(string(rest), "BODY") {
				t.Errorf("the rest is %q", rest)
			}
		})
	}
}
