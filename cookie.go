package weft

import (
	"time"

	"github.com/weft-go/weft/internal/ascii"
)

// A Cookie is a cookie as a server sets it and a client sends it back (RFC 6265 and
// its revision, called RFC 6265bis below). What a client sends has only a name and a
// value.
//
// A Cookie is a value: the With methods return changed copies, so that a cookie kept
// in a variable can serve as a template:
//
//	session := weft.NewCookie("id", "").WithPath("/").WithHTTPOnly(true).WithSecure(true)
//	res = res.WithCookie(session.WithValue(token))
type Cookie struct {
	// Name is a token; see [Cookie.SetCookieString] for names with a special
	// prefix.
	Name string

	// Value is made of visible ASCII without quotes, commas, semicolons and
	// backslashes. Values of another kind have to be encoded, for example by a
	// [CookieSigner].
	Value string

	// Domain makes the cookie visible to the subdomains of a host too. Empty means
	// the host that sets it alone, which is safer.
	Domain string

	// Path is where the cookie is sent: to this path and those below. Empty means
	// the directory of the URL that sets it, which is seldom meant.
	Path string

	// Expires is when the client forgets the cookie. The zero time means when the
	// browser is closed, unless MaxAge is set.
	Expires time.Time

	// MaxAge is how long the client keeps the cookie, in whole seconds. It goes
	// before Expires. Zero means that it is not set, and less than zero that the
	// cookie is forgotten at once.
	MaxAge time.Duration

	// Secure keeps the cookie from being sent without TLS.
	Secure bool

	// HTTPOnly hides the cookie from scripts.
	HTTPOnly bool

	// Partitioned keeps one cookie for each site that embeds this one. It needs
	// Secure.
	Partitioned bool

	// SameSite says whether other sites' requests carry the cookie.
	SameSite SameSite
}

// SameSite says whether a cookie is sent with requests that come from other sites
// (RFC 6265bis section 4.1.2.7).
type SameSite uint8

// The values of SameSite.
const (
	// SameSiteDefault leaves the choice to the browser. Most choose Lax.
	SameSiteDefault SameSite = iota

	// SameSiteLax sends the cookie when a link of another site is followed, but not
	// with its other requests.
	SameSiteLax

	// SameSiteStrict never sends the cookie with another site's requests.
	SameSiteStrict

	// SameSiteNone always sends the cookie. It needs Secure.
	SameSiteNone
)

// String returns "Lax", "Strict" or "None", and the empty string for the default.
func (s SameSite) String() string {
	switch s {
	case SameSiteLax:
		return "Lax"
	case SameSiteStrict:
		return "Strict"
	case SameSiteNone:
		return "None"
	}
	return ""
}

// NewCookie returns a cookie with a name, a value and no attributes. It is checked
// when it is written.
func NewCookie(name, value string) Cookie {
	return Cookie{Name: name, Value: value}
}

// ExpireCookie returns a cookie that makes clients forget the cookie with the name
// on the path "/". A cookie with another path or a domain is only forgotten if those
// are set to what they were; see [Cookie.Expire].
func ExpireCookie(name string) Cookie {
	c := Cookie{Name: name, Path: "/"}
	// Browsers ignore a cookie with such a name that is not secure.
	c.Secure = ascii.HasPrefixFold(name, securePrefix) || ascii.HasPrefixFold(name, hostPrefix)
	return c.Expire()
}

// Expire returns a copy that makes clients forget the cookie. Name, path, domain and
// flags stay, because clients compare them.
func (c Cookie) Expire() Cookie {
	c.Value = ""
	c.MaxAge = -1
	c.Expires = time.Unix(0, 0).UTC()
	return c
}

// WithValue returns a copy with another value.
func (c Cookie) WithValue(value string) Cookie {
	c.Value = value
	return c
}

// WithDomain returns a copy with another domain.
func (c Cookie) WithDomain(domain string) Cookie {
	c.Domain = domain
	return c
}

// WithPath returns a copy with another path.
func (c Cookie) WithPath(path string) Cookie {
	c.Path = path
	return c
}

// WithExpires returns a copy that is forgotten at a time.
func (c Cookie) WithExpires(t time.Time) Cookie {
	c.Expires = t
	return c
}

// WithMaxAge returns a copy that is kept for a time.
func (c Cookie) WithMaxAge(d time.Duration) Cookie {
	c.MaxAge = d
	return c
}

// WithSecure returns a copy that is only sent over TLS, or also without it.
func (c Cookie) WithSecure(secure bool) Cookie {
	c.Secure = secure
	return c
}

// WithHTTPOnly returns a copy that scripts cannot see, or can.
func (c Cookie) WithHTTPOnly(httpOnly bool) Cookie {
	c.HTTPOnly = httpOnly
	return c
}

// WithPartitioned returns a copy that is kept once for each embedding site, or once
// for all.
func (c Cookie) WithPartitioned(partitioned bool) Cookie {
	c.Partitioned = partitioned
	return c
}

// WithSameSite returns a copy with another rule for other sites' requests.
func (c Cookie) WithSameSite(s SameSite) Cookie {
	c.SameSite = s
	return c
}

// MalformedCookie says why a cookie cannot be written, or why the value of a
// Set-Cookie field cannot be read.
type MalformedCookie struct {
	Name   string // The name of the cookie, as far as it is known.
	Part   string // The part with the fault, such as "value" or "Domain".
	Reason string // What the fault is.
}

// Error returns a message such as `cookie "id": value: ';' at 3 is not allowed`.
func (e *MalformedCookie) Error() string {
	return "cookie " + quoted(e.Name) + ": " + e.Part + ": " + e.Reason
}
