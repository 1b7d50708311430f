package middleware

import (
	"log/slog"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/ascii"
)

// A HeaderName is a typed header field as far as logs want to know it. Every
// [weft.HeaderKey] is one.
type HeaderName interface {
	// Name returns the field's name.
	Name() string
}

// LogAnnotateHeaders is like [LogAnnotate] for header fields of the request: the
// annotations have the names and the values of those that are there. Several values of
// a name are joined with a comma. The values of fields that hold secrets, such as
// Authorization and Cookie, are replaced by "[redacted]".
func LogAnnotateHeaders(names ...string) weft.Middleware {
	return LogAnnotateFunc(func(req *weft.Request) []slog.Attr {
		var attrs []slog.Attr
		for _, name := range names {
			if value, ok := loggedValue(req.RawHeaders(name), name, nil); ok {
				attrs = append(attrs, slog.String(name, value))
			}
		}
		return attrs
	})
}

// LogAnnotateHeaderKeys is like [LogAnnotateHeaders] for typed header fields:
//
//	middleware.LogAnnotateHeaderKeys(weft.HeaderUserAgent, weft.HeaderOrigin)
func LogAnnotateHeaderKeys(keys ...HeaderName) weft.Middleware {
	var names []string
	for _, k := range keys {
		names = append(names, k.Name())
	}
	return LogAnnotateHeaders(names...)
}

const redacted = "[redacted]"

// loggedValue returns the values of a field as one text for a log, or false if there
// are none.
func loggedValue(values []string, name string, secret []string) (string, bool) {
	switch {
	case len(values) == 0:
		return "", false
	case isSecret(name, secret):
		return redacted, true
	}
	return strings.Join(values, ", "), true
}

// isSecret says whether a field's value must not be seen in logs.
func isSecret(name string, more []string) bool {
	for _, s := range [...]string{"Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie"} {
		if ascii.EqualFold(name, s) {
			return true
		}
	}
	for _, s := range more {
		if ascii.EqualFold(name, s) {
			return true
		}
	}
	return false
}
