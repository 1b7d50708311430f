package server_test

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/wefttest"
)

// describeClient says whom a handler takes for its client, and what for its URL.
func describeClient(req *weft.Request) (weft.Response, error) {
	name := "unknown"
	if a, ok := req.RemoteAddress(); ok {
		name = a.String()
	}
	return weft.Text(name + " " + req.URL().String() + " " + req.Host()), nil
}

func clientRoutes() weft.Routes {
	return weft.NewRoutes(route.ANY("/{path...}").Handle(describeClient))
}

func loopback() []netip.Prefix { return []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} }

// withProxy accepts the PROXY protocol.
func withProxy(p server.ProxyProtocol) func(server.Config) server.Config {
	return func(c server.Config) server.Config {
		c.ProxyProtocol = &p
		return c
	}
}

const (
	proxyLine4   = "PROXY TCP4 192.0.2.7 198.51.100.1 56324 443\r\n"
	proxyBinary6 = "\r\n\r\n\x00\r\nQUIT\n\x21\x21\x00\x24" +
		"\x20\x01\x0d\xb8\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x07" +
		"\x20\x01\x0d\xb8\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\xdc\x04\x01\xbb"
	proxyLocal = "\r\n\r\n\x00\r\nQUIT\n\x20\x00\x00\x00"
)

// TestProxyProtocol: whom the handler sees, or that the connection ends.
func TestProxyProtocol(t *testing.T) {
	strangers := []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}
	for _, test := range []struct {
		name   string
		config server.ProxyProtocol
		sent   string
		want   string // the client, "400" for a refusal of HTTP, or "" for an end without a word
	}{
		{"line", server.ProxyProtocol{From: loopback()}, proxyLine4, "192.0.2.7"},
		{"binary", server.ProxyProtocol{From: loopback()}, proxyBinary6, "2001:db8::7"},
		{"the load balancer itself", server.ProxyProtocol{From: loopback()}, proxyLocal, "127.0.0.1"},
		{"unknown", server.ProxyProtocol{From: loopback()}, "PROXY UNKNOWN\r\n", "127.0.0.1"},
		{"required and missing", server.ProxyProtocol{From: loopback()}, "", ""},
		{"malformed", server.ProxyProtocol{From: loopback()}, "PROXY TCP4 nonsense\r\n", ""},
		{"optional and there", server.ProxyProtocol{From: loopback(), Optional: true}, proxyLine4, "192.0.2.7"},
		{"optional and missing", server.ProxyProtocol{From: loopback(), Optional: true}, "", "127.0.0.1"},
		{"optional and malformed", server.ProxyProtocol{From: loopback(), Optional: true}, "PROXY TCP4 nonsense\r\n", ""},
		{"of a stranger", server.ProxyProtocol{From: strangers, Optional: true}, proxyLine4, "400"},
		{"of a stranger, binary", server.ProxyProtocol{From: strangers, Optional: true}, proxyBinary6, "400"},
		{"a stranger without", server.ProxyProtocol{From: strangers, Optional: true}, "", "127.0.0.1"},
		{"a stranger, required", server.ProxyProtocol{From: strangers}, "", ""},
		{"nobody is trusted", server.ProxyProtocol{}, proxyLine4, ""},
		{"twice", server.ProxyProtocol{From: loopback()}, proxyLine4 + proxyLine4, "400"},
	} {
		t.Run(test.name, func(t *testing.T) {
			srv := wefttest.Start(t, clientRoutes(), withProxy(test.config))
			for _, pieces := range []bool{false, true} {
				c := srv.Dial()
				send := test.sent + plainRequest
				for pieces && len(send) > 1 && c.TrySend(send[:1]) == nil {
					send = send[1:]
				}
				_ = c.TrySend(send)
				if test.want == "" {
					c.ReadEnd()
					continue
				}
				status, _, body := c.ReadResponse()
				if test.want == "400" && status == 400 {
					continue
				}
				if status != 200 || !strings.HasPrefix(body, test.want+" ") {
					t.Errorf("got %d, %q", status, body)
				}
				c.Send(plainRequest) // the connection goes on as that client's
				if _, _, body := c.ReadResponse(); !strings.HasPrefix(body, test.want+" ") {
					t.Errorf("the second request: %q", body)
				}
			}
		})
	}
}

