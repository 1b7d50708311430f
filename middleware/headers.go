package middleware

import (
	"github.com/weft-go/weft"
)

// EnsureHeader returns middleware that adds a header field to requests that lack it, with
// a default value. A request that has one is unchanged. It panics if the field is not
// well-formed.
func EnsureHeader(name, value string) weft.Middleware {
	checkFields("EnsureHeader", weft.NewHeaders(name, value))
	return weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			if _, ok := req.RawHeader(name); !ok {
				req = req.AddHeader(name, value)
			}
			return next(req)
		}
	})
}

// EnsureTypedHeader is like [EnsureHeader] for a typed header field:
//
//	middleware.EnsureTypedHeader(weft.HeaderAccept, "application/json")
func EnsureTypedHeader[T any](key weft.HeaderKey[T], value T) weft.Middleware {
	return EnsureHeader(key.Name(), key.Format(value))
}

// AddHeaders returns middleware that adds header fields to every response, also to
// errors. They are given as pairs of name and value. It panics if one is not
// well-formed.
func AddHeaders(pairs ...string) weft.Middleware {
	if len(pairs)%2 != 0 {
		panic(mistake("middleware.AddHeaders: want pairs of name and value, got %d strings", len(pairs)))
	}
	headers := weft.NewHeaders(pairs...)
	checkFields("AddHeaders", headers)
	return weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			resp, err := next(req)
			return withFields(resp, err, headers)
		}
	})
}

func checkFields(name string, h weft.Headers) {
	if err := h.Err(); err != nil {
		panic(mistake("middleware.%s: %v", name, err))
	}
}
