package weft

import (
	"iter"
	"math"
	"strings"
	"time"

	"github.com/weft-go/weft/internal/ascii"
)

// maxCookies is how many cookies of one Cookie field are read. Browsers keep fewer
// than two hundred for a site.
const maxCookies = 1000

// ParseCookies reads the value of a Cookie field: the names and values of the cookies
// in the order in which the client sent them. A name can occur several times, with
// cookies for longer paths before those for shorter ones.
//
// It is lenient, as browsers and other servers require: a pair whose name is not a
// token or whose value has a control character is skipped, and a pair of quotes
// around a value is removed. Nothing but spaces and tabs is removed around a name,
// since anything else would let a cookie pass for another. Of more than 1,000 cookies
// the rest is ignored.
func ParseCookies(header string) []Cookie {
	var cookies []Cookie
	for name, value := range EachCookie(header) {
		cookies = append(cookies, Cookie{Name: name, Value: value})
	}
	return cookies
}

// EachCookie iterates over the names and values that [ParseCookies] returns, without
// allocating.
func EachCookie(header string) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for n := 0; header != "" && n < maxCookies; {
			var pair string
			pair, header, _ = strings.Cut(header, ";")
			name, value, found := strings.Cut(pair, "=")
			name, value = ascii.TrimOWS(name), unquoteCookie(ascii.TrimOWS(value))
			if !found || !ascii.IsToken(name) || !ascii.IsFieldValue(value) {
				continue
			}
			if n++; !yield(name, value) {
				return
			}
		}
	}
}

// unquoteCookie removes the quotes around a value.
func unquoteCookie(value string) string {
	if len(value) >= 2 && value[0] == '"' && value[len(value)-1] == '"' {
		return value[1 : len(value)-1]
	}
	return value
}

// ParseSetCookie reads the value of a Set-Cookie field as a client does (RFC 6265bis
// section 5.6). Attributes that are unknown or malformed are ignored, and of those
// that repeat the last one counts. It fails with a [*MalformedCookie] if there is no
// name, if the name is not a token, or if there is a control character.
//
// The domain comes without a leading dot and in lower case. A Max-Age of zero or less
// becomes a MaxAge of less than zero, which is how a [Cookie] says it.
func ParseSetCookie(s string) (Cookie, error) {
	pair, attributes, _ := strings.Cut(s, ";")
	name, value, found := strings.Cut(pair, "=")
	c := Cookie{Name: ascii.TrimOWS(name), Value: ascii.TrimOWS(value)}
	switch {
	case !found:
		return Cookie{}, &MalformedCookie{Name: c.Name, Part: "value", Reason: "missing"}
	case !ascii.IsToken(c.Name):
		return Cookie{}, &MalformedCookie{Name: c.Name, Part: "name", Reason: "not a token"}
	case !ascii.IsFieldValue(s):
		return Cookie{}, &MalformedCookie{Name: c.Name, Part: "value", Reason: "has a control character"}
	case len(c.Name)+len(c.Value) > maxCookieSize:
		return Cookie{}, &MalformedCookie{Name: c.Name, Part: "value", Reason: "too long"}
	}
	for attributes != "" {
		var attribute string
		attribute, attributes, _ = strings.Cut(attributes, ";")
		name, value, _ := strings.Cut(attribute, "=")
		c.setAttribute(ascii.TrimOWS(name), ascii.TrimOWS(value))
	}
	return c, nil
}

// setAttribute applies an attribute of a Set-Cookie field, or ignores it.
func (c *Cookie) setAttribute(name, value string) {
	if len(value) > maxAttribute {
		return
	}
	switch {
	case ascii.EqualFold(name, "Domain"):
		if domain := strings.TrimPrefix(value, "."); domain != "" {
			c.Domain = ascii.ToLower(domain)
		}
	case ascii.EqualFold(name, "Path"):
		c.Path = ""
		if strings.HasPrefix(value, "/") {
			c.Path = value
		}
	case ascii.EqualFold(name, "Expires"):
		if t, ok := parseCookieDate(value); ok {
			c.Expires = t
		}
	case ascii.EqualFold(name, "Max-Age"):
		if d, ok := parseMaxAge(value); ok {
			c.MaxAge = d
		}
	case ascii.EqualFold(name, "SameSite"):
		c.SameSite = parseSameSite(value)
	case ascii.EqualFold(name, "Secure"):
		c.Secure = true
	case ascii.EqualFold(name, "HttpOnly"):
		c.HTTPOnly = true
	case ascii.EqualFold(name, "Partitioned"):
		c.Partitioned = true
	}
}

// parseSameSite treats unknown values as the default (RFC 6265bis section 5.6.7).
func parseSameSite(s string) SameSite {
	for _, known := range [...]SameSite{SameSiteLax, SameSiteStrict, SameSiteNone} {
		if ascii.EqualFold(s, known.String()) {
			return known
		}
	}
	return SameSiteDefault
}

// parseMaxAge reads the seconds of a Max-Age attribute (RFC 6265bis section 5.6.2).
// Times beyond what a Duration can hold become the longest one.
func parseMaxAge(s string) (time.Duration, bool) {
	digits, negative := strings.CutPrefix(s, "-")
	if !ascii.IsDigits(digits) {
		return 0, false
	}
	seconds, ok := ascii.ParseUint(digits)
	switch {
	case negative || ok && seconds == 0:
		return -1, true
	case !ok || seconds > math.MaxInt64/uint64(time.Second):
		return time.Duration(math.MaxInt64).Truncate(time.Second), true
	}
	return time.Duration(seconds) * time.Second, true
}
