package client

import (
	"fmt"
	"slices"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/auth"
)

// A login is how a client authenticates to the server of the base.
type login struct {
	credentials auth.Credentials // nil if there are none
	schemes     auth.Type
	digest      *digester // nil if challenges cannot be answered
	withheld    bool      // a password is not sent, only answers to challenges
}

// newLogin fails if the credentials cannot be sent by the schemes.
func newLogin(c Config) (login, error) {
	l := login{credentials: c.Credentials, schemes: c.Auth}
	if l.credentials == nil {
		return l, nil
	}
	password, ok := l.credentials.(auth.BasicCredentials)
	if ok && (l.schemes.IsNone() || l.accepts(auth.KindDigest)) {
		l.digest = &digester{user: password.User, password: password.Password}
		l.withheld = !l.schemes.IsNone() && !l.accepts(auth.KindBasic)
	}
	if l.schemes.IsNone() {
		switch l.credentials.Kind() {
		case auth.KindBasic:
			l.schemes = auth.Basic()
		case auth.KindBearer:
			l.schemes = auth.Bearer()
		case auth.KindDigest:
			return l, fmt.Errorf("client: Credentials: want user and password as auth.BasicCredentials, and Auth to be auth.Digest")
		default:
			return l, fmt.Errorf("client: Credentials: custom ones need Auth")
		}
	}
	if _, err := l.apply(weft.NewRequest(weft.GET, weft.URL{})); err != nil {
		return l, fmt.Errorf("client: Credentials: %w", err)
	}
	return l, nil
}

func (l *login) accepts(k auth.Kind) bool {
	return slices.ContainsFunc(l.schemes.Schemes(), func(s auth.Scheme) bool { return s.Kind == k })
}

// apply returns the request with the credentials. An Authorization field of the
// request's own is left alone, and if the server is known to want Digest there is
// nothing to apply yet.
func (l *login) apply(req *weft.Request) (*weft.Request, error) {
	if l.credentials == nil {
		return req, nil
	}
	if l.credentials.Kind() != auth.KindCustom {
		if l.withheld || l.digest.challenged() || req.Headers().Has("Authorization") {
			return req, nil
		}
	}
	return l.schemes.Apply(req, l.credentials)
}
