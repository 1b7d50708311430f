//go:build unix

package server_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/wefttest"
)

// TestUnixSocketMode: the file has the mode of the setting, whatever the umask is.
func TestUnixSocketMode(t *testing.T) {
	for _, mode := range []fs.FileMode{0o600, 0o660, 0o666} {
		path := filepath.Join(t.TempDir(), "socket")
		srv := wefttest.Start(t, says("hello"), func(c server.Config) server.Config {
			c.Address, c.SocketMode = "unix:"+path, mode
			return c
		})
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != mode {
			t.Errorf("mode %v, %v, want %v", info.Mode(), err, mode)
		}
		ask(t, srv.Dial())
	}
}

// TestAbstractUnixSocket: a name that is no file has no mode, and setting one is no
// fault.
func TestAbstractUnixSocket(t *testing.T) {
	if _, err := os.Stat("/proc/net/unix"); err != nil {
		t.Skip("only Linux has them")
	}
	name := "@weft-test-" + strconv.Itoa(os.Getpid())
	srv := wefttest.Start(t, says("hello"), func(c server.Config) server.Config {
		c.Address, c.SocketMode = "unix:"+name, 0o600
		return c
	})
	ask(t, srv.Dial())
}

// TestUnixSocketOfABusyServer: a server that does not accept for the moment keeps its
// socket.
func TestUnixSocketOfABusyServer(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("a full queue looks like a dead server elsewhere")
	}
	path := filepath.Join(t.TempDir(), "socket")
	fillQueue(t, path)
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = server.New(quiet(server.Config{Address: "unix:" + path})).Install(weft.Routes{})
	if err == nil || !strings.Contains(err.Error(), "address already in use") {
		t.Errorf("got %v, want an address that is in use", err)
	}
	if after, err := os.Stat(path); err != nil || !os.SameFile(before, after) {
		t.Errorf("the socket has been taken away: %v", err)
	}
}

// fillQueue listens on a path with a short queue, and connects until it is full.
func fillQueue(t *testing.T, path string) {
	t.Helper()
	fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Close(fd) })
	if err := syscall.Bind(fd, &syscall.SockaddrUnix{Name: path}); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Listen(fd, 0); err != nil {
		t.Fatal(err)
	}
	for range 10 {
		c, err := net.Dial("unix", path)
		if errors.Is(err, syscall.EAGAIN) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
	}
	t.Fatal("the queue takes more connections than it should")
}

// inherit makes it look as if systemd had started the process with a socket. Names have
// places, so the socket need not be the first descriptor.
func inherit(t *testing.T, l interface{ File() (*os.File, error) }, name string) {
	t.Helper()
	f, err := l.File()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	place := int(f.Fd()) - 3
	t.Setenv("LISTEN_PID", strconv.Itoa(os.Getpid()))
	t.Setenv("LISTEN_FDS", strconv.Itoa(place+1))
	t.Setenv("LISTEN_FDNAMES", strings.Repeat("other:", place)+name)
}

// TestSystemdSocket: the server takes over a socket, which stays open when it ends.
func TestSystemdSocket(t *testing.T) {
	l, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	inherit(t, l, "web")
	for range 2 {
		srv := server.New(quiet(server.Config{Address: "systemd:web"}))
		if port := install(t, srv, says("hello")); port != l.Addr().(*net.TCPAddr).Port {
			t.Errorf("port %d", port)
		}
		ask(t, wefttest.Dial(t, l.Addr().String()))
		if err := srv.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
	}
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatalf("the socket is closed: %v", err)
	}
	c.Close()
}

// TestSystemdUnixSocket: the file of a Unix socket is systemd's, and stays.
func TestSystemdUnixSocket(t *testing.T) {
	path := filepath.Join(t.TempDir(), "socket")
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	inherit(t, l, "web")
	srv := server.New(quiet(server.Config{Address: "systemd:web"}))
	if port := install(t, srv, says("hello")); port != 0 {
		t.Errorf("port %d", port)
	}
	ask(t, wefttest.Dial(t, "unix:"+path))
	srv.Close()
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}

