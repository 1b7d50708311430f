package middleware_test

import (
	"bytes"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/middleware"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/wefttest"
)

// huge returns a file that no socket takes at once.
func huge() string {
	var b strings.Builder
	for i := range 4 << 20 / 8 {
		b.WriteString(strings.Repeat(string(rune('a'+i*31%26)), 8))
	}
	return b.String() + "end"
}

// Files of every size, one after the other and pipelined on one connection.
func TestSendFileKeepsTheConnection(t *testing.T) {
	content := huge()
	dir := siteDir(t, "huge.bin", content, "large.bin", large, "mid.bin", large[:20000], "small.bin", "small")
	srv := wefttest.Start(t, weft.NewRoutes().With(middleware.ServeDirectory("/f", dir)))
	conn := srv.Dial()
	files := map[string]string{"huge": content, "large": large, "mid": large[:20000], "small": "small"}
	order := []string{"small", "huge", "large", "mid", "huge", "small", "large"}
	var batch strings.Builder
	for _, name := range order {
		batch.WriteString("GET /f/" + name + ".bin HTTP/1.1\r\nHost: test\r\n\r\n")
	}
	for range 2 {
		conn.Send(batch.String())
		for _, name := range order {
			if got := conn.Read(weft.GET); got.Status != 200 || got.Body != files[name] {
				t.Fatalf("%s: got %d and %d bytes", name, got.Status, len(got.Body))
			}
		}
	}
}

func TestSendFileConfigurations(t *testing.T) {
	content := huge()
	dir := siteDir(t, "huge.bin", content)
	routes := weft.NewRoutes(
		route.GET("/own").Handle(func(*weft.Request) (weft.Response, error) { return weft.File(filepath.Join(dir, "huge.bin")), nil }),
		route.POST("/own").Handle(func(*weft.Request) (weft.Response, error) { return weft.File(filepath.Join(dir, "huge.bin")), nil }),
	).With(middleware.ServeDirectory("/f", dir))
	for name, configure := range map[string]func(server.Config) server.Config{
		"plain":     func(c server.Config) server.Config { return c },
		"streaming": server.Config.EnableRequestStreaming,
	} {
		t.Run(name, func(t *testing.T) {
			srv := wefttest.Start(t, routes, configure)
			want(t, ask(t, srv, "GET", "/f/huge.bin"), 200, content)
			want(t, ask(t, srv, "GET", "/f/huge.bin", "Range", "bytes=100000-"), 206, content[100000:])
			want(t, ask(t, srv, "GET", "/own"), 200, content)
			// The body of this request arrives late, so it is served outside of the loop.
			conn := srv.Dial()
			conn.Send("POST /own HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\n\r\n12")
			conn.Send("345")
			if got := conn.Read(weft.POST); got.Body != content {
				t.Errorf("POST: got %d bytes", len(got.Body))
			}
			old := srv.Dial()
			old.Send("GET /f/huge.bin HTTP/1.0\r\n\r\n")
			if got := old.Read(weft.GET); got.Body != content {
				t.Errorf("HTTP/1.0: got %d bytes", len(got.Body))
			}
			old.ReadEnd()
		})
	}
}

// A client that takes its time gets all of it, and others are served meanwhile. The file
// is larger than what the kernel keeps for a socket.
func TestSendFileSlowClient(t *testing.T) {
	content := strings.Repeat(huge(), 6)
	srv := wefttest.Start(t, weft.NewRoutes().With(middleware.ServeDirectory("/f", siteDir(t, "huge.bin", content, "small.txt", "small"))))
	slow, err := net.Dial("tcp", srv.Addr)
	if err != nil {
		t.Fatal(err)
	}
	defer slow.Close()
	io.WriteString(slow, "GET /f/huge.bin HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n")
	first := make([]byte, 1000)
	if _, err := io.ReadFull(slow, first); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() { // not ask: a failed test ends its own goroutine only
			resp, err := http.Get(srv.URL + "/f/small.txt")
			if err != nil {
				t.Error(err)
				return
			}
			defer resp.Body.Close()
			if b, err := io.ReadAll(resp.Body); string(b) != "small" || err != nil {
				t.Errorf("got %q %v", b, err)
			}
		})
	}
	wg.Wait()
	http.DefaultClient.CloseIdleConnections()
	rest, err := io.ReadAll(slow)
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := bytes.Cut(slices.Concat(first, rest), []byte("\r\n\r\n"))
	if string(body) != content {
		t.Errorf("got %d bytes, want %d", len(body), len(content))
	}
}

