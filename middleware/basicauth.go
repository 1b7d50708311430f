package middleware

import (
	"crypto/sha256"
	"crypto/subtle"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/status"
)

// BasicAuthConfig says how [BasicAuth] asks. Its zero value is the default.
type BasicAuthConfig struct {
	// Realm names what the password is for; browsers show it. Empty means
	// "restricted".
	Realm string
}

// BasicAuth returns middleware that requires HTTP Basic credentials (RFC 7617): a user
// and a password. A request without them, or with others, gets 401 and a challenge, by
// which browsers ask for them. They are compared in constant time.
//
// It is for one password on a whole site. Package auth has users, several schemes and
// endpoints that declare what they require.
func BasicAuth(user, password string, config ...BasicAuthConfig) weft.Middleware {
	want := credentialHash(user, password)
	return BasicAuthFunc(func(user, password string) bool {
		got := credentialHash(user, password)
		return subtle.ConstantTimeCompare(got[:], want[:]) == 1
	}, config...)
}

// BasicAuthFunc is like [BasicAuth] with a function that verifies. It is called from
// many goroutines, and has to compare in constant time.
func BasicAuthFunc(verify func(user, password string) bool, config ...BasicAuthConfig) weft.Middleware {
	c := option("BasicAuth", config)
	if verify == nil {
		panic(mistake("middleware.BasicAuthFunc: the function is nil"))
	}
	if c.Realm == "" {
		c.Realm = "restricted"
	}
	challenge := weft.NewHeaders("WWW-Authenticate", `Basic realm="`+quoteRealm(c.Realm)+`", charset="UTF-8"`)
	if err := challenge.Err(); err != nil {
		panic(mistake("middleware.BasicAuth: realm %q: %v", c.Realm, err))
	}
	return weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			if credentials, ok := req.Header(weft.HeaderAuthorization); ok {
				if user, password, ok := credentials.Basic(); ok && verify(user, password) {
					return next(req)
				}
			}
			return (&weft.Problem{Status: status.Unauthorized, Headers: challenge}).Response(req), nil
		}
	})
}

// credentialHash makes texts of one length of user and password. A colon cannot be a
// part of a user's name, so the two cannot be mistaken for another pair.
func credentialHash(user, password string) [sha256.Size]byte {
	return sha256.Sum256([]byte(user + ":" + password))
}

// quoteRealm escapes what may not stand in a quoted string (RFC 9110 section 5.6.4).
func quoteRealm(s string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s)
}
