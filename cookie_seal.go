package weft

import (
	"crypto/aes"
	"crypto/cipher"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// A sealed cookie can neither be read nor changed without the key. Its value is the
// base64 form of a random nonce, the sealed text and its tag, as AES-256-GCM gives
// them. The text is the expiry, in the form that signed cookies have, a dot, and the
// value. The name is additional data: a value that was sealed for one cookie does not
// open in another.
//
// With random nonces of 96 bits a key may seal about four thousand million cookies
// (NIST SP 800-38D section 8.3). Replace keys long before.

// A CookieSealer encrypts cookies with AES-256-GCM and decrypts them. It is immutable
// and safe for concurrent use.
type CookieSealer struct {
	aeads []cipher.AEAD // The first one seals; all open.
}

// NewCookieSealer returns a sealer with these keys. The first key seals, and all keys
// open, so that a key is replaced by putting a new one before it and removing the old
// one when its cookies have expired. It fails if there is no key or if one has fewer
// than 32 bytes.
func NewCookieSealer(keys ...Secret) (*CookieSealer, error) {
	derived, err := deriveKeys("weft cookie seal 1", keys)
	if err != nil {
		return nil, fmt.Errorf("cookie sealer: %w", err)
	}
	sealer := &CookieSealer{aeads: make([]cipher.AEAD, len(derived))}
	for i, key := range derived {
		block, err := aes.NewCipher(key)
		if err != nil {
			return nil, fmt.Errorf("cookie sealer: %w", err)
		}
		if sealer.aeads[i], err = cipher.NewGCMWithRandomNonce(block); err != nil {
			return nil, fmt.Errorf("cookie sealer: %w", err)
		}
	}
	return sealer, nil
}

// Seal returns a copy whose value is encrypted. If the cookie has a MaxAge or Expires,
// it can be opened until that time only. A cookie that only makes clients forget it
// (see [Cookie.Expire]) is returned as it is.
func (s *CookieSealer) Seal(c Cookie) Cookie {
	if c.MaxAge < 0 {
		return c
	}
	text := "."
	if t := c.expiry(time.Now()); !t.IsZero() {
		text = strconv.FormatInt(t.Unix(), 10) + "."
	}
	sealed := s.aeads[0].Seal(nil, nil, []byte(text+c.Value), []byte(c.Name)) //nolint:gosec // the nonce is random
	return c.WithValue(base64.RawURLEncoding.EncodeToString(sealed))
}

// Open returns a copy with the value that was sealed. It fails with a [*ForgedCookie]
// if no key has sealed this value for a cookie of this name, and with an
// [*ExpiredCookie] if its time is over.
func (s *CookieSealer) Open(c Cookie) (Cookie, error) {
	sealed, err := base64.RawURLEncoding.Strict().DecodeString(c.Value)
	if err != nil {
		return Cookie{}, &ForgedCookie{Name: c.Name}
	}
	for _, aead := range s.aeads {
		text, err := aead.Open(nil, nil, sealed, []byte(c.Name))
		if err != nil {
			continue
		}
		expiry, value, _ := strings.Cut(string(text), ".")
		if err := checkExpiry(c.Name, expiry); err != nil {
			return Cookie{}, err
		}
		return c.WithValue(value), nil
	}
	return Cookie{}, &ForgedCookie{Name: c.Name}
}
