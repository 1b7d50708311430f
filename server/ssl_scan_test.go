package server_test

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/tls"
	"crypto/x509"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"slices"
	"testing"
	"time"

	"github.com/weft-go/weft/server"
)

// A hello is what a scanner begins a connection with.
type hello struct {
	version     uint16
	suites      []uint16
	compression []byte
}

// bytes returns the hello as a record of TLS (RFC 5246, sections 6.2.1 and 7.4.1.2).
func (h hello) bytes() []byte {
	b := binary.BigEndian.AppendUint16(nil, h.version)
	b = append(b, make([]byte, 32)...) // random
	b = append(b, 0)                   // no session
	b = binary.BigEndian.AppendUint16(b, uint16(2*len(h.suites)))
	for _, s := range h.suites {
		b = binary.BigEndian.AppendUint16(b, s)
	}
	b = append(append(b, byte(len(h.compression))), h.compression...)
	if h.version >= tls.VersionTLS10 {
		extensions := []byte{
			0, 10, 0, 6, 0, 4, 0, 29, 0, 23, // groups: X25519, P-256
			0, 11, 0, 2, 1, 0, // points: uncompressed
			0, 13, 0, 14, 0, 12, 4, 3, 8, 4, 4, 1, 5, 1, 2, 3, 2, 1, // signatures, with and without SHA-1
		}
		b = binary.BigEndian.AppendUint16(b, uint16(len(extensions)))
		b = append(b, extensions...)
	}
	handshake := append([]byte{1, byte(len(b) >> 16), byte(len(b) >> 8), byte(len(b))}, b...)
	record := binary.BigEndian.AppendUint16([]byte{22}, min(h.version, tls.VersionTLS10))
	record = binary.BigEndian.AppendUint16(record, uint16(len(handshake)))
	return append(record, handshake...)
}

// A reply is how a server answers a hello: with one of its own, an alert or the end.
type reply struct {
	accepted       bool
	version, suite uint16
	alert          byte
}

// scan sends bytes to a server and reads how it answers.
func scan(t *testing.T, addr string, b []byte) reply {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(patience))
	if _, err := c.Write(b); err != nil {
		t.Fatal(err)
	}
	head := make([]byte, 5)
	if _, err := io.ReadFull(c, head); err != nil {
		return reply{}
	}
	body := make([]byte, binary.BigEndian.Uint16(head[3:]))
	if _, err := io.ReadFull(c, body); err != nil {
		t.Fatal(err)
	}
	switch {
	case head[0] == 21 && len(body) == 2:
		return reply{alert: body[1]}
	case head[0] != 22 || body[0] != 2:
		t.Fatalf("neither a hello nor an alert: %x %x", head, body)
	}
	session := int(body[4+2+32])
	rest := body[4+2+32+1+session:]
	return reply{accepted: true, version: binary.BigEndian.Uint16(body[4:]), suite: binary.BigEndian.Uint16(rest)}
}

// recommended are the suites of TLS 1.2 that a server with a kind of key accepts.
func recommended(kind string) []uint16 {
	if kind == "RSA" {
		return []uint16{tls.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, tls.TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384, tls.TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256}
	}
	return []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, tls.TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, tls.TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256}
}

// selfSigned returns a certificate with a kind of key.
func selfSigned(t *testing.T, kind string) tls.Certificate {
	t.Helper()
	var key crypto.Signer
	var err error
	if kind == "RSA" {
		key, err = rsa.GenerateKey(rand.Reader, 2048)
	} else {
		key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	}
	if err != nil {
		t.Fatal(err)
	}
	template := certTemplate(kind)
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

// TestSSLScan looks at a server as scanners do. Of everything that a hello can offer, all
// 65,536 numbers of cipher suites included, only what is good is accepted.
func TestSSLScan(t *testing.T) {
	for _, kind := range []string{"ECDSA", "RSA"} {
		pair := selfSigned(t, kind)
		for name, ssl := range map[string]server.SSLConfig{
			"from files": must(t)(server.SSLFromFiles(files(t, pair))),
			"from TLS":   server.SSLFromTLS(&tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: versionSSL30}),
		} {
			t.Run(kind+" "+name, func(t *testing.T) {
				addr := secured(t, ssl, tlsRoutes()).Addr
				scanVersions(t, addr, recommended(kind))
				scanSuites(t, addr, recommended(kind))
				scanTLS13(t, addr)
			})
		}
	}
}

