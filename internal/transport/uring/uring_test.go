//go:build linux && (amd64 || arm64 || riscv64 || loong64 || ppc64le)

package uring

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/h1"
	"github.com/weft-go/weft/internal/leakcheck"
	"github.com/weft-go/weft/internal/transport"
	"github.com/weft-go/weft/internal/transport/epoll"
	"github.com/weft-go/weft/route"
)

func TestMain(m *testing.M) { leakcheck.Main(m) }

const patience = 10 * time.Second

// serve starts a transport with one loop for the time of a test.
func serve(t *testing.T, routes weft.Routes) (*epoll.Transport, string) {
	t.Helper()
	set := &transport.Settings{
		Limits:        h1.DefaultLimits(),
		Runtime:       &weft.Runtime{Logger: slog.New(slog.DiscardHandler)},
		KeepAlive:     true,
		MaxBody:       1 << 24,
		HeaderTimeout: patience,
		StallTimeout:  patience,
	}
	set.Install(routes)
	tr, err := New(set, 1)
	if errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.ENOSYS) {
		t.Skip(err)
	}
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

// A client sends requests and reads answers.
type client struct {
	net.Conn
	in *bufio.Reader
}

func dial(t *testing.T, addr string) client {
	t.Helper()
	nc, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { nc.Close() })
	if err := nc.SetDeadline(time.Now().Add(3 * patience)); err != nil {
		t.Fatal(err)
	}
	return client{nc, bufio.NewReader(nc)}
}

