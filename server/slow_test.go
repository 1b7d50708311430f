package server_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/wefttest"
)

// Time in these tests.
//
// A server looks at its connections once a second, and counts whole seconds. A
// timeout of two seconds therefore ends a connection after two to four. The tests
// wait for what has to happen, up to a bound, and keep alive what must not end for
// longer than a wrong timeout would take. They run in parallel, so all of them
// together take little longer than the longest.
const (
	short    = 2 * time.Second  // the timeout that is tested
	inTime   = 30 * time.Second // when it must have come at the latest, on a busy machine
	outlives = 6 * time.Second  // how long what is active has to live on
	drip     = 300 * time.Millisecond
)

// dripping calls f again and again until it has lived for a time, or f fails.
func dripping(d time.Duration, f func(i int) error) error {
	tick := time.NewTicker(drip)
	defer tick.Stop()
	end := time.After(d)
	for i := 0; ; i++ {
		if err := f(i); err != nil {
			return fmt.Errorf("after %v: %w", time.Duration(i)*drip, err)
		}
		select {
		case <-tick.C:
		case <-end:
			return nil
		}
	}
}

// slowRoutes have something for each kind of slowness.
func slowRoutes() weft.Routes {
	return weft.NewRoutes(
		route.GET("/").Handle(func(*weft.Request) (weft.Response, error) { return weft.Text("hello"), nil }),
		route.POST("/").Handle(echoAll),
		route.GET("/stream").Handle(func(req *weft.Request) (weft.Response, error) {
			return weft.StreamFunc("text/event-stream", func(w io.Writer) error {
				return dripping(outlives, func(int) error {
					_, err := io.WriteString(w, "data: still here\n\n")
					return err
				})
			}), nil
		}),
		route.GET("/wait").Handle(func(req *weft.Request) (weft.Response, error) {
			<-req.Context().Done()
			return weft.Text("waited"), nil
		}),
		route.GET("/talk").Handle(func(*weft.Request) (weft.Response, error) {
			return weft.Upgrade("talk", func(conn net.Conn, r io.Reader) { io.Copy(conn, r) }), nil
		}),
		route.GET("/large").Handle(func(*weft.Request) (weft.Response, error) { return weft.Text(largeText()), nil }),
		route.POST("/large").Handle(func(req *weft.Request) (weft.Response, error) {
			_, err := req.Body().Bytes()
			return weft.Text(largeText()), err
		}),
	)
}

func largeText() string { return strings.Repeat("0123456789abcdef", 1<<20) }

func echoAll(req *weft.Request) (weft.Response, error) {
	b, err := req.Body().Bytes()
	if err != nil {
		return weft.Response{}, err
	}
	return weft.Bytes(b, "text/plain"), nil
}

// streamed is a server that streams request bodies and asks for them, so that a
// client can know that its body is being read while it arrives.
func streamed(c server.Config) server.Config {
	return c.EnableRequestStreaming().WithAcceptContinue(true)
}

// postStreamed sends a request whose handler runs before the body is sent.
func postStreamed(t *testing.T, c *wefttest.Conn, path string) {
	t.Helper()
	c.Send("POST " + path + " HTTP/1.1\r\nHost: test\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n")
	if code, _, _ := c.ReadResponse(); code != 100 {
		t.Fatalf("status %d, want 100", code)
	}
	c.Send("hello")
}

// impatient is a server that has no time for slow clients.
func impatient(c server.Config) server.Config {
	c.HeaderTimeout, c.StallTimeout = short, short
	return c
}

// timedOut checks that the server answers with 408 in time and closes.
func timedOut(t *testing.T, c *wefttest.Conn) {
	t.Helper()
	r := c.WithTimeout(inTime).Read(weft.GET)
	if v, _ := r.Headers.Get("Connection"); r.Status != 408 || v != "close" {
		t.Errorf("status %d with Connection %q, want 408 and close", r.Status, v)
	}
	c.ReadEnd()
}

// drippingUntilClosed sends a byte from time to time, on another goroutine, until
// the connection is closed.
func drippingUntilClosed(t *testing.T, c *wefttest.Conn) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = dripping(2*inTime, func(int) error {
			_, err := io.WriteString(c.NetConn(), "x")
			return err
		})
	}()
	t.Cleanup(func() {
		c.Close()
		<-done
	})
}

func TestSlowHead(t *testing.T) { eachChannel(t, testSlowHead) }

