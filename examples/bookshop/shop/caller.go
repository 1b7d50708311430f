package shop

import (
	"context"
	"errors"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/auth"
	"github.com/weft-go/weft/examples/bookshop/api"
	"github.com/weft-go/weft/examples/bookshop/store"
)

// SessionCookie is the name of the cookie with the token of a browser's session.
const SessionCookie = "session"

// A Caller is who has sent a request.
type Caller struct {
	store.User

	// token is the one of the session.
	token string
}

// LogIn begins a session, or fails with [api.BadLogin].
func (s *Shop) LogIn(ctx context.Context, c api.Credentials) (api.Session, error) {
	user, token, expires, err := s.store.LogIn(ctx, c.User, c.Password)
	if errors.Is(err, store.ErrNone) {
		return api.Session{}, api.BadLogin{Problem: "wrong name or password"}
	}
	return api.Session{Token: token, User: user.Name, Staff: user.Staff, Expires: expires}, err
}

// LogOut ends the caller's session.
func (s *Shop) LogOut(ctx context.Context) error {
	caller, ok := auth.From[*Caller](ctx)
	if !ok {
		return nil
	}
	return s.store.LogOut(ctx, caller.token)
}

// Authentication returns the middleware that finds out who calls: by a session cookie
// or, where an endpoint asks for it, by a bearer token.
func (s *Shop) Authentication() weft.Middleware {
	byToken := auth.Provide(func(ctx context.Context, c auth.Credentials) (*Caller, error) {
		bearer, ok := c.(auth.BearerCredentials)
		if !ok {
			return nil, auth.ErrRejected
		}
		return s.caller(ctx, bearer.Token.Reveal())
	})
	byCookie := auth.CustomAuthProviding(func(req *weft.Request) (*Caller, bool) {
		cookie, ok := req.Cookie(SessionCookie)
		if !ok {
			return nil, false
		}
		caller, err := s.caller(req.Context(), cookie.Value)
		return caller, err == nil
	})
	return weft.Compose(byToken, byCookie)
}

// caller returns who has a token.
func (s *Shop) caller(ctx context.Context, token string) (*Caller, error) {
	user, err := s.store.UserByToken(ctx, token)
	switch {
	case errors.Is(err, store.ErrNone):
		return nil, auth.ErrRejected
	case err != nil:
		return nil, &auth.UnavailableError{Cause: err}
	}
	return &Caller{User: user, token: token}, nil
}
