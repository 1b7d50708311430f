package endpoint

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/status"
)

// A Socket is the result of a function behind an endpoint for WebSockets: what happens
// on the connection, on the server's side, or the connection itself, on the client's.
// Messages of type In come to the server, and those of type Out go to the client.
//
// On the server it comes from websocket.Serve, and on the client
// websocket.Opened takes it. It is an interface so that programs without WebSockets do
// not link them.
type Socket[In, Out any] interface {
	// Accept opens the connection in answer to a request.
	Accept(req *weft.Request) (weft.Response, error)

	// Types returns zero values of the types of messages.
	Types() (In, Out)
}

// A SocketDialer is a [Doer] that can open WebSockets.
type SocketDialer interface {
	// DialSocket opens a WebSocket with a request whose URL is relative. If the server
	// refuses with an HTTP answer, it returns nil and that answer.
	DialSocket(ctx context.Context, req *weft.Request) (opened any, refusal weft.Response, err error)
}

// SocketTypes are the types of the messages on a WebSocket.
type SocketTypes struct {
	// In are the messages that clients send, and Out those that the server sends.
	In, Out reflect.Type
}

// MakeSocket is [Make] for an endpoint that opens a WebSocket. Package partial calls
// it.
func MakeSocket[In, Out, F any](t Draft, s Shape[F]) Endpoint[F] {
	if t.d.Method != weft.GET {
		t.d.fail("Socket: a WebSocket is opened with GET (RFC 6455, section 4.1)")
	}
	c := makeCore(t, codec.Status(status.SwitchingProtocols)).with(func(d *Description) {
		d.Socket = &SocketTypes{reflect.TypeFor[In](), reflect.TypeFor[Out]()}
	})
	return Endpoint[F]{c, &s}
}

// AnswerSocket runs the function, unless the inputs have a fault, and opens the
// connection with its result. Package partial calls it.
func AnswerSocket[In, Out any](c *Call, run func() (Socket[In, Out], error)) {
	if !c.in.OK() {
		c.refuse()
		return
	}
	s, err := run()
	switch {
	case err != nil:
		c.fail(err)
	case s == nil:
		c.run.err = fmt.Errorf("%s %s: the function returned neither a socket nor an error", c.plan.d.Method, c.plan.d.Path)
	default:
		c.run.response, c.run.err = s.Accept(c.in.Request())
	}
}

// PerformSocket opens the connection from the client's side. Package partial calls it.
func PerformSocket[In, Out any](ctx context.Context, c *Caller, write func(*codec.Target)) (Socket[In, Out], error) {
	dialer, ok := c.doer.(SocketDialer)
	if !ok {
		return nil, fmt.Errorf("%s: %T does not open WebSockets; use websocket.NewDoer", c.name(), c.doer)
	}
	req, err := c.request(ctx, write)
	if err != nil {
		return nil, err
	}
	opened, refusal, err := dialer.DialSocket(ctx, req)
	if err != nil {
		return nil, err
	}
	if opened == nil {
		return nil, c.failure(&refusal)
	}
	return dialled[In, Out]{opened}, nil
}

// dialled is the client's side of a connection.
type dialled[In, Out any] struct{ opened any }

var errClientSide = errors.New("endpoint: this is the client's side of a WebSocket, which accepts nothing")

// Accept fails.
func (dialled[In, Out]) Accept(*weft.Request) (weft.Response, error) {
	return weft.Response{}, errClientSide
}

// Types returns zero values of the types of messages.
func (dialled[In, Out]) Types() (in In, out Out) { return in, out }

// Opened returns the connection.
func (d dialled[In, Out]) Opened() any { return d.opened }
