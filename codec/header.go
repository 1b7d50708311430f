package codec

import (
	"errors"
	"fmt"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/ascii"
	"github.com/weft-go/weft/internal/text"
	"github.com/weft-go/weft/status"
)

// HeaderKey is a header field with a syntax of its own, such as a date:
//
//	codec.HeaderKey(weft.HeaderIfModifiedSince) // a Codec[time.Time]
//
// Constraints on it are constraints on its text.
func HeaderKey[T any](key weft.HeaderKey[T]) Codec[T] {
	checkName(InHeader, key.Name())
	p := &param[T]{in: InHeader, name: key.Name(), required: true, limits: textLimits()}
	p.parse = func(s string) (T, error) {
		v, err := key.Parse(s)
		if e, ok := errors.AsType[*weft.MalformedHeader](err); ok && e.Cause != nil {
			err = e.Cause // without the name, which stands beside it
		}
		return v, err
	}
	p.format = func(v T) (string, error) { return key.Format(v), nil }
	return p.codec()
}

// Authorization is the Authorization field (RFC 9110 section 11.6.2). It declares the
// field; whether the credentials are good is for somebody else to say.
func Authorization() Codec[weft.Credentials] { return HeaderKey(weft.HeaderAuthorization) }

// BearerAuth is the token of an Authorization field with the scheme Bearer (RFC
// 6750).
func BearerAuth() Codec[string] {
	return TransformOrFail(Authorization(),
		func(c weft.Credentials) (string, error) {
			if token, ok := c.Bearer(); ok {
				return token, nil
			}
			return "", errors.New("want the scheme Bearer and a token")
		},
		func(token string) (weft.Credentials, error) {
			if !ascii.IsFieldValue(token) || token == "" {
				return weft.Credentials{}, errors.New("the token is empty or contains a control character")
			}
			return weft.BearerCredentials(token), nil
		})
}

// Login is a user name and a password.
type Login struct {
	// User is the name. It contains no colon.
	User string

	// Password is the password.
	Password string
}

// Format prints the user name alone, whatever the verb.
func (l Login) Format(f fmt.State, _ rune) { fmt.Fprintf(f, "%s:***", l.User) }

// BasicAuth is the login of an Authorization field with the scheme Basic (RFC 7617).
func BasicAuth() Codec[Login] {
	return TransformOrFail(Authorization(),
		func(c weft.Credentials) (Login, error) {
			if user, password, ok := c.Basic(); ok {
				return Login{user, password}, nil
			}
			return Login{}, errors.New("want the scheme Basic, a user name and a password")
		},
		func(l Login) (weft.Credentials, error) {
			for i := range len(l.User) {
				if l.User[i] == ':' {
					return weft.Credentials{}, errors.New("the user name contains a colon")
				}
			}
			return weft.BasicCredentials(l.User, l.Password), nil
		})
}

// HeaderValue is a header field with an expected value. It has no value of its own:
// encoding writes the field, and decoding a message without it, or with another
// value, is a fault.
func HeaderValue(name, expected string) Codec[None] {
	checkName(InHeader, name)
	if !ascii.IsFieldValue(expected) {
		mistake("header %q: the expected value contains a control character", name)
	}
	return Codec[None]{
		tree:    single(PartInfo{In: InHeader, Name: name, Expected: expected, Required: true, Schema: textLimits().described}),
		present: func(s *Source) bool { return s.has(InHeader, name) },
		encode:  func(t *Target, _ None) { t.AddHeader(name, expected) },
		decode: func(s *Source) None {
			got, ok := s.Header(name)
			switch {
			case !ok:
				s.Fault(InHeader, name, "missing")
			case got != expected:
				s.Fault(InHeader, name, "want "+text.Quote(expected)+", got "+text.Quote(got))
			}
			return None{}
		},
	}
}

// ContentType is a Content-Type field with an expected media type. Parameters such as
// a charset may differ. A request with another media type is answered with 415 (RFC
// 9110 section 15.5.16).
func ContentType(expected string) Codec[None] {
	want := checkMediaType(expected)
	return Codec[None]{
		tree:    single(PartInfo{In: InHeader, Name: "Content-Type", Expected: expected, Required: true, Schema: textLimits().described}),
		present: func(s *Source) bool { return s.contentType() != "" },
		encode:  func(t *Target, _ None) { t.AddHeader("Content-Type", expected) },
		decode: func(s *Source) None {
			got := s.contentType()
			if !ascii.EqualFold(essenceOf(got), want) {
				s.Fail(unsupported(s, got, want))
			}
			return None{}
		},
	}
}

// SetCookie is a cookie with all its attributes, as a response sets it. A request
// carries only the name and the value of a cookie. The cookie's own name is replaced
// by the codec's.
func SetCookie(name string) Codec[weft.Cookie] {
	checkName(InCookie, name)
	return Codec[weft.Cookie]{
		tree:    single(PartInfo{In: InCookie, Name: name, Required: true, Schema: textLimits().described}),
		present: func(s *Source) bool { return s.has(InCookie, name) },
		encode: func(t *Target, c weft.Cookie) {
			c.Name = name
			t.AddCookie(c)
		},
		decode: func(s *Source) weft.Cookie {
			c := weft.NewCookie(name, "")
			var ok bool
			if s.request == nil {
				c, ok = s.setCookie(name)
			} else {
				c.Value, ok = s.cookie(name)
			}
			if !ok {
				s.Fault(InCookie, name, "missing")
			}
			return c
		},
	}
}

// unsupported returns the error of a body whose media type is none of those that
// are spoken: 415 for a request.
func unsupported(s *Source, got string, want ...string) error {
	detail := "body: want " + orList(want) + ", got " + text.Quote(got)
	if got == "" {
		detail = "body: want " + orList(want) + ", got no media type"
	}
	if s.request == nil {
		return &MalformedResponse{Status: s.Status(), Faults: []weft.Fault{{In: "header", Name: "Content-Type", Message: detail}}}
	}
	return &weft.Problem{
		Status:  status.UnsupportedMediaType,
		Detail:  detail,
		Headers: weft.NewHeaders("Accept", commaList(want)),
	}
}
