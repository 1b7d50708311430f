package keystore

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"slices"
	"strings"

	library "github.com/pavlo-v-chernykh/keystore-go/v4"
)

// jks is the format that Java had before version 9: entries with names, each a key
// with its certificates or a certificate that is trusted.
type jks struct{}

// keyPair returns the entry with the alias, or the only one with a key.
func (jks) keyPair(data []byte, s Store) (tls.Certificate, error) {
	store, err := loadJKS(data, s)
	if err != nil {
		return tls.Certificate{}, err
	}
	alias, err := keyAlias(store, s.alias)
	if err != nil {
		return tls.Certificate{}, err
	}
	password := []byte(s.keyPassword().Reveal())
	defer clear(password)
	entry, err := store.GetPrivateKeyEntry(alias, password)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("entry %q: %w", alias, plain(err, "the password of the key is wrong"))
	}
	key, err := x509.ParsePKCS8PrivateKey(entry.PrivateKey)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("entry %q: %w", alias, err)
	}
	chain := make([][]byte, 0, len(entry.CertificateChain))
	for _, c := range entry.CertificateChain {
		chain = append(chain, c.Content)
	}
	return pair(chain, key)
}

// authorities returns the certificates that are entries of their own.
func (jks) authorities(data []byte, s Store) ([]*x509.Certificate, error) {
	store, err := loadJKS(data, s)
	if err != nil {
		return nil, err
	}
	var all []*x509.Certificate
	for _, alias := range store.Aliases() {
		if !store.IsTrustedCertificateEntry(alias) {
			continue
		}
		entry, err := store.GetTrustedCertificateEntry(alias)
		if err != nil {
			return nil, fmt.Errorf("entry %q: %w", alias, err)
		}
		cert, err := x509.ParseCertificate(entry.Certificate.Content)
		if err != nil {
			return nil, fmt.Errorf("entry %q: %w", alias, err)
		}
		all = append(all, cert)
	}
	return all, nil
}

// loadJKS parses the file and checks its digest.
func loadJKS(data []byte, s Store) (library.KeyStore, error) {
	store := library.New(library.WithOrderedAliases(), library.WithMinPasswordLen(0))
	password := []byte(s.password.Reveal())
	defer clear(password)
	err := store.Load(bytes.NewReader(data), password)
	return store, plain(err, "the password is wrong, or the file is damaged")
}

// plain replaces the library's words for a digest that does not fit by ones that a
// user understands.
func plain(err error, wrongPassword string) error {
	if err != nil && strings.Contains(err.Error(), "invalid digest") {
		return errors.New(wrongPassword)
	}
	return err
}

// keyAlias returns the name of the entry whose key is used.
func keyAlias(store library.KeyStore, alias string) (string, error) {
	var keys []string
	for _, a := range store.Aliases() {
		if store.IsPrivateKeyEntry(a) {
			keys = append(keys, a)
		}
	}
	switch {
	case alias != "" && slices.Contains(keys, strings.ToLower(alias)):
		return strings.ToLower(alias), nil
	case alias != "":
		return "", fmt.Errorf("there is no key %q; there are %q", alias, keys)
	case len(keys) == 1:
		return keys[0], nil
	}
	return "", fmt.Errorf("want exactly one key, or the alias of one; there are %q", keys)
}
