//go:build linux && (amd64 || arm64 || riscv64 || loong64 || ppc64le || s390x)

package epoll_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"runtime"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/h1"
	"github.com/weft-go/weft/internal/leakcheck"
	"github.com/weft-go/weft/internal/transport"
	"github.com/weft-go/weft/internal/transport/epoll"
	"github.com/weft-go/weft/internal/transport/uring"
	"github.com/weft-go/weft/route"
)

func TestMain(m *testing.M) { leakcheck.Main(m) }

const patience = 10 * time.Second

// eachKernel runs a test on each interface of the kernel that there is here.
func eachKernel(t *testing.T, test func(t *testing.T, open openFunc)) {
	t.Run("Epoll", func(t *testing.T) { test(t, epoll.New) })
	t.Run("Uring", func(t *testing.T) {
		tr, err := uring.New(settings(weft.NewRoutes()), 1)
		if errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.ENOSYS) {
			t.Skip(err)
		}
		if err != nil {
			t.Fatal(err)
		}
		tr.Close()
		test(t, uring.New)
	})
}

type openFunc func(*transport.Settings, int) (*epoll.Transport, error)

func settings(routes weft.Routes) *transport.Settings {
	set := &transport.Settings{
		Limits:        h1.DefaultLimits(),
		Runtime:       &weft.Runtime{Logger: slog.New(slog.DiscardHandler)},
		KeepAlive:     true,
		MaxBody:       1 << 20,
		HeaderTimeout: patience,
		StallTimeout:  patience,
	}
	set.Install(routes)
	return set
}

// serve starts a transport with some loops for the time of a test.
func serve(t *testing.T, open openFunc, loops int, routes weft.Routes) (*epoll.Transport, string) {
	t.Helper()
	tr, err := open(settings(routes), loops)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- tr.Serve(l) }()
	t.Cleanup(func() {
		tr.Close()
		if err := <-served; err != nil {
			t.Errorf("Serve returned %v", err)
		}
	})
	return tr, l.Addr().String()
}

// app has a route that answers at once and one that waits.
func app(wait <-chan struct{}) weft.Routes {
	return weft.NewRoutes(
		route.GET("/").Handle(func(*weft.Request) (weft.Response, error) { return weft.Text("hello"), nil }),
		route.GET("/wait").Handle(func(*weft.Request) (weft.Response, error) {
			<-wait
			return weft.Text("hello"), nil
		}),
	)
}

func dial(t *testing.T, addr string) net.Conn {
	t.Helper()
	nc, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { nc.Close() })
	return nc
}

func ask(t *testing.T, nc net.Conn, path string) {
	t.Helper()
	if _, err := io.WriteString(nc, "GET "+path+" HTTP/1.1\r\nHost: test\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
}

// receive reads an answer, which comes in one piece.
func receive(t *testing.T, nc net.Conn) {
	t.Helper()
	nc.SetReadDeadline(time.Now().Add(patience))
	b := make([]byte, 1024)
	n, err := nc.Read(b)
	if err != nil || n < 5 || string(b[n-5:n]) != "hello" {
		t.Fatalf("got %q, %v", b[:n], err)
	}
}

// until waits for something to become true.
func until(t *testing.T, what string, f func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !f(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s: not within %v", what, patience)
		}
	}
}

// TestConnectionLeavesAndComesHome: a handler that blocks makes its connection a guest
// of nio, which sends it home when it has been idle for a while.
func TestConnectionLeavesAndComesHome(t *testing.T) { eachKernel(t, testConnectionLeavesAndComesHome) }

func testConnectionLeavesAndComesHome(t *testing.T, open openFunc) {
	wait := make(chan struct{})
	tr, addr := serve(t, open, 1, app(wait))
	nc := dial(t, addr)
	ask(t, nc, "/")
	receive(t, nc)
	if tr.OnLoops() != 1 || tr.Guests() != 0 {
		t.Fatalf("%d connections here and %d at nio, want 1 and 0", tr.OnLoops(), tr.Guests())
	}
	ask(t, nc, "/wait")
	until(t, "leaving", func() bool { return tr.OnLoops() == 0 && tr.Guests() == 1 })
	other := dial(t, addr)
	ask(t, other, "/")
	receive(t, other)
	close(wait)
	receive(t, nc)
	until(t, "coming home", func() bool { return tr.OnLoops() == 2 && tr.Guests() == 0 })
	for range 3 {
		ask(t, nc, "/")
		receive(t, nc)
	}
	if tr.Guests() != 0 {
		t.Error("the connection has left again")
	}
}

// TestBlockingRouteIsLearned: after some handlers have overstayed, requests of their
// route do not hold up the loop any more.
func TestBlockingRouteIsLearned(t *testing.T) { eachKernel(t, testBlockingRouteIsLearned) }

