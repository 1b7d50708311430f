package auth

import (
	"context"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/status"
)

// What middleware knows about authentication travels in the request's context, as a
// chain of layers: each middleware that a request passes adds one, and so does a
// successful authentication. Questions are answered from the inside out, so what is
// nearest to the handler counts.

// A layer is a context that knows something about authentication.
type layer struct {
	context.Context
	what what

	principal any           // if known
	scheme    scheme        // by which the principal was authenticated; nil if by middleware
	verify    verifier      // if offered
	sent      *weft.Request // the request when it was offered
}

// what says what a layer knows.
type what uint8

const (
	known   what = iota // there is a principal
	denied              // there is none, says middleware
	offered             // there is a verifier
)

type layerKey struct{}

// Value returns the layer itself to this package and asks further out otherwise.
func (l *layer) Value(key any) any {
	if key == (layerKey{}) {
		return l
	}
	return l.Context.Value(key)
}

// nearest returns the innermost layer of a context, or nil.
func nearest(ctx context.Context) *layer {
	l, _ := ctx.Value(layerKey{}).(*layer)
	return l
}

// From returns the principal that the request was authenticated as, or the context
// that [CustomAuthProviding] gave: the nearest one that is a P. It is false if there
// is none.
func From[P any](ctx context.Context) (P, bool) {
	for l := nearest(ctx); l != nil; l = nearest(l.Context) {
		if p, ok := l.principal.(P); ok {
			return p, true
		}
	}
	var none P
	return none, false
}

// WithContext returns a handler that is given the principal, as [From] finds it.
// Without one the answer is 404, the same as for a path without a route, so a handler
// that was left outside of its middleware by mistake is closed. It panics if f is
// nil.
func WithContext[P any](f func(req *weft.Request, principal P) (weft.Response, error)) weft.Handler {
	if f == nil {
		mistake("auth.WithContext: the function is nil")
	}
	return func(req *weft.Request) (weft.Response, error) {
		p, ok := From[P](req.Context())
		if !ok {
			return Refuse(req, None(), status.NotFound), nil
		}
		return f(req, p)
	}
}
