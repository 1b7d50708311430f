package weft

import "github.com/weft-go/weft/internal/ascii"

// A Method is the method of a request (RFC 9110 section 9): one of the constants
// below, or any other token. Methods are compared byte by byte; "get" is not GET.
// The empty Method is not valid.
type Method string

// The predefined methods.
const (
	GET     Method = "GET"     // RFC 9110 section 9.3.1
	POST    Method = "POST"    // RFC 9110 section 9.3.3
	PUT     Method = "PUT"     // RFC 9110 section 9.3.4
	DELETE  Method = "DELETE"  // RFC 9110 section 9.3.5
	PATCH   Method = "PATCH"   // RFC 5789
	TRACE   Method = "TRACE"   // RFC 9110 section 9.3.8
	OPTIONS Method = "OPTIONS" // RFC 9110 section 9.3.7
	HEAD    Method = "HEAD"    // RFC 9110 section 9.3.2
	CONNECT Method = "CONNECT" // RFC 9110 section 9.3.6

	// ANY stands for every method. Routes are registered with it; no request that
	// comes from the wire has it.
	ANY Method = "*"
)

// ParseMethod returns the method that s spells. It fails with a [*MalformedMethod]
// if s is not a token, and also if s is "*", which is a token but has a meaning of
// its own here (see [ANY]). It does not allocate.
func ParseMethod(s string) (Method, error) {
	switch m := Method(s); m {
	case GET, POST, PUT, DELETE, PATCH, TRACE, OPTIONS, HEAD, CONNECT:
		return m, nil
	case ANY:
		return "", &MalformedMethod{Method: s}
	}
	if !ascii.IsToken(s) {
		return "", &MalformedMethod{Method: s}
	}
	return Method(s), nil
}

// String returns the method as it stands in a request line; for [ANY] that is "*".
func (m Method) String() string { return string(m) }

// IsSafe reports whether the method asks for nothing but reading (RFC 9110 section
// 9.2.1): GET, HEAD, OPTIONS and TRACE. Methods of one's own are not safe.
func (m Method) IsSafe() bool {
	switch m {
	case GET, HEAD, OPTIONS, TRACE:
		return true
	}
	return false
}

// IsIdempotent reports whether sending a request twice has the effect of sending
// it once, so that it may be repeated after a lost connection (RFC 9110 section
// 9.2.2): the safe methods, PUT and DELETE.
func (m Method) IsIdempotent() bool {
	return m == PUT || m == DELETE || m.IsSafe()
}

// Matches reports whether a route for m serves requests with the method other: m
// is [ANY], or the two are the same.
func (m Method) Matches(other Method) bool {
	return m == ANY || m == other
}

// MalformedMethod says that a string is not the name of a method.
type MalformedMethod struct {
	Method string // What was given.
}

// Error returns a message such as `method "GE T": not a token`.
func (e *MalformedMethod) Error() string {
	if e.Method == string(ANY) {
		return `method "*": reserved, it stands for any method`
	}
	return "method " + quoted(e.Method) + ": not a token"
}
