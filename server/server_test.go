package server_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/wefttest"
)

func discard() *slog.Logger { return slog.New(slog.DiscardHandler) }

// says returns routes that answer every path with a text.
func says(text string) weft.Routes {
	return weft.NewRoutes(route.GET("/{path...}").Handle(func(*weft.Request) (weft.Response, error) {
		return weft.Text(text), nil
	}))
}

// install starts a server and closes it with the test.
func install(t *testing.T, srv *server.Server, routes weft.Routes) int {
	t.Helper()
	t.Cleanup(func() { srv.Close() })
	port, err := srv.Install(routes)
	if err != nil {
		t.Fatal(err)
	}
	return port
}

func TestInstallReturnsThePort(t *testing.T) {
	srv := server.New(quiet(server.Config{}).WithBinding("127.0.0.1", 0))
	if srv.Addr() != nil {
		t.Errorf("address %v before the first Install", srv.Addr())
	}
	port := install(t, srv, says("hello"))
	if port == 0 || srv.Addr().(*net.TCPAddr).Port != port {
		t.Errorf("port %d, address %v", port, srv.Addr())
	}
	again, err := srv.Install(says("hello"))
	if err != nil || again != port {
		t.Errorf("the second Install gave %d, %v", again, err)
	}
	ask(t, wefttest.Dial(t, fmt.Sprintf("127.0.0.1:%d", port)))
}

// TestAnyOpenPort: without a host the server listens on all interfaces.
func TestAnyOpenPort(t *testing.T) {
	srv := server.DefaultWith(func(c server.Config) server.Config { return quiet(c).OnAnyOpenPort() })
	port := install(t, srv, says("hello"))
	if ip := srv.Addr().(*net.TCPAddr).IP; !ip.IsUnspecified() {
		t.Errorf("the server listens on %v alone", ip)
	}
	ask(t, wefttest.Dial(t, fmt.Sprintf("127.0.0.1:%d", port)))
}

func TestPortInUse(t *testing.T) {
	first := server.New(quiet(server.Config{}).WithBinding("127.0.0.1", 0))
	port := install(t, first, says("hello"))
	second := server.New(quiet(server.Config{}).WithBinding("127.0.0.1", port))
	_, err := second.Install(says("other"))
	if !errors.Is(err, syscall.EADDRINUSE) {
		t.Fatalf("error %v", err)
	}
	for _, part := range []string{fmt.Sprintf("127.0.0.1:%d", port), "address already in use"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("the error %q does not contain %q", err, part)
		}
	}
	if second.Addr() != nil {
		t.Errorf("address %v after a failure", second.Addr())
	}
	ask(t, wefttest.Dial(t, first.Addr().String()))
	first.Close()
	if _, err := second.Install(says("hello")); err != nil {
		t.Fatalf("the second try: %v", err)
	}
	defer second.Close()
	ask(t, wefttest.Dial(t, second.Addr().String()))
}

func TestAddressMalformed(t *testing.T) {
	for _, address := range []string{"nonsense", "127.0.0.1:http99", "127.0.0.1:99999", "unix:/no/such/directory/socket"} {
		_, err := server.New(quiet(server.Config{Address: address})).Install(weft.Routes{})
		if err == nil || !strings.Contains(err.Error(), address) {
			t.Errorf("%s: error %v", address, err)
		}
	}
}

func TestSeveralServers(t *testing.T) { eachChannel(t, testSeveralServers) }

func testSeveralServers(t *testing.T, on channel) {
	var all []*wefttest.Server
	for i := range 5 {
		all = append(all, on.start(t, says(fmt.Sprint("server ", i))))
	}
	for i, srv := range all {
		c := srv.Dial()
		c.Send(plainRequest)
		if _, _, body := c.ReadResponse(); body != fmt.Sprint("server ", i) {
			t.Errorf("server %d says %q", i, body)
		}
	}
	all[0].Close()
	c := all[1].Dial()
	c.Send(plainRequest)
	c.ReadResponse()
}

func TestUnixSocket(t *testing.T) {
	path := filepath.Join(t.TempDir(), "socket")
	config := quiet(server.Config{Address: "unix:" + path})
	srv := server.New(config)
	if port := install(t, srv, weft.NewRoutes(route.GET("/").Handle(func(req *weft.Request) (weft.Response, error) {
		if addr, ok := req.RemoteAddress(); ok {
			return weft.Text(addr.String()), nil
		}
		return weft.Text("hello"), nil
	}))); port != 0 {
		t.Errorf("port %d, want 0", port)
	}
	ask(t, wefttest.Dial(t, "unix:"+path))

	other := server.New(config)
	if _, err := other.Install(says("other")); !errors.Is(err, syscall.EADDRINUSE) || !strings.Contains(err.Error(), path) {
		t.Errorf("a socket in use was taken: error %v", err)
	}
	ask(t, wefttest.Dial(t, "unix:"+path))

	if err := srv.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("the socket is still there: %v", err)
	}
}

// TestUnixSocketLeftBehind: a socket whose server is dead is in nobody's way.
func TestUnixSocketLeftBehind(t *testing.T) { eachChannel(t, testUnixSocketLeftBehind) }

func testUnixSocketLeftBehind(t *testing.T, on channel) {
	path := filepath.Join(t.TempDir(), "socket")
	dead, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	dead.(*net.UnixListener).SetUnlinkOnClose(false)
	dead.Close()
	if _, err := os.Stat(path); err != nil {
		t.Fatal(err)
	}
	srv := on.start(t, says("hello"), func(c server.Config) server.Config {
		c.Address = "unix:" + path
		return c
	})
	ask(t, srv.Dial())
	srv.Close()
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("the socket is still there: %v", err)
	}
}

