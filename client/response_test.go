package client_test

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/client"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/wefttest"
)

func gzipped(t testing.TB, s string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	return compressed(t, &b, w, s)
}

func compressed(t testing.TB, b *bytes.Buffer, w io.WriteCloser, s string) string {
	t.Helper()
	if _, err := io.WriteString(w, s); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func deflated(t testing.TB, raw bool, s string) string {
	t.Helper()
	var b bytes.Buffer
	if !raw {
		return compressed(t, &b, zlib.NewWriter(&b), s)
	}
	w, err := flate.NewWriter(&b, 6)
	if err != nil {
		t.Fatal(err)
	}
	return compressed(t, &b, w, s)
}

func TestResponses(t *testing.T) {
	s := httpServer(t, func(w http.ResponseWriter, req *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Add("X-A", "1")
		w.Header().Add("X-A", "2")
		w.Header().Set("Keep-Alive", "timeout=5")
		switch req.URL.Path {
		case "/short":
			io.WriteString(w, `"short"`)
		case "/long":
			w.Header().Set("Content-Length", "200000")
			io.WriteString(w, strings.Repeat("x", 200000))
		case "/chunked":
			io.WriteString(w, `"chun`)
			http.NewResponseController(w).Flush()
			io.WriteString(w, `ked"`)
		case "/none":
			w.WriteHeader(http.StatusNoContent)
		case "/teapot":
			w.WriteHeader(http.StatusTeapot)
		}
	})
	c := connect(t, s.URL)
	tests := []struct {
		name   string
		req    *weft.Request
		status int
		body   string
		stream bool
		length int64
	}{
		{"short", weft.Get("/short"), 200, `"short"`, false, 7},
		{"long", weft.Get("/long"), 200, strings.Repeat("x", 200000), true, 200000},
		{"chunked", weft.Get("/chunked"), 200, `"chunked"`, true, -1},
		{"none", weft.Get("/none"), 204, "", false, 0},
		{"empty", weft.Get("/teapot"), 418, "", false, 0},
		{"head", weft.Head("/long"), 200, "", false, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			resp := do(t, c, test.req)
			wantStatus(t, resp, test.status)
			if n, known := resp.Body().Len(); resp.Body().IsStream() != test.stream || known && n != test.length || !known && test.length >= 0 {
				t.Errorf("stream %v, length %d %v", resp.Body().IsStream(), n, known)
			}
			if got := text(t, resp); got != test.body {
				t.Errorf("body of %d bytes, want %d", len(got), len(test.body))
			}
			if got := strings.Join(resp.Headers().Values("X-A"), "|"); got != "1|2" || resp.Headers().Has("Keep-Alive") {
				t.Errorf("fields %v", resp.Headers())
			}
			if media, _ := resp.Header("Content-Type"); media != "application/json" && test.name != "none" {
				t.Errorf("media type %q", media)
			}
			if n, ok := resp.Header("Content-Length"); ok != (test.name == "head") || ok && n != "200000" {
				t.Errorf("Content-Length %q", n)
			}
			if resp.Err() != nil {
				t.Error(resp.Err())
			}
		})
	}
}

func TestDecompression(t *testing.T) {
	plain := strings.Repeat("hello ", 1000)
	tests := []struct {
		name, encoding, body string
		want                 string // "" for an error
	}{
		{"gzip", "gzip", gzipped(t, plain), plain},
		{"x-gzip", "X-GZIP", gzipped(t, plain), plain},
		{"deflate", "deflate", deflated(t, false, plain), plain},
		{"raw deflate", "deflate", deflated(t, true, plain), plain},
		{"twice", "deflate, gzip", gzipped(t, deflated(t, false, plain)), plain},
		{"identity", "identity", plain, plain},
		{"unknown", "br", plain, ""},
		{"corrupt", "gzip", "not gzip at all", ""},
		{"truncated", "gzip", gzipped(t, plain)[:40], ""},
		{"trailing bytes", "gzip", gzipped(t, plain) + "x", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := httpServer(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "text/plain")
				w.Header().Set("Content-Encoding", test.encoding)
				io.WriteString(w, test.body)
			})
			resp, err := connect(t, s.URL).Do(t.Context(), weft.Get("/"))
			var got string
			if err == nil {
				got, err = resp.Body().AsString()
			}
			if test.want == "" {
				errorOf[*client.Error](t, err)
				errorOf[*weft.MalformedBody](t, err)
				return
			}
			if err != nil || got != test.want {
				t.Errorf("got %d bytes, %v", len(got), err)
			}
			if test.encoding != "identity" && resp.Headers().Has("Content-Encoding") || resp.Headers().Has("Content-Length") {
				t.Errorf("fields %v", resp.Headers())
			}
		})
	}
}

