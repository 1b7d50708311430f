package middleware

import (
	"fmt"
	"time"

	"github.com/weft-go/weft"
)

// SecureHeadersConfig says which fields [SecureHeaders] sends. Its zero value is the
// default. In each text "-" means not to send the field.
type SecureHeadersConfig struct {
	// FrameOptions is X-Frame-Options. Empty means DENY.
	FrameOptions string

	// ReferrerPolicy is Referrer-Policy. Empty means strict-origin-when-cross-origin.
	ReferrerPolicy string

	// OpenerPolicy is Cross-Origin-Opener-Policy. Empty means same-origin.
	OpenerPolicy string

	// ResourcePolicy is Cross-Origin-Resource-Policy. Empty means not to send it.
	ResourcePolicy string

	// ContentSecurityPolicy is Content-Security-Policy. Empty means not to send it,
	// since a useful one depends on the pages.
	ContentSecurityPolicy string

	// PermissionsPolicy is Permissions-Policy. Empty means not to send it.
	PermissionsPolicy string

	// TransportSecurity is how long browsers shall use TLS only for this host
	// (Strict-Transport-Security, RFC 6797), told to those that come over TLS. Zero
	// means not to say. Once said it cannot be taken back, so begin with a short time.
	TransportSecurity time.Duration

	// Subdomains extends TransportSecurity to all subdomains.
	Subdomains bool
}

// SecureHeaders returns middleware that adds header fields by which browsers refuse what
// pages seldom want: guessing media types (X-Content-Type-Options), being framed, being
// opened by strangers, telling others where a click came from. A field that the handler
// has set is left alone. It panics if a value is not well-formed.
func SecureHeaders(config ...SecureHeadersConfig) weft.Middleware {
	c := option("SecureHeaders", config)
	plain := weft.NewHeaders("X-Content-Type-Options", "nosniff")
	add := func(name, value, def string) {
		if value == "" {
			value = def
		}
		if value != "" && value != "-" {
			plain = plain.Add(name, value)
		}
	}
	add("X-Frame-Options", c.FrameOptions, "DENY")
	add("Referrer-Policy", c.ReferrerPolicy, "strict-origin-when-cross-origin")
	add("Cross-Origin-Opener-Policy", c.OpenerPolicy, "same-origin")
	add("Cross-Origin-Resource-Policy", c.ResourcePolicy, "")
	add("Content-Security-Policy", c.ContentSecurityPolicy, "")
	add("Permissions-Policy", c.PermissionsPolicy, "")
	checkFields("SecureHeaders", plain)
	overTLS := plain.AddAll(c.strictTransport())
	return weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			resp, err := next(req)
			fields := plain
			if req.TLS() != nil {
				fields = overTLS
			}
			if err != nil {
				return resp, failWith(err, fields)
			}
			return resp.UpdateHeaders(func(own weft.Headers) weft.Headers { return addMissing(own, fields) }), nil
		}
	})
}

func (c *SecureHeadersConfig) strictTransport() weft.Headers {
	if c.TransportSecurity <= 0 {
		return weft.Headers{}
	}
	value := fmt.Sprintf("max-age=%d", int64(c.TransportSecurity/time.Second))
	if c.Subdomains {
		value += "; includeSubDomains"
	}
	return weft.NewHeaders("Strict-Transport-Security", value)
}

// addMissing adds the fields whose names are not there. The common case, in which none
// is, costs one copy at most.
func addMissing(own, fields weft.Headers) weft.Headers {
	if own.Len() == 0 {
		return fields
	}
	for name := range own.All() {
		fields = fields.Remove(name)
	}
	return own.AddAll(fields)
}
