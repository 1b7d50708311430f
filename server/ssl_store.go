package server

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// A KeyStore holds the certificate chain of a server and its key. Package keystore
// has one for the stores of Java. Its methods are called from several goroutines.
type KeyStore interface {
	// KeyPair reads the chain, the server's own certificate first, and the key.
	// It is called when the server starts and whenever the stamp has changed.
	KeyPair() (tls.Certificate, error)

	// Stamp returns a text that differs when KeyPair would return something else
	// than before: the time and size of a file, for example. It is asked for
	// often, so it should be cheap. A store that never changes returns "".
	Stamp() string
}

// A TrustStore holds the certificates of those whom a server trusts. Its methods
// are called from several goroutines.
type TrustStore interface {
	// Authorities reads the certificates.
	Authorities() ([]*x509.Certificate, error)

	// Stamp is like that of a [KeyStore].
	Stamp() string
}

// TrustFile returns a trust store that is a PEM file with one or more
// certificates.
func TrustFile(path string) TrustStore { return pemTrust{nil, path} }

// TrustResource is like [TrustFile] for a file of fsys, such as an embed.FS.
func TrustResource(fsys fs.FS, path string) TrustStore { return pemTrust{fsys, path} }

// FileStamp returns the time and size of a file, for the Stamp of a [KeyStore] or
// [TrustStore]. A nil fsys means the files of the system.
func FileStamp(fsys fs.FS, path string) string {
	info, err := stat(fsys, path)
	if err != nil {
		return path + ": " + err.Error()
	}
	return fmt.Sprintf("%s %d %d", path, info.Size(), info.ModTime().UnixNano())
}

// A pemPair is a certificate chain and a key in two PEM files, of the system if
// fsys is nil.
type pemPair struct {
	fsys      fs.FS
	cert, key string
}

// KeyPair reads the files.
func (p pemPair) KeyPair() (tls.Certificate, error) {
	cert, err := readFile(p.fsys, p.cert)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("certificate: %w", err)
	}
	key, err := readFile(p.fsys, p.key)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("key: %w", err)
	}
	pair, err := tls.X509KeyPair(cert, key)
	if err != nil {
		return pair, fmt.Errorf("certificate %s with key %s: %s", p.cert, p.key, strings.TrimPrefix(err.Error(), "tls: "))
	}
	return pair, nil
}

// Stamp returns when both files changed last.
func (p pemPair) Stamp() string { return FileStamp(p.fsys, p.cert) + "\n" + FileStamp(p.fsys, p.key) }

// A pemTrust is a PEM file with certificates.
type pemTrust struct {
	fsys fs.FS
	path string
}

// Authorities reads the file. What is not a certificate in it is passed over.
func (p pemTrust) Authorities() ([]*x509.Certificate, error) {
	rest, err := readFile(p.fsys, p.path)
	if err != nil {
		return nil, fmt.Errorf("trust store: %w", err)
	}
	var all []*x509.Certificate
	for {
		var block *pem.Block
		if block, rest = pem.Decode(rest); block == nil {
			break
		}
		if block.Type != "CERTIFICATE" {
			continue
		}
		cert, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			return nil, fmt.Errorf("trust store %s: certificate %d: %w", p.path, len(all)+1, err)
		}
		all = append(all, cert)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("trust store %s: it holds no certificate in PEM form", p.path)
	}
	return all, nil
}

// Stamp returns when the file changed last.
func (p pemTrust) Stamp() string { return FileStamp(p.fsys, p.path) }

func readFile(fsys fs.FS, path string) ([]byte, error) {
	if fsys == nil {
		return os.ReadFile(path)
	}
	return fs.ReadFile(fsys, path)
}

func stat(fsys fs.FS, path string) (fs.FileInfo, error) {
	if fsys == nil {
		return os.Stat(path)
	}
	return fs.Stat(fsys, path)
}

// leafOf returns the first certificate of a chain.
func leafOf(pair *tls.Certificate) (*x509.Certificate, error) {
	if pair.Leaf != nil {
		return pair.Leaf, nil
	}
	if len(pair.Certificate) == 0 {
		return nil, fmt.Errorf("ssl: the chain is empty")
	}
	return x509.ParseCertificate(pair.Certificate[0])
}
