package websocket

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/json"
)

// A Typed is a connection on which values are received and sent: messages of type In
// come, and such of type Out go. Its concurrency is that of [Conn].
type Typed[In, Out any] struct {
	conn *Conn
	in   format.Codec[In]
	out  format.Codec[Out]
}

// NewTyped returns a connection's typed form. Values are in JSON, as text messages,
// mapped as the server's codec configuration says. It panics for types that have no
// schema.
func NewTyped[In, Out any](c *Conn) *Typed[In, Out] {
	var config format.Config
	if c.request != nil {
		config = c.request.CodecConfig()
	}
	return NewTypedWith(c, json.SchemaBasedBinaryCodecWith[In](config), json.SchemaBasedBinaryCodecWith[Out](config))
}

// NewTypedWith returns a connection's typed form with codecs of any format. Values in
// JSON are text messages, those in the other formats are binary ones.
func NewTypedWith[In, Out any](c *Conn, in format.Codec[In], out format.Codec[Out]) *Typed[In, Out] {
	return &Typed[In, Out]{c, in, out}
}

// Conn returns the connection itself, for pings and closing.
func (t *Typed[In, Out]) Conn() *Conn { return t.conn }

// Request returns the request that opened the connection. It is nil on the client's
// side.
func (t *Typed[In, Out]) Request() *weft.Request { return t.conn.request }

// Send encodes a value and sends it. It fails as [Conn.Write] does, and with a
// [*format.EncodeError] if the format cannot express the value.
func (t *Typed[In, Out]) Send(ctx context.Context, v Out) error {
	b, err := t.out.Encode(v)
	if err != nil {
		return err
	}
	return t.conn.Write(ctx, kindOf(t.out.Format()), b)
}

// Receive waits for the next message and decodes it. It fails as [Conn.Read] does,
// and with a [*MessageError] if the message is of the wrong kind or cannot be
// decoded; the connection is sound then, and Receive may be called again.
func (t *Typed[In, Out]) Receive(ctx context.Context) (In, error) {
	var none In
	kind, b, err := t.conn.Read(ctx)
	for err == nil && kind != Text && kind != Binary {
		kind, b, err = t.conn.Read(ctx)
	}
	if err != nil {
		return none, err
	}
	return t.decode(kind, b)
}

// decode decodes a message.
func (t *Typed[In, Out]) decode(kind Kind, b []byte) (In, error) {
	var none In
	if want := kindOf(t.in.Format()); kind != want {
		return none, &MessageError{UnsupportedData, fmt.Errorf("want a %v message, got a %v one", want, kind)}
	}
	v, err := t.in.Decode(b)
	if err != nil {
		return none, &MessageError{InvalidPayload, err}
	}
	return v, nil
}

// All returns the values as they arrive, for use in a range loop. The loop ends
// without an error when the other side closes normally. A message that cannot be
// decoded is an element with an error, and the loop may go on; any other error is the
// last element.
func (t *Typed[In, Out]) All(ctx context.Context) iter.Seq2[In, error] {
	return func(yield func(In, error) bool) {
		var none In
		for m, err := range t.conn.Messages(ctx) {
			if err != nil {
				yield(none, err)
				return
			}
			if m.Kind != Text && m.Kind != Binary {
				continue
			}
			if !yield(t.decode(m.Kind, m.Data)) {
				return
			}
		}
	}
}

// A MessageError is the error of a message that is not what was expected. A handler
// that returns one closes the connection with its code, and the error's text as the
// reason.
type MessageError struct {
	// Code is [UnsupportedData] or [InvalidPayload].
	Code Code

	// Err says what is wrong. It is sent to the other side.
	Err error
}

// Error returns what is wrong.
func (e *MessageError) Error() string { return "websocket: message: " + e.Err.Error() }

// Unwrap returns what the codec had to say.
func (e *MessageError) Unwrap() error { return e.Err }

// kindOf returns the kind of messages that a format is sent in.
func kindOf(f format.Format) Kind {
	if strings.HasSuffix(f.MediaType, "json") {
		return Text
	}
	return Binary
}
