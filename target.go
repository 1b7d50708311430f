package weft

import (
	"strings"

	"github.com/weft-go/weft/internal/ascii"
)

// ParseTarget reads the target of a request line (RFC 9112 section 3.2), which has
// four forms:
//
//	/books?id=1                  origin form: a relative URL
//	http://example.com/books     absolute form: an absolute URL
//	example.com:443              authority form, for CONNECT: host and port alone
//	*                            asterisk form, for OPTIONS: the path "*"
//
// Other than in [ParseURL], a target that begins with two slashes is a path, and a
// fragment is refused. It fails with a [*MalformedURL].
func ParseTarget(method Method, target string) (URL, error) {
	if i := strings.IndexByte(target, '#'); i >= 0 {
		return URL{}, malformedURL(target, i, "a fragment in a request target")
	}
	switch {
	case method == CONNECT:
		return parseAuthority(target)
	case method == OPTIONS && target == "*":
		return URL{path: "*"}, nil
	case strings.HasPrefix(target, "/"):
		return parseOrigin(target)
	}
	u, err := ParseURL(target)
	if err == nil && (u.scheme == "" || u.host == "") {
		return URL{}, malformedURL(target, 0, "neither a path nor an absolute URL")
	}
	return u, err
}

// parseOrigin reads the origin form.
func parseOrigin(target string) (URL, error) {
	if i := badURLByte(target); i >= 0 {
		return URL{}, malformedURL(target, i, "a control character or a space")
	}
	if i := badEscape(target); i >= 0 {
		return URL{}, malformedURL(target, i, "a percent sign without two hexadecimal digits")
	}
	var u URL
	u.path, u.query, u.hasQuery = strings.Cut(target, "?")
	if reason := checkQuery(u.query); reason != "" {
		return URL{}, malformedURL(target, len(u.path)+1, reason)
	}
	return u, nil
}

// parseAuthority reads the authority form, which must have a port.
func parseAuthority(target string) (URL, error) {
	host, port, err := parseHostPort(target)
	switch {
	case err != nil:
		return URL{}, malformedURL(target, 0, err.Error())
	case host == "":
		return URL{}, malformedURL(target, 0, errNoHost.Error())
	case port == 0:
		return URL{}, malformedURL(target, len(target), "no port")
	}
	return URL{host: host, port: port}, nil
}

// looseBytes are the bytes that clients send unescaped in paths and queries, and
// that are harmless there: all that is visible, and all beyond ASCII.
var (
	loosePathBytes  = looseBytes("?#%")
	looseQueryBytes = looseBytes("#%")
)

func looseBytes(except string) ascii.Set {
	s := ascii.Range('!', '~').Union(ascii.Range(0x80, 0xff))
	for i := range len(except) {
		s[except[i]] = false
	}
	return s
}

// urlFromTarget makes a URL of the parts of a request target that was already cut
// up. It cannot fail, because the request has been accepted: malformed escapes are
// escaped, a host that does not parse is escaped too, and a query with too many
// parameters is cut off at the last one that counts.
func urlFromTarget(scheme, host, path, query string, hasQuery bool) URL {
	u := URL{
		path:     escapeRaw(path, &loosePathBytes),
		query:    escapeRaw(query, &looseQueryBytes),
		hasQuery: hasQuery,
	}
	if checkQuery(u.query) != "" {
		q, _ := ParseQuery(u.query)
		u.query = q.Encode()
	}
	if host == "" {
		return u
	}
	return u.WithScheme(scheme).WithHost(host)
}
