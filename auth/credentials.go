package auth

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"log/slog"

	"github.com/weft-go/weft"
)

// Credentials are what a client authenticates with: [BasicCredentials],
// [BearerCredentials], [DigestCredentials] or [CustomCredentials]. A verifier finds
// out which with a type switch, and should reject those that it does not expect.
//
// Credentials never print what is secret in them.
type Credentials interface {
	// Kind returns the kind of scheme that the credentials belong to.
	Kind() Kind

	credentials()
}

// PasswordCredentials are those whose verification needs the user's password:
// [BasicCredentials] and [DigestCredentials].
type PasswordCredentials interface {
	Credentials

	// UserName returns the name of the user that the client claims to be.
	UserName() string

	// Check reports whether the client knows the password. The time it takes does
	// not depend on how much of it is right.
	Check(password string) bool
}

// ErrRejected is the error that a verifier may return for credentials that are not
// good. Any other error will do as well.
var ErrRejected = errors.New("auth: the credentials are rejected")

// An UnavailableError is what a verifier returns if it cannot tell whether
// credentials are good, because a store does not answer. The request is not
// authenticated, as with any error, and the cause is logged at warning level, so
// that somebody notices.
type UnavailableError struct {
	// Cause is what went wrong.
	Cause error
}

// Error returns the cause's text.
func (e *UnavailableError) Error() string {
	return fmt.Sprintf("auth: credentials cannot be verified: %v", e.Cause)
}

// Unwrap returns the cause.
func (e *UnavailableError) Unwrap() error { return e.Cause }

// BasicCredentials are a user name and a password (RFC 7617).
type BasicCredentials struct {
	// User is the name of the user, which the client only claims.
	User string

	// Password is the password.
	Password weft.Secret
}

// NewBasicCredentials returns the credentials of a user.
func NewBasicCredentials(user, password string) BasicCredentials {
	return BasicCredentials{user, weft.NewSecret(password)}
}

// Kind returns [KindBasic].
func (c BasicCredentials) Kind() Kind { return KindBasic }

// UserName returns the user's name.
func (c BasicCredentials) UserName() string { return c.User }

// Check reports whether the password is the given one, in constant time.
func (c BasicCredentials) Check(password string) bool { return same(c.Password.Reveal(), password) }

func (c BasicCredentials) credentials() {}

// BearerCredentials are a token (RFC 6750).
type BearerCredentials struct {
	// Token is the token.
	Token weft.Secret
}

// NewBearerCredentials returns credentials with a token.
func NewBearerCredentials(token string) BearerCredentials {
	return BearerCredentials{weft.NewSecret(token)}
}

// Kind returns [KindBearer].
func (c BearerCredentials) Kind() Kind { return KindBearer }

// Check reports whether the token is the given one, in constant time.
func (c BearerCredentials) Check(token string) bool { return same(c.Token.Reveal(), token) }

func (c BearerCredentials) credentials() {}

// CustomCredentials are what the codec of a custom scheme found.
type CustomCredentials struct {
	// Name is the name of the scheme, as given to [Custom].
	Name string

	// Value is what the codec decoded. Its type is that of the codec.
	Value any
}

// Kind returns [KindCustom].
func (c CustomCredentials) Kind() Kind { return KindCustom }

func (c CustomCredentials) credentials() {}

// Format prints the name alone, whatever the verb, since the value is secret.
func (c CustomCredentials) Format(f fmt.State, _ rune) { fmt.Fprintf(f, "{%s [secret]}", c.Name) }

// LogValue returns the name alone for log/slog.
func (c CustomCredentials) LogValue() slog.Value { return slog.StringValue(fmt.Sprint(c)) }

// MarshalText returns the name alone, which is also what encoding/json then writes.
func (c CustomCredentials) MarshalText() ([]byte, error) { return fmt.Append(nil, c), nil }

// same compares secrets. They are hashed first, so that the time does not tell how
// long the right one is.
func same(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}
