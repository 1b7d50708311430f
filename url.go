package weft

import (
	"strconv"
	"strings"

	"github.com/weft-go/weft/internal/ascii"
)

// A URL is the address of a resource (RFC 3986), absolute or relative. The zero
// URL is the empty relative one.
//
// A URL is an immutable value: every operation returns a changed copy, so URLs may
// be shared between goroutines and compared with ==. Its parts are kept as they
// are written, with their escapes, except that scheme and host are in lower case.
// No operation fails and none gives a URL that cannot be written: what may not
// stand in a part is escaped.
//
// User information ("user:password@") is not supported. RFC 9110 section 4.2.4
// deprecates it, and it mostly serves to mislead.
type URL struct {
	scheme   string // lower case; empty in a relative URL
	host     string // lower case, without brackets; empty if there is none
	port     uint16 // 0 if none is written
	path     string // with well-formed escapes; begins with a slash if there is a host and a path
	query    string // without the question mark; decodes as a query
	hasQuery bool   // whether there is a question mark, even if nothing follows
	fragment string // with well-formed escapes, without the number sign
}

// A URLKind tells absolute from relative URLs.
type URLKind uint8

// The kinds of URLs.
const (
	Relative URLKind = iota // without a scheme: "/books?id=1", "books", "//host/books"
	Absolute                // with a scheme: "https://host/books"
)

// String returns "relative" or "absolute".
func (k URLKind) String() string {
	if k == Absolute {
		return "absolute"
	}
	return "relative"
}

// Kind returns whether the URL is absolute, which is whether it has a scheme.
func (u URL) Kind() URLKind {
	if u.scheme != "" {
		return Absolute
	}
	return Relative
}

// IsAbsolute reports whether the URL has a scheme.
func (u URL) IsAbsolute() bool { return u.scheme != "" }

// IsEmpty reports whether the URL is the empty one.
func (u URL) IsEmpty() bool { return u == URL{} }

// Scheme returns the scheme in lower case, without the colon, or an empty string.
func (u URL) Scheme() string { return u.scheme }

// WithScheme returns a copy with another scheme. A scheme that RFC 3986 section
// 3.1 does not allow, the empty one included, leaves the copy without a scheme.
func (u URL) WithScheme(scheme string) URL {
	u.scheme = ""
	if isScheme(scheme) {
		u.scheme = ascii.ToLower(scheme)
	}
	return u.settled()
}

// Host returns the host in lower case, without its port, or an empty string. An
// IPv6 address has no brackets here.
func (u URL) Host() string { return u.host }

// WithHost returns a copy with another host: a name, an IPv4 address, or an IPv6
// address with or without brackets. If a port follows, as in "localhost:8080" or
// "[::1]:8080", it replaces the URL's port; otherwise that stays. Bytes that may
// not stand in a host are escaped. The empty host removes host and port.
func (u URL) WithHost(host string) URL {
	if host == "" {
		u.host, u.port = "", 0
		return u.settled()
	}
	name, port, err := parseHostPort(host)
	switch {
	case err == nil && name != "":
		u.host = name
		if port != 0 {
			u.port = port
		}
	case isIPv6(host):
		u.host = ascii.ToLower(host)
	default:
		u.host = ascii.ToLower(escapeRaw(host, &hostBytes))
	}
	return u.settled()
}

// Port returns the port as it is written, or otherwise the usual port of the
// scheme: 80 for http and ws, 443 for https and wss. It is 0 if neither is known.
func (u URL) Port() int {
	if u.port != 0 {
		return int(u.port)
	}
	return defaultPort(u.scheme)
}

// WithPort returns a copy with another port. A port outside 1 to 65535 removes the
// port, so that the usual one of the scheme applies.
func (u URL) WithPort(port int) URL {
	u.port = 0
	if 0 < port && port <= 65535 {
		u.port = uint16(port)
	}
	return u
}

// HostPort returns the host and, if one is written, the port, as they stand in a
// URL and in the Host field: "example.com", "[::1]:8080".
func (u URL) HostPort() string {
	if u.port == 0 && strings.IndexByte(u.host, ':') < 0 {
		return u.host
	}
	return string(u.appendHostPort(nil))
}

// Fragment returns the decoded fragment: what follows the number sign. Browsers do
// not send it to servers.
func (u URL) Fragment() string {
	decoded, _ := unescape(u.fragment, false)
	return decoded
}

