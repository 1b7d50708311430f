package middleware

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/weft-go/weft"
)

// LoggingConfig says how [RequestLogging] logs. Its zero value is the default.
type LoggingConfig struct {
	// Logger takes the records. Nil means the logger of the request's server.
	Logger *slog.Logger

	// Message is the message of the records. Empty means "request served".
	Message string

	// Level returns the level for a status. Nil means error from 500 on, warning from
	// 400 on and info for all others.
	Level func(weft.Status) slog.Level

	// Sample is the fraction of requests that are logged, above 0 and up to 1, for
	// servers whose log would be too large otherwise. Those with a status from 400 on
	// are always logged. Zero means all.
	Sample float64

	// Skip says which requests are not logged, for example health checks. Nil means
	// none.
	Skip func(*weft.Request) bool

	// RequestHeaders and ResponseHeaders name fields that are logged, in the groups
	// request_headers and response_headers. The default is none. The values of
	// Authorization, Proxy-Authorization, Cookie and Set-Cookie are replaced by
	// "[redacted]".
	RequestHeaders, ResponseHeaders []string

	// Redact names more fields whose values are replaced.
	Redact []string
}

// RequestLogging returns middleware that logs each request when it has been served, with
// the attributes
//
//	method         the request's method
//	url            its URL as it was sent
//	status_code    the status of the response
//	duration_ms    the time until the end of the response, in milliseconds
//	request_size   the size of the request's body in bytes
//	response_size  the size of the response's body in bytes, before compression
//	pattern        the pattern of the route, empty if none matched
//	remote         the address of the client, if it is known
//	request_id     the id that [RequestID] gave it, if it is further out
//	error          why there is no proper answer, for a status from 500 on
//
// followed by the annotations of [LogAnnotate] further out. A response that is a stream
// is logged at its end, and one that changes the protocol at the change. It panics if
// the configuration makes no sense.
func RequestLogging(config ...LoggingConfig) weft.Middleware {
	c := option("RequestLogging", config)
	if c.Sample < 0 || c.Sample > 1 {
		panic(mistake("middleware.RequestLogging: Sample is %v, want a fraction from 0 to 1", c.Sample))
	}
	if c.Message == "" {
		c.Message = "request served"
	}
	if c.Level == nil {
		c.Level = levelOf
	}
	remotes := new(addressTexts)
	return weft.Wrap(func(next weft.Handler) weft.Handler {
		l := &requestLog{config: c, next: next, remotes: remotes}
		return l.handle
	})
}

func levelOf(s weft.Status) slog.Level {
	switch {
	case s >= 500:
		return slog.LevelError
	case s >= 400:
		return slog.LevelWarn
	}
	return slog.LevelInfo
}

// A requestLog is around one handler.
type requestLog struct {
	config  LoggingConfig
	next    weft.Handler
	remotes *addressTexts
	lines   perRoute[*logLine]
}

func (l *requestLog) handle(req *weft.Request) (weft.Response, error) {
	if l.config.Skip != nil && l.config.Skip(req) {
		return l.next(req)
	}
	start := now()
	seen, read := countBody(req)
	resp, err := l.next(seen)
	if isStreamed(&resp, err) {
		headers := resp.Headers()
		return atEnd(req, resp, func(o outcome) { l.log(req, start, read.size(req), o, headers) }), nil
	}
	o := outcome{status: resp.Status()}
	if err != nil || resp.Err() != nil || o.status != 200 || req.Method() == weft.HEAD {
		o = outcomeOf(req, &resp, err)
	} else {
		o.size, _ = resp.Body().Len()
	}
	l.log(req, start, read.size(req), o, resp.Headers())
	return resp, err
}

// log writes the record of a request. What is the same for many requests is formatted
// by the handler beforehand; what is left fits into a record without an allocation.
func (l *requestLog) log(req *weft.Request, start time.Duration, read int64, o outcome, headers weft.Headers) {
	if l.config.Sample > 0 && o.status < 400 && rand.Float64() >= l.config.Sample {
		return
	}
	logger := l.config.Logger
	if logger == nil {
		logger = req.Logger()
	}
	ctx, level := req.Context(), l.config.Level(o.status)
	line := l.lines.get(req, newLogLine)
	h := line.handler(logger, o.status, read == 0)
	if !h.Enabled(ctx, level) {
		return
	}
	moment := time.Now()
	r := slog.NewRecord(moment, level, l.config.Message, 0)
	url, elapsed := req.URL().String(), moment.Sub(epoch)-start
	if remote, ok := req.RemoteAddress(); ok {
		r.AddAttrs(slog.String("url", url), slog.Float64("duration_ms", milliseconds(elapsed)), slog.Int64("response_size", o.size),
			slog.String("remote", l.remotes.text(remote)))
	} else {
		r.AddAttrs(slog.String("url", url), slog.Float64("duration_ms", milliseconds(elapsed)), slog.Int64("response_size", o.size))
	}
	ctx = l.addContext(ctx, &r)
	if line.method == otherMethod {
		r.AddAttrs(slog.String("method", string(req.Method())))
	}
	if read != 0 {
		r.AddAttrs(slog.Int64("request_size", read))
	}
	l.addHeaders(&r, req, headers)
	if o.err != nil && o.status >= 500 {
		r.AddAttrs(slog.String("error", o.err.Error()))
	}
	_ = h.Handle(ctx, r) // slog has nobody to tell either
}

// addContext adds what the context knows and returns one that does not.
func (l *requestLog) addContext(ctx context.Context, r *slog.Record) context.Context {
	id, ok := RequestIDOf(ctx)
	annotations := Annotations(ctx)
	if !ok && len(annotations) == 0 {
		return ctx
	}
	if ok {
		r.AddAttrs(slog.String("request_id", id))
	}
	r.AddAttrs(annotations...)
	if c, ok := ctx.(*requestIDContext); ok {
		return &c.plain // the common case needs no memory
	}
	return &plainContext{ctx}
}

func (l *requestLog) addHeaders(r *slog.Record, req *weft.Request, headers weft.Headers) {
	if len(l.config.RequestHeaders) > 0 {
		r.AddAttrs(headerGroup("request_headers", l.config.RequestHeaders, l.config.Redact, req.RawHeaders))
	}
	if len(l.config.ResponseHeaders) > 0 {
		r.AddAttrs(headerGroup("response_headers", l.config.ResponseHeaders, l.config.Redact, headers.Values))
	}
}

// headerGroup returns fields as a group of attributes.
func headerGroup(key string, names, secret []string, values func(string) []string) slog.Attr {
	var attrs []slog.Attr
	for _, name := range names {
		if value, ok := loggedValue(values(name), name, secret); ok {
			attrs = append(attrs, slog.String(name, value))
		}
	}
	return slog.Attr{Key: key, Value: slog.GroupValue(attrs...)}
}