func testSlowHead(t *testing.T, on channel) {
	t.Parallel()
	srv := on.start(t, slowRoutes(), impatient)
	t.Run("Dripping", func(t *testing.T) {
		t.Parallel()
		c := wefttest.Dial(t, srv.Addr)
		c.Send("GET / HTTP/1.1\r\nHost: test\r\nX: ")
		drippingUntilClosed(t, c)
		timedOut(t, c)
	})
	t.Run("Silent", func(t *testing.T) {
		t.Parallel()
		c := wefttest.Dial(t, srv.Addr)
		c.Send("GET / HT")
		timedOut(t, c)
	})
	t.Run("SecondRequest", func(t *testing.T) {
		t.Parallel()
		c := wefttest.Dial(t, srv.Addr)
		ask(t, c)
		c.Send(plainRequest + "GET /")
		c.ReadResponse()
		drippingUntilClosed(t, c)
		timedOut(t, c)
	})
	t.Run("FirstByteNeverComes", func(t *testing.T) {
		t.Parallel()
		wefttest.Dial(t, srv.Addr).WithTimeout(inTime).ReadEnd()
	})
	t.Run("EmptyLines", func(t *testing.T) {
		t.Parallel()
		c := wefttest.Dial(t, srv.Addr)
		c.Send("\r\n")
		endsSomehow(t, c)
	})
}

func TestSlowBody(t *testing.T) { eachChannel(t, testSlowBody) }

func testSlowBody(t *testing.T, on channel) {
	t.Parallel()
	srv := on.start(t, slowRoutes(), impatient)
	streaming := on.start(t, slowRoutes(), impatient, server.Config.EnableRequestStreaming)
	const (
		length  = "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 1000000\r\n\r\nhello"
		chunked = "POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\nfffff\r\nhello"
	)
	for _, test := range []struct {
		name, start string
		srv         *wefttest.Server
		drips       bool
	}{
		{"Length", length, srv, false},
		{"LengthDripping", length, srv, true},
		{"Chunked", chunked, srv, false},
		{"ChunkedDripping", chunked, srv, true},
		{"StreamedLength", length, streaming, false},
		{"StreamedLengthDripping", length, streaming, true},
		{"StreamedChunked", chunked, streaming, false},
		{"StreamedChunkedDripping", chunked, streaming, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := wefttest.Dial(t, test.srv.Addr)
			c.Send(test.start)
			if test.drips {
				drippingUntilClosed(t, c)
			}
			timedOut(t, c)
		})
	}
}

// TestSteadyBody: a body that comes in pieces, but faster than the least rate, is
// welcome however long it takes.
func TestSteadyBody(t *testing.T) { eachChannel(t, testSteadyBody) }

func testSteadyBody(t *testing.T, on channel) {
	t.Parallel()
	srv := on.start(t, slowRoutes(), impatient)
	streaming := on.start(t, slowRoutes(), impatient, server.Config.EnableRequestStreaming)
	for name, addr := range map[string]string{"Memory": srv.Addr, "Streamed": streaming.Addr} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := wefttest.Dial(t, addr)
			c.Send("POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n")
			piece := strings.Repeat("x", 512)
			sent := 0
			err := dripping(outlives, func(int) error {
				sent += len(piece)
				return c.TrySend(fmt.Sprintf("%x\r\n%s\r\n", len(piece), piece))
			})
			if err != nil {
				t.Fatal(err)
			}
			c.Send("0\r\n\r\n")
			if code, _, body := c.ReadResponse(); code != 200 || len(body) != sent {
				t.Errorf("status %d with %d bytes, want %d", code, len(body), sent)
			}
		})
	}
}

// TestStalledReader: who does not take its response is cut, and the handler told.
func TestStalledReader(t *testing.T) { eachChannel(t, testStalledReader) }

func testStalledReader(t *testing.T, on channel) {
	t.Parallel()
	failed := make(chan error, 1)
	srv := on.start(t, weft.NewRoutes(route.GET("/").Handle(func(*weft.Request) (weft.Response, error) {
		return weft.StreamFunc("text/plain", func(w io.Writer) error {
			for {
				if _, err := io.WriteString(w, largeText()); err != nil {
					failed <- err
					return err
				}
			}
		}), nil
	})), impatient)
	c := srv.Dial()
	c.Send(plainRequest)
	select {
	case <-failed:
	case <-time.After(inTime):
		t.Fatalf("the handler still waits for its client after %v", inTime)
	}
}

