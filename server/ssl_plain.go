package server

import (
	"crypto/tls"
	"net"
	"slices"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/ascii"
	"github.com/weft-go/weft/status"
)

// An HTTPBehaviour says what happens when a client sends plain HTTP to a port
// that speaks TLS. The two are told apart by the first byte of a connection.
type HTTPBehaviour uint8

// The behaviours.
const (
	// HTTPRedirect sends the client to the same address with https: 308, with
	// path, query and port as they were. It is the default.
	HTTPRedirect HTTPBehaviour = iota

	// HTTPAccept serves plain HTTP as well.
	HTTPAccept

	// HTTPFail refuses with 403.
	HTTPFail
)

// String returns "redirect", "accept" or "fail".
func (b HTTPBehaviour) String() string { return nameOf(b, httpBehaviourNames()) }

// MarshalText returns what String does.
func (b HTTPBehaviour) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// UnmarshalText accepts what String returns, in any case.
func (b *HTTPBehaviour) UnmarshalText(text []byte) error {
	return parseEnum(b, text, httpBehaviourNames(), "HTTP behaviour")
}

func httpBehaviourNames() []string { return []string{"redirect", "accept", "fail"} }

// parseEnum sets v to the value with a name.
func parseEnum[T ~uint8](v *T, text []byte, names []string, what string) error {
	i := slices.Index(names, ascii.ToLower(string(text)))
	if i < 0 {
		return &unknownName{what, names, string(text)}
	}
	*v = T(i)
	return nil
}

// unknownName is the error for a name that is none of a list.
type unknownName struct {
	what  string
	names []string
	got   string
}

func (e *unknownName) Error() string {
	return e.what + ": want " + strings.Join(e.names, ", ") + ", got \"" + e.got + "\""
}

// beginTLS returns the connection as the client speaks on it: with TLS, or
// without if its first byte is one of a request line.
func (k *keyring) beginTLS(c net.Conn) (net.Conn, error) {
	c, first, err := peek(c, make([]byte, 1), func([]byte) bool { return true })
	if err != nil {
		return nil, err
	}
	if looksPlain(first[0]) {
		return c, nil
	}
	return tls.Server(c, k.shared), nil
}

// looksPlain says whether a connection that begins with c speaks plain HTTP: a
// method is a token, and empty lines may come before it. Everything else is for
// TLS to accept or to refuse.
func looksPlain(c byte) bool { return c == '\r' || c == '\n' || ascii.IsTokenByte(c) }

// onlyTLS returns middleware that answers requests which came without TLS.
func onlyTLS(b HTTPBehaviour, port int) weft.Middleware {
	return weft.Around(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			if req.TLS() != nil {
				return next(req)
			}
			if location := secureLocation(req, port); b == HTTPRedirect && location != "" {
				return weft.Redirect(location, true), nil
			}
			return weft.Response{}, &weft.Problem{Status: status.Forbidden, Detail: "this port is for HTTPS only"}
		}
	})
}

// secureLocation returns where to find a resource with TLS, or "" if the request
// does not say. A client writes the port it has connected to in the Host field
// unless that is 80. If it writes none and this is not port 80, something has
// forwarded it here, and will do so from the usual port for https, too.
func secureLocation(req *weft.Request, port int) string {
	host := req.Host()
	if host == "" || !strings.HasPrefix(req.Path(), "/") {
		return ""
	}
	u := req.URL().WithScheme("https").WithHost(host)
	if u.Host() == "" {
		return ""
	}
	if u.Port() == 443 {
		u = u.WithPort(0)
		if port == 80 {
			u = u.WithPort(port)
		}
	}
	return u.String()
}
