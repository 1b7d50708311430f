package keystore

import (
	"crypto"
	"crypto/tls"
	"crypto/x509"
	"errors"

	library "software.sslmate.com/src/go-pkcs12"
)

// p12 is PKCS#12 (RFC 7292), the format of Java since version 9 and of most other
// programs.
type p12 struct{}

// keyPair returns the key and its chain.
func (p12) keyPair(data []byte, s Store) (tls.Certificate, error) {
	if !s.key.IsZero() && !s.key.Equal(s.password) {
		return tls.Certificate{}, errors.New("a PKCS#12 file has one password; the password of the key is another one")
	}
	key, leaf, rest, err := library.DecodeChain(data, s.password.Reveal())
	if err != nil {
		return tls.Certificate{}, explain(err)
	}
	chain := [][]byte{leaf.Raw}
	for _, c := range rest {
		chain = append(chain, c.Raw)
	}
	return pair(chain, key)
}

// authorities returns the certificates that are marked as trusted.
func (p12) authorities(data []byte, s Store) ([]*x509.Certificate, error) {
	all, err := library.DecodeTrustStore(data, s.password.Reveal())
	return all, explain(err)
}

// explain says in plain words that a password is wrong.
func explain(err error) error {
	if errors.Is(err, library.ErrIncorrectPassword) || errors.Is(err, library.ErrDecryption) {
		return errors.New("the password is wrong")
	}
	return err
}

// pair puts a chain and its key together, and checks that they fit.
func pair(chain [][]byte, key any) (tls.Certificate, error) {
	if len(chain) == 0 {
		return tls.Certificate{}, errors.New("the key has no certificate")
	}
	leaf, err := x509.ParseCertificate(chain[0])
	if err != nil {
		return tls.Certificate{}, err
	}
	signer, ok := key.(crypto.Signer)
	if !ok {
		return tls.Certificate{}, errors.New("the key cannot sign")
	}
	public, ok := leaf.PublicKey.(interface{ Equal(crypto.PublicKey) bool })
	if !ok || !public.Equal(signer.Public()) {
		return tls.Certificate{}, errors.New("the key does not belong to its certificate")
	}
	return tls.Certificate{Certificate: chain, PrivateKey: key, Leaf: leaf}, nil
}
