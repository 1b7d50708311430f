package sse_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"iter"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/leakcheck"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/sse"
	"github.com/weft-go/weft/wefttest"
)

func TestMain(m *testing.M) { leakcheck.Main(m) }

// streaming returns routes with one stream at /.
func streaming(f func(ctx context.Context, s *sse.Stream) error, options ...sse.Options) weft.Routes {
	return weft.NewRoutes(route.GET("/").Handle(func(req *weft.Request) (weft.Response, error) {
		return sse.Response(req, f, options...), nil
	}))
}

func TestResponse(t *testing.T) {
	routes := streaming(func(ctx context.Context, s *sse.Stream) error {
		return errors.Join(
			s.Send(sse.Event{Name: "n", Data: "a\nb", ID: "1", Retry: time.Second}),
			s.SendData("text"),
			s.SendValue("price", Price{1, 2}),
			s.SendValue("", 42),
			s.SendValue("", ""),
			s.SendMessage(sse.Message[string]{Value: "v", ID: "2"}),
			s.Comment("a comment"),
		)
	}, sse.Options{Retry: 3 * time.Second})
	wefttest.New(t, routes).Get("/").
		Status(200).
		Header("Content-Type", "text/event-stream").
		Header("Cache-Control", "no-cache").
		Header("X-Accel-Buffering", "no").
		Header("Connection", "keep-alive").
		Body("retry: 3000\n\n" +
			"event: n\ndata: a\ndata: b\nid: 1\nretry: 1000\n\n" +
			"data: text\n\n" +
			"event: price\ndata: {\"book\":1,\"cents\":2}\n\n" +
			"data: 42\n\n" +
			"event: message\ndata: \n\n" +
			"data: v\nid: 2\n\n" +
			": a comment\n\n")
}

func TestResponseOverHTTP2HasNoConnectionField(t *testing.T) {
	routes := streaming(func(context.Context, *sse.Stream) error { return nil })
	resp := routes.Serve(weft.Get("/").WithVersion(weft.HTTP2))
	if v, ok := resp.Header("Connection"); ok {
		t.Errorf("got Connection: %s", v)
	}
}

func TestEventsGoOutAtOnce(t *testing.T) {
	for name, configure := range map[string]func(server.Config) server.Config{
		"plain": func(c server.Config) server.Config { return c },
		"gzip": func(c server.Config) server.Config {
			return c.WithResponseCompression(server.DefaultResponseCompression())
		},
	} {
		t.Run(name, func(t *testing.T) {
			next := make(chan struct{})
			srv := wefttest.Start(t, streaming(func(ctx context.Context, s *sse.Stream) error {
				for i := range 3 {
					if err := s.SendValue("", i); err != nil {
						return err
					}
					<-next // the client has read it
				}
				return nil
			}), configure)
			resp, err := srv.Client().Get(srv.URL)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			n := 0
			for e, err := range sse.Read(resp.Body) {
				if err != nil || e.Data != string(rune('0'+n)) {
					t.Fatalf("got %+v, %v", e, err)
				}
				n++
				next <- struct{}{}
			}
			if n != 3 {
				t.Errorf("got %d events", n)
			}
		})
	}
}

func TestClientThatGoesEndsTheContext(t *testing.T) {
	ended := make(chan error, 1)
	srv := wefttest.Start(t, streaming(func(ctx context.Context, s *sse.Stream) error {
		err := s.SendData("hello")
		<-ctx.Done()
		ended <- errors.Join(err, s.SendData("late"))
		return ctx.Err()
	}))
	conn := srv.Dial()
	conn.Send("GET / HTTP/1.1\r\nHost: test\r\n\r\n")
	conn.ReadHead(weft.GET)
	if piece, err := conn.ReadPiece(); piece != "data: hello\n\n" || err != nil {
		t.Fatalf("got %q, %v", piece, err)
	}
	conn.Close()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("sending after the end: got %v", err)
	}
}

func TestServerThatClosesEndsTheContext(t *testing.T) {
	started, ended := make(chan struct{}), make(chan struct{})
	srv := wefttest.Start(t, streaming(func(ctx context.Context, s *sse.Stream) error {
		close(started)
		<-ctx.Done()
		close(ended)
		return ctx.Err()
	}))
	conn := srv.Dial()
	conn.Send("GET / HTTP/1.1\r\nHost: test\r\n\r\n")
	<-started
	srv.Close()
	<-ended
}

func TestErrorCutsAndIsLogged(t *testing.T) {
	var log lockedBuffer
	srv := wefttest.Start(t, streaming(func(ctx context.Context, s *sse.Stream) error {
		return errors.New("the source is dry")
	}), func(c server.Config) server.Config {
		c.Logger = slog.New(slog.NewTextHandler(&log, nil))
		return c
	})
	resp, err := srv.Client().Get(srv.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("the client got %v", err)
	}
	if !strings.Contains(log.String(), "the source is dry") {
		t.Errorf("logged %q", log.String())
	}
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

func TestHeartbeatReachesTheClient(t *testing.T) {
	srv := wefttest.Start(t, streaming(func(ctx context.Context, s *sse.Stream) error {
		<-ctx.Done()
		return ctx.Err()
	}, sse.Options{Heartbeat: time.Millisecond}))
	resp, err := srv.Client().Get(srv.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if line, err := bufio.NewReader(resp.Body).ReadString('\n'); line != ":\n" || err != nil {
		t.Errorf("got %q, %v", line, err)
	}
}

func TestIterators(t *testing.T) {
	boom := errors.New("boom")
	failing := func(yield func(int, error) bool) { _ = yield(1, nil) && yield(0, boom) }
	routes := weft.NewRoutes(
		route.GET("/events").Handle(func(req *weft.Request) (weft.Response, error) {
			return sse.Events(req, sequence(sse.Event{Data: "a"}, sse.Event{Name: "b"})), nil
		}),
		route.GET("/values").Handle(func(req *weft.Request) (weft.Response, error) {
			return sse.Values(req, sequence(Price{1, 2}, Price{3, 4})), nil
		}),
		route.GET("/failing").Handle(func(req *weft.Request) (weft.Response, error) {
			return sse.Values(req, iter.Seq2[int, error](failing)), nil
		}),
	)
	c := wefttest.New(t, routes)
	c.Get("/events").Body("data: a\n\nevent: b\ndata: \n\n")
	c.Get("/values").Body("data: {\"book\":1,\"cents\":2}\n\ndata: {\"book\":3,\"cents\":4}\n\n")
	if _, err := c.Get("/failing").Response().Body().Bytes(); !errors.Is(err, boom) {
		t.Errorf("got %v", err)
	}
}

func TestLastEventID(t *testing.T) {
	for value, want := range map[string]bool{"": false, "7": true} {
		req := weft.Get("/")
		if value != "" {
			req = req.AddHeader("last-event-id", value)
		}
		if id, ok := sse.LastEventID(req); id != value || ok != want {
			t.Errorf("%q: got %q, %v", value, id, ok)
		}
	}
}