// TestStalledReaderOfMemory: the same for a response without a stream.
func TestStalledReaderOfMemory(t *testing.T) { eachChannel(t, testStalledReaderOfMemory) }

func testStalledReaderOfMemory(t *testing.T, on channel) {
	t.Parallel()
	srv := on.start(t, slowRoutes(), impatient)
	c := srv.Dial()
	c.Send("GET /large HTTP/1.1\r\nHost: test\r\n\r\n")
	c.ReadHead(weft.GET)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		// Sending fails once the server has cut the connection.
		_ = dripping(inTime, func(int) error {
			_, err := io.WriteString(c.NetConn(), "x")
			return err
		})
	}()
	<-ended
	if _, err := io.WriteString(c.NetConn(), "x"); err == nil {
		t.Errorf("the connection is still open after %v", inTime)
	}
}

// TestSteadyReader: a client that takes its response slowly, but takes it, gets it
// all, although it needs longer than the timeout.
func TestSteadyReader(t *testing.T) { eachChannel(t, testSteadyReader) }

func testSteadyReader(t *testing.T, on channel) {
	t.Parallel()
	srv := on.start(t, slowRoutes(), impatient)
	streaming := on.start(t, slowRoutes(), impatient, streamed)
	for _, test := range []struct {
		name, addr string
		request    func(c *wefttest.Conn)
	}{
		{"Memory", srv.Addr, func(c *wefttest.Conn) { c.Send("GET /large HTTP/1.1\r\nHost: test\r\n\r\n") }},
		{"AfterAStreamedRequest", streaming.Addr, func(c *wefttest.Conn) { postStreamed(t, c, "/large") }},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := wefttest.Dial(t, test.addr)
			if err := c.NetConn().(*net.TCPConn).SetReadBuffer(64 << 10); err != nil {
				t.Fatal(err)
			}
			test.request(c)
			c.ReadHead(weft.GET)
			got := 0
			read := func(n int) error {
				for end := got + n; got < end; {
					piece, err := c.ReadPiece()
					got += len(piece)
					if err != nil {
						return err
					}
				}
				return nil
			}
			if err := dripping(outlives, func(int) error { return read(512 << 10) }); err != nil {
				t.Fatalf("%d bytes, then %v", got, err)
			}
			if err := read(len(largeText()) - got); err != nil {
				t.Fatalf("%d bytes, then %v", got, err)
			}
		})
	}
}

// TestQuietEventStream: a stream without events is healthy.
func TestQuietEventStream(t *testing.T) { eachChannel(t, testQuietEventStream) }

func testQuietEventStream(t *testing.T, on channel) {
	t.Parallel()
	next := make(chan struct{})
	srv := on.start(t, weft.NewRoutes(route.GET("/").Handle(func(req *weft.Request) (weft.Response, error) {
		return weft.Stream("text/event-stream", func(yield func([]byte, error) bool) {
			for yield([]byte("data: event\n\n"), nil) {
				select {
				case <-next:
				case <-req.Context().Done():
					return
				}
			}
		}), nil
	})), impatient)
	c := srv.Dial()
	c.Send(plainRequest)
	c.ReadHead(weft.GET)
	for range 2 {
		if piece, err := c.ReadPiece(); piece != "data: event\n\n" {
			t.Fatalf("got %q, %v", piece, err)
		}
		c.ReadNothing(outlives / 2)
		next <- struct{}{}
	}
}

// TestDefaultShutdownTimeout: ten seconds, by the specification.
func TestDefaultShutdownTimeout(t *testing.T) { eachChannel(t, testDefaultShutdownTimeout) }

func testDefaultShutdownTimeout(t *testing.T, on channel) {
	if testing.Short() {
		t.Skip("it takes ten seconds")
	}
	t.Parallel()
	g := newGate()
	srv := on.start(t, g.routes())
	defer close(g.open)
	c := srv.Dial()
	c.Send(waitingRequest)
	await(t, g.began, "the request")
	start := time.Now()
	err := srv.Server().Shutdown(context.Background())
	if took := time.Since(start); !errors.Is(err, server.ErrCut) || took < 9500*time.Millisecond || took > 12*time.Second {
		t.Errorf("the shutdown took %v and gave %v", took, err)
	}
}
