package server_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/wefttest"
)

// An http2Case is a way to speak HTTP/2 with a server.
type http2Case struct {
	name  string
	start func(*testing.T, weft.Routes, ...func(server.Config) server.Config) (*wefttest.Server, *http.Client)
}

func http2Cases() []http2Case {
	return []http2Case{
		{"over TLS", func(t *testing.T, r weft.Routes, more ...func(server.Config) server.Config) (*wefttest.Server, *http.Client) {
			t.Helper()
			return secured(t, must(t)(server.SSLGenerate()), r, more...), tlsClient(t, &tls.Config{InsecureSkipVerify: true}, 2)
		}},
		{"with prior knowledge", func(t *testing.T, r weft.Routes, more ...func(server.Config) server.Config) (*wefttest.Server, *http.Client) {
			t.Helper()
			srv := wefttest.Start(t, r, append(more, withH2C)...)
			transport := &http.Transport{Protocols: new(http.Protocols), DisableCompression: true}
			transport.Protocols.SetUnencryptedHTTP2(true)
			t.Cleanup(transport.CloseIdleConnections)
			return srv, &http.Client{Transport: transport, Timeout: patience}
		}},
	}
}

func withH2C(c server.Config) server.Config {
	c.H2C = true
	return c
}

// overHTTP2 runs a test in all ways to speak HTTP/2.
func overHTTP2(t *testing.T, routes weft.Routes, test func(*testing.T, *wefttest.Server, *http.Client), more ...func(server.Config) server.Config) {
	t.Helper()
	for _, c := range http2Cases() {
		t.Run(c.name, func(t *testing.T) {
			srv, client := c.start(t, routes, more...)
			test(t, srv, client)
		})
	}
}

// TestHTTP2SameRoutes: routes, middleware and the answers of the framework are those of
// HTTP/1.1.
func TestHTTP2SameRoutes(t *testing.T) {
	routes := weft.NewRoutes(
		route.GET("/version").Handle(func(req *weft.Request) (weft.Response, error) {
			return weft.Text(req.Version().String() + " " + req.Host()), nil
		}),
		route.POST("/echo").Handle(echoAll),
		route.GET("/fail").Handle(func(*weft.Request) (weft.Response, error) { return weft.Response{}, errors.New("broken") }),
		route.GET("/panic").Handle(func(*weft.Request) (weft.Response, error) { panic("broken") }),
	).With(weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			resp, err := next(req)
			return resp.WithHeader("X-Seen", req.Path()), err
		}
	}))
	overHTTP2(t, routes, func(t *testing.T, srv *wefttest.Server, client *http.Client) {
		for _, test := range []struct {
			method, path, body string
			status             int
			want               string
		}{
			{"GET", "/version", "", 200, "HTTP/2 " + srv.Addr},
			{"HEAD", "/version", "", 200, ""},
			{"POST", "/echo", "hello", 200, "hello"},
			{"GET", "/nothing", "", 404, ""},
			{"DELETE", "/version", "", 405, ""},
			{"GET", "/fail", "", 500, ""},
			{"GET", "/panic", "", 500, ""},
		} {
			req, err := http.NewRequest(test.method, srv.URL+test.path, strings.NewReader(test.body))
			if err != nil {
				t.Fatal(err)
			}
			resp, err := client.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			b, err := io.ReadAll(resp.Body)
			resp.Body.Close()
			if err != nil || resp.StatusCode != test.status || test.want != "" && string(b) != test.want || resp.ProtoMajor != 2 {
				t.Errorf("%s %s: %s %d, %q, %v", test.method, test.path, resp.Proto, resp.StatusCode, b, err)
			}
			if seen := resp.Header.Get("X-Seen"); test.status < 500 && seen != test.path {
				t.Errorf("%s %s: the middleware has seen %q", test.method, test.path, seen)
			}
		}
	})
}

