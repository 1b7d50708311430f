package weft

import (
	"net/netip"
	"strconv"
	"strings"

	"github.com/weft-go/weft/internal/ascii"
)

// Reading a URL follows the generic syntax of RFC 3986 section 3 and cuts off one
// part after the other:
//
//	https://example.com:8080/books/1?lang=en#top
//	scheme  host        port path    query   fragment
//
// It is as strict as safety asks for, and no stricter than browsers are: controls,
// spaces, malformed escapes and malformed hosts are refused, but braces, quotes and
// bytes beyond ASCII, which browsers and command-line tools send as they are, stay
// as they are.

// ParseURL reads an absolute or relative URL. It fails with a [*MalformedURL], which
// has the place of the fault. Apart from upper-case letters in scheme or host, it
// does not allocate.
//
// For the target of a request use [ParseTarget]: there, "//a" is a path, and here
// it is a host.
func ParseURL(s string) (URL, error) {
	if i := badURLByte(s); i >= 0 {
		return URL{}, malformedURL(s, i, "a control character or a space")
	}
	if i := badEscape(s); i >= 0 {
		return URL{}, malformedURL(s, i, "a percent sign without two hexadecimal digits")
	}
	var u URL
	rest, fragment, _ := strings.Cut(s, "#")
	u.fragment = fragment
	rest, u.query, u.hasQuery = strings.Cut(rest, "?")
	if reason := checkQuery(u.query); reason != "" {
		return URL{}, malformedURL(s, len(rest)+1, reason)
	}
	path := u.cutScheme(rest)
	if u.scheme == "" && colonInFirstSegment(rest) {
		return URL{}, malformedURL(s, strings.IndexByte(rest, ':'), "a colon after what is no scheme")
	}
	path, err := u.cutAuthority(path)
	if err != nil {
		at := len(rest) - len(path)
		return URL{}, malformedURL(s, at, err.Error())
	}
	u = u.withPath(path)
	if (u.scheme == "http" || u.scheme == "https") && u.host == "" {
		return URL{}, malformedURL(s, len(u.scheme)+1, "no host")
	}
	return u, nil
}

// cutScheme takes the scheme off s, if there is one, and returns the rest.
func (u *URL) cutScheme(s string) string {
	scheme, rest, found := strings.Cut(s, ":")
	if !found || !isScheme(scheme) {
		return s
	}
	u.scheme = ascii.ToLower(scheme)
	return rest
}

// cutAuthority takes "//host:port" off s, if it is there, and returns the path. If
// it fails, it returns s from the authority on.
func (u *URL) cutAuthority(s string) (string, error) {
	authority, found := strings.CutPrefix(s, "//")
	if !found {
		return s, nil
	}
	path := ""
	if i := strings.IndexByte(authority, '/'); i >= 0 {
		authority, path = authority[:i], authority[i:]
	}
	var err error
	u.host, u.port, err = parseHostPort(authority)
	if err != nil {
		return s[len("//"):], err
	}
	// Only a scheme of its own, such as file, may do without a host. Browsers take
	// "///a" for the host a.
	if u.host == "" && (u.port != 0 || u.scheme == "") {
		return s[len("//"):], errNoHost
	}
	return path, nil
}

// hostFault is a fault in a host or port, without its place.
type hostFault string

func (f hostFault) Error() string { return string(f) }

const (
	errUserInfo hostFault = "user information before the host"
	errBracket  hostFault = "a bracket without an IPv6 address"
	errHost     hostFault = "a character that may not stand in a host"
	errPort     hostFault = "a port that is not a number from 1 to 65535"
	errNoHost   hostFault = "no host"
)

// parseHostPort reads a host and an optional port (RFC 3986 section 3.2). The host
// is in lower case and without brackets.
func parseHostPort(s string) (host string, port uint16, err error) {
	if strings.IndexByte(s, '@') >= 0 {
		return "", 0, errUserInfo
	}
	var digits string
	if strings.HasPrefix(s, "[") {
		end := strings.IndexByte(s, ']')
		if end < 0 || !isIPv6(s[1:end]) || end+1 < len(s) && s[end+1] != ':' {
			return "", 0, errBracket
		}
		host, digits = s[1:end], strings.TrimPrefix(s[end+1:], ":")
	} else {
		host, digits, _ = strings.Cut(s, ":")
		if escapeRaw(host, &hostBytes) != host {
			return "", 0, errHost
		}
	}
	// An empty port is allowed and means none.
	if digits != "" {
		n, ok := ascii.ParseUint(digits)
		if !ok || n == 0 || n > 65535 {
			return "", 0, errPort
		}
		port = uint16(n)
	}
	return ascii.ToLower(host), port, nil
}

// isIPv6 reports whether s is an IPv6 address without a zone.
func isIPv6(s string) bool {
	addr, err := netip.ParseAddr(s)
	return err == nil && addr.Is6() && addr.Zone() == ""
}

// isScheme reports whether s is a scheme (RFC 3986 section 3.1).
func isScheme(s string) bool {
	if s == "" || !ascii.IsLetter(s[0]) {
		return false
	}
	return ascii.IndexNot(&schemeBytes, s) < 0
}

var schemeBytes = ascii.SetOf(ascii.Alphanumerics, "+-.")

// colonInFirstSegment reports whether a colon comes before the first slash.
func colonInFirstSegment(path string) bool {
	i := strings.IndexAny(path, ":/")
	return i >= 0 && path[i] == ':'
}

// badURLByte returns the index of the first byte that stands nowhere in a URL, or
// -1. Bytes beyond ASCII are none of them.
func badURLByte(s string) int {
	for i := range len(s) {
		if s[i] <= ' ' || s[i] == 0x7f {
			return i
		}
	}
	return -1
}

// MalformedURL says why and where a string is not a URL.
type MalformedURL struct {
	Input  string // What was given.
	Offset int    // The index of the byte where the fault is.
	Reason string // What the fault is.
}

// Error returns a message such as
//
//	url "http://host:x/": offset 7: a port that is not a number from 1 to 65535
func (e *MalformedURL) Error() string {
	return "url " + quoted(e.Input) + ": offset " + strconv.Itoa(e.Offset) + ": " + e.Reason
}

func malformedURL(input string, offset int, reason string) error {
	return &MalformedURL{Input: input, Offset: offset, Reason: reason}
}