const versionSSL30 = 0x0300

// scanVersions offers old versions, the good suites among all others.
func scanVersions(t *testing.T, addr string, good []uint16) {
	const protocolVersion = 70
	weak := append(slices.Clone(good), tls.TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA, tls.TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA,
		tls.TLS_RSA_WITH_AES_128_CBC_SHA, tls.TLS_RSA_WITH_3DES_EDE_CBC_SHA, tls.TLS_RSA_WITH_RC4_128_SHA)
	for _, version := range []uint16{0x0002, versionSSL30, tls.VersionTLS10, tls.VersionTLS11} {
		if r := scan(t, addr, hello{version, weak, []byte{0}}.bytes()); r.accepted || r.alert != protocolVersion {
			t.Errorf("version %04x: %+v, want the alert protocol_version", version, r)
		}
	}
	// SSL 2 has records of its own: length, CLIENT-HELLO, version, and one cipher.
	if r := scan(t, addr, []byte("\x80\x1c\x01\x00\x02\x00\x03\x00\x00\x00\x10\x01\x00\x800123456789abcdef")); r.accepted {
		t.Errorf("SSL 2: %+v", r)
	}
	if r := scan(t, addr, hello{tls.VersionTLS12, good, []byte{1}}.bytes()); r.accepted {
		t.Errorf("compression: %+v", r)
	}
}

// scanSuites offers the good suites one by one, and all others a thousand at a time.
func scanSuites(t *testing.T, addr string, good []uint16) {
	for _, suite := range good {
		if r := scan(t, addr, hello{tls.VersionTLS12, []uint16{suite}, []byte{0}}.bytes()); r != (reply{true, tls.VersionTLS12, suite, 0}) {
			t.Errorf("suite %s: %+v", tls.CipherSuiteName(suite), r)
		}
	}
	var others []uint16
	for id := range 1 << 16 {
		if !slices.Contains(good, uint16(id)) {
			others = append(others, uint16(id))
		}
	}
	for some := range slices.Chunk(others, 1000) {
		if r := scan(t, addr, hello{tls.VersionTLS12, some, []byte{0}}.bytes()); r.accepted || r.alert == 0 {
			t.Errorf("suites from %04x on: %+v (%s)", some[0], r, tls.CipherSuiteName(r.suite))
		}
	}
}

// scanTLS13: the newest version is spoken, and chosen by clients that have both.
func scanTLS13(t *testing.T, addr string) {
	for _, least := range []uint16{tls.VersionTLS12, tls.VersionTLS13} {
		c, err := tls.Dial("tcp", addr, &tls.Config{InsecureSkipVerify: true, MinVersion: least})
		if err != nil {
			t.Error(err)
			continue
		}
		if v := c.ConnectionState().Version; v != tls.VersionTLS13 {
			t.Errorf("version %s", tls.VersionName(v))
		}
		c.Close()
	}
}

// TestSSLOwnSuites: who chooses suites gets these.
func TestSSLOwnSuites(t *testing.T) {
	own := []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384}
	ssl := server.SSLFromTLS(&tls.Config{Certificates: []tls.Certificate{selfSigned(t, "ECDSA")}, CipherSuites: own})
	addr := secured(t, ssl, tlsRoutes()).Addr
	for _, suite := range recommended("ECDSA") {
		r := scan(t, addr, hello{tls.VersionTLS12, []uint16{suite}, []byte{0}}.bytes())
		if r.accepted != (suite == own[0]) {
			t.Error(fmt.Sprint(tls.CipherSuiteName(suite), ": ", r))
		}
	}
}
