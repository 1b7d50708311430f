package server_test

import (
	"context"
	"errors"
	"io"
	"net"
	"syscall"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/wefttest"
)

// A server that never answers must not hang the tests.
const patience = 10 * time.Second

// await waits for a value of a channel, or for it to be closed.
func await[T any](t *testing.T, c <-chan T, what string) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(patience):
		t.Fatalf("%s: not within %v", what, patience)
		panic("not reached")
	}
}

// A gate is a handler that waits until it is opened.
type gate struct {
	began chan struct{} // gets a value for each request that waits
	open  chan struct{}
}

func newGate() *gate { return &gate{make(chan struct{}, 100), make(chan struct{})} }

func (g *gate) handle(req *weft.Request) (weft.Response, error) {
	if req.Path() != "/wait" {
		return weft.Text("hello"), nil
	}
	g.began <- struct{}{}
	select {
	case <-g.open:
		return weft.Text("waited"), nil
	case <-req.Context().Done():
		return weft.Response{}, req.Context().Err()
	}
}

func (g *gate) routes() weft.Routes {
	return weft.NewRoutes(route.GET("/{path...}").Handle(g.handle))
}

const (
	plainRequest   = "GET / HTTP/1.1\r\nHost: test\r\n\r\n"
	waitingRequest = "GET /wait HTTP/1.1\r\nHost: test\r\n\r\n"
)

// ask sends a request and checks that it is answered with hello.
func ask(t *testing.T, c *wefttest.Conn) {
	t.Helper()
	c.Send(plainRequest)
	if code, _, body := c.ReadResponse(); code != 200 || body != "hello" {
		t.Fatalf("%d with body %q", code, body)
	}
}

// serving runs Serve until its context ends, and returns the address and what Serve
// returned.
func serving(t *testing.T, ctx context.Context, config server.Config, routes weft.Routes) (string, <-chan error) {
	t.Helper()
	return servingOn(t, ctx, channel(server.ChannelAuto), config, routes)
}

// servingOn is serving on a transport.
func servingOn(t *testing.T, ctx context.Context, on channel, config server.Config, routes weft.Routes) (string, <-chan error) {
	t.Helper()
	srv := server.Customized(config.WithBinding("127.0.0.1", 0), on.config())
	result := make(chan error, 1)
	go func() { result <- srv.Serve(ctx, routes) }()
	for deadline := time.Now().Add(patience); srv.Addr() == nil; time.Sleep(time.Millisecond) {
		select {
		case err := <-result:
			t.Fatalf("Serve returned %v", err)
		default:
		}
		if time.Now().After(deadline) {
			t.Fatal("the server does not listen")
		}
	}
	return srv.Addr().String(), result
}

func quiet(c server.Config) server.Config {
	c.Logger = discard()
	return c
}

func TestServeEndsWithItsContext(t *testing.T) { eachChannel(t, testServeEndsWithItsContext) }

func testServeEndsWithItsContext(t *testing.T, on channel) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	addr, result := servingOn(t, ctx, on, quiet(server.Config{}), newGate().routes())
	c := wefttest.Dial(t, addr)
	ask(t, c)
	cancel()
	if err := await(t, result, "the end of Serve"); err != nil {
		t.Errorf("Serve returned %v", err)
	}
	c.ReadEnd()
	if nc, err := net.Dial("tcp", addr); err == nil {
		nc.Close()
		t.Error("the server still listens")
	}
}

func TestServeFailsIfItCannotListen(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	err = server.New(quiet(server.Config{Address: l.Addr().String()})).Serve(t.Context(), weft.Routes{})
	if !errors.Is(err, syscall.EADDRINUSE) {
		t.Errorf("error %v", err)
	}
}

// TestShutdownFinishesRequests: requests in flight are answered, and told that they
// are the last.
func TestShutdownFinishesRequests(t *testing.T) { eachChannel(t, testShutdownFinishesRequests) }

func testShutdownFinishesRequests(t *testing.T, on channel) {
	for _, stop := range []struct {
		name string
		end  func(*server.Server, context.CancelFunc) error
	}{
		{"Shutdown", func(s *server.Server, _ context.CancelFunc) error { return s.Shutdown(context.Background()) }},
		{"Context", nil},
	} {
		t.Run(stop.name, func(t *testing.T) {
			t.Parallel()
			g := newGate()
			var addr string
			var result <-chan error
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			shutdown := cancel
			if stop.end == nil {
				addr, result = servingOn(t, ctx, on, quiet(server.Config{}), g.routes())
			} else {
				srv := on.start(t, g.routes())
				done := make(chan error, 1)
				addr, result = srv.Addr, done
				shutdown = func() { go func() { done <- stop.end(srv.Server(), cancel) }() }
			}
			idle, busy, pipelined := wefttest.Dial(t, addr), wefttest.Dial(t, addr), wefttest.Dial(t, addr)
			fresh := wefttest.Dial(t, addr)
			ask(t, idle)
			busy.Send(waitingRequest)
			pipelined.Send(waitingRequest + plainRequest)
			await(t, g.began, "the first request")
			await(t, g.began, "the second request")
			shutdown()
			idle.ReadEnd()
			fresh.ReadEnd()
			select {
			case err := <-result:
				t.Fatalf("the shutdown ended before the requests: %v", err)
			default:
			}
			close(g.open)
			for _, c := range []*wefttest.Conn{busy, pipelined} {
				r := c.Read(weft.GET)
				if v, _ := r.Headers.Get("Connection"); r.Body != "waited" || v != "close" {
					t.Errorf("got %q with Connection %q, want the whole answer and close", r.Body, v)
				}
				c.ReadEnd()
			}
			if err := await(t, result, "the end of the shutdown"); err != nil {
				t.Errorf("the shutdown returned %v", err)
			}
		})
	}
}

