package websocket

import (
	"context"
	"errors"
	"fmt"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/endpoint"
)

// A Doer opens the WebSockets of described endpoints from the client's side:
//
//	join := Join.Client(websocket.NewDoer("wss://chat.example"))
//	socket, err := join(ctx, "lobby")
//	if err != nil {
//		return err // declared failures are the Go errors they are
//	}
//	conn, err := websocket.Opened(socket)
//
// It may be used from several goroutines at once.
type Doer struct {
	base    string
	options DialOptions
}

// NewDoer returns a doer for the endpoints of a server, such as "wss://chat.example"
// or "http://127.0.0.1:8080".
func NewDoer(base string, options ...DialOptions) *Doer {
	d := &Doer{base: base}
	if len(options) > 0 {
		d.options = options[0]
	}
	return d
}

// Do fails: this doer opens WebSockets only. Endpoints without one are called through
// package client.
func (d *Doer) Do(_ context.Context, req *weft.Request) (weft.Response, error) {
	return weft.Response{}, fmt.Errorf("websocket: %s %s does not open a WebSocket; call it through client.New", req.Method(), req.Path())
}

// DialSocket opens the WebSocket of an endpoint. See [endpoint.SocketDialer].
func (d *Doer) DialSocket(ctx context.Context, req *weft.Request) (any, weft.Response, error) {
	base, err := weft.ParseURL(d.base)
	if err != nil {
		return nil, weft.Response{}, err
	}
	o := d.options
	o.Headers = o.Headers.AddAll(req.Headers().Remove("Accept"))
	c, err := Dial(ctx, base.Resolve(req.URL()).String(), o)
	if refused, ok := errors.AsType[*HandshakeError](err); ok && refused.Status >= 400 {
		media, _ := refused.Headers.Get("Content-Type")
		return nil, weft.NewResponse(refused.Status).AddHeaders(refused.Headers).WithBody(weft.BodyBytes(refused.Body, media)), nil
	}
	if err != nil {
		return nil, weft.Response{}, err
	}
	return c, weft.Response{}, nil
}

// Opened returns the connection behind the result of a call through a [Doer]. Seen from
// the client, messages of type Out come and those of type In go. It has to be closed.
// It fails for a socket of the server's side.
func Opened[In, Out any](s endpoint.Socket[In, Out]) (*Typed[Out, In], error) {
	if o, ok := s.(interface{ Opened() any }); ok {
		if c, ok := o.Opened().(*Conn); ok {
			return NewTyped[Out, In](c), nil
		}
	}
	return nil, fmt.Errorf("websocket: Opened: %T is not the client's side of a WebSocket", s)
}
