package server

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"os"
)

// An SSLConfig says how a server proves who it is, and whom it trusts.
type SSLConfig struct {
	config *tls.Config
}

// SSLFromFiles reads a certificate chain and its key from PEM files. TLS 1.2 is
// the oldest version that is spoken.
func SSLFromFiles(certPath, keyPath string) (SSLConfig, error) {
	cert, err := tls.LoadX509KeyPair(certPath, keyPath)
	if err != nil {
		return SSLConfig{}, fmt.Errorf("ssl: certificate %s with key %s: %w", certPath, keyPath, err)
	}
	return SSLConfig{&tls.Config{
		Certificates: []tls.Certificate{cert},
		MinVersion:   tls.VersionTLS12,
		NextProtos:   []string{"h2", "http/1.1"},
	}}, nil
}

// WithClientCA returns the configuration with clients required to show a
// certificate that one of the authorities in the PEM file has signed.
func (c SSLConfig) WithClientCA(path string) (SSLConfig, error) {
	pem, err := os.ReadFile(path)
	if err != nil {
		return c, fmt.Errorf("ssl: client authorities: %w", err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(pem) {
		return c, fmt.Errorf("ssl: client authorities: %s holds no certificate in PEM form", path)
	}
	config := c.config.Clone()
	config.ClientCAs, config.ClientAuth = pool, tls.RequireAndVerifyClientCert
	return SSLConfig{config}, nil
}

func (c SSLConfig) tlsConfig() *tls.Config { return c.config }