func TestDecompressionByTheCaller(t *testing.T) {
	zipped := gzipped(t, "hello")
	s := httpServer(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		io.WriteString(w, zipped)
	})
	resp := do(t, connect(t, s.URL), weft.Get("/").AddHeader("Accept-Encoding", "gzip"))
	if got := text(t, resp); got != zipped || !resp.Headers().Has("Content-Encoding") {
		t.Errorf("got %q, fields %v", got, resp.Headers())
	}
}

func TestDecompressionFromOurServer(t *testing.T) {
	srv := wefttest.Start(t, routes, func(c server.Config) server.Config {
		return c.WithResponseCompression(server.DefaultResponseCompression())
	})
	books, err := listBooks.Client(connect(t, srv.URL))(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for b, err := range books {
		if err != nil {
			t.Fatal(err)
		}
		if b.ID == 1000 {
			break
		}
	}
}

func TestMaxResponse(t *testing.T) {
	const size = 4 << 20
	big := strings.Repeat("x", size)
	bomb := gzipped(t, big)
	tests := []struct {
		name, path, media string
		config            client.Config
		fails             bool
	}{
		{"value of known length", "/known", "text/plain", client.Config{MaxResponse: size - 1}, true},
		{"value of known length, allowed", "/known", "text/plain", client.Config{MaxResponse: size}, false},
		{"value of unknown length", "/chunked", "application/json", client.Config{MaxResponse: size - 1}, true},
		{"value of unknown length, allowed", "/chunked", "application/json", client.Config{MaxResponse: size}, false},
		{"value without a media type", "/chunked", "", client.Config{MaxResponse: size - 1}, true},
		{"problem document", "/chunked", "application/problem+json", client.Config{MaxResponse: size - 1}, true},
		{"short value", "/short", "text/plain", client.Config{MaxResponse: 4}, true},
		{"bomb", "/bomb", "application/msgpack", client.Config{MaxResponse: size - 1}, true},
		{"bomb, allowed", "/bomb", "application/msgpack", client.Config{MaxResponse: size}, false},
		{"no limit", "/bomb", "text/plain", client.Config{MaxResponse: -1}, false},
		{"the default", "/bomb", "text/plain", client.Config{}, false},
		{"stream", "/chunked", "application/x-ndjson", client.Config{MaxResponse: 10}, false},
		{"download", "/known", "application/octet-stream", client.Config{MaxResponse: 10}, false},
	}
	s := httpServer(t, func(w http.ResponseWriter, req *http.Request) {
		w.Header()["Content-Type"] = nil
		if media := req.URL.Query().Get("media"); media != "" {
			w.Header().Set("Content-Type", media)
		}
		switch req.URL.Path {
		case "/short":
			io.WriteString(w, "short")
		case "/known":
			w.Header().Set("Content-Length", "4194304")
			io.WriteString(w, big)
		case "/chunked":
			io.WriteString(w, big)
		case "/bomb":
			w.Header().Set("Content-Encoding", "gzip")
			io.WriteString(w, bomb)
		}
	})
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			req := weft.Get(test.path)
			if test.media != "" {
				req = req.AddQueryParam("media", test.media)
			}
			body, err := do(t, connect(t, s.URL, test.config), req).Body().Bytes()
			if !test.fails {
				if err != nil || len(body) != size {
					t.Errorf("%d bytes, %v", len(body), err)
				}
				return
			}
			if e := errorOf[*weft.BodyTooLarge](t, err); e.Limit != test.config.MaxResponse || e.Setting != "Config.MaxResponse" {
				t.Errorf("%v", e)
			}
			errorOf[*client.Error](t, err)
		})
	}
}

