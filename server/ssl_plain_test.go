package server_test

import (
	"crypto/tls"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/wefttest"
)

// plainOver starts a server with TLS and a behaviour for plain HTTP.
func plainOver(t *testing.T, b server.HTTPBehaviour) *wefttest.Server {
	t.Helper()
	return secured(t, must(t)(server.SSLGenerate()).WithHTTPBehaviour(b), says("hello"))
}

// TestPlainHTTPAccepted: one port serves both.
func TestPlainHTTPAccepted(t *testing.T) {
	srv := plainOver(t, server.HTTPAccept)
	c := srv.Dial()
	for range 3 {
		ask(t, c)
	}
	c.Close()
	client := tlsClient(t, &tls.Config{InsecureSkipVerify: true}, 2)
	if status, body, err := fetch(client, srv.URL+"/"); err != nil || status != 200 || body != "hello" {
		t.Errorf("with TLS: %d, %q, %v", status, body, err)
	}
}

// TestPlainHTTPRedirected: the same address with https, whatever the method.
func TestPlainHTTPRedirected(t *testing.T) {
	srv := plainOver(t, server.HTTPRedirect)
	_, port, err := net.SplitHostPort(srv.Addr)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, head, want string
	}{
		{"path and query", "GET /a%2Fb/c?x=1&y=%20;z HTTP/1.1\r\nHost: localhost:PORT", "https://localhost:PORT/a%2Fb/c?x=1&y=%20;z"},
		{"post", "POST /form HTTP/1.1\r\nContent-Length: 0\r\nHost: 127.0.0.1:PORT", "https://127.0.0.1:PORT/form"},
		{"IPv6", "GET / HTTP/1.1\r\nHost: [::1]:PORT", "https://[::1]:PORT/"},
		{"forwarded from port 80", "GET / HTTP/1.1\r\nHost: example.test", "https://example.test/"},
		{"the usual port", "GET / HTTP/1.1\r\nHost: example.test:443", "https://example.test/"},
		{"absolute target", "GET http://example.test:PORT/x?y HTTP/1.1\r\nHost: example.test:PORT", "https://example.test:PORT/x?y"},
		{"leading empty line", "\r\nGET / HTTP/1.1\r\nHost: example.test", "https://example.test/"},
	} {
		c := srv.Dial()
		c.Send(strings.ReplaceAll(test.head, "PORT", port) + "\r\n\r\n")
		status, headers, _ := c.ReadResponse()
		location, _ := headers.Get("Location")
		if want := strings.ReplaceAll(test.want, "PORT", port); status != 308 || location != want {
			t.Errorf("%s: %d to %q, want %q", test.name, status, location, want)
		}
	}
	for name, head := range map[string]string{
		"no host":  "GET / HTTP/1.0\r\n\r\n",
		"asterisk": "OPTIONS * HTTP/1.1\r\nHost: example.test\r\n\r\n",
	} {
		c := srv.Dial()
		c.Send(head)
		if status, _, _ := c.ReadResponse(); status != 403 {
			t.Errorf("%s: %d, want 403", name, status)
		}
	}
}

// TestPlainHTTPRefused: 403, and the handler does not see the request.
func TestPlainHTTPRefused(t *testing.T) {
	srv := plainOver(t, server.HTTPFail)
	c := srv.Dial()
	c.Send("GET /secret?token=1 HTTP/1.1\r\nHost: localhost\r\n\r\n")
	status, headers, body := c.ReadResponse()
	if status != 403 || strings.Contains(body, "hello") || headers.Has("Location") {
		t.Errorf("%d with %q", status, body)
	}
}

// TestPlainHTTPSlowClients: neither a slow client nor a silent one holds up
// others.
func TestPlainHTTPSlowClients(t *testing.T) {
	t.Parallel()
	srv := secured(t, must(t)(server.SSLGenerate()).WithHTTPBehaviour(server.HTTPAccept), says("hello"), impatient)
	silent := srv.Dial()
	var slow []*wefttest.Conn
	for range 5 {
		slow = append(slow, srv.Dial())
	}
	for i := range plainRequest {
		for _, c := range slow {
			c.Send(plainRequest[i : i+1])
		}
	}
	for _, c := range slow {
		if status, _, body := c.ReadResponse(); status != 200 || body != "hello" {
			t.Errorf("%d with %q", status, body)
		}
	}
	silent.ReadEnd()
}

// TestTLSGarbage: what is neither TLS nor HTTP is for TLS to refuse.
func TestTLSGarbage(t *testing.T) {
	srv := plainOver(t, server.HTTPRedirect)
	for _, raw := range []string{"\x00\x00\x00\x00\x00\x00", "\x16\x03\x01\x00\x05hello", "\x80\x2e\x01\x00\x02\x00", "\x16\x03\x01\xff\xff" + strings.Repeat("x", 70000)} {
		c := srv.Dial()
		_ = c.TrySend(raw)
		if b := drainConn(c.NetConn()); strings.Contains(b, "HTTP/") {
			t.Errorf("%.10q: got %q", raw, b)
		}
	}
}

// drainConn reads what a server sends until it closes the connection.
func drainConn(c net.Conn) string {
	var all strings.Builder
	buf := make([]byte, 1024)
	_ = c.SetReadDeadline(time.Now().Add(patience))
	for {
		n, err := c.Read(buf)
		all.Write(buf[:n])
		if err != nil {
			return all.String() + errorName(err)
		}
	}
}

// errorName returns a mark for a timeout, so that a test sees it.
func errorName(err error) string {
	if ne, ok := err.(net.Error); ok && ne.Timeout() {
		return "HTTP/ timeout"
	}
	return ""
}

// TestSSLCloseWithPendingConnections: connections that have not sent a byte yet end
// with the server.
func TestSSLCloseWithPendingConnections(t *testing.T) {
	srv := plainOver(t, server.HTTPRedirect)
	var all []*wefttest.Conn
	for range 10 {
		all = append(all, srv.Dial())
	}
	client := tlsClient(t, &tls.Config{InsecureSkipVerify: true}, 1)
	if _, _, err := fetch(client, srv.URL); err != nil { // by now they are accepted
		t.Fatal(err)
	}
	srv.Close()
	for _, c := range all {
		c.ReadEnd()
	}
}

// TestSSLOverUnixSocket: the ways of TCP are those of Unix sockets, too.
func TestSSLOverUnixSocket(t *testing.T) {
	path := t.TempDir() + "/socket"
	srv := secured(t, must(t)(server.SSLGenerate()), says("hello"), func(c server.Config) server.Config {
		c.Address = "unix:" + path
		return c
	})
	c := srv.Dial()
	c.Send("GET /x HTTP/1.1\r\nHost: localhost\r\n\r\n")
	if status, headers, _ := c.ReadResponse(); status != 308 {
		t.Errorf("%d, %v", status, headers)
	}
	nc, err := tls.Dial("unix", path, &tls.Config{InsecureSkipVerify: true})
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	fmt.Fprint(nc, plainRequest)
	if r, err := wefttest.NewRawReader(nc).Read(weft.GET); err != nil || r.Body != "hello" {
		t.Errorf("%+v, %v", r, err)
	}
}