// TestUnixSocketKeepsFiles: what is not a socket is somebody's file.
func TestUnixSocketKeepsFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := server.New(quiet(server.Config{Address: "unix:" + path})).Install(weft.Routes{}); err == nil {
		t.Error("the server listens in place of a file")
	}
	if b, err := os.ReadFile(path); err != nil || string(b) != "precious" {
		t.Errorf("the file is now %q, %v", b, err)
	}
}

// TestUnixSocketHalfClose: the ways of TCP are those of Unix sockets, too.
func TestUnixSocketHalfClose(t *testing.T) { eachChannel(t, testUnixSocketHalfClose) }

func testUnixSocketHalfClose(t *testing.T, on channel) {
	t.Parallel()
	srv := on.start(t, says("hello"), func(c server.Config) server.Config {
		c.Address = "unix:" + filepath.Join(t.TempDir(), "socket")
		return c
	})
	c := srv.Dial()
	ask(t, c)
	c.Send(plainRequest + plainRequest)
	c.CloseWrite()
	for range 2 {
		c.ReadResponse()
	}
	c.ReadEnd()
}

// TestInstallReplacesRoutes: requests that arrive later see the new routes, also on
// connections that are open.
func TestInstallReplacesRoutes(t *testing.T) { eachChannel(t, testInstallReplacesRoutes) }

func testInstallReplacesRoutes(t *testing.T, on channel) {
	srv := on.start(t, says("old"))
	c := srv.Dial()
	for _, text := range []string{"old", "new", "newest"} {
		srv.Install(says(text))
		c.Send(plainRequest)
		if _, _, body := c.ReadResponse(); body != text {
			t.Errorf("got %q, want %q", body, text)
		}
	}
}

// TestInstallUnderLoad: while routes are replaced, every request gets a whole answer
// from some of them, and none an older one than was there when it was sent.
func TestInstallUnderLoad(t *testing.T) { eachChannel(t, testInstallUnderLoad) }

func testInstallUnderLoad(t *testing.T, on channel) {
	t.Parallel()
	srv := on.start(t, says("0"))
	const versions, clients = 300, 8
	var installed atomic.Int64
	stop := make(chan struct{})
	var load sync.WaitGroup
	var served atomic.Int64
	for range clients {
		load.Go(func() {
			if err := keepAsking(srv.Addr, stop, &installed, &served); err != nil {
				t.Error(err)
			}
		})
	}
	for v := int64(1); v <= versions; v++ {
		srv.Install(says(fmt.Sprint(v)))
		installed.Store(v)
		for before := served.Load(); served.Load() < before+clients && !t.Failed(); {
			time.Sleep(50 * time.Microsecond)
		}
	}
	close(stop)
	load.Wait()
	if n := served.Load(); n < versions {
		t.Errorf("%d requests were served while %d versions were installed", n, versions)
	}
}

// keepAsking sends requests over one connection until stop is closed.
func keepAsking(addr string, stop <-chan struct{}, installed, served *atomic.Int64) error {
	nc, err := net.Dial("tcp", addr)
	if err != nil {
		return err
	}
	defer nc.Close()
	in := wefttest.NewRawReader(nc)
	for {
		select {
		case <-stop:
			return nil
		default:
		}
		oldest := installed.Load()
		if err := nc.SetDeadline(time.Now().Add(patience)); err != nil {
			return err
		}
		if _, err := io.WriteString(nc, plainRequest); err != nil {
			return fmt.Errorf("sending: %w", err)
		}
		r, err := in.Read(weft.GET)
		if err != nil {
			return fmt.Errorf("reading: %w", err)
		}
		var version int64
		if _, err := fmt.Sscan(r.Body, &version); err != nil || r.Status != 200 || version < oldest {
			return fmt.Errorf("status %d with body %q, want a version from %d on", r.Status, r.Body, oldest)
		}
		served.Add(1)
	}
}

// TestInstallFromSeveralGoroutines: the first call listens, whoever it is.
func TestInstallFromSeveralGoroutines(t *testing.T) {
	srv := server.New(quiet(server.Config{}).WithBinding("127.0.0.1", 0))
	defer srv.Close()
	var all sync.WaitGroup
	ports := make(chan int, 20)
	for range 20 {
		all.Go(func() {
			port, err := srv.Install(says("hello"))
			if err != nil {
				t.Error(err)
			}
			ports <- port
		})
	}
	all.Wait()
	close(ports)
	first := <-ports
	for port := range ports {
		if port != first {
			t.Errorf("ports %d and %d", first, port)
		}
	}
	ask(t, wefttest.Dial(t, srv.Addr().String()))
}

// TestConstructors: the specification names several ways to the same server.
func TestConstructors(t *testing.T) {
	free := func() int {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		return l.Addr().(*net.TCPAddr).Port
	}
	port := free()
	for name, srv := range map[string]*server.Server{
		"DefaultWithPort": server.DefaultWithPort(port),
		"DefaultWith":     server.DefaultWith(func(c server.Config) server.Config { return c.WithPort(port) }),
		"Live":            server.Live(server.Config{}.WithPort(port)),
		"New":             server.New(server.Config{Address: fmt.Sprint(":", port)}),
	} {
		t.Run(name, func(t *testing.T) {
			if got := install(t, srv, says("hello")); got != port {
				t.Errorf("port %d, want %d", got, port)
			}
			ask(t, wefttest.Dial(t, fmt.Sprintf("127.0.0.1:%d", port)))
		})
	}
	if srv := server.Default(); srv.Addr() != nil || srv.Shutdown(context.Background()) != nil {
		t.Error("the default server is not ready for use")
	}
}
