package nethttp

import (
	"errors"
	"net/http"
	"sync"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/status"
)

// Middleware returns middleware of net/http as one of ours. m is called once,
// when the middleware is attached to routes, with a handler that stands for all
// of them; so state that it makes, such as a rate limiter's, is shared by all
// routes.
//
// The package documentation says what the middleware gets to see and to change.
// The context of the request that it passes on has to be derived from the one it
// got; otherwise the answer is 500.
func Middleware(m func(http.Handler) http.Handler) weft.Middleware {
	return func(routes weft.Routes) weft.Routes {
		l := &layer{}
		l.handler = m(http.HandlerFunc(l.inner))
		l.server = &http.Server{Handler: l.handler}
		return routes.With(weft.Wrap(l.around))
	}
}

// A layer is one middleware around routes: ours outside, theirs, ours inside.
// The two halves of ours meet in the request's context, because theirs is made
// once and used for all routes.
type layer struct {
	handler http.Handler
	server  *http.Server
}

// A call is one request on its way through a layer.
type call struct {
	req   *weft.Request
	given *http.Request // as it was handed to the middleware
	next  weft.Handler

	mu     sync.Mutex    // inner may run on a goroutine of the middleware's
	shown  weft.Response // what the middleware was shown
	failed *failure      // if that stands for an error
}

// around is the outer half: it hands the request to the middleware.
func (l *layer) around(next weft.Handler) weft.Handler {
	return func(req *weft.Request) (weft.Response, error) {
		r, err := Request(req)
		if err != nil {
			return weft.Response{}, err
		}
		c := &call{req: req, next: next}
		r = r.WithContext(&callContext{Context: req.Context(), server: l.server, layer: l, call: c})
		c.given = snapshot(r)
		resp, err := serve(l.handler, r, req.Logger())
		if err != nil {
			return weft.Response{}, err
		}
		return c.settle(resp)
	}
}

var errLost = errors.New("nethttp: the middleware passed on a request whose context is not derived from the one it got")

// inner is the inner half: it takes what the middleware passes on to the
// handlers further in, and writes their answer.
func (l *layer) inner(w http.ResponseWriter, r *http.Request) {
	c, ok := r.Context().Value(l).(*call)
	if !ok {
		panic(errLost)
	}
	req := c.passedOn(r)
	resp, err := c.next(req)
	if err == nil {
		err = resp.Err()
	}
	if err != nil {
		resp.Body().Close()
		resp = weft.ErrorResponse(req, err)
	}
	defer resp.Body().Close()
	c.show(req, resp, err)
	// There is no way to tell net/http of a response that takes the connection
	// over. It waits until the middleware is done.
	if resp.Takeover() == nil {
		resp.WriteHTTP(w, req.Method())
	}
}

// show notes what the middleware is shown.
func (c *call) show(req *weft.Request, resp weft.Response, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.shown, c.failed = resp, nil
	if err != nil {
		c.failed = &failure{req, err, resp}
	}
}

// settle returns what goes on outwards for what the middleware has answered.
func (c *call) settle(resp weft.Response) (weft.Response, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.shown.Takeover() != nil && resp.Status() == status.OK && resp.Body().IsEmpty():
		return c.shown.AddHeaders(resp.Headers()), nil
	case c.failed != nil && c.failed.isPassedBy(resp):
		return weft.Response{}, c.failed.with(resp.Headers().Remove("Content-Type"))
	case c.failed != nil:
		c.failed.log()
	case resp.Takeover() == nil && resp.Status() == c.shown.Status():
		// The same answer, changed perhaps: it keeps what net/http does not know of,
		// such as flash messages.
		return c.shown.SetHeaders(resp.Headers()).WithBody(resp.Body()).WithTrailersFunc(resp.Trailers), nil
	}
	return resp, nil
}
