package server

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"fmt"
	"math/big"
	"net"
	"time"
)

// generatedLife is how long a generated certificate is good.
const generatedLife = 14 * 24 * time.Hour

// SSLGenerate makes a certificate that is signed by nobody but itself, for
// development and tests: for localhost, 127.0.0.1 and ::1, and for further names
// and addresses that are given. Its key, on the curve P-256, is kept in memory
// alone, and the certificate expires after two weeks. Clients trust it only if
// they are told to; see [SSLConfig.Certificate].
func SSLGenerate(hosts ...string) (SSLConfig, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return SSLConfig{}, fmt.Errorf("ssl: generate: %w", err)
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127))
	if err != nil {
		return SSLConfig{}, fmt.Errorf("ssl: generate: %w", err)
	}
	now := time.Now()
	template := &x509.Certificate{
		SerialNumber:          serial,
		Subject:               pkix.Name{CommonName: "localhost", Organization: []string{"weft (development)"}},
		NotBefore:             now.Add(-time.Hour), // clocks differ
		NotAfter:              now.Add(generatedLife),
		KeyUsage:              x509.KeyUsageDigitalSignature,
		ExtKeyUsage:           []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		BasicConstraintsValid: true,
		DNSNames:              []string{"localhost"},
		IPAddresses:           []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback},
	}
	for _, h := range hosts {
		if ip := net.ParseIP(h); ip != nil {
			template.IPAddresses = append(template.IPAddresses, ip)
		} else {
			template.DNSNames = append(template.DNSNames, h)
		}
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return SSLConfig{}, fmt.Errorf("ssl: generate: %w", err)
	}
	return SSLFromKeyStore(&generated{tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}})
}

// generated is a store in memory.
type generated struct{ pair tls.Certificate }

// KeyPair returns what was made.
func (g *generated) KeyPair() (tls.Certificate, error) { return g.pair, nil }

// Stamp returns "": nothing changes.
func (g *generated) Stamp() string { return "" }
