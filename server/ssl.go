package server

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"time"
)

// An SSLConfig says how a server proves who it is, whom it trusts, and what
// happens to clients that come without TLS. The SSLFrom functions and
// [SSLGenerate] make one; its methods return changed copies. It is an immutable
// value, and printing it shows no secret.
//
// The oldest version that is spoken is TLS 1.2, with those of its cipher suites that
// have forward secrecy and authenticated encryption, as Mozilla's 'intermediate'
// recommends. Clients are offered HTTP/2 and HTTP/1.1 (ALPN, RFC 7301).
//
// Files are read again when they change: see [SSLConfig.WithReloadInterval] and
// [Server.ReloadSSL].
type SSLConfig struct {
	keys  KeyStore    // nil in the zero value, which no server can start with
	base  *tls.Config // of SSLFromTLS
	trust TrustStore  // nil if no client certificate is asked for
	auth  ClientAuth
	plain HTTPBehaviour
	every time.Duration
}

// SSLFromFiles reads a certificate chain, the server's own certificate first,
// and its key from PEM files. It fails if they cannot be read or do not belong
// together.
func SSLFromFiles(certPath, keyPath string) (SSLConfig, error) {
	return SSLFromKeyStore(pemPair{nil, certPath, keyPath})
}

// SSLFromResource is like [SSLFromFiles] for files of fsys, such as an embed.FS.
func SSLFromResource(fsys fs.FS, certPath, keyPath string) (SSLConfig, error) {
	return SSLFromKeyStore(pemPair{fsys, certPath, keyPath})
}

// SSLFromKeyStore takes certificate and key from a store. Package keystore reads
// those of Java:
//
//	ssl, err := server.SSLFromKeyStore(keystore.File("server.p12", password))
//
// It reads the store once, and fails if that fails.
func SSLFromKeyStore(store KeyStore) (SSLConfig, error) {
	if _, err := store.KeyPair(); err != nil {
		return SSLConfig{}, fmt.Errorf("ssl: %w", err)
	}
	return SSLConfig{keys: store}, nil
}

// SSLFromTLS takes everything from a configuration of crypto/tls, for what the
// other functions do not offer: certificates chosen by name or fetched from
// elsewhere. It copies the configuration, and adds to it what is missing: TLS 1.2
// as the least version, its good cipher suites, and the protocols HTTP/2 and HTTP/1.1.
func SSLFromTLS(config *tls.Config) SSLConfig { return SSLConfig{base: config.Clone()} }

// WithHTTPBehaviour returns the configuration with another answer to clients
// that come without TLS. The default is [HTTPRedirect].
func (c SSLConfig) WithHTTPBehaviour(b HTTPBehaviour) SSLConfig {
	c.plain = b
	return c
}

// WithClientAuth returns the configuration with client certificates asked for or
// not. The default is [ClientAuthNone]. The other values need a trust store: see
// [SSLConfig.WithTrustStore].
func (c SSLConfig) WithClientAuth(a ClientAuth) SSLConfig {
	c.auth = a
	return c
}

// WithTrustStore returns the configuration with those whom the server trusts:
// a client certificate has to be one of them, or signed by one of them. The
// store is read when the server starts to listen, which fails if that fails.
//
//	ssl.WithTrustStore(server.TrustFile("clients.pem")).WithClientAuth(server.ClientAuthRequired)
func (c SSLConfig) WithTrustStore(store TrustStore) SSLConfig {
	c.trust = store
	return c
}

// WithClientCA returns the configuration with clients required to show a
// certificate that one of the authorities in the PEM file has signed. It fails if
// the file cannot be read.
func (c SSLConfig) WithClientCA(path string) (SSLConfig, error) {
	store := TrustFile(path)
	if _, err := store.Authorities(); err != nil {
		return c, fmt.Errorf("ssl: %w", err)
	}
	return c.WithTrustStore(store).WithClientAuth(ClientAuthRequired), nil
}

