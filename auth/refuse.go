package auth

import (
	"github.com/weft-go/weft"
	"github.com/weft-go/weft/status"
)

// Refuse returns the answer to a request that does not meet a requirement.
//
//   - 404, also if the status is 0, is the same answer that a path without a route
//     gives, so that it does not tell that there is anything;
//   - 401 has a WWW-Authenticate field for each challenge of t;
//   - any other status is a problem document without details.
func Refuse(req *weft.Request, t Type, s weft.Status) weft.Response {
	if s == 0 || s == status.NotFound {
		return weft.NoRoute(req)
	}
	p := &weft.Problem{Status: s}
	if s == status.Unauthorized {
		for _, c := range t.Challenges(req) {
			p.Headers = p.Headers.Add("WWW-Authenticate", c)
		}
	}
	return p.Response(req)
}

// Require returns middleware that lets only requests pass that meet a requirement,
// and answers the others with [Refuse]. The default status is 404. Middleware that
// provides the authentication has to be further out, which means attached later:
//
//	routes.With(auth.Require(auth.Basic(), status.Unauthorized)).With(auth.Provide(verify))
//
// It also guards requests that match no route, so that the answer does not tell
// whether there is one. Endpoints need no such middleware: they have the requirement
// in their description. Require panics if there is more than one status.
func Require(t Type, unauthorized ...weft.Status) weft.Middleware {
	if len(unauthorized) > 1 {
		mistake("auth.Require: want one status, got %d", len(unauthorized))
	}
	code := status.NotFound
	if len(unauthorized) == 1 {
		code = unauthorized[0]
	}
	return weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			admitted, ok := Authenticate(req, t)
			if !ok {
				return Refuse(req, t, code), nil
			}
			return next(admitted)
		}
	})
}