func testBlockingRouteIsLearned(t *testing.T, open openFunc) {
	wait := make(chan struct{})
	tr, addr := serve(t, open, 1, app(wait))
	for range 5 {
		ask(t, dial(t, addr), "/wait")
	}
	until(t, "leaving", func() bool { return tr.Guests() == 5 })
	x, limits := new(weft.Exchange), h1.DefaultLimits()
	var p h1.Parser
	if n, err := p.Parse([]byte("GET /wait HTTP/1.1\r\nHost: test\r\n\r\n"), &limits, x.Head()); n == 0 || err != nil {
		t.Fatal(n, err)
	}
	if !tr.Blocks(x) {
		t.Error("the route is not known to block")
	}
	before := tr.Holder()
	ask(t, dial(t, addr), "/wait")
	until(t, "leaving", func() bool { return tr.Guests() == 6 })
	if tr.Holder() != before {
		t.Error("the loop had to change hands for a route that is known to block")
	}
	close(wait)
}

// TestIdleConnectionsAreSmall: no goroutine and less than half a kilobyte.
func TestIdleConnectionsAreSmall(t *testing.T) { eachKernel(t, testIdleConnectionsAreSmall) }

func testIdleConnectionsAreSmall(t *testing.T, open openFunc) {
	const n = 400
	tr, addr := serve(t, open, 1, app(nil))
	var clients []net.Conn
	for range n {
		nc := dial(t, addr)
		ask(t, nc, "/")
		receive(t, nc)
		clients = append(clients, nc)
	}
	goroutines, with := runtime.NumGoroutine(), heap()
	tr.CloseIdle() // closes the idle ones
	// On a machine that is very busy some may be guests of nio.
	until(t, "closing", func() bool { return tr.OnLoops() == 0 })
	without := heap()
	if d := goroutines - runtime.NumGoroutine(); d > 5 {
		t.Errorf("%d goroutines for %d idle connections", d, n)
	}
	if each := (int64(with) - int64(without)) / n; each > 512 {
		t.Errorf("an idle connection takes %d bytes", each)
	} else {
		t.Logf("an idle connection takes %d bytes", each)
	}
	runtime.KeepAlive(clients)
}

func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestDescriptorsAreClosed: a transport that has ended holds none.
func TestDescriptorsAreClosed(t *testing.T) { eachKernel(t, testDescriptorsAreClosed) }

func testDescriptorsAreClosed(t *testing.T, open openFunc) {
	before := descriptors(t)
	t.Run("Transport", func(t *testing.T) {
		wait := make(chan struct{})
		tr, addr := serve(t, open, 2, app(wait))
		for i := range 20 {
			nc := dial(t, addr)
			ask(t, nc, []string{"/", "/wait"}[i%2])
		}
		until(t, "the requests", func() bool { return tr.Guests() == 10 })
		close(wait)
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		if err := tr.Shutdown(ctx); err != nil {
			t.Error(err)
		}
		if n := tr.Connections(); n != 0 {
			t.Errorf("%d connections are left", n)
		}
	})
	until(t, "closing the descriptors", func() bool { return descriptors(t) <= before })
}

func descriptors(t *testing.T) int {
	t.Helper()
	all, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(all)
}

// TestCloseDuringHandlers: closing does not wait for handlers, and those who look at
// their context are told.
func TestCloseDuringHandlers(t *testing.T) { eachKernel(t, testCloseDuringHandlers) }

func testCloseDuringHandlers(t *testing.T, open openFunc) {
	began, ended := make(chan struct{}), make(chan struct{})
	tr, addr := serve(t, open, 2, weft.NewRoutes(route.GET("/").Handle(func(req *weft.Request) (weft.Response, error) {
		close(began)
		<-req.Context().Done()
		close(ended)
		return weft.OK(), nil
	})))
	ask(t, dial(t, addr), "/")
	<-began
	closed := make(chan struct{})
	go func() {
		tr.Close()
		close(closed)
	}()
	for _, c := range []chan struct{}{closed, ended} {
		select {
		case <-c:
		case <-time.After(patience):
			t.Fatal("it hangs")
		}
	}
	until(t, "the end", func() bool { return tr.Connections() == 0 })
}

// TestClosingIdleBesideBusy: descriptors of connections that are closed are used again
// at once, and nobody receives what belongs to another. A connection may be closed
// just when a client asks, but no client waits for an answer in vain.
func TestClosingIdleBesideBusy(t *testing.T) { eachKernel(t, testClosingIdleBesideBusy) }

func testClosingIdleBesideBusy(t *testing.T, open openFunc) {
	tr, addr := serve(t, open, 2, app(nil))
	end := time.Now().Add(500 * time.Millisecond)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for time.Now().Before(end) {
				if err := askUntilClosed(addr, 5); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for time.Now().Before(end) {
		tr.CloseIdle()
		time.Sleep(100 * time.Microsecond)
	}
	all.Wait()
}

// askUntilClosed asks some times, or until the server closes the connection.
func askUntilClosed(addr string, times int) error {
	nc, err := net.Dial("tcp", addr)
	if err != nil {
		return err
	}
	defer nc.Close()
	b := make([]byte, 1024)
	for range times {
		if _, err := io.WriteString(nc, "GET / HTTP/1.1\r\nHost: test\r\n\r\n"); err != nil {
			return nil
		}
		if err := nc.SetReadDeadline(time.Now().Add(patience)); err != nil {
			return err
		}
		n, err := nc.Read(b)
		if errors.Is(err, os.ErrDeadlineExceeded) {
			return err
		}
		if err != nil {
			return nil
		}
		if !bytes.HasSuffix(b[:n], []byte("hello")) {
			return fmt.Errorf("got %q", b[:n])
		}
	}
	return nil
}
