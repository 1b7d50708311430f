package server_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json/v2"
	"encoding/pem"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/wefttest"
)

// An authority signs certificates for a test.
type authority struct {
	t    *testing.T
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

func newAuthority(t *testing.T, name string) *authority {
	t.Helper()
	a := &authority{t: t}
	template := certTemplate(name)
	template.IsCA, template.BasicConstraintsValid = true, true
	template.KeyUsage = x509.KeyUsageCertSign
	a.cert, a.key = a.sign(template)
	return a
}

func certTemplate(name string) *x509.Certificate {
	serial, err := rand.Int(rand.Reader, big.NewInt(1<<62))
	if err != nil {
		panic(err)
	}
	return &x509.Certificate{
		SerialNumber: serial,
		Subject:      pkix.Name{CommonName: name},
		NotBefore:    time.Now().Add(-time.Hour),
		NotAfter:     time.Now().Add(time.Hour),
	}
}

// sign signs a certificate; the first one signs itself.
func (a *authority) sign(template *x509.Certificate) (*x509.Certificate, *ecdsa.PrivateKey) {
	a.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		a.t.Fatal(err)
	}
	parent, signer := a.cert, a.key
	if parent == nil {
		parent, signer = template, key
	}
	der, err := x509.CreateCertificate(rand.Reader, template, parent, &key.PublicKey, signer)
	if err != nil {
		a.t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		a.t.Fatal(err)
	}
	return cert, key
}

// issue makes a certificate for a server on 127.0.0.1, or for a client.
func (a *authority) issue(name string) tls.Certificate {
	a.t.Helper()
	template := certTemplate(name)
	template.IPAddresses = []net.IP{net.IPv4(127, 0, 0, 1)}
	template.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}
	cert, key := a.sign(template)
	return tls.Certificate{Certificate: [][]byte{cert.Raw, a.cert.Raw}, PrivateKey: key, Leaf: cert}
}

// pool returns the authority as the one to be trusted.
func (a *authority) pool() *x509.CertPool {
	p := x509.NewCertPool()
	p.AddCert(a.cert)
	return p
}

// pemOf returns a certificate chain and its key in PEM form.
func pemOf(t *testing.T, pair tls.Certificate) (chain, key []byte) {
	t.Helper()
	for _, c := range pair.Certificate {
		chain = append(chain, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: c})...)
	}
	der, err := x509.MarshalPKCS8PrivateKey(pair.PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	return chain, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})
}

// files writes a certificate and its key to files.
func files(t *testing.T, pair tls.Certificate) (cert, key string) {
	t.Helper()
	dir := t.TempDir()
	cert, key = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	write(t, pair, cert, key)
	return cert, key
}