// TestShutdownCuts: a request that does not finish in time is cut, its context ends,
// and the error says so.
func TestShutdownCuts(t *testing.T) { eachChannel(t, testShutdownCuts) }

func testShutdownCuts(t *testing.T, on channel) {
	t.Parallel()
	g := newGate()
	ended := make(chan struct{})
	routes := weft.NewRoutes(route.GET("/wait").Handle(func(req *weft.Request) (weft.Response, error) {
		defer close(ended)
		return g.handle(req)
	}))
	srv := on.start(t, routes, func(c server.Config) server.Config {
		return c.WithGracefulShutdownTimeout(300 * time.Millisecond)
	})
	c := srv.Dial()
	c.Send(waitingRequest)
	await(t, g.began, "the request")
	start := time.Now()
	err := srv.Server().Shutdown(context.Background())
	if !errors.Is(err, server.ErrCut) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Shutdown returned %v, want one that wraps ErrCut and the cause", err)
	}
	if took := time.Since(start); took < 250*time.Millisecond || took > 5*time.Second {
		t.Errorf("Shutdown took %v", took)
	}
	c.ReadEnd()
	await(t, ended, "the end of the handler's context")
}

// TestShutdownEndsWithItsContext: the caller may be less patient than the
// configuration.
func TestShutdownEndsWithItsContext(t *testing.T) { eachChannel(t, testShutdownEndsWithItsContext) }

func testShutdownEndsWithItsContext(t *testing.T, on channel) {
	t.Parallel()
	g := newGate()
	srv := on.start(t, g.routes())
	defer close(g.open)
	c := srv.Dial()
	c.Send(waitingRequest)
	await(t, g.began, "the request")
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if err := srv.Server().Shutdown(ctx); !errors.Is(err, server.ErrCut) {
		t.Errorf("Shutdown returned %v", err)
	}
	c.ReadEnd()
}

// TestCloseEndsContexts: a handler that waits for its client learns that there will
// be none.
func TestCloseEndsContexts(t *testing.T) { eachChannel(t, testCloseEndsContexts) }

func testCloseEndsContexts(t *testing.T, on channel) {
	t.Parallel()
	g := newGate()
	srv := on.start(t, g.routes())
	c := srv.Dial()
	c.Send(waitingRequest)
	await(t, g.began, "the request")
	srv.Server().Close()
	c.ReadEnd()
}

func TestShutdownWaitsForStreams(t *testing.T) { eachChannel(t, testShutdownWaitsForStreams) }

func testShutdownWaitsForStreams(t *testing.T, on channel) {
	t.Parallel()
	next := make(chan struct{})
	srv := on.start(t, weft.NewRoutes(route.GET("/").Handle(func(*weft.Request) (weft.Response, error) {
		return weft.StreamFunc("text/plain", func(w io.Writer) error {
			for range 3 {
				if _, err := io.WriteString(w, "piece "); err != nil {
					return err
				}
				<-next
			}
			return nil
		}), nil
	})))
	c := srv.Dial()
	c.Send(plainRequest)
	c.ReadHead(weft.GET)
	done := make(chan error, 1)
	go func() { done <- srv.Server().Shutdown(context.Background()) }()
	for range 3 {
		if piece, err := c.ReadPiece(); piece != "piece " {
			t.Fatalf("got %q, %v", piece, err)
		}
		next <- struct{}{}
	}
	if _, err := c.ReadPiece(); err != io.EOF {
		t.Errorf("the stream ended with %v", err)
	}
	c.ReadEnd()
	if err := await(t, done, "the end of the shutdown"); err != nil {
		t.Error(err)
	}
}

// TestShutdownBeforeAndAfter: ending what was never started, or has ended, is no
// error; using it again is one.
func TestShutdownBeforeAndAfter(t *testing.T) {
	srv := server.New(quiet(server.Config{}).WithBinding("127.0.0.1", 0))
	for range 2 {
		if err := srv.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
	}
	if _, err := srv.Install(weft.Routes{}); err == nil {
		t.Error("routes were installed after the shutdown")
	}
	srv = server.New(quiet(server.Config{}).WithBinding("127.0.0.1", 0))
	if _, err := srv.Install(weft.Routes{}); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := srv.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
		if err := srv.Close(); err != nil {
			t.Error(err)
		}
	}
}
