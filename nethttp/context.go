package nethttp

import (
	"context"
	"net/http"
)

// A callContext is the context of a request on its way through net/http. Beside
// the values of the request's own context it has the server, by which handlers
// learn that somebody recovers their panics (httputil.ReverseProxy asks), and
// the call that a middleware's inner handler has to continue.
type callContext struct {
	context.Context
	server *http.Server
	layer  *layer
	call   *call
}

// Value returns the values that are kept here, and those of the request.
func (c *callContext) Value(key any) any {
	switch key {
	case http.ServerContextKey:
		return c.server
	case c.layer:
		return c.call
	}
	return c.Context.Value(key)
}

// AfterFunc calls f when the request's context ends. Package context looks for
// it: without it every context derived from this one would cost a goroutine.
func (c *callContext) AfterFunc(f func()) (stop func() bool) {
	return context.AfterFunc(c.Context, f)
}