// TestSystemdFaults: what is missing is told.
func TestSystemdFaults(t *testing.T) {
	pid := strconv.Itoa(os.Getpid())
	for _, test := range []struct {
		name, fds, pid, names, address, want string
	}{
		{"not started with sockets", "", pid, "", "systemd:", "LISTEN_FDS is not set"},
		{"no number", "many", pid, "", "systemd:", `LISTEN_FDS: want a number of sockets, got "many"`},
		{"none", "0", pid, "", "systemd:", `got "0"`},
		{"for another process", "1", "1", "", "systemd:", "the sockets are for process 1"},
		{"another name", "1", pid, "web", "systemd:admin", `there is no socket of that name; LISTEN_FDNAMES is "web"`},
		{"more names than sockets", "1", pid, "web:admin", "systemd:admin", "there is no socket of that name"},
		{"not open", "1000", pid, strings.Repeat("x:", 999) + "web", "systemd:web", "descriptor 1002"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Setenv("LISTEN_FDS", test.fds)
			t.Setenv("LISTEN_PID", test.pid)
			t.Setenv("LISTEN_FDNAMES", test.names)
			_, err := server.New(quiet(server.Config{Address: test.address})).Install(weft.Routes{})
			if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), test.address) {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
}

// TestSystemdNotify: systemd hears when the server is ready and when it stops.
func TestSystemdNotify(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notify")
	l, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	t.Setenv("NOTIFY_SOCKET", path)
	states := make(chan string, 10)
	go func() {
		buf := make([]byte, 100)
		for {
			n, err := l.Read(buf)
			if err != nil {
				return
			}
			states <- string(buf[:n])
		}
	}()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	addr, result := serving(t, ctx, quiet(server.Config{}), says("hello"))
	if s := await(t, states, "the first state"); s != "READY=1" {
		t.Errorf("first %q", s)
	}
	ask(t, wefttest.Dial(t, addr))
	cancel()
	if s := await(t, states, "the last state"); s != "STOPPING=1" {
		t.Errorf("then %q", s)
	}
	if err := await(t, result, "the end of Serve"); err != nil {
		t.Error(err)
	}
}

// TestSystemdNotifyFaults: a socket that is not there does not stop the server.
func TestSystemdNotifyFaults(t *testing.T) {
	for _, address := range []string{"/no/such/socket", "vsock:2:1234"} {
		t.Setenv("NOTIFY_SOCKET", address)
		ctx, cancel := context.WithCancel(t.Context())
		addr, result := serving(t, ctx, quiet(server.Config{}), says("hello"))
		ask(t, wefttest.Dial(t, addr))
		cancel()
		if err := await(t, result, "the end of Serve"); err != nil {
			t.Error(err)
		}
	}
}

// TestHealth goes through the states of a server.
func TestHealth(t *testing.T) {
	g := newGate()
	srv := server.New(quiet(server.Config{}).WithBinding("127.0.0.1", 0))
	states := func(when string, alive, ready bool) {
		t.Helper()
		if srv.Alive() != alive || srv.Ready() != ready {
			t.Errorf("%s: alive %v, ready %v", when, srv.Alive(), srv.Ready())
		}
	}
	states("at first", false, false)
	port := install(t, srv, weft.NewRoutes(g.routes(), srv.HealthRoutes()))
	states("after Install", true, true)
	c := wefttest.Dial(t, fmt.Sprintf("127.0.0.1:%d", port))
	answers := func(path string, want int) {
		t.Helper()
		c.Send("GET " + path + " HTTP/1.1\r\nHost: test\r\n\r\n")
		status, headers, body := c.ReadResponse()
		if v, _ := headers.Get("Cache-Control"); status != want || v != "no-store" {
			t.Errorf("%s: %d with %q", path, status, body)
		}
	}
	answers("/healthz", 200)
	answers("/readyz", 200)
	srv.SetReady(false)
	states("when told so", true, false)
	answers("/healthz", 200)
	answers("/readyz", 503)
	srv.SetReady(true)
	answers("/readyz", 200)

	waiting := wefttest.Dial(t, fmt.Sprintf("127.0.0.1:%d", port))
	waiting.Send(waitingRequest)
	await(t, g.began, "the request")
	over := make(chan error, 1)
	go func() { over <- srv.Shutdown(t.Context()) }()
	for srv.Ready() {
		runtime.Gosched()
	}
	states("while it shuts down", true, false)
	if resp, err := srv.HandleReady(nil); err != nil || resp.Status() != 503 {
		t.Errorf("/readyz while it shuts down: %d, %v", resp.Status(), err)
	}
	if resp, err := srv.HandleAlive(nil); err != nil || resp.Status() != 200 {
		t.Errorf("/healthz while it shuts down: %d, %v", resp.Status(), err)
	}
	close(g.open)
	waiting.ReadResponse()
	if err := await(t, over, "the shutdown"); err != nil {
		t.Error(err)
	}
	states("after the end", false, false)
}

// TestHealthAfterAFailure: a server that cannot accept any more is not alive.
func TestHealthAfterAFailure(t *testing.T) {
	l, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	inherit(t, l, "web")
	srv := server.New(quiet(server.Config{Address: "systemd:web"}))
	defer srv.Close()
	result := make(chan error, 1)
	go func() { result <- srv.Serve(t.Context(), says("hello")) }()
	ask(t, wefttest.Dial(t, l.Addr().String()))
	if !srv.Alive() {
		t.Error("it is not alive")
	}
	// A socket that is shut down does not listen any more, which systemd might do.
	raw, err := l.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	if err := raw.Control(func(fd uintptr) { err = syscall.Shutdown(int(fd), syscall.SHUT_RDWR) }); err != nil {
		t.Fatal(err)
	}
	l.Close()
	if err := await(t, result, "the end of Serve"); err == nil {
		t.Error("Serve does not tell why it ended")
	}
	if srv.Alive() || srv.Ready() {
		t.Errorf("alive %v, ready %v", srv.Alive(), srv.Ready())
	}
}
