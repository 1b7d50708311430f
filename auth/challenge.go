package auth

import (
	"strconv"
	"strings"

	"github.com/weft-go/weft/internal/ascii"
)

// A Challenge is what a server asks of a client in a WWW-Authenticate field: a
// scheme with a token or with parameters (RFC 9110 section 11.3). Credentials in an
// Authorization field have the same shape.
type Challenge struct {
	// Scheme is the name of the scheme. Case does not matter.
	Scheme string

	// Token is what follows in place of parameters, for schemes that have such a
	// thing. It has the syntax token68.
	Token string

	// Params are the parameters in their order. No name occurs twice.
	Params []Param
}

// A Param is a parameter of a [Challenge].
type Param struct {
	// Name is the parameter's name. Case does not matter.
	Name string

	// Value is its value, without the quotes.
	Value string

	// Bare says that the value is written without quotes. It means the same either
	// way, but some recipients insist on one of them. A value that cannot be written
	// so is quoted.
	Bare bool
}

// Is reports whether the challenge is of a scheme.
func (c Challenge) Is(scheme string) bool { return ascii.EqualFold(c.Scheme, scheme) }

// Param returns the value of a parameter, or false if it is missing.
func (c Challenge) Param(name string) (string, bool) {
	for _, p := range c.Params {
		if ascii.EqualFold(p.Name, name) {
			return p.Value, true
		}
	}
	return "", false
}

// String returns the challenge as it is sent. [ParseChallenges] gives the same one
// back if its names are tokens, its token is one and its values have no control
// characters.
func (c Challenge) String() string {
	var b strings.Builder
	b.WriteString(c.Scheme)
	if c.Token != "" {
		b.WriteString(" " + c.Token)
		return b.String()
	}
	for i, p := range c.Params {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(" " + p.Name + "=")
		if p.Bare && ascii.IsToken(p.Value) {
			b.WriteString(p.Value)
		} else {
			writeQuoted(&b, p.Value)
		}
	}
	return b.String()
}

// writeQuoted writes a quoted-string (RFC 9110 section 5.6.4).
func writeQuoted(b *strings.Builder, s string) {
	b.WriteByte('"')
	for i := range len(s) {
		if s[i] == '"' || s[i] == '\\' {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	b.WriteByte('"')
}

// A MalformedChallenge is the error of a WWW-Authenticate or Authorization field that
// cannot be parsed. It does not quote the field, which may hold secrets.
type MalformedChallenge struct {
	// Offset is the number of bytes before the fault.
	Offset int

	// Problem says what was wanted there.
	Problem string
}

// Error returns the offset and the problem.
func (e *MalformedChallenge) Error() string {
	return "challenge: byte " + strconv.Itoa(e.Offset) + ": " + e.Problem
}
