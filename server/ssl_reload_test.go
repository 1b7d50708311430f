package server_test

import (
	"crypto/tls"
	"errors"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/wefttest"
)

// presented connects and returns the name of the server's certificate.
func presented(t *testing.T, addr string) string {
	t.Helper()
	c, err := tls.Dial("tcp", addr, &tls.Config{InsecureSkipVerify: true})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	return c.ConnectionState().PeerCertificates[0].Subject.CommonName
}

// TestSSLReload: a certificate is replaced while a connection is open, which goes on. A
// bad file is reported once and changes nothing.
func TestSSLReload(t *testing.T) {
	ca := newAuthority(t, "authority")
	cert, key := files(t, ca.issue("first"))
	var log lockedBuffer
	ssl := must(t)(server.SSLFromFiles(cert, key)).WithReloadInterval(1)
	srv := secured(t, ssl, tlsRoutes(), func(c server.Config) server.Config {
		c.Logger = slog.New(slog.NewTextHandler(&log, nil))
		return c
	})
	old := tlsClient(t, &tls.Config{RootCAs: ca.pool()}, 2)
	stillServed := func() {
		t.Helper()
		resp, err := old.Get(srv.URL + "/")
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if name := resp.TLS.PeerCertificates[0].Subject.CommonName; name != "first" {
			t.Errorf("the connection that was open has been replaced by one with %q", name)
		}
	}
	stillServed()
	if name := presented(t, srv.Addr); name != "first" {
		t.Errorf("at first: %q", name)
	}

	touch := func() { // the clock of the file system may be coarse
		later := time.Now().Add(time.Minute)
		if err := errors.Join(os.Chtimes(cert, later, later), os.Chtimes(key, later, later)); err != nil {
			t.Fatal(err)
		}
	}
	write(t, ca.issue("second"), cert, key)
	touch()
	if name := presented(t, srv.Addr); name != "second" {
		t.Errorf("after the change: %q", name)
	}
	stillServed()

	// The certificate has been replaced and the key not yet.
	chain, private := pemOf(t, ca.issue("third"))
	if err := os.WriteFile(cert, chain, 0o600); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if name := presented(t, srv.Addr); name != "second" {
			t.Errorf("with half of a change: %q", name)
		}
	}
	if n := strings.Count(log.String(), "the new certificate cannot be used"); n != 1 || !strings.Contains(log.String(), cert) {
		t.Errorf("reported %d times: %s", n, &log)
	}
	if err := os.WriteFile(key, private, 0o600); err != nil {
		t.Fatal(err)
	}
	if name := presented(t, srv.Addr); name != "third" {
		t.Errorf("after the change: %q", name)
	}
	stillServed()
}

// TestReloadSSL: on request it happens at once, whatever the interval is.
func TestReloadSSL(t *testing.T) {
	ca := newAuthority(t, "authority")
	cert, key := files(t, ca.issue("first"))
	for _, interval := range []time.Duration{0, -1} {
		write(t, ca.issue("first"), cert, key)
		srv := secured(t, must(t)(server.SSLFromFiles(cert, key)).WithReloadInterval(interval), tlsRoutes())
		write(t, ca.issue("second"), cert, key)
		if name := presented(t, srv.Addr); name != "first" {
			t.Errorf("before: %q", name)
		}
		if err := srv.Server().ReloadSSL(); err != nil {
			t.Error(err)
		}
		if name := presented(t, srv.Addr); name != "second" {
			t.Errorf("after: %q", name)
		}
		if err := os.WriteFile(key, []byte("nonsense"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := srv.Server().ReloadSSL(); err == nil || !strings.Contains(err.Error(), key) {
			t.Errorf("error %v", err)
		}
		if name := presented(t, srv.Addr); name != "second" {
			t.Errorf("after a fault: %q", name)
		}
	}
	if err := wefttest.Start(t, tlsRoutes()).Server().ReloadSSL(); err != nil {
		t.Errorf("without TLS: %v", err)
	}
}

// TestSSLReloadsTrust: whom the server trusts changes with the file.
func TestSSLReloadsTrust(t *testing.T) {
	first, second := newAuthority(t, "first"), newAuthority(t, "second")
	path := trustFile(t, first)
	srv := secured(t, must(t)(server.SSLGenerate()).WithTrustStore(server.TrustFile(path)).
		WithClientAuth(server.ClientAuthRequired), tlsRoutes())
	client := first.issue("alice")
	may := func() bool {
		// Of TLS 1.2 the client learns at once that it is refused.
		c, err := tls.Dial("tcp", srv.Addr, &tls.Config{InsecureSkipVerify: true, MaxVersion: tls.VersionTLS12,
			GetClientCertificate: func(*tls.CertificateRequestInfo) (*tls.Certificate, error) { return &client, nil }})
		if err == nil {
			c.Close()
		}
		return err == nil
	}
	if !may() {
		t.Error("the client is refused")
	}
	b, err := os.ReadFile(trustFile(t, second))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := srv.Server().ReloadSSL(); err != nil {
		t.Fatal(err)
	}
	if may() {
		t.Error("the client is still trusted")
	}
}

// TestSSLReloadUnderLoad: handshakes and reloads at the same time.
func TestSSLReloadUnderLoad(t *testing.T) {
	ca := newAuthority(t, "authority")
	cert, key := files(t, ca.issue("server"))
	srv := secured(t, must(t)(server.SSLFromFiles(cert, key)).WithReloadInterval(1), tlsRoutes())
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 10 {
				c, err := tls.Dial("tcp", srv.Addr, &tls.Config{RootCAs: ca.pool()})
				if err != nil {
					t.Error(err)
					return
				}
				c.Close()
			}
		})
	}
	for range 20 {
		if err := srv.Server().ReloadSSL(); err != nil {
			t.Error(err)
		}
	}
	all.Wait()
}

// TestSSLResumption: a client that comes back is recognised, also after a reload.
func TestSSLResumption(t *testing.T) {
	ca := newAuthority(t, "authority")
	cert, key := files(t, ca.issue("server"))
	srv := secured(t, must(t)(server.SSLFromFiles(cert, key)), tlsRoutes())
	cache := tls.NewLRUClientSessionCache(1)
	for i := range 3 {
		client := tlsClient(t, &tls.Config{RootCAs: ca.pool(), ClientSessionCache: cache}, 1)
		resp, err := client.Get(srv.URL + "/")
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.TLS.DidResume != (i > 0) {
			t.Errorf("connection %d: resumed %v", i, resp.TLS.DidResume)
		}
		if err := srv.Server().ReloadSSL(); err != nil {
			t.Fatal(err)
		}
	}
}
