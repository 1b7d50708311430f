package websocket

import (
	"context"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/json"
)

// A Session is what a server does on a typed connection, before there is one: a
// function, with the types of its messages and the options of the handshake. It is
// how a function that was chosen by the inputs of a request takes its connection
// over:
//
//	func (s *Server) Join(ctx context.Context, room string) (*websocket.Session[Line, Line], error) {
//		r, err := s.find(room)
//		if err != nil {
//			return nil, err // an HTTP answer, 404 for example; no connection was opened
//		}
//		return websocket.Serve(r.talk), nil
//	}
//
// A Session is immutable and may be used for any number of connections.
type Session[In, Out any] struct {
	options Options
	run     func(context.Context, *Typed[In, Out]) error
	typed   func(*Conn) *Typed[In, Out]
}

// Serve returns a session that runs f, with the default options and values in JSON.
// It panics for types that have no schema.
func Serve[In, Out any](f func(context.Context, *Typed[In, Out]) error) *Session[In, Out] {
	if f == nil {
		panic("websocket: Serve: the function is nil")
	}
	json.SchemaBasedBinaryCodec[In]() // panics here and not with the first connection
	json.SchemaBasedBinaryCodec[Out]()
	return &Session[In, Out]{run: f, typed: NewTyped[In, Out]}
}

// With returns the session with other options.
func (s *Session[In, Out]) With(o Options) *Session[In, Out] {
	c := *s
	c.options = o
	return &c
}

// In returns the session with codecs of another format.
func (s *Session[In, Out]) In(in format.Codec[In], out format.Codec[Out]) *Session[In, Out] {
	c := *s
	c.typed = func(conn *Conn) *Typed[In, Out] { return NewTypedWith(conn, in, out) }
	return &c
}

// Accept opens the connection in answer to a request, as [Options.Accept] does, and
// runs the session on it.
func (s *Session[In, Out]) Accept(req *weft.Request) (weft.Response, error) {
	return s.options.Accept(req, func(ctx context.Context, c *Conn) error { return s.run(ctx, s.typed(c)) })
}

// Handler returns the session as a handler.
func (s *Session[In, Out]) Handler() weft.Handler { return s.Accept }

// Types returns zero values of the types of messages, received and sent. It lets an
// interface be about sessions of certain types only.
func (s *Session[In, Out]) Types() (in In, out Out) { return in, out }

// HandleTyped returns a handler that opens a WebSocket and runs f on it, with the
// default options and values in JSON. It is short for Serve(f).Handler().
func HandleTyped[In, Out any](f func(context.Context, *Typed[In, Out]) error) weft.Handler {
	return Serve(f).Handler()
}
