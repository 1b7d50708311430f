package auth

import (
	"context"
	"errors"

	"github.com/weft-go/weft"
)

// A verifier is the application's function without its type.
type verifier func(context.Context, Credentials) (any, error)

// Provide returns middleware that installs a verifier for the routes inside. It is
// called for endpoints that require authentication and for [Require], with the
// credentials that the client sent, and returns the principal, which [From] then
// finds.
//
// An error means that the request is not authenticated. It is logged at debug level
// ([UnavailableError] at warning level) and not told to the client. A nil principal
// means the same, with or without an error; use struct{} if there is nothing to know
// about the caller.
//
// The nearest verifier is asked, so a part of an application may have its own.
// verify is called from many goroutines. Provide panics if it is nil.
func Provide[P any](verify func(ctx context.Context, c Credentials) (P, error)) weft.Middleware {
	if verify == nil {
		mistake("auth.Provide: the function is nil")
	}
	return offer(func(ctx context.Context, c Credentials) (any, error) {
		p, err := verify(ctx, c)
		if err != nil {
			return nil, err
		}
		if isNil(p) {
			return nil, errNoPrincipal
		}
		return p, nil
	})
}

// ProvidePasswords returns middleware that installs a verifier for Basic and Digest
// credentials. For a user's name, lookup returns the password and the principal, or
// false if there is no such user; its error is that of the store, and is logged at
// warning level. Passwords are compared in constant time, also for an unknown user.
//
// Passwords that are stored hashed, as they should be if Digest is not needed, are
// verified by a function of your own with [Provide]. ProvidePasswords panics if
// lookup is nil.
func ProvidePasswords[P any](lookup func(ctx context.Context, user string) (password string, principal P, ok bool, err error)) weft.Middleware {
	if lookup == nil {
		mistake("auth.ProvidePasswords: the function is nil")
	}
	return Provide(func(ctx context.Context, c Credentials) (P, error) {
		var none P
		claim, ok := c.(PasswordCredentials)
		if !ok {
			return none, ErrRejected
		}
		password, principal, ok, err := lookup(ctx, claim.UserName())
		if err != nil {
			return none, &UnavailableError{err}
		}
		right := claim.Check(password) // also for an unknown user, so that it costs the same
		if !ok || !right {
			return none, ErrRejected
		}
		return principal, nil
	})
}

// CustomAuthProviding returns middleware that gives handlers an authentication
// context: whatever f makes of the request, from a session cookie, a client
// certificate or anything else. Handlers read it with [From] and [WithContext].
//
// A context that was given satisfies every requirement of endpoints inside. If f
// returns false, or a nil context, the request is not authenticated: routes that
// require nothing go on, and endpoints that require authentication refuse, unless a
// verifier that was installed further in accepts the client's credentials. What
// middleware further out knew does not count for them any more.
//
// f is called for every request, from many goroutines. CustomAuthProviding panics if
// it is nil.
func CustomAuthProviding[Ctx any](f func(*weft.Request) (Ctx, bool)) weft.Middleware {
	if f == nil {
		mistake("auth.CustomAuthProviding: the function is nil")
	}
	return weft.Meeting(Need, weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			l := &layer{Context: req.Context(), what: denied}
			if c, ok := f(req); ok && !isNil(c) {
				l.what, l.principal = known, c
			}
			return next(req.WithContext(l))
		}
	}))
}

// Need is what routes need that require authentication; see [weft.Route.Needs]. The
// middleware of this package meets it.
const Need = "authentication (auth.Provide)"

func offer(verify verifier) weft.Middleware {
	return weft.Meeting(Need, weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			return next(req.WithContext(&layer{Context: req.Context(), what: offered, verify: verify, sent: req}))
		}
	}))
}

var errNoPrincipal = errors.New("auth: the verifier returned no principal")