// TestHTTP2RequestStreaming: a handler answers to the first piece of a body before the
// second one is sent.
func TestHTTP2RequestStreaming(t *testing.T) {
	routes := weft.NewRoutes(route.POST("/").Handle(func(req *weft.Request) (weft.Response, error) {
		return weft.Stream("text/plain", func(yield func([]byte, error) bool) {
			for piece, err := range req.Body().Chunks() {
				if err != nil || !yield(bytes.ToUpper(piece), nil) {
					return
				}
			}
		}), nil
	}))
	overHTTP2(t, routes, func(t *testing.T, srv *wefttest.Server, client *http.Client) {
		body, send := io.Pipe()
		defer send.Close()
		req, err := http.NewRequest("POST", srv.URL+"/", body)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		for i := range 5 {
			piece := fmt.Sprint("piece ", i)
			if _, err := io.WriteString(send, piece); err != nil {
				t.Fatal(err)
			}
			got := make([]byte, len(piece))
			if _, err := io.ReadFull(resp.Body, got); err != nil || string(got) != strings.ToUpper(piece) {
				t.Fatalf("%q, %v", got, err)
			}
		}
		send.Close()
		if rest, err := io.ReadAll(resp.Body); err != nil || len(rest) > 0 {
			t.Errorf("at the end: %q, %v", rest, err)
		}
	}, server.Config.EnableRequestStreaming)
}

// TestHTTP2Trailers: both ways, and those of requests are not taken for header fields.
func TestHTTP2Trailers(t *testing.T) {
	routes := weft.NewRoutes(route.POST("/").Handle(func(req *weft.Request) (weft.Response, error) {
		b, err := req.Body().Bytes()
		if err != nil {
			return weft.Response{}, err
		}
		late, _ := req.Trailers().Get("X-Late")
		sum := fmt.Sprintf("%d %s %v", len(b), late, req.Headers().Has("X-Late"))
		return weft.Text("ok").WithTrailersFunc(func() weft.Headers { return weft.Headers{}.Add("X-Sum", sum) }), nil
	}))
	test := func(t *testing.T, srv *wefttest.Server, client *http.Client) {
		req, err := http.NewRequest("POST", srv.URL+"/", io.MultiReader(strings.NewReader("hello")))
		if err != nil {
			t.Fatal(err)
		}
		req.Trailer = http.Header{"X-Late": {"yes"}}
		resp, err := client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		if b, err := io.ReadAll(resp.Body); err != nil || string(b) != "ok" {
			t.Errorf("%q, %v", b, err)
		}
		if got := resp.Trailer.Get("X-Sum"); got != "5 yes false" {
			t.Errorf("trailer %q", got)
		}
	}
	overHTTP2(t, routes, test)
	overHTTP2(t, routes, test, server.Config.EnableRequestStreaming)
}

// TestHTTP2SlowReader: a client that does not read a response holds back the handler that
// makes it, and is cut in the end.
func TestHTTP2SlowReader(t *testing.T) {
	t.Parallel()
	var made atomic.Int64
	over := make(chan error, 1)
	routes := weft.NewRoutes(route.GET("/").Handle(func(*weft.Request) (weft.Response, error) {
		return weft.StreamFunc("text/plain", func(w io.Writer) error {
			piece := make([]byte, 64<<10)
			for range 1 << 12 { // 256 MiB
				if _, err := w.Write(piece); err != nil {
					over <- err
					return err
				}
				made.Add(int64(len(piece)))
			}
			over <- nil
			return nil
		}), nil
	}))
	srv, client := http2Cases()[0].start(t, routes, impatient)
	resp, err := client.Get(srv.URL + "/")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if err := await(t, over, "the end of the response"); err == nil {
		t.Error("the whole response was made, but nobody has read it")
	}
	if n := made.Load(); n > 16<<20 {
		t.Errorf("%d MiB were made", n>>20)
	}
}

