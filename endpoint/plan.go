package endpoint

import (
	"context"
	"errors"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/auth"
	"github.com/weft-go/weft/codec"
)

// How a request is served.
//
//  1. Authentication: who fails it learns nothing more.
//  2. The client's Accept field: if no output can be written, 406.
//  3. Inputs are decoded in their order, and faults collected.
//  4. The function runs, with values; then its result or its error is encoded.
//
// A plan holds what is needed for that, made once when the endpoint is implemented.

// A plan serves an implemented endpoint.
type plan struct {
	d        *Description
	call     func(*Call)
	failures []failure
	faults   func(*weft.Request, error) (weft.Response, error)
	out      codec.Tree // of all outputs
}

// answer is what a call has come to.
type answer struct {
	response weft.Response
	err      error
}

// serve is the endpoint's handler.
func (p *plan) serve(req *weft.Request) (weft.Response, error) {
	req, refusal, ok := p.admit(req)
	if !ok {
		return refusal, nil
	}
	if err := p.acceptable(req); err != nil {
		return weft.Response{}, err
	}
	c := &Call{in: codec.FromRequest(req), plan: p}
	p.call(c)
	return c.run.response, c.run.err
}

// admit checks authentication.
func (p *plan) admit(req *weft.Request) (*weft.Request, weft.Response, bool) {
	if p.d.Auth.IsNone() {
		return req, weft.Response{}, true
	}
	if admitted, ok := auth.Authenticate(req, p.d.Auth); ok {
		return admitted, weft.Response{}, true
	}
	return req, auth.Refuse(req, p.d.Auth, p.d.UnauthorizedStatus), false
}

// acceptable says whether one of the outputs can be written for the client.
func (p *plan) acceptable(req *weft.Request) error {
	accept, ok := req.RawHeader("Accept")
	if !ok || accept == "*/*" || p.out.Acceptable(accept) {
		return nil
	}
	return codec.NotAcceptable(p.out)
}

// refuse answers a request whose inputs have faults.
func (c *Call) refuse() {
	err := c.in.Err()
	if c.plan.faults == nil {
		c.run.err = err
		return
	}
	c.run.response, c.run.err = c.plan.faults(c.in.Request(), err)
}

// fail answers with the error of the function: as declared, or as it is.
func (c *Call) fail(err error) {
	t := codec.ToResponse(c.in.Request())
	for _, f := range c.plan.failures {
		if f.encode(&t, err) {
			c.finish(&t)
			return
		}
	}
	if _, ok := errors.AsType[*weft.Problem](err); ok || errors.Is(err, context.DeadlineExceeded) {
		c.run.err = err
		return
	}
	c.run.err = undeclared{err}
}

// undeclared hides an error from those who would take it for a fault of this
// request: it came from the function, and may be about a request of its own.
type undeclared struct{ err error }

// Error returns the error's text, for the log.
func (u undeclared) Error() string { return u.err.Error() }

// finish takes the response over.
func (c *Call) finish(t *codec.Target) {
	if err := t.Err(); err != nil {
		c.run.err = err
		return
	}
	c.run.response = t.Response()
}