// TestProxyProtocolBeforeTLS: the header comes first, and then TLS with either version
// of HTTP, or plain HTTP to be redirected.
func TestProxyProtocolBeforeTLS(t *testing.T) {
	srv := secured(t, must(t)(server.SSLGenerate()), clientRoutes(), withProxy(server.ProxyProtocol{From: loopback()}))
	for version := 1; version <= 2; version++ {
		client := tlsClient(t, &tls.Config{InsecureSkipVerify: true}, version)
		client.Transport.(*http.Transport).DialContext = (&headerDialer{header: proxyBinary6}).DialContext
		status, body, err := fetch(client, srv.URL+"/")
		if err != nil || status != 200 || !strings.HasPrefix(body, "2001:db8::7 ") {
			t.Errorf("HTTP %d: %d, %q, %v", version, status, body, err)
		}
	}
	c := srv.Dial()
	c.Send(proxyLine4 + "GET /x HTTP/1.1\r\nHost: example.test:8443\r\n\r\n")
	status, headers, _ := c.ReadResponse()
	if location, _ := headers.Get("Location"); status != 308 || location != "https://example.test:8443/x" {
		t.Errorf("plain: %d to %q", status, location)
	}
	c = srv.Dial()
	c.Send("\x16\x03\x01\x00\x05hello")
	c.ReadEnd()
}

// TestProxyProtocolTimeout: a load balancer that says nothing is not waited for.
func TestProxyProtocolTimeout(t *testing.T) {
	t.Parallel()
	const timeout = 2 * time.Second // a busy machine may take a second to read what was sent
	srv := wefttest.Start(t, clientRoutes(), withProxy(server.ProxyProtocol{From: loopback(), Timeout: timeout}))
	var silent []*wefttest.Conn
	for _, sent := range []string{"", "PROXY TCP4", proxyBinary6[:20]} {
		c := srv.Dial()
		if sent != "" {
			c.Send(sent)
		}
		silent = append(silent, c)
	}
	for _, c := range silent {
		c.ReadEnd()
	}
	// A client behind it may take its time.
	c := srv.Dial()
	c.Send(proxyLine4)
	c.ReadNothing(timeout + 100*time.Millisecond)
	c.Send(plainRequest)
	c.ReadResponse()
}

// TestProxyProtocolOverUnixSocket: its peers are trusted, since its mode says who they
// are.
func TestProxyProtocolOverUnixSocket(t *testing.T) {
	srv := wefttest.Start(t, clientRoutes(), withProxy(server.ProxyProtocol{}), func(c server.Config) server.Config {
		c.Address = "unix:" + filepath.Join(t.TempDir(), "socket")
		return c
	})
	c := srv.Dial()
	c.Send(proxyLine4 + plainRequest)
	if _, _, body := c.ReadResponse(); !strings.HasPrefix(body, "192.0.2.7 ") {
		t.Errorf("got %q", body)
	}
}

// TestProxyProtocolStreams: bodies, large answers and half-closed connections work as
// they do elsewhere.
func TestProxyProtocolStreams(t *testing.T) {
	large := strings.Repeat("x", 1<<20)
	srv := wefttest.Start(t, weft.NewRoutes(route.POST("/").Handle(func(req *weft.Request) (weft.Response, error) {
		return weft.Text(large), req.Body().Close()
	})), withProxy(server.ProxyProtocol{From: loopback()}), server.Config.EnableRequestStreaming)
	c := srv.Dial()
	c.Send(proxyLine4)
	for range 2 {
		c.Send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\n\r\nhello")
		if _, _, body := c.ReadResponse(); body != large {
			t.Errorf("%d bytes", len(body))
		}
	}
	c.CloseWrite()
	c.ReadEnd()
}

// headerDialer sends a header at the start of its connections.
type headerDialer struct {
	net.Dialer
	header string
}

