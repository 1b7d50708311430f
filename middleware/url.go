package middleware

import (
	"strings"

	"github.com/weft-go/weft"
)

// UpdateURL returns middleware that rewrites the URL of each request. The search for the
// route is made with the new URL. Middleware attached later sees the old one, and the
// pattern that it matched, if any.
//
// If the routes become a part of larger ones, they get the requests whose old URL
// matches one of them. f is called from many goroutines; it panics if f is nil.
func UpdateURL(f func(weft.URL) weft.URL) weft.Middleware {
	if f == nil {
		panic(mistake("middleware.UpdateURL: the function is nil"))
	}
	return func(r weft.Routes) weft.Routes {
		again := whole(r)
		return r.With(weft.Wrap(func(next weft.Handler) weft.Handler {
			return func(req *weft.Request) (weft.Response, error) {
				old := req.URL()
				if u := f(old); u != old {
					return again(req.WithURL(u))
				}
				return next(req) // the route that was found is still the right one
			}
		}))
	}
}

// DropTrailingSlash returns middleware by which a request that matches no route, and
// whose path ends in slashes, is answered as if it did not. A route that has the slash
// in its pattern still gets its requests.
func DropTrailingSlash() weft.Middleware {
	return func(r weft.Routes) weft.Routes {
		again := whole(r)
		return r.With(weft.Wrap(func(next weft.Handler) weft.Handler {
			return func(req *weft.Request) (weft.Response, error) {
				if path, ok := withoutSlash(req); ok {
					return again(req.WithPath(path))
				}
				return next(req)
			}
		}))
	}
}

// RedirectTrailingSlash returns middleware by which a request that matches no route, and
// whose path ends in slashes, is sent to the path without them, with 307, or with 308
// if permanent. Its query is kept.
func RedirectTrailingSlash(permanent bool) weft.Middleware {
	return weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			path, ok := withoutSlash(req)
			if !ok {
				return next(req)
			}
			// Two slashes at the start would be the name of another host.
			path = "/" + strings.TrimLeft(path, `/\`)
			location := req.URL().WithPath(path).String()
			return weft.Redirect(location, permanent), nil
		}
	})
}

// withoutSlash returns the path of a request without the slashes at its end, or false if
// it has none or matches a route as it is.
func withoutSlash(req *weft.Request) (string, bool) {
	path := req.Path()
	if len(path) < 2 || path[len(path)-1] != '/' || req.Pattern() != "" {
		return "", false
	}
	if path = strings.TrimRight(path, "/"); path == "" {
		path = "/"
	}
	return path, true
}
