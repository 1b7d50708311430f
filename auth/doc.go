// Package auth says who may call a route, and finds out who calls it.
//
// Three things are kept apart, and each is written once:
//
//   - what is required, a [Type], which belongs to the description of an endpoint;
//   - how it is verified, a function that the application installs with [Provide];
//   - who it was, a value of the application's own type, which handlers read with
//     [From] or [WithContext].
//
// # What is required
//
// A [Type] names the schemes by which a client may authenticate:
//
//	auth.Basic("books")                                   // user and password (RFC 7617)
//	auth.Bearer()                                         // a token (RFC 6750)
//	auth.Digest("books")                                  // a password that is never sent (RFC 7616)
//	auth.Custom("key", codec.Query[string]("key"))        // anything that a codec finds in a request
//	auth.Basic("books").Or(auth.Bearer())                 // one of them
//
// Endpoints take one as a part of their description. Plain routes take one as
// middleware, with [Require]:
//
//	routes := weft.NewRoutes(…).With(auth.Require(auth.Basic("books")))
//
// A type is only a description. It is also used by clients and for documentation,
// and holds no passwords.
//
// # How it is verified
//
// [Provide] installs a function that is given the [Credentials] a client sent and
// returns the principal, which is whatever the application wants to know about the
// caller. An error means that the caller is not authenticated:
//
//	verify := func(ctx context.Context, c auth.Credentials) (*User, error) {
//		switch c := c.(type) {
//		case auth.BearerCredentials:
//			return store.UserByToken(ctx, c.Token.Reveal())
//		case auth.PasswordCredentials: // Basic and Digest
//			user, password, err := store.UserByName(ctx, c.UserName())
//			right := c.Check(password) // also for an unknown user, so that it costs the same
//			if err != nil || !right {
//				return nil, auth.ErrRejected
//			}
//			return user, nil
//		}
//		return nil, auth.ErrRejected
//	}
//	routes = routes.With(auth.Provide(verify))
//
// The middleware attached last runs first, so attach Provide after [Require]. If
// all you have is passwords, [ProvidePasswords] does the comparing.
// [CustomAuthProviding] is the most general of the three: a function from a request
// to a context for handlers, for sessions or client certificates.
//
// # Who it was
//
// Inside, the principal is in the request's context:
//
//	func (s *Shop) Order(ctx context.Context, id int64) (Order, error) {
//		user, ok := auth.From[*User](ctx)
//		…
//	}
//
//	routes := weft.NewRoutes(weft.NewPattern(weft.GET, "/me").Handle(
//		auth.WithContext(func(req *weft.Request, user *User) (weft.Response, error) {
//			return weft.Text(user.Name), nil
//		})))
//
// # Who is refused
//
// Everything fails closed. A request is refused if its credentials are missing,
// malformed, repeated, of another scheme, or rejected, if the verifier fails or
// returns nothing, and if there is no verifier at all, which is also logged once.
//
// What the client is told is the endpoint's choice. By default it is 404 with the
// same answer that a path without a route gives, so that nobody learns what exists.
// With 401 the answer has a challenge for each scheme, which makes browsers ask for
// a password. [Refuse] makes these answers.
//
// Secrets are compared in constant time, an unknown user costs as much as a wrong
// password, and no credentials are printed, whatever the verb.
//
// # Digest
//
// [Digest] challenges carry a nonce that is stamped with the time and an HMAC, so
// the server need not remember those it has given out. It remembers which counters
// were used with a nonce, for a bounded number of nonces, and so no request can be
// sent twice. Passwords have to be known to the server in the clear, or as [HA1]
// values. Use TLS with this scheme as with the others: it protects the password, not
// the rest of the request.
//
// # Clients
//
// [Apply] puts credentials into a request. [DigestResponse] answers the challenge of
// a 401, and [ParseChallenges] reads one.
package auth
