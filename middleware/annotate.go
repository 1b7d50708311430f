package middleware

import (
	"context"
	"log/slog"
	"maps"
	"slices"

	"github.com/weft-go/weft"
)

// LogAnnotate returns middleware that adds an annotation to the log context of the
// requests that pass: everything further in that logs with [Logger], or through a
// [NewLogHandler], shows it.
//
// [RequestLogging] shows the annotations that are in its own context. It is therefore
// only the ones placed after it that it shows, which are those further out:
//
//	routes.With(middleware.RequestLogging()).With(middleware.LogAnnotate("shop", "north")) // shown
//	routes.With(middleware.LogAnnotate("shop", "north")).With(middleware.RequestLogging()) // not shown
func LogAnnotate(key, value string) weft.Middleware {
	return LogAnnotateAttrs(slog.String(key, value))
}

// LogAnnotateAttrs is like [LogAnnotate] for one or more annotations.
func LogAnnotateAttrs(first slog.Attr, more ...slog.Attr) weft.Middleware {
	fixed := append([]slog.Attr{first}, more...)
	return LogAnnotateFunc(func(*weft.Request) []slog.Attr { return fixed })
}

// LogAnnotateSet is like [LogAnnotate] for a set of annotations. They are shown in the
// order of their keys. The set is copied.
func LogAnnotateSet(set map[string]string) weft.Middleware {
	var fixed []slog.Attr
	for _, key := range slices.Sorted(maps.Keys(set)) {
		fixed = append(fixed, slog.String(key, set[key]))
	}
	return LogAnnotateFunc(func(*weft.Request) []slog.Attr { return fixed })
}

// LogAnnotateFunc is like [LogAnnotate] for annotations that depend on the request. f is
// called from many goroutines, and what it returns must not be changed afterwards.
func LogAnnotateFunc(f func(*weft.Request) []slog.Attr) weft.Middleware {
	if f == nil {
		panic(mistake("middleware.LogAnnotateFunc: the function is nil"))
	}
	return weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) { return next(annotated(req, f(req))) }
	})
}

// annotationsKey is the key of the annotations in a context, a []slog.Attr.
type annotationsKey struct{}

// annotated returns a request with more annotations. One takes the place of an outer one
// with the same key.
func annotated(req *weft.Request, more []slog.Attr) *weft.Request {
	if len(more) == 0 {
		return req
	}
	if outer := Annotations(req.Context()); len(outer) > 0 {
		kept := slices.DeleteFunc(slices.Clone(outer), func(old slog.Attr) bool {
			return slices.ContainsFunc(more, func(a slog.Attr) bool { return a.Key == old.Key })
		})
		more = append(kept, more...)
	}
	return req.WithValue(annotationsKey{}, more)
}

// Annotations returns the annotations of a log context, or none. They must not be
// changed.
func Annotations(ctx context.Context) []slog.Attr {
	attrs, _ := ctx.Value(annotationsKey{}).([]slog.Attr)
	return attrs
}
