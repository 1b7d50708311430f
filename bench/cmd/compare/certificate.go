package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"
)

// The certificate of the TLS workloads and its key, which all candidates use.
func (w *workshop) certFile() string { return filepath.Join(w.tmp, "cert.pem") }
func (w *workshop) keyFile() string  { return filepath.Join(w.tmp, "key.pem") }

// writeCertificate makes a certificate for 127.0.0.1 that is valid for a day:
// ECDSA on P-256, which every candidate's library is fast at.
func (w *workshop) writeCertificate() error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1),
		Subject:      pkix.Name{CommonName: "127.0.0.1"},
		NotBefore:    time.Now().Add(-time.Hour),
		NotAfter:     time.Now().Add(24 * time.Hour),
		IPAddresses:  []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	cert, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return err
	}
	keyBytes, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return err
	}
	if err := writePEM(w.certFile(), "CERTIFICATE", cert); err != nil {
		return err
	}
	return writePEM(w.keyFile(), "PRIVATE KEY", keyBytes)
}

func writePEM(path, kind string, data []byte) error {
	return os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: data}), 0o600)
}
