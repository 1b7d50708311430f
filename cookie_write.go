package weft

import (
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/weft-go/weft/internal/ascii"
)

const (
	// securePrefix and hostPrefix begin the names of cookies that browsers accept
	// only with certain attributes (RFC 6265bis section 4.1.3).
	securePrefix = "__Secure-"
	hostPrefix   = "__Host-"

	// maxCookieSize is how long name and value may be together, and maxAttribute how
	// long the value of an attribute may be, before browsers drop the cookie (RFC
	// 6265bis section 5.6).
	maxCookieSize = 4096
	maxAttribute  = 1024

	// cookieTime is the date of RFC 9110 section 5.6.7.
	cookieTime = "Mon, 02 Jan 2006 15:04:05 GMT"
)

var (
	// cookieValueBytes is cookie-octet of RFC 6265 section 4.1.1.
	cookieValueBytes = ascii.SetOf("!").Union(
		ascii.Range('#', '+'), ascii.Range('-', ':'), ascii.Range('<', '['), ascii.Range(']', '~'))

	// cookiePathBytes may stand in the value of an attribute (av-octet).
	cookiePathBytes = ascii.Range(' ', ':').Union(ascii.Range('<', '~'))

	// cookieDomainBytes may stand in a host name.
	cookieDomainBytes = ascii.SetOf(ascii.Alphanumerics, "-._")
)

// SetCookieString returns the cookie as the value of a Set-Cookie field. Instead of
// writing something that a browser would drop or misread, it fails with a
// [*MalformedCookie] if
//
//   - the name is not a token, or a byte of the value, the domain or the path may not
//     stand there; line breaks are such bytes;
//   - name and value have more than 4096 bytes together, or an attribute more than
//     1024;
//   - the name begins with "__Secure-" but Secure is not set;
//   - the name begins with "__Host-" but Secure is not set, the path is not "/" or
//     there is a domain;
//   - SameSite=None or Partitioned is set but Secure is not;
//   - Expires is before the year 1601, which is the first one that browsers know.
func (c Cookie) SetCookieString() (string, error) {
	if err := c.check(); err != nil {
		return "", err
	}
	return string(c.append(make([]byte, 0, 128))), nil
}

// String returns what [Cookie.SetCookieString] does, and the message of its error if
// it fails, for logs and tests.
func (c Cookie) String() string {
	s, err := c.SetCookieString()
	if err != nil {
		return err.Error()
	}
	return s
}

// CookieString returns cookies as the value of a Cookie field, which is what a client
// sends: their names and values alone. It fails with a [*MalformedCookie] if a name is
// not a token, or if a value has a semicolon or a control character. Other values pass
// as they are, since a client has to send back what a server has set.
func CookieString(cookies ...Cookie) (string, error) {
	var dst []byte
	for i, c := range cookies {
		switch {
		case !ascii.IsToken(c.Name):
			return "", c.fault("name", "not a token")
		case strings.IndexByte(c.Value, ';') >= 0 || !ascii.IsFieldValue(c.Value):
			return "", c.fault("value", "has a semicolon or a control character")
		}
		if i > 0 {
			dst = append(dst, "; "...)
		}
		dst = append(append(append(dst, c.Name...), '='), c.Value...)
	}
	return string(dst), nil
}

func (c Cookie) append(dst []byte) []byte {
	dst = append(dst, c.Name...)
	dst = append(dst, '=')
	dst = append(dst, c.Value...)
	if c.Domain != "" {
		dst = append(dst, "; Domain="...)
		dst = append(dst, strings.TrimPrefix(c.Domain, ".")...)
	}
	if c.Path != "" {
		dst = append(dst, "; Path="...)
		dst = append(dst, c.Path...)
	}
	if !c.Expires.IsZero() {
		dst = append(dst, "; Expires="...)
		dst = c.Expires.UTC().AppendFormat(dst, cookieTime)
	}
	if c.MaxAge != 0 {
		dst = append(dst, "; Max-Age="...)
		dst = strconv.AppendInt(dst, c.maxAgeSeconds(), 10)
	}
	for _, flag := range [...]struct {
		set  bool
		text string
	}{
		{c.Secure, "; Secure"},
		{c.HTTPOnly, "; HttpOnly"},
		{c.SameSite != SameSiteDefault, "; SameSite=" + c.SameSite.String()},
		{c.Partitioned, "; Partitioned"},
	} {
		if flag.set {
			dst = append(dst, flag.text...)
		}
	}
	return dst
}