// rawServer answers each connection with bytes and closes it.
func rawServer(t *testing.T, answer string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			buf := make([]byte, 4096)
			_, _ = conn.Read(buf)
			_, _ = io.WriteString(conn, answer)
			conn.Close()
		}
	}()
	return "http://" + l.Addr().String()
}

func TestBrokenResponses(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	tests := []struct{ name, answer string }{
		{"nothing", ""},
		{"half a head", "HTTP/1.1 200 OK\r\nContent-"},
		{"not HTTP", "SSH-2.0-OpenSSH_9.9\r\n"},
		{"a short body that breaks off", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello"},
		{"a long body that breaks off", "HTTP/1.1 200 OK\r\nContent-Length: 200000\r\n\r\n" + long},
		{"chunks that break off", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"},
		{"malformed chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"},
		{"two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx"},
		{"a huge head", "HTTP/1.1 200 OK\r\nX: " + strings.Repeat("x", 1<<20) + "\r\n\r\n"},
		{"another protocol", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: foo\r\nConnection: Upgrade\r\n\r\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := connect(t, rawServer(t, test.answer), client.Config{Retries: -1})
			resp, err := c.Do(t.Context(), weft.Get("/"))
			if err == nil {
				_, err = resp.Body().Bytes()
			}
			if e := errorOf[*client.Error](t, err); e.Cause == nil || errors.Is(err, io.EOF) && test.answer != "" {
				t.Errorf("error %v", err)
			}
		})
	}
}

func TestMalformedResponseFieldsAreLeftOut(t *testing.T) {
	s := &script{steps: []func(*http.Request) (*http.Response, error){answer(200, "", "X-Good", "1", "X-Bad", "a\x01b")}}
	resp := get(t, connect(t, "http://a.example", client.Config{Transport: s}), "/")
	if !resp.Headers().Has("X-Good") || resp.Headers().Has("X-Bad") || resp.Err() != nil {
		t.Errorf("fields %v, %v", resp.Headers(), resp.Err())
	}
}

// TestConnectionsAreReused counts the connections of calls whose bodies are read, in
// each of the ways in which they can be.
func TestConnectionsAreReused(t *testing.T) {
	var opened atomic.Int32
	s := httpServer(t, func(w http.ResponseWriter, req *http.Request) {
		switch req.URL.Path {
		case "/short":
			io.WriteString(w, "short")
		case "/long":
			io.WriteString(w, strings.Repeat("x", 1<<20))
		case "/gzip":
			w.Header().Set("Content-Encoding", "gzip")
			io.WriteString(w, gzipped(t, "hello"))
		case "/away":
			http.Redirect(w, req, "/short", http.StatusFound)
		case "/echo":
			io.Copy(w, req.Body)
		}
	})
	transport := &http.Transport{DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
		opened.Add(1)
		return new(net.Dialer).DialContext(ctx, network, addr)
	}}
	t.Cleanup(transport.CloseIdleConnections)
	c := connect(t, s.URL, client.Config{Transport: transport})
	for range 3 {
		for _, path := range []string{"/short", "/long", "/gzip", "/away"} {
			text(t, get(t, c, path))
		}
		text(t, do(t, c, weft.Post("/echo", weft.BodyReader(strings.NewReader("hello"), 5))))
	}
	if n := opened.Load(); n != 1 {
		t.Errorf("%d connections, want 1", n)
	}
}

func TestClosingAStreamEarly(t *testing.T) {
	ended := make(chan struct{})
	s := httpServer(t, func(w http.ResponseWriter, req *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		io.WriteString(w, "data: 1\n\n")
		http.NewResponseController(w).Flush()
		<-req.Context().Done()
		close(ended)
	})
	resp, err := connect(t, s.URL).Do(t.Context(), weft.Get("/"))
	if err != nil {
		t.Fatal(err)
	}
	if err := resp.Body().Close(); err != nil {
		t.Error(err)
	}
	<-ended
}
