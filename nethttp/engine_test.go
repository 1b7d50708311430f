package nethttp_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/leakcheck"
	"github.com/weft-go/weft/server"
)

func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler)) // tests of the log set their own
	leakcheck.Main(m)
}

// The names of the engines.
const (
	engineWeft      = "weft over HTTP 1.1"
	engineStreaming = "weft with request streaming"
	engineH2C       = "weft over h2c"
	engineTLS       = "weft over TLS and HTTP 2"
	engineNetHTTP   = "net-http over HTTP 1.1"
	engineNetHTTP2  = "net-http over TLS and HTTP 2"
	engineMemory    = "memory"
)

// An engine serves routes.
type engine struct {
	name  string
	start func(*testing.T, weft.Routes) endpoint
}

func engines() []engine {
	return []engine{
		{engineWeft, func(t *testing.T, r weft.Routes) endpoint { return startServer(t, r, server.Config{}) }},
		{engineStreaming, func(t *testing.T, r weft.Routes) endpoint {
			return startServer(t, r, server.Config{}.EnableRequestStreaming())
		}},
		{engineH2C, func(t *testing.T, r weft.Routes) endpoint { return startServer(t, r, server.Config{H2C: true}) }},
		{engineTLS, func(t *testing.T, r weft.Routes) endpoint {
			return startServer(t, r, server.Config{}.WithSSL(selfSigned(t)))
		}},
		{engineNetHTTP, func(t *testing.T, r weft.Routes) endpoint { return startNetHTTP(t, r, false) }},
		{engineNetHTTP2, func(t *testing.T, r weft.Routes) endpoint { return startNetHTTP(t, r, true) }},
		{engineMemory, func(t *testing.T, r weft.Routes) endpoint {
			return endpoint{"http://memory.test", &http.Client{Transport: memory{r}, CheckRedirect: stay}}
		}},
	}
}

// overTheWire returns the engines that have connections.
func overTheWire() []engine {
	e := engines()
	return e[:len(e)-1]
}

// overHTTP1 returns the engines whose connections can be taken over.
func overHTTP1() []engine {
	var found []engine
	for _, e := range engines() {
		if e.name == engineWeft || e.name == engineStreaming || e.name == engineNetHTTP {
			found = append(found, e)
		}
	}
	return found
}

func stay(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// currentLog is the default logger of the moment, so that a test can look at what
// servers that run already have to say.
type currentLog struct{}

func (currentLog) Enabled(ctx context.Context, l slog.Level) bool {
	return slog.Default().Enabled(ctx, l)
}

func (currentLog) Handle(ctx context.Context, r slog.Record) error {
	return slog.Default().Handler().Handle(ctx, r)
}

func (currentLog) WithAttrs(a []slog.Attr) slog.Handler { return slog.Default().Handler().WithAttrs(a) }

func (currentLog) WithGroup(name string) slog.Handler {
	return slog.Default().Handler().WithGroup(name)
}

// startServer starts our own server.
func startServer(t *testing.T, routes weft.Routes, c server.Config) endpoint {
	t.Helper()
	c = c.WithBinding("127.0.0.1", 0)
	c.Logger = slog.New(currentLog{})
	srv := server.New(c)
	port, err := srv.Install(routes)
	if err != nil {
		t.Fatal(err)
	}
	transport := &http.Transport{DisableCompression: true}
	scheme := "http"
	switch {
	case c.SSL != nil:
		scheme = "https"
		transport.ForceAttemptHTTP2 = true
		transport.TLSClientConfig = &tls.Config{InsecureSkipVerify: true}
	case c.H2C:
		transport.Protocols = new(http.Protocols)
		transport.Protocols.SetUnencryptedHTTP2(true)
	}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if err := srv.Shutdown(ctx); err != nil {
			t.Error(err)
		}
	})
	return endpoint{fmt.Sprintf("%s://127.0.0.1:%d", scheme, port), &http.Client{Transport: transport, CheckRedirect: stay}}
}

// startNetHTTP starts a server of net/http.
func startNetHTTP(t *testing.T, h http.Handler, http2 bool) endpoint {
	t.Helper()
	srv := httptest.NewUnstartedServer(h)
	srv.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelInfo)
	if srv.EnableHTTP2 = http2; http2 {
		srv.StartTLS()
	} else {
		srv.Start()
	}
	t.Cleanup(srv.Close)
	client := srv.Client()
	client.CheckRedirect = stay
	client.Transport.(*http.Transport).DisableCompression = true
	return endpoint{srv.URL, client}
}

// selfSigned makes a certificate for the tests' own server.
func selfSigned(t *testing.T) server.SSLConfig {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1),
		NotBefore:    time.Now().Add(-time.Hour),
		NotAfter:     time.Now().Add(time.Hour),
		IPAddresses:  []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	cert, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	certPath := writePEM(t, "cert.pem", "CERTIFICATE", cert)
	ssl, err := server.SSLFromFiles(certPath, writePEM(t, "key.pem", "PRIVATE KEY", private))
	if err != nil {
		t.Fatal(err)
	}
	return ssl
}

func writePEM(t *testing.T, name, kind string, b []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: b}), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
