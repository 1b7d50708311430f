package auth

import (
	"fmt"
	"strings"

	"github.com/weft-go/weft"
)

// Apply returns the request with Basic or Bearer credentials in its Authorization
// field, in place of what was there. A user name with a colon cannot be sent by
// Basic (RFC 7617 section 2), so the request then has no Authorization field.
//
// Other credentials leave the request as it is: Digest needs a challenge, see
// [DigestResponse], and custom ones need their codec, see [Type.Apply].
func Apply(req *weft.Request, c Credentials) *weft.Request {
	switch c := c.(type) {
	case BasicCredentials:
		if strings.Contains(c.User, ":") {
			return req.RemoveHeader("Authorization")
		}
		return authorize(req, weft.BasicCredentials(c.User, c.Password.Reveal()))
	case BearerCredentials:
		return authorize(req, weft.BearerCredentials(c.Token.Reveal()))
	}
	return req
}

func authorize(req *weft.Request, c weft.Credentials) *weft.Request {
	return req.SetHeaders(req.Headers().Set("Authorization", c.String()))
}

// Apply returns the request with credentials as t wants them: Basic and Bearer in
// the Authorization field, custom ones where their codec puts them. It fails if t has
// no such scheme, if the value of custom credentials is not one of the codec's, if it
// cannot be encoded, and for Digest, which needs a challenge (see [DigestResponse]).
// If t is None the request is returned as it is.
func (t Type) Apply(req *weft.Request, c Credentials) (*weft.Request, error) {
	if t.IsNone() {
		return req, nil
	}
	for _, s := range t.schemes {
		d := s.describe()
		if c == nil || d.Kind != c.Kind() {
			continue
		}
		switch c := c.(type) {
		case BasicCredentials:
			if strings.Contains(c.User, ":") {
				return nil, fmt.Errorf("auth: user name %q: Basic does not allow a colon", c.User)
			}
			return Apply(req, c), nil
		case BearerCredentials:
			return Apply(req, c), nil
		case CustomCredentials:
			if s, ok := s.(applier); ok && d.Name == c.Name {
				return s.apply(req, c)
			}
		case DigestCredentials:
			return nil, fmt.Errorf("auth: Digest credentials answer a challenge and cannot be applied")
		}
	}
	return nil, fmt.Errorf("auth: %s credentials: the endpoint does not accept them", kindOf(c))
}

// An applier is a scheme that puts credentials into requests by itself.
type applier interface {
	apply(req *weft.Request, c CustomCredentials) (*weft.Request, error)
}

func kindOf(c Credentials) string {
	if c == nil {
		return "no"
	}
	return c.Kind().String()
}
