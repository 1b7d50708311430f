package auth

import (
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/ascii"
)

// Bearer returns the type that requires a token in the Authorization field (RFC
// 6750). The realm is told to clients; the default is "restricted". The credentials
// are [BearerCredentials].
//
// Bearer panics if there is more than one realm, or if it has control characters.
func Bearer(realm ...string) Type {
	return Type{[]scheme{bearer{realmOf("Bearer", realm)}}}
}

type bearer struct{ realm string }

func (b bearer) describe() Scheme {
	return Scheme{Kind: KindBearer, Name: KindBearer.String(), Realm: b.realm}
}

// challenges tells a client whose token was refused that this was the reason (RFC
// 6750 section 3.1), so that it gets a new one. A client that sent no token is told
// no error.
func (b bearer) challenges(sent authorization) []Challenge {
	c := Challenge{Scheme: "Bearer", Params: []Param{{Name: "realm", Value: b.realm}}}
	if sent.is(KindBearer) {
		c.Params = append(c.Params, Param{Name: "error", Value: "invalid_token"})
	}
	return []Challenge{c}
}

func (b bearer) read(in incoming) (Credentials, bool) {
	token, ok := in.Bearer()
	if !ok || !isToken68(token) {
		return nil, false
	}
	return BearerCredentials{Token: weft.NewSecret(token)}, true
}

// isToken68 reports whether s has the syntax of token68 (RFC 9110 section 11.2),
// which is that of bearer tokens too.
func isToken68(s string) bool {
	s = strings.TrimRight(s, "=")
	return s != "" && ascii.IndexNot(&token68Bytes, s) < 0
}

var token68Bytes = ascii.SetOf("-._~+/", ascii.Alphanumerics)