// A file that is cut while it is sent cuts the connection: the client must not take the
// part for the whole.
func TestSendFileTruncated(t *testing.T) {
	dir := siteDir(t, "huge.bin", strings.Repeat(huge(), 6))
	srv := wefttest.Start(t, weft.NewRoutes().With(middleware.ServeDirectory("/f", dir)))
	conn, err := net.Dial("tcp", srv.Addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	io.WriteString(conn, "GET /f/huge.bin HTTP/1.1\r\nHost: test\r\n\r\n")
	if _, err := io.ReadFull(conn, make([]byte, 1000)); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(filepath.Join(dir, "huge.bin"), 100<<10); err != nil {
		t.Fatal(err)
	}
	n, err := io.Copy(io.Discard, conn)
	if n >= 24<<20 {
		t.Errorf("got %d bytes and %v, want the connection cut", n, err)
	}
}

// A client that goes away in the middle of a file leaves nothing behind; the leak check
// of the server watches the goroutines, this the descriptors.
func TestSendFileClientGone(t *testing.T) {
	dir := siteDir(t, "huge.bin", strings.Repeat(huge(), 6))
	srv := wefttest.Start(t, weft.NewRoutes().With(middleware.ServeDirectory("/f", dir)))
	for range 20 {
		conn, err := net.Dial("tcp", srv.Addr)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(conn, "GET /f/huge.bin HTTP/1.1\r\nHost: test\r\n\r\n")
		_, _ = io.ReadFull(conn, make([]byte, 1000))
		_ = conn.(*net.TCPConn).SetLinger(0)
		conn.Close()
	}
	srv.Close() // waits for the connections, which close their files
	if open := openFiles(dir); len(open) > 0 {
		t.Errorf("still open: %v", open)
	}
}

// openFiles returns the files in a directory that this process has open, where the
// system tells.
func openFiles(dir string) (open []string) {
	list, _ := os.ReadDir("/proc/self/fd")
	for _, fd := range list {
		if name, err := os.Readlink("/proc/self/fd/" + fd.Name()); err == nil && strings.HasPrefix(name, dir+"/") {
			open = append(open, name)
		}
	}
	return open
}

// Under TLS the kernel cannot send files; over a Unix socket it can.
func TestSendFileOverTLSAndUnix(t *testing.T) {
	content := huge()
	routes := weft.NewRoutes().With(middleware.ServeDirectory("/f", siteDir(t, "huge.bin", content)))
	ssl, err := server.SSLGenerate()
	if err != nil {
		t.Fatal(err)
	}
	socket := filepath.Join(t.TempDir(), "s")
	for name, configure := range map[string]func(server.Config) server.Config{
		"tls": func(c server.Config) server.Config { return c.WithSSL(ssl) },
		"unix": func(c server.Config) server.Config {
			c.Address = "unix:" + socket
			return c
		},
	} {
		t.Run(name, func(t *testing.T) {
			srv := wefttest.Start(t, routes, configure)
			network, addr := "tcp", srv.Addr
			if name == "unix" {
				network, addr = "unix", socket
			}
			conn, err := net.Dial(network, addr)
			if err != nil {
				t.Fatal(err)
			}
			if name == "tls" {
				conn = tls.Client(conn, &tls.Config{InsecureSkipVerify: true})
			}
			defer conn.Close()
			io.WriteString(conn, "GET /f/huge.bin HTTP/1.1\r\nHost: localhost\r\n\r\n")
			got, err := wefttest.NewRawReader(conn).Read(weft.GET)
			if err != nil || got.Body != content {
				t.Errorf("got %d bytes, %v", len(got.Body), err)
			}
		})
	}
}
