package weft

import (
	"crypto/rand"
	"crypto/subtle"
	"fmt"
	"log/slog"
)

// A Secret is a password or a key that must not be printed. However it is written,
// with fmt, log/slog or encoding/json, on its own or inside another value, its text
// reads "[secret]". Only [Secret.Reveal] gives it out. The zero Secret is empty.
//
// A Secret is immutable and safe for concurrent use. Compare secrets with
// [Secret.Equal], which takes the same time wherever they differ; the operator ==
// does not compare their contents.
type Secret struct {
	// fmt does not follow pointers inside of structs, so that even the fields of
	// somebody else's struct, whose methods it cannot call, stay unprinted.
	held *string
}

// NewSecret returns a secret that holds a copy of value.
func NewSecret[S ~string | ~[]byte](value S) Secret {
	held := string(value)
	return Secret{held: &held}
}

// RandomSecret returns a secret of 32 random bytes, fit for [NewCookieSigner] and
// [NewCookieSealer]. What was signed with it cannot be read after a restart, nor by
// another server, so it is for development and tests.
func RandomSecret() Secret {
	var b [32]byte
	rand.Read(b[:]) // never fails, see crypto/rand
	return NewSecret(b[:])
}

// Reveal returns what the secret holds.
func (s Secret) Reveal() string {
	if s.held == nil {
		return ""
	}
	return *s.held
}

// Len returns how many bytes the secret has.
func (s Secret) Len() int { return len(s.Reveal()) }

// IsZero reports whether the secret is empty.
func (s Secret) IsZero() bool { return s.Len() == 0 }

// Equal reports whether two secrets hold the same. The time it takes depends on
// their lengths alone.
func (s Secret) Equal(other Secret) bool {
	return subtle.ConstantTimeCompare([]byte(s.Reveal()), []byte(other.Reveal())) == 1
}

const hiddenSecret = "[secret]"

// String returns "[secret]".
func (s Secret) String() string { return hiddenSecret }

// GoString returns "[secret]", for the verb %#v.
func (s Secret) GoString() string { return hiddenSecret }

// Format writes "[secret]" for every verb.
func (s Secret) Format(state fmt.State, _ rune) { _, _ = state.Write([]byte(hiddenSecret)) }

// LogValue returns "[secret]" for log/slog.
func (s Secret) LogValue() slog.Value { return slog.StringValue(hiddenSecret) }

// MarshalText returns "[secret]", which is also what encoding/json then writes.
func (s Secret) MarshalText() ([]byte, error) { return []byte(hiddenSecret), nil }

// UnmarshalText sets s to a secret that holds b, so that secrets can be read from
// configuration. It never fails. It is for decoders; a Secret that others already
// see must not be changed.
func (s *Secret) UnmarshalText(b []byte) error {
	*s = NewSecret(b)
	return nil
}
