package keystore

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/server"
)

// maxSize bounds a store. That of all public authorities has some 200 KiB.
const maxSize = 16 << 20

// A Store is a key store or trust store in a file. It is an immutable value, and
// nothing is read before it is asked for. Printing it shows no password.
type Store struct {
	fsys     fs.FS // nil for the files of the system
	path     string
	password weft.Secret
	key      weft.Secret // the password of the key; zero means that of the store
	alias    string
}

var (
	_ server.KeyStore   = Store{}
	_ server.TrustStore = Store{}
)

// File returns the store in a file.
func File(path string, password weft.Secret) Store { return Resource(nil, path, password) }

// Resource returns the store in a file of fsys, such as an embed.FS.
func Resource(fsys fs.FS, path string, password weft.Secret) Store {
	return Store{fsys: fsys, path: path, password: password}
}

// WithKeyPassword returns the store with another password for its key. The default
// is the password of the store.
func (s Store) WithKeyPassword(password weft.Secret) Store {
	s.key = password
	return s
}

// WithAlias returns the store with the name of the entry whose key is used. It is
// needed for a JKS file with more than one key. A PKCS#12 file has to have exactly
// one, and the name is not looked at.
func (s Store) WithAlias(alias string) Store {
	s.alias = alias
	return s
}

// KeyPair reads the key and its certificates. It fails if the file cannot be read,
// a password is wrong, or there is not exactly one key to choose.
func (s Store) KeyPair() (tls.Certificate, error) {
	read := func(f format, data []byte) (tls.Certificate, error) { return f.keyPair(data, s) }
	return open(s, "key store", read)
}

// Authorities reads the certificates of those whom to trust. It fails if the file
// cannot be read, the password is wrong, or there is no certificate.
func (s Store) Authorities() ([]*x509.Certificate, error) {
	return open(s, "trust store", func(f format, data []byte) ([]*x509.Certificate, error) {
		all, err := f.authorities(data, s)
		if err == nil && len(all) == 0 {
			err = errors.New("it holds no certificate to trust")
		}
		return all, err
	})
}

// Stamp returns when the file changed last.
func (s Store) Stamp() string { return server.FileStamp(s.fsys, s.path) }

// keyPassword returns the password of the key.
func (s Store) keyPassword() weft.Secret {
	if s.key.IsZero() {
		return s.password
	}
	return s.key
}

// A format is one of the two kinds of files.
type format interface {
	keyPair(data []byte, s Store) (tls.Certificate, error)
	authorities(data []byte, s Store) ([]*x509.Certificate, error)
}

// open reads the file and hands it to its format.
func open[T any](s Store, what string, read func(format, []byte) (T, error)) (T, error) {
	var none T
	data, err := s.data()
	if err != nil {
		return none, fmt.Errorf("%s: %w", what, err)
	}
	f := formatOf(data)
	if f == nil {
		return none, fmt.Errorf("%s %s: want JKS or PKCS#12, got something else", what, s.path)
	}
	v, err := read(f, data)
	if err != nil {
		return none, fmt.Errorf("%s %s: %w", what, s.path, err)
	}
	return v, nil
}

// formatOf tells the formats apart: JKS begins with a number of its own, PKCS#12
// with an ASN.1 sequence.
func formatOf(data []byte) format {
	switch {
	case bytes.HasPrefix(data, []byte{0xfe, 0xed, 0xfe, 0xed}):
		return jks{}
	case bytes.HasPrefix(data, []byte{0x30}):
		return p12{}
	}
	return nil
}

// data reads the file.
func (s Store) data() ([]byte, error) {
	var f fs.File
	var err error
	if s.fsys == nil {
		f, err = os.Open(s.path)
	} else {
		f, err = s.fsys.Open(s.path)
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxSize+1))
	if err == nil && len(data) > maxSize {
		err = fmt.Errorf("%s: it has more than %d bytes", s.path, maxSize)
	}
	return data, err
}
