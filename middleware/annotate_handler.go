package middleware

import (
	"context"
	"log/slog"

	"github.com/weft-go/weft"
)

// Logger returns the request's logger with the annotations of the middleware that the
// request has passed, and with the id that [RequestID] gave it.
func Logger(req *weft.Request) *slog.Logger {
	attrs := contextAttrs(req.Context(), nil)
	if len(attrs) == 0 {
		return req.Logger()
	}
	return slog.New(req.Logger().Handler().WithAttrs(attrs))
}

// NewLogHandler returns a handler for log/slog that adds the annotations of the context
// of each record, and the id that [RequestID] gave the request. With it, functions that
// know a context and nothing else log with annotations too:
//
//	logger := slog.New(middleware.NewLogHandler(slog.NewJSONHandler(os.Stderr, nil)))
//	…
//	logger.InfoContext(ctx, "book sold")
func NewLogHandler(h slog.Handler) slog.Handler { return &annotatingHandler{h} }

// An annotatingHandler adds annotations to records.
type annotatingHandler struct{ slog.Handler }

func (h *annotatingHandler) Handle(ctx context.Context, r slog.Record) error {
	if attrs := contextAttrs(ctx, nil); len(attrs) > 0 {
		r = r.Clone()
		r.AddAttrs(attrs...)
	}
	return h.Handler.Handle(ctx, r)
}

func (h *annotatingHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &annotatingHandler{h.Handler.WithAttrs(attrs)}
}

func (h *annotatingHandler) WithGroup(name string) slog.Handler {
	return &annotatingHandler{h.Handler.WithGroup(name)}
}

// contextAttrs appends what a context knows for logs.
func contextAttrs(ctx context.Context, attrs []slog.Attr) []slog.Attr {
	if id, ok := RequestIDOf(ctx); ok {
		attrs = append(attrs, slog.String("request_id", id))
	}
	return append(attrs, Annotations(ctx)...)
}

// A plainContext is a context without annotations and id, for a record that has them
// already, so that an annotating handler does not add them again.
type plainContext struct{ context.Context }

func (c *plainContext) Value(key any) any {
	switch key.(type) {
	case annotationsKey, requestIDKey:
		return nil
	}
	return c.Context.Value(key)
}
