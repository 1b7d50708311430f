package partial

import (
	"cmp"
	"context"
	"iter"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/status"
)

// An In0 is a description without inputs so far.
type In0 struct {
	t endpoint.Draft
}

// Start begins a description. Package route calls it.
func Start(method weft.Method, path string) In0 { return In0{endpoint.Start(method, path)} }

// Path adds a path parameter, whose name has to be one of the pattern's.
func (p In0) Path[A any](c codec.Codec[A]) In1[A] {
	return In1[A]{p.t.Add(c, codec.InPath), c}
}

// Query adds a query parameter, or several at once with [codec.QueryStruct] and
// [codec.Both].
func (p In0) Query[A any](c codec.Codec[A]) In1[A] {
	return In1[A]{p.t.Add(c, codec.InQuery), c}
}

// Header adds a header field.
func (p In0) Header[A any](c codec.Codec[A]) In1[A] {
	return In1[A]{p.t.Add(c, codec.InHeader), c}
}

// Cookie adds a cookie.
func (p In0) Cookie[A any](c codec.Codec[A]) In1[A] {
	return In1[A]{p.t.Add(c, codec.InCookie), c}
}

// In adds a body of type A, in any of the five formats or in those that
// [endpoint.MediaType] names.
func (p In0) In[A any](options ...endpoint.Option) In1[A] {
	c := body[A](options)
	return In1[A]{p.t.Add(c), c}
}

// InPart adds a named part of a multipart/form-data body.
func (p In0) InPart[A any](name string, options ...endpoint.Option) In1[A] {
	c := part[A](name, options)
	return In1[A]{p.t.Add(c), c}
}

// InStream adds a body that is a sequence of values, handed on while it arrives.
func (p In0) InStream[A any](options ...endpoint.Option) In1[iter.Seq2[A, error]] {
	c := stream[A](options)
	return In1[iter.Seq2[A, error]]{p.t.Add(c), c}
}

// Input adds any codec: a struct with tags, or a combination.
func (p In0) Input[A any](c codec.Codec[A]) In1[A] {
	return In1[A]{p.t.Add(c), c}
}

// Implement says that the output is missing.
func (p In0) Implement(endpoint.OutputIsMissing) weft.Route { return p.t.Unfinished() }

// Out ends the description with an output of type R and status 200, or the one that
// [endpoint.Status] names.
func (p In0) Out[R any](options ...endpoint.Option) endpoint.Endpoint[func(context.Context) (R, error)] {
	return p.OutCodec(output[R](options))
}

// OutStream ends the description with an output that is a sequence of values, sent
// as the function yields them.
func (p In0) OutStream[R any](options ...endpoint.Option) endpoint.Endpoint[func(context.Context) (iter.Seq2[R, error], error)] {
	return p.OutCodec(outputStream[R](options))
}

// OutCodec ends the description with an output of any codec: with header fields
// beside a body, or with alternatives.
func (p In0) OutCodec[R any](c codec.Codec[R]) endpoint.Endpoint[func(context.Context) (R, error)] {
	type Func = func(context.Context) (R, error)
	return endpoint.Make(p.t, endpoint.Shape[Func]{
		Serve: func(fn Func, out codec.Any) func(*endpoint.Call) {
			o := out.(codec.Codec[R])
			return func(x *endpoint.Call) {
				endpoint.Answer(x, o, func() (R, error) { return fn(x.Context()) })
			}
		},
		Client: func(k *endpoint.Caller, out codec.Any) Func {
			o := out.(codec.Codec[R])
			return func(ctx context.Context) (R, error) {
				return endpoint.Perform(ctx, k, o, func(*codec.Target) {})
			}
		},
		Union: union[R],
	}, c)
}