func (c client) ask(t *testing.T, path string) {
	t.Helper()
	if _, err := io.WriteString(c, "GET "+path+" HTTP/1.1\r\nHost: test\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
}

func (c client) receive(t *testing.T, want string) {
	t.Helper()
	r, err := http.ReadResponse(c.in, nil)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(r.Body)
	if err != nil || string(body) != want {
		t.Fatalf("got %d bytes, want %d, and %v", len(body), len(want), err)
	}
}

// long is a body that is not sent at once by itself but held, with a name in it.
func long(name string) string { return name + strings.Repeat(".", 8<<10) }

func app() weft.Routes {
	return weft.NewRoutes(
		route.GET("/{name}").Handle(func(req *weft.Request) (weft.Response, error) { return weft.Text(req.Param("name")), nil }),
		route.GET("/long/{name}").Handle(func(req *weft.Request) (weft.Response, error) {
			return weft.Text(long(req.Param("name"))), nil
		}),
		route.GET("/exit").Handle(func(*weft.Request) (weft.Response, error) {
			runtime.LockOSThread()
			runtime.Goexit() // and the thread ends, too
			return weft.Response{}, nil
		}),
		route.POST("/").Handle(func(req *weft.Request) (weft.Response, error) {
			b, err := req.Body().Bytes()
			return weft.Text(fmt.Sprint(len(b), strings.Count(string(b), "x"))), err
		}),
	)
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

// TestClientThatDoesNotRead: what the kernel could not send follows later, in order, with
// what was asked for meanwhile; and others are served.
func TestClientThatDoesNotRead(t *testing.T) {
	_, addr := serve(t, app())
	slow, other := dial(t, addr), dial(t, addr)
	const n = 2000 // some 16 MB: more than the sockets take
	sent := make(chan error, 1)
	go func() {
		var err error
		for i := 0; i < n && err == nil; i++ {
			_, err = fmt.Fprintf(slow, "GET /long/%d HTTP/1.1\r\nHost: test\r\n\r\n", i)
			if i < 1000 {
				time.Sleep(50 * time.Microsecond) // most requests arrive by themselves
			}
		}
		sent <- err
	}()
	for i := range 100 {
		other.ask(t, fmt.Sprint("/", i))
		other.receive(t, fmt.Sprint(i))
	}
	if err := <-sent; err != nil {
		t.Fatal(err)
	}
	for i := range n {
		slow.receive(t, long(fmt.Sprint(i)))
	}
}

// TestManyAtOnce: more requests at a time than there are buffers at first.
func TestManyAtOnce(t *testing.T) {
	_, addr := serve(t, app())
	var clients []client
	for range 5 * fewBuffers {
		clients = append(clients, dial(t, addr))
	}
	for round := range 5 {
		for i, c := range clients {
			c.ask(t, fmt.Sprint("/", i, "-", round))
		}
		for i, c := range clients {
			c.receive(t, fmt.Sprint(i, "-", round))
		}
	}
}

// TestBodyInPieces: large bodies arrive whole, whether or not another request follows.
func TestBodyInPieces(t *testing.T) {
	_, addr := serve(t, app())
	c := dial(t, addr)
	for _, size := range []int{0, 1, bufferSize - 1, bufferSize, bufferSize + 1, 100_000, 5_000_000} {
		body := strings.Repeat("x", size)
		if _, err := fmt.Fprintf(c, "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: %d\r\n\r\n%sGET /next HTTP/1.1\r\nHost: test\r\n\r\n", size, body); err != nil {
			t.Fatal(err)
		}
		c.receive(t, fmt.Sprint(size, size))
		c.receive(t, "next")
	}
}

// TestThreadEnds: the kernel cancels what a thread has asked for when it ends. The loop
// asks again.
func TestThreadEnds(t *testing.T) {
	_, addr := serve(t, app())
	var clients []client
	for range 20 {
		c := dial(t, addr)
		c.ask(t, "/first")
		c.receive(t, "first")
		clients = append(clients, c)
	}
	for range 3 {
		c := dial(t, addr)
		c.ask(t, "/exit")
		if b, err := io.ReadAll(c.in); err != nil || len(b) > 0 {
			t.Fatalf("got %q, %v", b, err)
		}
		for _, c := range clients {
			c.ask(t, "/again")
			c.receive(t, "again")
		}
		fresh := dial(t, addr)
		fresh.ask(t, "/fresh")
		fresh.receive(t, "fresh")
	}
}

// TestStopsListening: the kernel does not accept any more once the transport drains.
func TestStopsListening(t *testing.T) {
	tr, addr := serve(t, app())
	c := dial(t, addr)
	c.ask(t, "/first")
	c.receive(t, "first")
	if err := tr.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	if nc, err := net.Dial("tcp", addr); err == nil {
		nc.Close()
		t.Error("a connection was accepted after the end")
	}
}

// TestMemoryIsGivenBack: what is shared with the kernel goes with the transport.
func TestMemoryIsGivenBack(t *testing.T) {
	rings := func() int {
		b, err := os.ReadFile("/proc/self/maps")
		if err != nil {
			t.Fatal(err)
		}
		return strings.Count(string(b), "io_uring")
	}
	tr, addr := serve(t, app())
	for range 10 {
		c := dial(t, addr)
		c.ask(t, "/first")
		c.receive(t, "first")
	}
	if rings() == 0 {
		t.Fatal("this test does not see rings")
	}
	tr.Close()
	until(t, "giving back the memory", func() bool { return rings() == 0 })
}

func TestRefusal(t *testing.T) {
	for _, test := range []struct {
		errno syscall.Errno
		want  string
	}{
		{syscall.ENOSYS, "io_uring_setup: function not implemented; the kernel has no io_uring; want AUTO, NIO or EPOLL here"},
		{syscall.EPERM, "io_uring_setup: operation not permitted; the sysctl kernel.io_uring_disabled or a seccomp filter, as containers have one, forbids io_uring; want AUTO, NIO or EPOLL here"},
		{syscall.EINVAL, "io_uring_setup: invalid argument; the kernel is older than 5.19; want AUTO, NIO or EPOLL here"},
		{syscall.ENOMEM, "io_uring_setup: cannot allocate memory; want AUTO, NIO or EPOLL here"},
	} {
		err := refusal("io_uring_setup", test.errno)
		if err.Error() != test.want || !errors.Is(err, test.errno) {
			t.Errorf("got %q, want %q", err, test.want)
		}
	}
}