func write(t *testing.T, pair tls.Certificate, cert, key string) {
	t.Helper()
	chain, private := pemOf(t, pair)
	for path, b := range map[string][]byte{cert: chain, key: private} {
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// must returns the configuration of a call that must not fail.
func must(t *testing.T) func(server.SSLConfig, error) server.SSLConfig {
	return func(c server.SSLConfig, err error) server.SSLConfig {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
}

// secured serves routes with TLS.
func secured(t *testing.T, ssl server.SSLConfig, routes weft.Routes, more ...func(server.Config) server.Config) *wefttest.Server {
	t.Helper()
	return wefttest.Start(t, routes, append(more, func(c server.Config) server.Config { return c.WithSSL(ssl) })...)
}

// tlsClient returns a client that speaks HTTP/1.1, or 2.
func tlsClient(t *testing.T, config *tls.Config, version int) *http.Client {
	t.Helper()
	transport := &http.Transport{TLSClientConfig: config, Protocols: new(http.Protocols), DisableCompression: true}
	transport.Protocols.SetHTTP1(version == 1)
	transport.Protocols.SetHTTP2(version == 2)
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport, Timeout: patience}
}

// fetch gets a URL.
func fetch(client *http.Client, url string) (status int, body string, err error) {
	resp, err := client.Get(url)
	if err != nil {
		return 0, "", err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	return resp.StatusCode, string(b), err
}

// describeTLS says what handlers know about a connection.
func describeTLS(req *weft.Request) (weft.Response, error) {
	name := "nobody"
	if cert, ok := req.RemoteCertificate(); ok {
		name = cert.Subject.CommonName
	}
	return weft.Text(fmt.Sprintf("%v from %s", req.Version(), name)), nil
}

func tlsRoutes() weft.Routes { return weft.NewRoutes(route.GET("/").Handle(describeTLS)) }

// TestSSLSources: certificates from files and from an fs.FS, and a made one, over both
// versions of HTTP.
func TestSSLSources(t *testing.T) {
	ca := newAuthority(t, "authority")
	pair := ca.issue("server")
	cert, key := files(t, pair)
	chain, private := pemOf(t, pair)
	fsys := fstest.MapFS{"tls/cert.pem": {Data: chain}, "tls/key.pem": {Data: private}}
	made := must(t)(server.SSLGenerate("example.test"))
	self := x509.NewCertPool()
	if c, err := made.Certificate(); err != nil {
		t.Fatal(err)
	} else {
		self.AddCert(c)
	}
	for _, test := range []struct {
		name string
		ssl  server.SSLConfig
		pool *x509.CertPool
	}{
		{"SSLFromFiles", must(t)(server.SSLFromFiles(cert, key)), ca.pool()},
		{"SSLFromResource", must(t)(server.SSLFromResource(fsys, "tls/cert.pem", "tls/key.pem")), ca.pool()},
		{"SSLGenerate", made, self},
		{"SSLFromTLS", server.SSLFromTLS(&tls.Config{Certificates: []tls.Certificate{pair}}), ca.pool()},
	} {
		t.Run(test.name, func(t *testing.T) {
			srv := secured(t, test.ssl, tlsRoutes())
			for version, want := range map[int]string{1: "HTTP/1.1 from nobody", 2: "HTTP/2 from nobody"} {
				client := tlsClient(t, &tls.Config{RootCAs: test.pool}, version)
				if status, body, err := fetch(client, srv.URL+"/"); err != nil || status != 200 || body != want {
					t.Errorf("HTTP %d: %d, %q, %v", version, status, body, err)
				}
			}
		})
	}
}

// TestSSLGenerate: what the certificate is good for.
func TestSSLGenerate(t *testing.T) {
	cert, err := must(t)(server.SSLGenerate("example.test", "192.0.2.7")).Certificate()
	if err != nil {
		t.Fatal(err)
	}
	for _, host := range []string{"localhost", "127.0.0.1", "::1", "example.test", "192.0.2.7"} {
		if err := cert.VerifyHostname(host); err != nil {
			t.Error(err)
		}
	}
	if life := time.Until(cert.NotAfter); life > 30*24*time.Hour || life < 24*time.Hour {
		t.Errorf("it is good for %v", life)
	}
	if _, ok := cert.PublicKey.(*ecdsa.PublicKey); !ok || cert.IsCA {
		t.Errorf("a key %T, an authority: %v", cert.PublicKey, cert.IsCA)
	}
	other, err := must(t)(server.SSLGenerate()).Certificate()
	if err != nil || other.SerialNumber.Cmp(cert.SerialNumber) == 0 {
		t.Errorf("two certificates have the same number: %v", err)
	}
}

// TestSSLFaults: what cannot be used is told with its place, before the server
// listens.
func TestSSLFaults(t *testing.T) {
	ca := newAuthority(t, "authority")
	cert, key := files(t, ca.issue("server"))
	_, otherKey := files(t, ca.issue("other"))
	good := must(t)(server.SSLFromFiles(cert, key))
	start := func(ssl server.SSLConfig) error {
		_, err := server.New(quiet(server.Config{}).WithBinding("127.0.0.1", 0).WithSSL(ssl)).Install(weft.Routes{})
		return err
	}
	failure := func(_ server.SSLConfig, err error) error { return err }
	for _, test := range []struct {
		name string
		err  error
		want string
	}{
		{"no certificate", failure(server.SSLFromFiles("/no/such/cert", key)), "ssl: certificate: open /no/such/cert"},
		{"no key", failure(server.SSLFromFiles(cert, "/no/such/key")), "ssl: key: open /no/such/key"},
		{"another key", failure(server.SSLFromFiles(cert, otherKey)), otherKey + ": private key does not match public key"},
		{"no resource", failure(server.SSLFromResource(fstest.MapFS{}, "cert", "key")), "ssl: certificate: open cert"},
		{"the zero value", start(server.SSLConfig{}), "ssl: the configuration has no certificate"},
		{"no trust store", start(good.WithClientAuth(server.ClientAuthRequired)), "client certificates are required, but there is no trust store"},
		{"missing trust store", start(good.WithClientAuth(server.ClientAuthOptional).WithTrustStore(server.TrustFile("/no/such"))), "ssl: trust store: open /no/such"},
		{"empty trust store", start(good.WithClientAuth(server.ClientAuthOptional).WithTrustStore(server.TrustFile(key))), "it holds no certificate in PEM form"},
	} {
		if test.err == nil || !strings.Contains(test.err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q", test.name, test.err, test.want)
		}
	}
	if _, err := good.WithClientCA("/no/such"); err == nil {
		t.Error("WithClientCA accepts a file that is not there")
	}
}

// TestSSLOldVersionsAreRefused: TLS 1.2 is the oldest, whatever the configuration says.
func TestSSLOldVersionsAreRefused(t *testing.T) {
	made := must(t)(server.SSLGenerate())
	pair := newAuthority(t, "authority").issue("server")
	old := server.SSLFromTLS(&tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS10})
	for name, ssl := range map[string]server.SSLConfig{"made": made, "from crypto/tls": old} {
		srv := secured(t, ssl, tlsRoutes())
		for version, good := range map[uint16]bool{tls.VersionTLS11: false, tls.VersionTLS12: true, tls.VersionTLS13: true} {
			c, err := tls.Dial("tcp", srv.Addr, &tls.Config{InsecureSkipVerify: true, MinVersion: tls.VersionTLS10, MaxVersion: version})
			if err == nil {
				c.Close()
			}
			if good != (err == nil) {
				t.Errorf("%s, version %x: error %v", name, version, err)
			}
		}
	}
}

// TestSSLShowsNoSecret: neither password nor key comes out, however a configuration is
// printed.
func TestSSLShowsNoSecret(t *testing.T) {
	ssl := must(t)(server.SSLGenerate())
	config := server.Config{SSL: &ssl}
	b, _ := json.Marshal(ssl) // it refuses, since there is nothing to show
	var log strings.Builder
	slog.New(slog.NewTextHandler(&log, nil)).Info("", "ssl", ssl, "config", config)
	printed := string(b) + log.String() + fmt.Sprintf("%v %+v %#v %v", ssl, ssl, ssl, config.SSL)
	if strings.Contains(printed, "PrivateKey") || strings.Contains(printed, "D:") {
		t.Errorf("printed: %s", printed)
	}
}

// TestSSLNames: the values have names for configuration files.
func TestSSLNames(t *testing.T) {
	for want, name := range map[server.ClientAuth]string{
		server.ClientAuthNone: "none", server.ClientAuthOptional: "optional", server.ClientAuthRequired: "required",
	} {
		var got server.ClientAuth
		if err := got.UnmarshalText([]byte(strings.ToUpper(name))); err != nil || got != want || got.String() != name {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	for want, name := range map[server.HTTPBehaviour]string{
		server.HTTPRedirect: "redirect", server.HTTPAccept: "accept", server.HTTPFail: "fail",
	} {
		var got server.HTTPBehaviour
		if err := got.UnmarshalText([]byte(name)); err != nil || got != want || got.String() != name {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	var auth server.ClientAuth
	if err := auth.UnmarshalText([]byte("maybe")); err == nil || err.Error() != `client certificates: want none, optional, required, got "maybe"` {
		t.Errorf("error %v", err)
	}
}
