package keystore_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
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

	jks "github.com/pavlo-v-chernykh/keystore-go/v4"
	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/leakcheck"
	"github.com/weft-go/weft/keystore"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/wefttest"
	"software.sslmate.com/src/go-pkcs12"
)

func TestMain(m *testing.M) { leakcheck.Main(m) }

const (
	password    = "hunter2-store"
	keyPassword = "hunter3-key"
)

// selfSigned makes a certificate for 127.0.0.1.
func selfSigned(t *testing.T, name string) (*x509.Certificate, *ecdsa.PrivateKey) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()),
		Subject:      pkix.Name{CommonName: name},
		NotBefore:    time.Now().Add(-time.Hour),
		NotAfter:     time.Now().Add(time.Hour),
		IPAddresses:  []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return cert, key
}

// jksStore makes a JKS file with a key for each of the aliases, and a certificate.
func jksStore(t *testing.T, trusted *x509.Certificate, aliases ...string) []byte {
	t.Helper()
	store := jks.New()
	for _, alias := range aliases {
		cert, key := selfSigned(t, alias)
		der, err := x509.MarshalPKCS8PrivateKey(key)
		if err != nil {
			t.Fatal(err)
		}
		entry := jks.PrivateKeyEntry{CreationTime: time.Now(), PrivateKey: der, CertificateChain: []jks.Certificate{{Type: "X509", Content: cert.Raw}}}
		if err := store.SetPrivateKeyEntry(alias, entry, []byte(keyPassword)); err != nil {
			t.Fatal(err)
		}
	}
	if trusted != nil {
		entry := jks.TrustedCertificateEntry{CreationTime: time.Now(), Certificate: jks.Certificate{Type: "X509", Content: trusted.Raw}}
		if err := store.SetTrustedCertificateEntry("trusted", entry); err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	if err := store.Store(&b, []byte(password)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// p12Store makes a PKCS#12 file with a key.
func p12Store(t *testing.T, name string, encoder *pkcs12.Encoder) []byte {
	t.Helper()
	cert, key := selfSigned(t, name)
	b, err := encoder.Encode(key, cert, nil, password)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func file(t *testing.T, b []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "store")
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestKeyPair: both formats, from files and from an fs.FS, found out by their content.
func TestKeyPair(t *testing.T) {
	secret, keySecret := weft.NewSecret(password), weft.NewSecret(keyPassword)
	for _, test := range []struct {
		name  string
		data  []byte
		with  func(keystore.Store) keystore.Store
		owner string
	}{
		{"JKS", jksStore(t, nil, "web"), func(s keystore.Store) keystore.Store { return s.WithKeyPassword(keySecret) }, "web"},
		{"JKS with several keys", jksStore(t, nil, "web", "admin"), func(s keystore.Store) keystore.Store {
			return s.WithKeyPassword(keySecret).WithAlias("Admin")
		}, "admin"},
		{"PKCS#12", p12Store(t, "web", pkcs12.Modern2023), func(s keystore.Store) keystore.Store { return s }, "web"},
		{"PKCS#12 with PBMAC1", p12Store(t, "web", pkcs12.Modern2026), func(s keystore.Store) keystore.Store { return s }, "web"},
		{"PKCS#12 of old programs", p12Store(t, "web", pkcs12.LegacyRC2), func(s keystore.Store) keystore.Store {
			return s.WithKeyPassword(secret)
		}, "web"},
	} {
		t.Run(test.name, func(t *testing.T) {
			fsys := fstest.MapFS{"conf/store": {Data: test.data}}
			for _, s := range []keystore.Store{keystore.File(file(t, test.data), secret), keystore.Resource(fsys, "conf/store", secret)} {
				pair, err := test.with(s).KeyPair()
				if err != nil {
					t.Fatal(err)
				}
				if name := pair.Leaf.Subject.CommonName; name != test.owner || pair.PrivateKey == nil {
					t.Errorf("the certificate of %q", name)
				}
			}
		})
	}
}

// TestAuthorities: trust stores of both formats, with and without a password.
func TestAuthorities(t *testing.T) {
	cert, _ := selfSigned(t, "trusted")
	encode := func(e *pkcs12.Encoder, password string) []byte {
		b, err := e.EncodeTrustStore([]*x509.Certificate{cert}, password)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	for _, test := range []struct {
		name, password string
		data           []byte
	}{
		{"JKS", password, jksStore(t, cert)},
		{"JKS with a key, too", password, jksStore(t, cert, "web")},
		{"PKCS#12", password, encode(pkcs12.Modern, password)},
		{"PKCS#12 without a password", "", encode(pkcs12.Passwordless, "")},
	} {
		t.Run(test.name, func(t *testing.T) {
			all, err := keystore.File(file(t, test.data), weft.NewSecret(test.password)).Authorities()
			if err != nil || len(all) != 1 || !all[0].Equal(cert) {
				t.Errorf("%v, %v", all, err)
			}
		})
	}
}

// TestFaults: what is wrong, and where, and never a password.
func TestFaults(t *testing.T) {
	secret, wrong := weft.NewSecret(password), weft.NewSecret("wrong-password")
	one, two := file(t, jksStore(t, nil, "web")), file(t, jksStore(t, nil, "web", "admin"))
	p12 := file(t, p12Store(t, "web", pkcs12.Modern))
	cert, _ := selfSigned(t, "trusted")
	only := file(t, jksStore(t, cert))
	for _, test := range []struct {
		name  string
		store keystore.Store
		want  string
	}{
		{"missing", keystore.File("/no/such", secret), "key store: open /no/such"},
		{"JKS, wrong password", keystore.File(one, wrong), one + ": the password is wrong, or the file is damaged"},
		{"JKS, wrong key password", keystore.File(one, secret), `entry "web": the password of the key is wrong`},
		{"JKS, several keys", keystore.File(two, secret), `want exactly one key, or the alias of one; there are ["admin" "web"]`},
		{"JKS, unknown alias", keystore.File(two, secret).WithAlias("other"), `there is no key "other"`},
		{"JKS, no key", keystore.File(only, secret), "there are []"},
		{"PKCS#12, wrong password", keystore.File(p12, wrong), p12 + ": the password is wrong"},
		{"PKCS#12, no password", keystore.File(p12, weft.Secret{}), p12 + ": the password is wrong"},
		{"PKCS#12, another key password", keystore.File(p12, secret).WithKeyPassword(wrong), "a PKCS#12 file has one password"},
		{"PEM", keystore.File(file(t, []byte("-----BEGIN CERTIFICATE-----")), secret), "want JKS or PKCS#12"},
		{"empty", keystore.File(file(t, nil), secret), "want JKS or PKCS#12"},
		{"cut JKS", keystore.File(file(t, jksStore(t, nil, "web")[:100]), secret), "key store"},
		{"cut PKCS#12", keystore.File(file(t, p12Store(t, "web", pkcs12.Modern)[:100]), secret), "key store"},
	} {
		_, err := test.store.KeyPair()
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q", test.name, err, test.want)
		}
		if err != nil && (strings.Contains(err.Error(), password) || strings.Contains(err.Error(), "wrong-password")) {
			t.Errorf("%s: the error shows a password: %v", test.name, err)
		}
	}
	if _, err := keystore.File(one, secret).Authorities(); err == nil || !strings.Contains(err.Error(), "it holds no certificate to trust") {
		t.Errorf("a store without certificates: %v", err)
	}
}

// TestShowsNoSecret: a store may be printed.
func TestShowsNoSecret(t *testing.T) {
	path := file(t, p12Store(t, "web", pkcs12.Modern))
	store := keystore.File(path, weft.NewSecret(password)).WithKeyPassword(weft.NewSecret(password))
	ssl, err := server.SSLFromKeyStore(store)
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	slog.New(slog.NewTextHandler(&log, nil)).Info("", "store", store, "ssl", ssl)
	slog.New(slog.NewJSONHandler(&log, nil)).Info("", "store", store, "ssl", ssl)
	for _, v := range []any{store, &store, ssl, &ssl, server.Config{}.WithSSL(ssl), *server.Config{}.WithSSL(ssl).SSL} {
		fmt.Fprintf(&log, "%v %+v %#v %q %x", v, v, v, v, v)
	}
	for _, form := range []string{password, fmt.Sprintf("%x", password)} {
		if strings.Contains(log.String(), form) {
			t.Errorf("the password is in %s", log.String())
		}
	}
}

// TestServer: a server with mutual TLS out of stores, and their reload.
func TestServer(t *testing.T) {
	secret := weft.NewSecret(password)
	path := file(t, p12Store(t, "first", pkcs12.Modern))
	client, clientKey := selfSigned(t, "alice")
	ssl, err := server.SSLFromKeyStore(keystore.File(path, secret))
	if err != nil {
		t.Fatal(err)
	}
	ssl = ssl.WithTrustStore(keystore.File(file(t, jksStore(t, client)), secret)).WithClientAuth(server.ClientAuthRequired)
	srv := wefttest.Start(t, weft.NewRoutes(route.GET("/").Handle(func(req *weft.Request) (weft.Response, error) {
		cert, _ := req.RemoteCertificate()
		return weft.Text(cert.Subject.CommonName), nil
	})), func(c server.Config) server.Config { return c.WithSSL(ssl) })
	get := func(certs ...tls.Certificate) (owner, body string, err error) {
		transport := &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true, Certificates: certs}}
		defer transport.CloseIdleConnections()
		resp, err := (&http.Client{Transport: transport, Timeout: 10 * time.Second}).Get(srv.URL + "/")
		if err != nil {
			return "", "", err
		}
		defer resp.Body.Close()
		b, err := io.ReadAll(resp.Body)
		return resp.TLS.PeerCertificates[0].Subject.CommonName, string(b), err
	}
	alice := tls.Certificate{Certificate: [][]byte{client.Raw}, PrivateKey: clientKey}
	if owner, body, err := get(alice); err != nil || owner != "first" || body != "alice" {
		t.Errorf("%q, %q, %v", owner, body, err)
	}
	if _, body, err := get(); err == nil {
		t.Errorf("without a certificate: %q", body)
	}
	if err := os.WriteFile(path, p12Store(t, "second", pkcs12.Modern), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := srv.Server().ReloadSSL(); err != nil {
		t.Fatal(err)
	}
	if owner, _, err := get(alice); err != nil || owner != "second" {
		t.Errorf("after the reload: %q, %v", owner, err)
	}
}