// WithReloadInterval returns the configuration with another interval at which
// the server looks whether files have changed. It looks when a client connects,
// so a server without clients does nothing. Zero means 10 seconds, a negative
// interval never.
func (c SSLConfig) WithReloadInterval(d time.Duration) SSLConfig {
	c.every = d
	return c
}

// Certificate returns the certificate that clients see now, as far as it is
// known beforehand. Tests and tools on the developer's machine put it in the
// pool of those they trust.
func (c SSLConfig) Certificate() (*x509.Certificate, error) {
	config, err := c.tlsConfig()
	if err != nil {
		return nil, err
	}
	if len(config.Certificates) == 0 {
		return nil, errors.New("ssl: which certificate clients see depends on the client")
	}
	return leafOf(&config.Certificates[0])
}

// tlsConfig reads the stores and makes a configuration for crypto/tls.
func (c SSLConfig) tlsConfig() (*tls.Config, error) {
	config := &tls.Config{}
	switch {
	case c.base != nil:
		config = c.base.Clone()
	case c.keys == nil:
		return nil, errors.New("ssl: the configuration has no certificate; make it with SSLFromFiles, for example")
	default:
		pair, err := c.keys.KeyPair()
		if err != nil {
			return nil, fmt.Errorf("ssl: %w", err)
		}
		config.Certificates = []tls.Certificate{pair}
	}
	config.MinVersion = max(config.MinVersion, tls.VersionTLS12)
	if config.CipherSuites == nil {
		config.CipherSuites = goodSuites()
	}
	if len(config.NextProtos) == 0 {
		config.NextProtos = []string{"h2", "http/1.1"}
	}
	return config, c.askClients(config)
}

// goodSuites returns the cipher suites of TLS 1.2 that are offered. crypto/tls would add
// those with CBC and SHA-1; all clients of today have better ones. TLS 1.3 has no others.
func goodSuites() []uint16 {
	return []uint16{
		tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256,
		tls.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
		tls.TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384,
		tls.TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
		tls.TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256,
		tls.TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
	}
}

// askClients says which client certificates are good.
func (c SSLConfig) askClients(config *tls.Config) error {
	switch {
	case c.auth == ClientAuthNone:
		return nil
	case c.trust == nil:
		return fmt.Errorf("ssl: client certificates are %v, but there is no trust store to check them with", c.auth)
	}
	authorities, err := c.trust.Authorities()
	if err != nil {
		return fmt.Errorf("ssl: %w", err)
	}
	if len(authorities) == 0 {
		return errors.New("ssl: the trust store is empty, so no client could connect")
	}
	config.ClientCAs = x509.NewCertPool()
	for _, a := range authorities {
		config.ClientCAs.AddCert(a)
	}
	config.ClientAuth = tls.VerifyClientCertIfGiven
	if c.auth == ClientAuthRequired {
		config.ClientAuth = tls.RequireAndVerifyClientCert
	}
	return nil
}

// stamp returns a text that changes when the stores do.
func (c SSLConfig) stamp() string {
	var s string
	if c.keys != nil {
		s = c.keys.Stamp()
	}
	if c.trust != nil {
		s += "\n" + c.trust.Stamp()
	}
	return s
}

// A ClientAuth says whether clients have to show a certificate (mutual TLS). The
// handler finds it with RemoteCertificate of its request.
type ClientAuth uint8

// The values of ClientAuth.
const (
	ClientAuthNone     ClientAuth = iota // no certificate is asked for; the default
	ClientAuthOptional                   // one that is shown has to be good
	ClientAuthRequired                   // nobody connects without a good one
)

// String returns "none", "optional" or "required".
func (a ClientAuth) String() string { return nameOf(a, clientAuthNames()) }

// MarshalText returns what String does.
func (a ClientAuth) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText accepts what String returns, in any case.
func (a *ClientAuth) UnmarshalText(b []byte) error {
	return parseEnum(a, b, clientAuthNames(), "client certificates")
}

func clientAuthNames() []string { return []string{"none", "optional", "required"} }
