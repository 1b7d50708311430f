package config_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"software.sslmate.com/src/go-pkcs12"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/config"
	"github.com/weft-go/weft/keystore"
	"github.com/weft-go/weft/server"
)

// An identity is a certificate that has signed itself.
type identity struct {
	key  *ecdsa.PrivateKey
	cert *x509.Certificate
}

func newIdentity(t *testing.T) identity {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return identity{key, cert}
}

// certificate writes a certificate and its key to PEM files.
func certificate(t *testing.T) (cert, key string) {
	t.Helper()
	id := newIdentity(t)
	der, err := x509.MarshalPKCS8PrivateKey(id.key)
	if err != nil {
		t.Fatal(err)
	}
	return writeFile(t, "cert.pem", pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: id.cert.Raw})),
		writeFile(t, "key.pem", pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
}

func writeFile(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.ToSlash(filepath.Join(t.TempDir(), name))
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// javaStores writes a keystore and a trust store in PKCS#12.
func javaStores(t *testing.T, password string) (keys, trust string) {
	t.Helper()
	id := newIdentity(t)
	k, err := pkcs12.Modern.Encode(id.key, id.cert, nil, password)
	if err != nil {
		t.Fatal(err)
	}
	s, err := pkcs12.Modern.EncodeTrustStore([]*x509.Certificate{id.cert}, password)
	if err != nil {
		t.Fatal(err)
	}
	return writeFile(t, "keys.p12", k), writeFile(t, "trust.p12", s)
}

// TestSSLKeys sets the keys below ssl through each kind of source.
func TestSSLKeys(t *testing.T) {
	cert, key := certificate(t)
	keys, trust := javaStores(t, "sesame")
	sesame := weft.NewSecret("sesame")
	files := func(change func(server.SSLConfig) server.SSLConfig) server.SSLConfig {
		c, err := server.SSLFromFiles(cert, key)
		if err != nil {
			t.Fatal(err)
		}
		return change(c)
	}
	store, err := server.SSLFromKeyStore(keystore.File(keys, sesame))
	if err != nil {
		t.Fatal(err)
	}
	base := []pair{{"ssl.cert", cert}, {"ssl.key", key}}
	for _, test := range []struct {
		name     string
		settings []pair
		want     server.SSLConfig
	}{
		{"ssl.cert and ssl.key", base, files(func(c server.SSLConfig) server.SSLConfig { return c })},
		{"ssl.http-behaviour", append(base, pair{"ssl.http-behaviour", "fail"}),
			files(func(c server.SSLConfig) server.SSLConfig { return c.WithHTTPBehaviour(server.HTTPFail) })},
		{"ssl.reload-interval", append(base, pair{"ssl.reload-interval", "1m"}),
			files(func(c server.SSLConfig) server.SSLConfig { return c.WithReloadInterval(time.Minute) })},
		{"ssl.trust-store and ssl.client-auth", append(base, pair{"ssl.trust-store", cert}, pair{"ssl.client-auth", "Required"}),
			files(func(c server.SSLConfig) server.SSLConfig {
				return c.WithTrustStore(server.TrustFile(cert)).WithClientAuth(server.ClientAuthRequired)
			})},
		{"ssl.key-store and its password", []pair{{"ssl.key-store", keys}, {"ssl.key-store-password", "sesame"}}, store},
		{"ssl.trust-store-password", append(base, pair{"ssl.trust-store", trust}, pair{"ssl.trust-store-password", "sesame"}),
			files(func(c server.SSLConfig) server.SSLConfig { return c.WithTrustStore(keystore.File(trust, sesame)) })},
	} {
		for kind, source := range sources(test.settings...) {
			t.Run(test.name+"/"+kind, func(t *testing.T) {
				got, err := server.ConfigFrom(source, config.KeyStores())
				if err != nil {
					t.Fatal(err)
				}
				if !reflect.DeepEqual(*got.SSL, test.want) {
					t.Errorf("got  %+v\nwant %+v", *got.SSL, test.want)
				}
			})
		}
	}
}

func TestSSLGenerateKey(t *testing.T) {
	for kind, source := range sources(pair{"ssl.generate", "true"}) {
		c, err := server.ConfigFrom(source)
		if err != nil {
			t.Fatal(kind, err)
		}
		if cert, err := c.SSL.Certificate(); err != nil || cert.Subject.CommonName != "localhost" {
			t.Errorf("%s: %v, %v", kind, cert, err)
		}
	}
}

// openedStore is a store that can be told from others by the file it was opened with.
type openedStore struct {
	server.Store
	file server.StoreFile
}

func (o *openedStore) KeyPair() (tls.Certificate, error) { return tls.Certificate{}, nil }

// TestSSLStoreKeys: everything that the keys say of a store reaches the one who opens it.
func TestSSLStoreKeys(t *testing.T) {
	for kind, source := range sources(pair{"ssl.key-store", "a.jks"}, pair{"ssl.key-store-password", "one"},
		pair{"ssl.key-manager-password", "two"}, pair{"ssl.key-alias", "web"}) {
		var opened server.StoreFile
		_, err := server.Load(source, server.UsingStores(func(f server.StoreFile) server.Store {
			opened = f
			return &openedStore{file: f}
		}))
		if err != nil || opened.Path != "a.jks" || opened.Password.Reveal() != "one" ||
			opened.KeyPassword.Reveal() != "two" || opened.Alias != "web" {
			t.Errorf("%s: %+v, %v", kind, opened, err)
		}
	}
}

func TestSSLFaults(t *testing.T) {
	cert, key := certificate(t)
	keys, _ := javaStores(t, "sesame")
	for _, test := range []struct {
		name     string
		settings []pair
		want     string
	}{
		{"a certificate alone", []pair{{"ssl.cert", cert}}, "ssl.cert (test.yaml:2): want ssl.key beside it"},
		{"a key alone", []pair{{"ssl.key", key}}, "ssl.key (test.yaml:2): want ssl.cert beside it"},
		{"neither", []pair{{"ssl.client-auth", "none"}}, "ssl (test.yaml:2): want ssl.cert and ssl.key, ssl.key-store or ssl.generate"},
		{"both", []pair{{"ssl.cert", cert}, {"ssl.key", key}, {"ssl.key-store", keys}}, "ssl.key-store (test.yaml:4): want either"},
		{"no such file", []pair{{"ssl.cert", "missing.pem"}, {"ssl.key", key}}, "missing.pem"},
		{"a store that nobody reads", []pair{{"ssl.key-store", keys}}, "config.KeyStores()"},
		{"client-auth without a trust store", []pair{{"ssl.cert", cert}, {"ssl.key", key}, {"ssl.client-auth", "required"}},
			"ssl.client-auth (test.yaml:4): ssl: client certificates are required, but there is no trust store"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := server.Load(sources(test.settings...)["YAML"])
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}
