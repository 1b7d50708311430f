package auth

import (
	"fmt"
	"slices"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/internal/ascii"
)

// A Type is an authentication requirement: the schemes by which a client may
// authenticate, any one of which is enough. The zero Type requires nothing.
//
// A Type is immutable and safe for concurrent use. It may be shared between
// endpoints, servers and clients.
type Type struct {
	schemes []scheme
}

// None returns the type that requires nothing. It is the zero [Type].
func None() Type { return Type{} }

// Or returns the union of t and others: a client may authenticate by any of their
// schemes, and the challenges are in this order.
//
// None adds nothing: None().Or(Basic()) requires Basic, so that a type collected in
// a loop from the zero value is never open by mistake.
func (t Type) Or(others ...Type) Type {
	schemes := slices.Clone(t.schemes)
	for _, other := range others {
		schemes = append(schemes, other.schemes...)
	}
	return Type{schemes}
}

// IsNone reports whether nothing is required.
func (t Type) IsNone() bool { return len(t.schemes) == 0 }

// Schemes returns descriptions of the accepted schemes in their order, for
// documentation. It is empty if nothing is required.
func (t Type) Schemes() []Scheme {
	var schemes []Scheme
	for _, s := range t.schemes {
		schemes = append(schemes, s.describe())
	}
	return schemes
}

// Challenges returns the values of the WWW-Authenticate fields of a 401 answer to
// req (RFC 9110 section 11.6.1): one for each scheme, and for Digest one for each
// algorithm. Custom schemes have none, since there is no name for them that a client
// would know. The request, which may be nil, decides details: whether a nonce was
// stale, and whether a token was there.
func (t Type) Challenges(req *weft.Request) []string {
	var values []string
	sent, _ := authorizationOf(req)
	for _, s := range t.schemes {
		for _, c := range s.challenges(sent) {
			values = append(values, c.String())
		}
	}
	return values
}

// A Kind is a kind of [Scheme].
type Kind uint8

// The kinds of schemes.
const (
	KindBasic  Kind = iota + 1 // user and password, RFC 7617
	KindBearer                 // a token, RFC 6750
	KindDigest                 // proof of a password, RFC 7616
	KindCustom                 // what a codec finds in the request
)

// String returns the name of the scheme as it stands in header fields, and "Custom"
// for custom ones.
func (k Kind) String() string {
	switch k {
	case KindBasic:
		return "Basic"
	case KindBearer:
		return "Bearer"
	case KindDigest:
		return "Digest"
	case KindCustom:
		return "Custom"
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// A Scheme describes one way to authenticate, for documentation.
type Scheme struct {
	// Kind is the kind of scheme.
	Kind Kind

	// Name is the name of a custom scheme, as given to [Custom], and otherwise the
	// name of the kind.
	Name string

	// Realm is the protection space that clients are told (RFC 9110 section 11.5). A
	// custom scheme has none.
	Realm string

	// Tree describes where a custom scheme finds credentials. It is empty for the
	// others, which use the Authorization field.
	Tree codec.Tree
}

// A scheme is one way to authenticate, as this package works with it.
type scheme interface {
	describe() Scheme

	// challenges returns what a client is told that sent this authorization.
	challenges(sent authorization) []Challenge

	// read extracts the credentials, or returns false if there are none that are
	// worth verifying.
	read(in incoming) (Credentials, bool)
}

// incoming is a request whose credentials are wanted.
type incoming struct {
	req  *weft.Request // as the endpoint sees it
	sent *weft.Request // as it was before middleware further in changed it
	authorization
}

// An authorization is the value of a request's Authorization field, and empty if
// there is none.
type authorization struct {
	weft.Credentials
}

// authorizationOf returns the request's authorization. It is false if there is one
// that cannot be understood: nothing that two readers could take differently is
// accepted.
func authorizationOf(req *weft.Request) (authorization, bool) {
	if req == nil {
		return authorization{}, true
	}
	switch fields := req.RawHeaders("Authorization"); len(fields) {
	case 0:
		return authorization{}, true
	case 1:
		c, err := weft.ParseCredentials(fields[0])
		return authorization{c}, err == nil
	}
	return authorization{}, false
}

// is reports whether the authorization is of the kind.
func (a authorization) is(k Kind) bool { return ascii.EqualFold(a.Scheme(), k.String()) }

// extract returns the credentials of a request and the scheme they belong to. The
// scheme of the Authorization field decides; custom schemes come after.
func (t Type) extract(req, sent *weft.Request) (scheme, Credentials, bool) {
	field, wellFormed := authorizationOf(req)
	in := incoming{req, sent, field}
	used := false
	for _, s := range t.schemes {
		kind := s.describe().Kind
		if kind == KindCustom {
			continue
		}
		if !wellFormed {
			return nil, nil, false
		}
		if field.is(kind) {
			used = true
			if c, ok := s.read(in); ok {
				return s, c, true
			}
		}
	}
	if used {
		return nil, nil, false
	}
	for _, s := range t.schemes {
		if s.describe().Kind == KindCustom {
			if c, ok := s.read(in); ok {
				return s, c, true
			}
		}
	}
	return nil, nil, false
}

// accepts reports whether t has a scheme like s.
func (t Type) accepts(s scheme) bool {
	want := s.describe()
	return slices.ContainsFunc(t.schemes, func(have scheme) bool {
		d := have.describe()
		return d.Kind == want.Kind && d.Name == want.Name && d.Realm == want.Realm
	})
}
