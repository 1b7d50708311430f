package weft

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// A signed cookie can be read by everyone and changed by no one who does not have the
// key. Its value has three parts:
//
//	1794714120.aGVsbG8.kJz0…
//	expiry     value   MAC
//
// The expiry is in Unix seconds, and empty if the cookie has none. The value is in
// base64 (RFC 4648 section 5, without padding), so that any text fits. The MAC is
// HMAC-SHA256 over the name, the expiry and the value, each with its length before it:
// a value that was signed for one cookie is not accepted in another, and bytes cannot
// move from one part to the next.

// minSecret is how many bytes a key needs: as many as the MAC and the cipher have.
const minSecret = 32

// A CookieSigner signs cookies with HMAC-SHA256 and verifies them. It is immutable and
// safe for concurrent use.
type CookieSigner struct {
	keys [][]byte // The first one signs; all verify.
}

// NewCookieSigner returns a signer with these keys. The first key signs, and all keys
// verify, so that a key is replaced by putting a new one before it and removing the
// old one when its cookies have expired. It fails if there is no key or if one has
// fewer than 32 bytes. The same secret may also serve a [CookieSealer]: each derives a
// key of its own from it.
func NewCookieSigner(keys ...Secret) (*CookieSigner, error) {
	derived, err := deriveKeys("weft cookie signature 1", keys)
	if err != nil {
		return nil, fmt.Errorf("cookie signer: %w", err)
	}
	return &CookieSigner{keys: derived}, nil
}

// deriveKeys makes a key of 32 bytes for one purpose of each secret.
func deriveKeys(purpose string, secrets []Secret) ([][]byte, error) {
	if len(secrets) == 0 {
		return nil, errors.New("no key")
	}
	keys := make([][]byte, len(secrets))
	for i, secret := range secrets {
		if secret.Len() < minSecret {
			return nil, fmt.Errorf("key %d has %d bytes, want at least %d", i+1, secret.Len(), minSecret)
		}
		var err error
		if keys[i], err = hkdf.Key(sha256.New, []byte(secret.Reveal()), nil, purpose, sha256.Size); err != nil {
			return nil, err
		}
	}
	return keys, nil
}

// Sign returns a copy whose value is signed. If the cookie has a MaxAge or Expires,
// the signature ends at the same time, so that a client that keeps a cookie for longer
// gains nothing. A cookie that only makes clients forget it (see [Cookie.Expire]) is
// returned as it is.
func (s *CookieSigner) Sign(c Cookie) Cookie {
	if c.MaxAge < 0 {
		return c
	}
	expiry := ""
	if t := c.expiry(time.Now()); !t.IsZero() {
		expiry = strconv.FormatInt(t.Unix(), 10)
	}
	value := base64.RawURLEncoding.EncodeToString([]byte(c.Value))
	mac := cookieMAC(s.keys[0], c.Name, expiry, value)
	return c.WithValue(expiry + "." + value + "." + base64.RawURLEncoding.EncodeToString(mac))
}

// Verify returns a copy with the value that was signed. It fails with a
// [*ForgedCookie] if no key has signed this value for a cookie of this name, and with
// an [*ExpiredCookie] if its time is over.
func (s *CookieSigner) Verify(c Cookie) (Cookie, error) {
	expiry, rest, _ := strings.Cut(c.Value, ".")
	value, signature, _ := strings.Cut(rest, ".")
	mac, err := base64.RawURLEncoding.Strict().DecodeString(signature)
	if err != nil || !s.hasSigned(mac, c.Name, expiry, value) {
		return Cookie{}, &ForgedCookie{Name: c.Name}
	}
	plain, err := base64.RawURLEncoding.DecodeString(value)
	if err != nil {
		return Cookie{}, &ForgedCookie{Name: c.Name}
	}
	if err := checkExpiry(c.Name, expiry); err != nil {
		return Cookie{}, err
	}
	return c.WithValue(string(plain)), nil
}

// hasSigned compares with every key, in constant time for each.
func (s *CookieSigner) hasSigned(mac []byte, name, expiry, value string) bool {
	signed := false
	for _, key := range s.keys {
		signed = hmac.Equal(mac, cookieMAC(key, name, expiry, value)) || signed
	}
	return signed
}

func cookieMAC(key []byte, parts ...string) []byte {
	h := hmac.New(sha256.New, key)
	for _, part := range parts {
		var length [8]byte
		binary.BigEndian.PutUint64(length[:], uint64(len(part)))
		h.Write(length[:])
		h.Write([]byte(part))
	}
	return h.Sum(nil)
}

// expiry returns when the client forgets the cookie, or the zero time if it does not
// say.
func (c Cookie) expiry(now time.Time) time.Time {
	if c.MaxAge > 0 {
		return now.Add(c.MaxAge)
	}
	return c.Expires
}

// checkExpiry checks an expiry that is known to be genuine.
func checkExpiry(name, expiry string) error {
	if expiry == "" {
		return nil
	}
	seconds, err := strconv.ParseInt(expiry, 10, 64)
	if err != nil {
		return &ForgedCookie{Name: name}
	}
	if at := time.Unix(seconds, 0); !time.Now().Before(at) {
		return &ExpiredCookie{Name: name, At: at}
	}
	return nil
}

// ForgedCookie says that a signed or sealed cookie does not come from this
// application: somebody changed it, or its key is no longer in use.
type ForgedCookie struct {
	Name string // The name of the cookie.
}

// Error returns a message such as `cookie "id": not signed or sealed with a known
// key`.
func (e *ForgedCookie) Error() string {
	return "cookie " + quoted(e.Name) + ": not signed or sealed with a known key"
}

// ExpiredCookie says that a signed or sealed cookie is genuine but its time is over.
type ExpiredCookie struct {
	Name string    // The name of the cookie.
	At   time.Time // When its time was over.
}

// Error returns a message such as `cookie "id": expired at 2026-11-15T03:42:00Z`.
func (e *ExpiredCookie) Error() string {
	return "cookie " + quoted(e.Name) + ": expired at " + e.At.UTC().Format(time.RFC3339)
}
