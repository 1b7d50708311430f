package websocket_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/websocket"
	"github.com/weft-go/weft/wefttest"
)

func TestHandlerErrors(t *testing.T) {
	for _, c := range []struct {
		name   string
		err    error
		code   int
		reason string
		logged bool
	}{
		{"Nil", nil, 1000, "", false},
		{"Other", errors.New("secret"), 1011, "", true},
		{"Close", &websocket.CloseError{Code: 4001, Reason: "no such room"}, 4001, "no such room", false},
		{"CloseWrapped", fmt.Errorf("join: %w", &websocket.CloseError{Code: 4001, Reason: "no such room"}), 4001, "no such room", false},
		{"CloseUnsendable", &websocket.CloseError{Code: 1006}, 1011, "", true},
		{"Message", &websocket.MessageError{Code: websocket.InvalidPayload, Err: errors.New("JSON at name: missing")}, 1007, "JSON at name: missing", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := serveMemory(t, websocket.Handle(func(context.Context, *websocket.Conn) error { return c.err }))
			p := s.open(t)
			p.expect(fin|opClose, closePayload(c.code, c.reason))
			p.send(closeFrame(1000, ""))
			p.expectEnd()
			if logged := strings.Contains(s.log.String(), "websocket failed"); logged != c.logged {
				t.Errorf("log: %q", s.log)
			}
		})
	}
}

func TestHandlerPanics(t *testing.T) {
	s := serveMemory(t, websocket.Handle(func(context.Context, *websocket.Conn) error { panic("oh no") }))
	p := s.open(t)
	p.expectClose(1011)
	after(t, s.log.wrote, "the report")
	if !strings.Contains(s.log.String(), "oh no") || !strings.Contains(s.log.String(), "lifecycle_test.go") {
		t.Errorf("the log does not say what panicked and where: %q", s.log)
	}
}

func TestClientVanishes(t *testing.T) {
	got := make(chan error, 1)
	s := serveMemory(t, websocket.Handle(func(ctx context.Context, c *websocket.Conn) error {
		_, _, err := c.Read(ctx)
		if ctx.Err() == nil {
			t.Error("the context goes on")
		}
		got <- err
		return err
	}))
	p := s.open(t)
	p.send(frame(fin|opText, "hello")[:5])
	p.conn.Close()
	if e, ok := errors.AsType[*websocket.CloseError](after(t, got, "the error")); !ok || e.Code != websocket.AbnormalClosure {
		t.Errorf("got %v", e)
	}
	s.t.Close()
	if s.log.String() != "" {
		t.Errorf("a client that went away was reported: %s", s.log)
	}
}

func TestRequestAndContext(t *testing.T) {
	type key struct{}
	got := make(chan string, 1)
	inner := websocket.Handle(func(ctx context.Context, c *websocket.Conn) error {
		got <- fmt.Sprint(ctx.Value(key{}), c.Request().Path(), c.Context() == ctx)
		return nil
	})
	s := serveMemory(t, func(req *weft.Request) (weft.Response, error) { return inner(req.WithValue(key{}, "value")) })
	s.open(t).send(closeFrame(1000, ""))
	if g := after(t, got, "the handler"); g != "value/true" && g != "value / true" {
		t.Errorf("got %q", g)
	}
}

func TestServingEnds(t *testing.T) {
	release := make(chan struct{})
	for name, f := range map[string]func(context.Context, *websocket.Conn) error{
		"Reads": echo,
		"Waits": func(ctx context.Context, c *websocket.Conn) error { <-ctx.Done(); return ctx.Err() },
		"Works": func(ctx context.Context, c *websocket.Conn) error { <-release; return nil },
	} {
		t.Run(name, func(t *testing.T) {
			serving, shutDown := context.WithCancel(context.Background())
			defer shutDown()
			s := serveMemory(t, websocket.Options{Serving: serving}.Handle(f))
			p := s.open(t)
			shutDown()
			p.expect(fin|opClose, closePayload(1001, "the server is shutting down"))
			p.send(closeFrame(1001, ""))
			if name == "Works" {
				close(release)
			}
			p.expectEnd()
			if s.log.String() != "" {
				t.Errorf("reported: %s", s.log)
			}
		})
	}
}