func (d *headerDialer) DialContext(ctx context.Context, network, addr string) (net.Conn, error) {
	c, err := d.Dialer.DialContext(ctx, network, addr)
	if err == nil {
		_, err = io.WriteString(c, d.header)
	}
	return c, err
}

// TestTrustedProxies: what header fields say counts if a trusted proxy has written it.
func TestTrustedProxies(t *testing.T) {
	trusted := append(loopback(), netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("2001:db8::/64"))
	all := server.XForwarded | server.ForwardedHeader
	for _, test := range []struct {
		name    string
		trusted []netip.Prefix
		fields  server.ProxyHeaders
		head    string
		want    string
	}{
		{"nobody is trusted", nil, 0, "X-Forwarded-For: 192.0.2.7\r\nX-Forwarded-Proto: https\r\n", "127.0.0.1 /a?b=%20c test"},
		{"a stranger", []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}, all, "X-Forwarded-For: 192.0.2.7\r\nForwarded: for=192.0.2.7\r\n", "127.0.0.1 /a?b=%20c test"},
		{"address", trusted, 0, "X-Forwarded-For: 192.0.2.7\r\n", "192.0.2.7 /a?b=%20c test"},
		{"address with a port", trusted, 0, "X-Forwarded-For: 192.0.2.7:1234\r\n", "192.0.2.7 /a?b=%20c test"},
		{"IPv6 address", trusted, 0, "X-Forwarded-For: [2001:db9::1]:1234\r\n", "2001:db9::1 /a?b=%20c test"},
		{"scheme", trusted, 0, "X-Forwarded-Proto: https\r\n", "127.0.0.1 https://test/a?b=%20c test"},
		{"WebSocket scheme", trusted, 0, "X-Forwarded-Proto: wss\r\n", "127.0.0.1 https://test/a?b=%20c test"},
		{"strange scheme", trusted, 0, "X-Forwarded-Proto: javascript\r\n", "127.0.0.1 /a?b=%20c test"},
		{"host", trusted, 0, "X-Forwarded-Host: example.test:8443\r\n", "127.0.0.1 http://example.test:8443/a?b=%20c example.test:8443"},
		{"strange host", trusted, 0, "X-Forwarded-Host: evil.test/path?\r\n", "127.0.0.1 /a?b=%20c test"},
		{"all three", trusted, 0, "X-Forwarded-For: 192.0.2.7\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Host: example.test\r\n", "192.0.2.7 https://example.test/a?b=%20c example.test"},
		{"the client's own words", trusted, 0, "X-Forwarded-For: 6.6.6.6, 192.0.2.7\r\n", "192.0.2.7 /a?b=%20c test"},
		{"two trusted proxies", trusted, 0, "X-Forwarded-For: 6.6.6.6, 192.0.2.7, 10.0.0.2\r\n", "192.0.2.7 /a?b=%20c test"},
		{"two lines", trusted, 0, "X-Forwarded-For: 6.6.6.6\r\nX-Forwarded-For: 192.0.2.7, 10.0.0.2\r\n", "192.0.2.7 /a?b=%20c test"},
		{"two schemes", trusted, 0, "X-Forwarded-For: 192.0.2.7, 10.0.0.2\r\nX-Forwarded-Proto: https, http\r\n", "192.0.2.7 https://test/a?b=%20c test"},
		{"a client in the network", trusted, 0, "X-Forwarded-For: 10.0.0.9, 10.0.0.2\r\n", "10.0.0.9 /a?b=%20c test"},
		{"garbage", trusted, 0, "X-Forwarded-For: 192.0.2.7, garbage\r\n", "unknown /a?b=%20c test"},
		{"garbage further left", trusted, 0, "X-Forwarded-For: garbage, 192.0.2.7\r\n", "192.0.2.7 /a?b=%20c test"},
		{"hidden", trusted, 0, "X-Forwarded-For: unknown\r\n", "unknown /a?b=%20c test"},
		{"chosen fields alone", trusted, server.XForwardedFor, "X-Forwarded-For: 192.0.2.7\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Host: evil.test\r\nForwarded: for=6.6.6.6\r\n", "192.0.2.7 /a?b=%20c test"},
		{"Forwarded is not read by default", trusted, 0, "Forwarded: for=6.6.6.6\r\n", "127.0.0.1 /a?b=%20c test"},
		{"Forwarded", trusted, server.ForwardedHeader, "Forwarded: for=6.6.6.6, for=192.0.2.7;proto=https;host=example.test\r\n", "192.0.2.7 https://example.test/a?b=%20c example.test"},
		{"Forwarded over two proxies", trusted, server.ForwardedHeader, "Forwarded: for=192.0.2.7;proto=https;host=example.test\r\nForwarded: for=\"[2001:db8::2]:80\";proto=http\r\n", "192.0.2.7 https://example.test/a?b=%20c example.test"},
		{"Forwarded goes first", trusted, all, "Forwarded: for=192.0.2.7\r\nX-Forwarded-For: 192.0.2.8\r\n", "192.0.2.7 /a?b=%20c test"},
		{"without Forwarded", trusted, all, "X-Forwarded-For: 192.0.2.8\r\n", "192.0.2.8 /a?b=%20c test"},
		{"open quotes", trusted, server.ForwardedHeader, "Forwarded: for=\"6.6.6.6\r\nForwarded: for=192.0.2.7\r\n", "unknown /a?b=%20c test"},
	} {
		t.Run(test.name, func(t *testing.T) {
			srv := wefttest.Start(t, clientRoutes(), func(c server.Config) server.Config {
				c.TrustedProxies, c.ProxyHeaders = test.trusted, test.fields
				return c
			})
			c := srv.Dial()
			c.Send("GET /a?b=%20c HTTP/1.1\r\nHost: test\r\n" + test.head + "\r\n")
			if status, _, body := c.ReadResponse(); status != 200 || body != test.want {
				t.Errorf("got %d, %q, want %q", status, body, test.want)
			}
		})
	}
}

