package weft

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"

	"github.com/weft-go/weft/status"
)

// A Handler answers a request.
//
// An error it returns becomes a response: a [*Problem] is sent as it is, an
// error about the request's input (such as [*MissingQueryParams]) is 400 with
// the faults listed, and any other error is 500, with the error in the log and
// not in the answer. [Routes.HandleError] changes that. A handler that panics
// answers like one that returns a [*PanicError].
//
// Handlers may block as long as they like. Each request has its own goroutine to
// itself while its handler runs.
type Handler func(*Request) (Response, error)

// A PanicError is the error of a handler that panicked.
type PanicError struct {
	// Value is what the handler panicked with.
	Value any

	// Stack is the stack of the goroutine at that moment.
	Stack []byte
}

// Error returns the value as text.
func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v", e.Value) }

// Unwrap returns the value if it is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// contain returns the handler with its panics turned into errors, so that
// middleware sees them like any other failure.
func contain(h Handler) Handler {
	return func(req *Request) (resp Response, err error) {
		defer func() {
			if v := recover(); v != nil {
				resp, err = Response{}, &PanicError{v, debug.Stack()}
			}
		}()
		return h(req)
	}
}

// ErrorResponse returns the response that an error from a handler stands for.
// Middleware uses it to learn the status of an answer that is not made yet. It
// does not log.
func ErrorResponse(req *Request, err error) Response {
	p := ProblemOf(err)
	if p == nil {
		p = &Problem{Status: status.InternalServerError, Cause: err}
		if errors.Is(err, context.DeadlineExceeded) {
			p.Status = status.ServiceUnavailable
		}
	}
	if p.Cause != nil && req.runtime().Development {
		p = p.withCause()
	}
	return p.Response(req)
}

// withCause returns the problem with its cause told, for developers.
func (p *Problem) withCause() *Problem {
	c := *p
	c.Detail = p.Cause.Error()
	if e, ok := errors.AsType[*PanicError](p.Cause); ok {
		c.Detail += "\n" + string(e.Stack)
	}
	return &c
}

// runtime returns the runtime of the server that received the request.
func (r *Request) runtime() *Runtime {
	if rt := r.connection().Runtime; rt != nil {
		return rt
	}
	return defaultRuntime
}

// Logger returns the logger of the server that received the request, or slog's
// default one.
func (r *Request) Logger() *slog.Logger { return r.runtime().logger() }

// logFailure reports an error that the client is not told about.
func (r *Request) logFailure(err error) {
	rt := r.runtime()
	attrs := []slog.Attr{
		slog.String("method", string(r.Method())),
		slog.String("path", r.path),
		slog.String("pattern", r.Pattern()),
		slog.String("error", err.Error()),
	}
	if e, ok := errors.AsType[*PanicError](err); ok {
		attrs = append(attrs, slog.String("stack", string(e.Stack)))
	}
	rt.logger().LogAttrs(r.Context(), rt.FatalLevel, "weft: request failed", attrs...)
}
