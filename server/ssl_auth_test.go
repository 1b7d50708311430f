package server_test

import (
	"crypto/tls"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/weft-go/weft/server"
)

// trustFile writes the certificate of an authority to a file.
func trustFile(t *testing.T, a *authority) string {
	t.Helper()
	chain, _ := pemOf(t, tls.Certificate{Certificate: [][]byte{a.cert.Raw}, PrivateKey: a.key})
	path := filepath.Join(t.TempDir(), "trust.pem")
	if err := os.WriteFile(path, chain, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestClientAuth goes through all values of ClientAuth: who may connect, and whom the
// handler sees, over both versions of HTTP.
func TestClientAuth(t *testing.T) {
	ca, stranger := newAuthority(t, "authority"), newAuthority(t, "stranger")
	cert, key := files(t, ca.issue("server"))
	ssl := must(t)(server.SSLFromFiles(cert, key)).WithTrustStore(server.TrustFile(trustFile(t, ca)))
	good, bad := ca.issue("alice"), stranger.issue("mallory")
	for _, test := range []struct {
		auth   server.ClientAuth
		client *tls.Certificate
		want   string // the name the handler sees; "" if the client may not connect
	}{
		{server.ClientAuthNone, nil, "nobody"},
		{server.ClientAuthNone, &good, "nobody"},
		{server.ClientAuthNone, &bad, "nobody"},
		{server.ClientAuthOptional, nil, "nobody"},
		{server.ClientAuthOptional, &good, "alice"},
		{server.ClientAuthOptional, &bad, ""},
		{server.ClientAuthRequired, nil, ""},
		{server.ClientAuthRequired, &good, "alice"},
		{server.ClientAuthRequired, &bad, ""},
	} {
		for version, protocol := range map[int]string{1: "HTTP/1.1", 2: "HTTP/2"} {
			name := "without a certificate"
			if test.client != nil {
				name = "as " + test.client.Leaf.Subject.CommonName
			}
			t.Run(fmt.Sprintf("%v, %s, %s", test.auth, name, strings.ReplaceAll(protocol, "/", " ")), func(t *testing.T) {
				srv := secured(t, ssl.WithClientAuth(test.auth), tlsRoutes())
				config := &tls.Config{RootCAs: ca.pool()}
				if test.client != nil {
					// Given as a function, it is also shown to servers that name other
					// authorities.
					config.GetClientCertificate = func(*tls.CertificateRequestInfo) (*tls.Certificate, error) { return test.client, nil }
				}
				_, body, err := fetch(tlsClient(t, config, version), srv.URL+"/")
				switch {
				case test.want == "" && err == nil:
					t.Errorf("the client got %q", body)
				case test.want != "" && (err != nil || body != protocol+" from "+test.want):
					t.Errorf("the client got %q, %v", body, err)
				}
			})
		}
	}
}

// TestClientAuthByTheCertificateItself: a trust store may hold clients rather than
// authorities, as those of Java do.
func TestClientAuthByTheCertificateItself(t *testing.T) {
	alice, bob := newAuthority(t, "alice"), newAuthority(t, "bob")
	ssl := must(t)(server.SSLGenerate()).
		WithTrustStore(server.TrustFile(trustFile(t, alice))).WithClientAuth(server.ClientAuthRequired)
	srv := secured(t, ssl, tlsRoutes())
	for _, client := range []*authority{alice, bob} {
		pair := tls.Certificate{Certificate: [][]byte{client.cert.Raw}, PrivateKey: client.key}
		config := &tls.Config{InsecureSkipVerify: true, Certificates: []tls.Certificate{pair}}
		_, body, err := fetch(tlsClient(t, config, 1), srv.URL+"/")
		if (client == alice) != (err == nil && body == "HTTP/1.1 from alice") {
			t.Errorf("%s: %q, %v", client.cert.Subject.CommonName, body, err)
		}
	}
}

// TestClientCA: the short form requires certificates.
func TestClientCA(t *testing.T) {
	ca := newAuthority(t, "authority")
	cert, key := files(t, ca.issue("server"))
	ssl := must(t)(must(t)(server.SSLFromFiles(cert, key)).WithClientCA(trustFile(t, ca)))
	srv := secured(t, ssl, tlsRoutes())
	config := &tls.Config{RootCAs: ca.pool()}
	if _, body, err := fetch(tlsClient(t, config, 1), srv.URL+"/"); err == nil {
		t.Errorf("a client without a certificate got %q", body)
	}
	config = &tls.Config{RootCAs: ca.pool(), Certificates: []tls.Certificate{ca.issue("alice")}}
	if _, body, err := fetch(tlsClient(t, config, 2), srv.URL+"/"); err != nil || body != "HTTP/2 from alice" {
		t.Errorf("got %q, %v", body, err)
	}
}
