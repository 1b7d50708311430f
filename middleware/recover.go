package middleware

import (
	"errors"
	"io"
	"runtime/debug"

	"github.com/weft-go/weft"
)

// RecoverConfig says what [Recover] does with a panic. Its zero value is the default.
type RecoverConfig struct {
	// Handle makes the answer. Nil means to return the error on, so that the client
	// gets 500 and the panic is logged with its stack.
	Handle func(*weft.Request, *weft.PanicError) (weft.Response, error)
}

// Recover returns middleware that contains panics. weft contains the panics of handlers
// by itself, so this is for what stands between: attached outside of middleware that
// may panic and inside of middleware that has to see what became of the request, such
// as logs. It is also the place to make one's own answer to panics.
//
// A panic of a stream's producer is not seen here. The server contains it and cuts the
// connection.
func Recover(config ...RecoverConfig) weft.Middleware {
	c := option("Recover", config)
	return weft.Wrap(func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			resp, err := contained(next, req)
			if err == nil || c.Handle == nil {
				return resp, err
			}
			if p, ok := errors.AsType[*weft.PanicError](err); ok {
				return c.Handle(req, p)
			}
			return resp, err
		}
	})
}

// contained calls a handler and turns a panic into an error.
func contained(next weft.Handler, req *weft.Request) (resp weft.Response, err error) {
	defer func() {
		if v := recover(); v != nil {
			resp, err = weft.Response{}, &weft.PanicError{Value: v, Stack: debug.Stack()}
		}
	}()
	return next(req)
}

// writeContained writes a body and turns a panic of its producer into an error.
func writeContained(b weft.Body, w io.Writer) (n int64, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &weft.PanicError{Value: v, Stack: debug.Stack()}
		}
	}()
	return b.WriteTo(w)
}