// TestTrustedProxiesElsewhere: over HTTP/2, with TLS, on a Unix socket, and behind a load
// balancer with the PROXY protocol.
func TestTrustedProxiesElsewhere(t *testing.T) {
	trust := func(c server.Config) server.Config {
		c.TrustedProxies = loopback()
		return c
	}
	srv := secured(t, must(t)(server.SSLGenerate()), clientRoutes(), trust)
	req, err := http.NewRequest("GET", srv.URL+"/x", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("X-Forwarded-For", "192.0.2.7")
	req.Header.Set("X-Forwarded-Host", "example.test")
	resp, err := tlsClient(t, &tls.Config{InsecureSkipVerify: true}, 2).Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if b, err := io.ReadAll(resp.Body); err != nil || string(b) != "192.0.2.7 https://example.test/x example.test" {
		t.Errorf("HTTP/2: %q, %v", b, err)
	}

	unix := wefttest.Start(t, clientRoutes(), trust, func(c server.Config) server.Config {
		c.Address = "unix:" + filepath.Join(t.TempDir(), "socket")
		return c
	})
	c := unix.Dial()
	c.Send("GET / HTTP/1.1\r\nHost: test\r\nX-Forwarded-For: 192.0.2.7\r\n\r\n")
	if _, _, body := c.ReadResponse(); body != "192.0.2.7 / test" {
		t.Errorf("on a Unix socket: %q", body)
	}

	both := wefttest.Start(t, clientRoutes(), trust, withProxy(server.ProxyProtocol{From: loopback()}))
	for peer, want := range map[string]string{"127.0.0.2": "192.0.2.9 / test", "192.0.2.7": "192.0.2.7 / test"} {
		c := both.Dial()
		c.Send(fmt.Sprintf("PROXY TCP4 %s 127.0.0.1 1 2\r\nGET / HTTP/1.1\r\nHost: test\r\nX-Forwarded-For: 192.0.2.9\r\n\r\n", peer))
		if _, _, body := c.ReadResponse(); body != want {
			t.Errorf("behind a load balancer, from %s: %q", peer, body)
		}
	}
}
