package weft

import (
	"errors"
	"fmt"

	"github.com/weft-go/weft/internal/pattern"
)

// param returns the decoded value of a path parameter.
func (r *Request) param(name string) (string, bool) {
	if r.route == nil {
		return "", false
	}
	for i, have := range r.route.names {
		if have == name && i < r.match.N {
			// What matched a route is well-formed, so decoding succeeds.
			return pattern.Unescape(r.match.Param(i).Of(r.searched()))
		}
	}
	return "", false
}

// searched returns the path that the request was found with.
func (r *Request) searched() string {
	if r.own != nil && r.own.matched != "" {
		return r.own.matched
	}
	return r.path
}

// Pattern returns the pattern of the route that the request matched, for
// example "/users/{id}", or "" if it matched none. Middleware may use it before
// it calls the handler.
func (r *Request) Pattern() string {
	if r.route == nil {
		return ""
	}
	return r.route.pattern.Path()
}

// Route returns the route that the request matched, or false if it matched none.
func (r *Request) Route() (Route, bool) {
	if r.route == nil {
		return Route{}, false
	}
	return *r.route, true
}

var errNoParam = errors.New("the route's pattern has no such parameter")

// MalformedPathParam is the error of a path parameter that cannot be decoded.
type MalformedPathParam struct {
	// Name is the parameter's name, Value its text.
	Name, Value string

	// Cause says what was wanted.
	Cause error
}

// Error names the parameter and what was wanted.
func (e *MalformedPathParam) Error() string { return fmt.Sprintf("path %q: %v", e.Name, e.Cause) }

// Unwrap returns the cause.
func (e *MalformedPathParam) Unwrap() error { return e.Cause }