// TestHTTP2SlowHandler: a handler that does not read holds back the client, and gets
// everything later.
func TestHTTP2SlowHandler(t *testing.T) {
	began, read := make(chan struct{}), make(chan struct{})
	routes := weft.NewRoutes(route.POST("/").Handle(func(req *weft.Request) (weft.Response, error) {
		close(began)
		<-read
		n := 0
		for piece, err := range req.Body().Chunks() {
			if err != nil {
				return weft.Response{}, err
			}
			n += len(piece)
		}
		return weft.Text(fmt.Sprint(n)), nil
	}))
	srv, client := http2Cases()[1].start(t, routes, server.Config.EnableRequestStreaming)
	const size = 64 << 20
	var sent atomic.Int64
	body := io.LimitReader(readerFunc(func(p []byte) (int, error) {
		sent.Add(int64(len(p)))
		return len(p), nil
	}), size)
	result := make(chan string, 1)
	go func() {
		resp, err := client.Post(srv.URL+"/", "text/plain", body)
		if err != nil {
			result <- err.Error()
			return
		}
		defer resp.Body.Close()
		b, _ := io.ReadAll(resp.Body)
		result <- string(b)
	}()
	await(t, began, "the handler")
	for before := int64(-1); before != sent.Load(); time.Sleep(20 * time.Millisecond) {
		before = sent.Load() // until the client has come to a halt
	}
	if n := sent.Load(); n > 8<<20 {
		t.Errorf("%d MiB were sent to a handler that does not read", n>>20)
	}
	close(read)
	if got := await(t, result, "the answer"); got != fmt.Sprint(size) {
		t.Errorf("got %q", got)
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// TestHTTP2StalledBody: a client that stops sending its body is not waited for.
func TestHTTP2StalledBody(t *testing.T) {
	t.Parallel()
	srv, client := http2Cases()[0].start(t, weft.NewRoutes(route.POST("/").Handle(echoAll)), impatient)
	body, send := io.Pipe()
	defer send.Close()
	go func() { _, _ = io.WriteString(send, "hello") }()
	resp, err := client.Post(srv.URL+"/", "text/plain", body)
	if err != nil {
		return // the stream was reset
	}
	defer resp.Body.Close()
	if resp.StatusCode < 400 {
		t.Errorf("status %d", resp.StatusCode)
	}
}

// TestHTTP2Limits: those of HTTP/1.1 count here as well.
func TestHTTP2Limits(t *testing.T) {
	overHTTP2(t, says("hello"), func(t *testing.T, srv *wefttest.Server, client *http.Client) {
		for name, test := range map[string]struct {
			path         string
			fields, want int
		}{
			"good":            {"/", 10, 200},
			"long target":     {"/" + strings.Repeat("x", 300), 0, 414},
			"too many fields": {"/", 60, 431},
		} {
			req, err := http.NewRequest("GET", srv.URL+test.path, nil)
			if err != nil {
				t.Fatal(err)
			}
			for i := range test.fields {
				req.Header.Set(fmt.Sprint("X-", i), "y")
			}
			resp, err := client.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			if resp.StatusCode != test.want {
				t.Errorf("%s: %d, want %d", name, resp.StatusCode, test.want)
			}
		}
	}, func(c server.Config) server.Config {
		c.MaxInitialLineLength, c.MaxHeaderFields = 256, 50
		return c
	})
}

// TestHTTP2Shutdown: clients are told with GOAWAY (RFC 9113, section 6.8), requests in
// flight are answered, and then connections close.
func TestHTTP2Shutdown(t *testing.T) {
	g := newGate()
	srv, client := http2Cases()[0].start(t, g.routes())
	raw, err := tls.Dial("tcp", srv.Addr, &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2"}})
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	_ = raw.SetDeadline(time.Now().Add(patience))
	io.WriteString(raw, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00")
	if kind, _, err := readFrame(raw); err != nil || kind != 4 {
		t.Fatalf("in place of the settings: frame %d, %v", kind, err)
	}
	answer := make(chan string, 1)
	go func() {
		_, body, err := fetch(client, srv.URL+"/wait")
		answer <- fmt.Sprint(body, err)
	}()
	await(t, g.began, "the request")
	over := make(chan error, 1)
	go func() { over <- srv.Server().Shutdown(context.Background()) }()
	told := false
	for !told {
		kind, payload, err := readFrame(raw)
		if err != nil {
			t.Fatalf("the connection has ended without GOAWAY: %v", err)
		}
		if told = kind == 7; told && binary.BigEndian.Uint32(payload[4:]) != 0 {
			t.Errorf("GOAWAY with error %d", binary.BigEndian.Uint32(payload[4:]))
		}
	}
	close(g.open)
	if got := await(t, answer, "the answer"); got != "waited<nil>" {
		t.Errorf("the request in flight got %q", got)
	}
	if err := await(t, over, "the shutdown"); err != nil {
		t.Error(err)
	}
	for {
		if _, _, err := readFrame(raw); err != nil {
			break // the connection is closed
		}
	}
}

// readFrame reads a frame of HTTP/2.
func readFrame(r io.Reader) (kind byte, payload []byte, err error) {
	var head [9]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, nil, err
	}
	payload = make([]byte, int(head[0])<<16|int(head[1])<<8|int(head[2]))
	_, err = io.ReadFull(r, payload)
	return head[3], payload, err
}

// TestHTTP2NeedsItsSetting: without TLS it is served only if the setting says so.
func TestHTTP2NeedsItsSetting(t *testing.T) {
	c := wefttest.Start(t, says("hello")).Dial()
	c.Send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
	if status, _, _ := c.ReadResponse(); status < 400 {
		t.Errorf("status %d", status)
	}
	// With it, HTTP/1.1 is served on the same port.
	ask(t, wefttest.Start(t, says("hello"), withH2C).Dial())
}