// OutEmpty ends the description without an output: the function returns only an
// error. The status is 204 unless another is given.
func (p In0) OutEmpty(s ...weft.Status) endpoint.Endpoint[func(context.Context) error] {
	type Func = func(context.Context) error
	return endpoint.Make(p.t, endpoint.Shape[Func]{
		Serve: func(fn Func, out codec.Any) func(*endpoint.Call) {
			o := out.(codec.Codec[codec.None])
			return func(x *endpoint.Call) {
				endpoint.AnswerEmpty(x, o, func() error { return fn(x.Context()) })
			}
		},
		Client: func(k *endpoint.Caller, out codec.Any) Func {
			o := out.(codec.Codec[codec.None])
			return func(ctx context.Context) error {
				return endpoint.PerformEmpty(ctx, k, o, func(*codec.Target) {})
			}
		},
		Union: union[codec.None],
	}, empty(s))
}

// Socket ends the description with a WebSocket on which messages of type In come to the
// server and messages of type Out go to the client. The function decides by the inputs
// what happens on the connection, or fails with an HTTP answer before there is one:
//
//	var Join = route.GET("/rooms/{room}").Path(codec.String("room")).Socket[Said, Line]()
//
//	func (s *Chat) Join(ctx context.Context, room string) (endpoint.Socket[Said, Line], error) {
//		r, err := s.find(room)
//		if err != nil {
//			return nil, err
//		}
//		return websocket.Serve(r.talk), nil
//	}
func (p In0) Socket[In, Out any]() endpoint.Endpoint[func(context.Context) (endpoint.Socket[In, Out], error)] {
	type Func = func(context.Context) (endpoint.Socket[In, Out], error)
	return endpoint.MakeSocket[In, Out](p.t, endpoint.Shape[Func]{
		Serve: func(fn Func, _ codec.Any) func(*endpoint.Call) {
			return func(x *endpoint.Call) {
				endpoint.AnswerSocket(x, func() (endpoint.Socket[In, Out], error) { return fn(x.Context()) })
			}
		},
		Client: func(k *endpoint.Caller, _ codec.Any) Func {
			return func(ctx context.Context) (endpoint.Socket[In, Out], error) {
				return endpoint.PerformSocket[In, Out](ctx, k, func(*codec.Target) {})
			}
		},
		Union: union[codec.None],
	})
}

// Handle ends the description with a handler that gets the request and its inputs:
// a plain route.
func (p In0) Handle(h weft.Handler) weft.Route { return p.t.Pattern().Handle(h) }

// body, part, stream and the like turn options into codecs.

func body[A any](options []endpoint.Option) codec.Codec[A] {
	o := endpoint.Collect(options)
	return codec.Body[A](o.MediaTypes...).Doc(o.Doc)
}

func part[A any](name string, options []endpoint.Option) codec.Codec[A] {
	o := endpoint.Collect(options)
	return codec.Part[A](name, o.MediaTypes...).Doc(o.Doc)
}

func stream[A any](options []endpoint.Option) codec.Codec[iter.Seq2[A, error]] {
	o := endpoint.Collect(options)
	return codec.Stream[A](o.MediaTypes...).Doc(o.Doc)
}

func output[R any](options []endpoint.Option) codec.Codec[R] {
	o := endpoint.Collect(options)
	return codec.WithStatus(codec.Body[R](o.MediaTypes...).Doc(o.Doc), cmp.Or(o.Status, status.OK))
}

func outputStream[R any](options []endpoint.Option) codec.Codec[iter.Seq2[R, error]] {
	o := endpoint.Collect(options)
	c := codec.Stream[R](o.MediaTypes...).Doc(o.Doc)
	if o.Heartbeat != 0 {
		c = c.Heartbeat(o.Heartbeat)
	}
	return codec.WithStatus(c, cmp.Or(o.Status, status.OK))
}

func empty(s []weft.Status) codec.Codec[codec.None] {
	return codec.Status(cmp.Or(append(s, 0)[0], status.NoContent))
}

func union[R any](cases []codec.Any) codec.Any { return codec.UnionOf[R](cases) }
