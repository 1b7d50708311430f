package middleware

import (
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/status"
)

// CSRFConfig says whom [CSRF] trusts. Its zero value is the default.
type CSRFConfig struct {
	// TrustedOrigins are origins whose pages may send any request:
	// "https://admin.shop.example".
	TrustedOrigins []string

	// Allow says which requests are not checked, for example the calls of another
	// server that authenticates itself by a signature. Nil means none.
	Allow func(*weft.Request) bool
}

// CSRF returns middleware that refuses requests which a page of another origin makes a
// browser send (cross-site request forgery), with 403. Browsers say where a request
// comes from, so no tokens are needed:
//
//   - GET, HEAD and OPTIONS pass, since they change nothing;
//   - if there is Sec-Fetch-Site, it has to be same-origin or none;
//   - otherwise, if there is Origin, its host has to be that of the request;
//   - a request with neither does not come from a browser of this decade, and passes.
//
// These are the rules of http.CrossOriginProtection in the standard library. CSRF panics
// if a trusted origin is not a scheme and a host.
func CSRF(config ...CSRFConfig) weft.Middleware {
	c := option("CSRF", config)
	trusted := make(map[string]bool)
	for _, origin := range c.TrustedOrigins {
		u, err := weft.ParseURL(origin)
		if err != nil || !u.IsAbsolute() || u.Host() == "" || u.Path() != "" {
			panic(mistake("middleware.CSRF: %q is not an origin, want scheme://host", origin))
		}
		trusted[origin] = true
	}
	return weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			if isSameOrigin(req, trusted) || c.Allow != nil && c.Allow(req) {
				return next(req)
			}
			p := &weft.Problem{Status: status.Forbidden, Detail: "this request comes from a page of another origin"}
			return p.Response(req), nil
		}
	})
}

// isSameOrigin says whether no page of another origin can have made a request.
func isSameOrigin(req *weft.Request, trusted map[string]bool) bool {
	switch req.Method() {
	case weft.GET, weft.HEAD, weft.OPTIONS:
		return true
	}
	origin, hasOrigin := req.RawHeader("Origin")
	site, _ := req.RawHeader("Sec-Fetch-Site")
	switch site {
	case "":
		// An older browser, or none at all.
	case "same-origin", "none":
		return true
	default:
		return trusted[origin]
	}
	if !hasOrigin || origin == "" {
		return true
	}
	_, host, ok := strings.Cut(origin, "://")
	return ok && host == req.Host() || trusted[origin]
}