// WithFragment returns a copy with another fragment, which is given decoded. The
// empty fragment removes it.
func (u URL) WithFragment(fragment string) URL {
	u.fragment = string(appendEscaped(nil, fragment, &fragmentBytes))
	return u
}

// Absolute returns a copy with the given scheme, host and port. The port 0 stands
// for the usual one of the scheme.
func (u URL) Absolute(scheme, host string, port int) URL {
	return u.WithScheme(scheme).WithPort(port).WithHost(host)
}

// Relative returns a copy without scheme, host and port: path, query and fragment.
func (u URL) Relative() URL {
	u.scheme, u.host, u.port = "", "", 0
	return u.settled()
}

// Equal reports whether two URLs mean the same: a port that is written equals the
// same one left to the scheme, and in a URL with a host an empty path equals "/"
// (RFC 3986 section 6.2.3). Escapes and dot segments are compared as they are
// written.
func (u URL) Equal(other URL) bool {
	return u.canonical() == other.canonical()
}

func (u URL) canonical() URL {
	if int(u.port) == defaultPort(u.scheme) {
		u.port = 0
	}
	if u.host != "" && u.path == "" {
		u.path = "/"
	}
	return u
}

// String returns the URL as it is written. [ParseURL] gives the same URL back,
// unless it is of the scheme http or https and has no host, which it refuses.
func (u URL) String() string {
	if u.scheme == "" && u.host == "" && u.query == "" && u.fragment == "" && !u.hasQuery && !u.needsDot() {
		return u.path
	}
	return string(u.append(make([]byte, 0, len(u.scheme)+len(u.host)+len(u.path)+len(u.query)+len(u.fragment)+16)))
}

// MarshalText returns what [URL.String] does. It never fails.
func (u URL) MarshalText() ([]byte, error) { return u.append(nil), nil }

// UnmarshalText sets u to what [ParseURL] makes of b, and fails as it does. It is
// for decoders; a URL that others already see must not be changed.
func (u *URL) UnmarshalText(b []byte) error {
	parsed, err := ParseURL(string(b))
	if err == nil {
		*u = parsed
	}
	return err
}

func (u URL) append(dst []byte) []byte {
	if u.scheme != "" {
		dst = append(append(dst, u.scheme...), ':')
	}
	if u.host != "" {
		dst = u.appendHostPort(append(dst, "//"...))
	}
	if u.needsDot() {
		if u.path[0] == '/' {
			dst = append(dst, "/."...)
		} else {
			dst = append(dst, "./"...)
		}
	}
	dst = append(dst, u.path...)
	if u.hasQuery {
		dst = append(append(dst, '?'), u.query...)
	}
	if u.fragment != "" {
		dst = append(append(dst, '#'), u.fragment...)
	}
	return dst
}

// settled returns the URL with its path in the one form that the parts before it
// allow. After a host it begins with a slash, since "a" would run into the host's
// name. Without a host it does not begin with the dot segment that [URL.String]
// puts there, so that writing and reading give the same path.
func (u URL) settled() URL {
	switch {
	case u.host != "" && u.path != "" && u.path[0] != '/':
		u.path = "/" + u.path
	case u.host == "" && strings.HasPrefix(u.path, "/.//"):
		u.path = u.path[len("/."):]
	case u.host == "" && u.scheme == "" && strings.HasPrefix(u.path, "./") && colonInFirstSegment(u.path[len("./"):]):
		u.path = u.path[len("./"):]
	}
	return u
}

// needsDot reports whether the path would be misread at the start of a URL, "//a"
// as a host and "a:b" as a scheme (RFC 3986 section 4.2), unless a dot segment
// stands before it.
func (u URL) needsDot() bool {
	if u.host != "" {
		return false
	}
	return strings.HasPrefix(u.path, "//") || u.scheme == "" && colonInFirstSegment(u.path)
}

func (u URL) appendHostPort(dst []byte) []byte {
	if strings.IndexByte(u.host, ':') >= 0 {
		dst = append(append(append(dst, '['), u.host...), ']')
	} else {
		dst = append(dst, u.host...)
	}
	if u.port != 0 {
		dst = strconv.AppendUint(append(dst, ':'), uint64(u.port), 10)
	}
	return dst
}

// defaultPort returns the usual port of a scheme, or 0.
func defaultPort(scheme string) int {
	switch scheme {
	case "http", "ws":
		return 80
	case "https", "wss":
		return 443
	}
	return 0
}