// A server that shuts down tells its clients.
func TestShutdown(t *testing.T) {
	s := wefttest.Start(t, routes(websocket.Handle(echo)))
	c, err := websocket.Dial(t.Context(), s.URL, websocket.DialOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.CloseNow()
	down := make(chan error, 1)
	go func() { down <- s.Server().Shutdown(context.Background()) }()
	_, _, err = c.Read(t.Context())
	if e, ok := errors.AsType[*websocket.CloseError](err); !ok || e.Code != websocket.GoingAway {
		t.Errorf("got %v", err)
	}
	if err := after(t, down, "the shutdown"); err != nil {
		t.Errorf("shutdown: %v", err)
	}
}

func routes(h weft.Handler) weft.Routes {
	return weft.NewRoutes(weft.NewPattern(weft.GET, "/").Handle(h))
}

// TestServers runs the same conversation over every way to serve: our own server on
// sockets, and net/http with and without TLS.
func TestServers(t *testing.T) {
	o := compressing(websocket.Compression{})
	for name, start := range map[string]func(t *testing.T, r weft.Routes) (string, websocket.DialOptions){
		"Server": func(t *testing.T, r weft.Routes) (string, websocket.DialOptions) {
			return strings.Replace(wefttest.Start(t, r).URL, "http", "ws", 1), websocket.DialOptions{}
		},
		"ServerStreaming": func(t *testing.T, r weft.Routes) (string, websocket.DialOptions) {
			return wefttest.Start(t, r, server.Config.EnableRequestStreaming).URL, websocket.DialOptions{}
		},
		"NetHTTP": func(t *testing.T, r weft.Routes) (string, websocket.DialOptions) {
			s := httptest.NewServer(r)
			t.Cleanup(s.Close)
			return s.URL, websocket.DialOptions{}
		},
		"NetHTTPOverTLS": func(t *testing.T, r weft.Routes) (string, websocket.DialOptions) {
			s := httptest.NewTLSServer(r)
			t.Cleanup(s.Close)
			config := s.Client().Transport.(*http.Transport).TLSClientConfig
			return strings.Replace(s.URL, "https", "wss", 1), websocket.DialOptions{TLS: config}
		},
	} {
		for _, compress := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/compress=%v", name, compress), func(t *testing.T) {
				url, dial := start(t, routes(o.Handle(echo)))
				dial.Config.Decoder.AllowExtensions = compress
				converse(t, url, dial)
			})
		}
	}
}

func converse(t *testing.T, url string, o websocket.DialOptions) {
	ctx, cancel := context.WithTimeout(t.Context(), wait)
	defer cancel()
	c, err := websocket.Dial(ctx, url, o)
	if err != nil {
		t.Fatal(err)
	}
	defer c.CloseNow()
	if c.IsCompressed() != o.Config.Decoder.AllowExtensions {
		t.Errorf("compressed: %v", c.IsCompressed())
	}
	for i, n := range []int{0, 1, 125, 126, 5000, 100, 65536, 200000} {
		want := prose(n, uint64(i%3))
		sent := make(chan error, 1)
		go func() { sent <- c.Write(ctx, websocket.Text, []byte(want)) }()
		kind, data, err := c.Read(ctx)
		if err != nil || kind != websocket.Text || string(data) != want {
			t.Fatalf("%d bytes: got %v %s, %v", n, kind, show(0, string(data)), err)
		}
		if err := <-sent; err != nil {
			t.Fatal(err)
		}
	}
	start := time.Now()
	if err := c.Close(websocket.NormalClosure, "thank you"); err != nil {
		t.Errorf("close: %v", err)
	}
	if d := time.Since(start); d > 800*time.Millisecond {
		t.Errorf("closing took %v", d)
	}
}
