package middleware

import (
	"log/slog"

	"github.com/weft-go/weft"
)

// Debug returns middleware that logs every request when it comes and every response when
// it goes, with their header fields, to the logger of the request's server at level
// info. It is for looking at what happens, not for production: [RequestLogging] is.
//
// The values of Authorization, Proxy-Authorization, Cookie and Set-Cookie are replaced
// by "[redacted]". Bodies are not shown. A stream is logged when it begins.
func Debug() weft.Middleware {
	return weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			start := now()
			method, url := slog.String("method", string(req.Method())), slog.String("url", req.URL().String())
			log := Logger(req)
			log.LogAttrs(req.Context(), slog.LevelInfo, "request",
				method, url,
				slog.String("version", req.Version().String()),
				slog.String("pattern", req.Pattern()),
				allHeaders(req.Headers()),
			)
			resp, err := next(req)
			o := outcomeOf(req, &resp, err)
			attrs := []slog.Attr{
				method, url,
				slog.Int("status_code", int(o.status)),
				slog.Float64("duration_ms", milliseconds(now()-start)),
				allHeaders(resp.Headers()),
			}
			if o.err != nil {
				attrs = append(attrs, slog.String("error", o.err.Error()))
			}
			log.LogAttrs(req.Context(), slog.LevelInfo, "response", attrs...)
			return resp, err
		}
	})
}

// allHeaders returns all fields as a group of attributes.
func allHeaders(h weft.Headers) slog.Attr {
	var attrs []slog.Attr
	for name, value := range h.All() {
		if isSecret(name, nil) {
			value = redacted
		}
		attrs = append(attrs, slog.String(name, value))
	}
	return slog.Attr{Key: "headers", Value: slog.GroupValue(attrs...)}
}