// maxAgeSeconds rounds up, so that a short time does not become none at all.
func (c Cookie) maxAgeSeconds() int64 {
	if c.MaxAge < 0 {
		return 0
	}
	return int64((c.MaxAge + time.Second - 1) / time.Second)
}

func (c Cookie) check() error {
	if !ascii.IsToken(c.Name) {
		return c.fault("name", "not a token")
	}
	if err := c.checkValue(); err != nil {
		return err
	}
	if err := c.checkAttributes(); err != nil {
		return err
	}
	return c.checkSecure()
}

func (c Cookie) checkValue() error {
	// RFC 6265 section 4.1.1 also allows quotes around the value. Whether they are
	// part of it is answered differently everywhere, so they are refused.
	if err := c.checkBytes("value", c.Value, &cookieValueBytes); err != nil {
		return err
	}
	if n := len(c.Name) + len(c.Value); n > maxCookieSize {
		return c.fault("value", "name and value have "+strconv.Itoa(n)+" bytes, more than "+strconv.Itoa(maxCookieSize))
	}
	return nil
}

func (c Cookie) checkAttributes() error {
	if err := c.checkBytes("Path", c.Path, &cookiePathBytes); err != nil {
		return err
	}
	domain := strings.TrimPrefix(c.Domain, ".")
	if err := c.checkBytes("Domain", domain, &cookieDomainBytes); err != nil {
		return err
	}
	switch {
	case c.Path != "" && c.Path[0] != '/':
		return c.fault("Path", "does not begin with a slash")
	case strings.TrimRight(c.Path, " ") != c.Path:
		return c.fault("Path", "ends with a space, which browsers remove")
	case len(c.Path) > maxAttribute:
		return c.fault("Path", "longer than "+strconv.Itoa(maxAttribute)+" bytes")
	case c.Domain != "" && !isCookieDomain(domain):
		return c.fault("Domain", "not a host name")
	case !c.Expires.IsZero() && (c.Expires.UTC().Year() < 1601 || c.Expires.UTC().Year() > 9999):
		return c.fault("Expires", "not from the years 1601 to 9999")
	case c.SameSite > SameSiteNone:
		return c.fault("SameSite", "not one of the constants")
	}
	return nil
}

// checkSecure checks the attributes that depend on each other and on the name.
func (c Cookie) checkSecure() error {
	host := ascii.HasPrefixFold(c.Name, hostPrefix)
	switch {
	case c.Secure:
	case c.SameSite == SameSiteNone:
		return c.fault("SameSite", "None needs Secure")
	case c.Partitioned:
		return c.fault("Partitioned", "needs Secure")
	case host:
		return c.fault("name", "the prefix __Host- needs Secure")
	case ascii.HasPrefixFold(c.Name, securePrefix):
		return c.fault("name", "the prefix __Secure- needs Secure")
	}
	switch {
	case host && c.Path != "/":
		return c.fault("name", `the prefix __Host- needs the path "/"`)
	case host && c.Domain != "":
		return c.fault("name", "the prefix __Host- allows no Domain")
	}
	return nil
}

// isCookieDomain reports whether s, whose bytes are checked, has the shape of a host
// name (RFC 1034 section 3.5). IP addresses are no domains.
func isCookieDomain(s string) bool {
	if s == "" || len(s) > 253 {
		return false
	}
	for label := range strings.SplitSeq(s, ".") {
		if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
	}
	_, err := netip.ParseAddr(s)
	return err != nil
}

func (c Cookie) checkBytes(part, s string, allowed *ascii.Set) error {
	if i := ascii.IndexNot(allowed, s); i >= 0 {
		return c.fault(part, strconv.QuoteRune(rune(s[i]))+" at "+strconv.Itoa(i)+" is not allowed")
	}
	return nil
}

func (c Cookie) fault(part, reason string) error {
	return &MalformedCookie{Name: c.Name, Part: part, Reason: reason}
}
