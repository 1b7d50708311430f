package endpoint

import (
	"context"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
)

// A Shape knows how to call a function of type F and how to be one. Package partial
// makes them; the output codec comes later, because operations may still change it.
type Shape[F any] struct {
	// Serve returns what answers a call with fn. Out is a codec of the function's
	// result.
	Serve func(fn F, out codec.Any) func(*Call)

	// Client returns a function that performs calls.
	Client func(c *Caller, out codec.Any) F

	// Union makes one codec of several alternatives.
	Union func(cases []codec.Any) codec.Any
}

// A Call is a request on its way to an endpoint's function.
type Call struct {
	in   codec.Source
	plan *plan
	run  answer
}

// In returns the message that inputs are decoded from.
func (c *Call) In() *codec.Source { return &c.in }

// Context returns the context for the function.
func (c *Call) Context() context.Context { return c.in.Context() }

// Answer runs the function, unless the inputs have a fault, and encodes its result.
// Package partial calls it.
func Answer[R any](c *Call, out codec.Codec[R], run func() (R, error)) {
	if !c.in.OK() {
		c.refuse()
		return
	}
	v, err := run()
	if err != nil {
		c.fail(err)
		return
	}
	t := codec.ToResponse(c.in.Request())
	out.Encode(&t, v)
	c.finish(&t)
}

// AnswerEmpty is [Answer] for a function whose only result is an error.
func AnswerEmpty(c *Call, out codec.Codec[codec.None], run func() error) {
	Answer(c, out, func() (codec.None, error) { return codec.None{}, run() })
}

// Plain ends a draft with a route whose handler answers by itself, through [Reply].
// Package partial calls it.
func Plain(t Draft, call func(*Call)) weft.Route {
	t.d.check()
	p := &plan{d: t.d, call: call}
	return weft.NewPattern(t.d.Method, t.d.typedPath()).ShownAs(t.d.Path).Handle(p.serve)
}

// Reply runs a handler, unless the inputs have a fault.
func Reply(c *Call, h weft.Handler) {
	if !c.in.OK() {
		c.refuse()
		return
	}
	c.run.response, c.run.err = h(c.in.Request())
}
