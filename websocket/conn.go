package websocket

import (
	"context"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/weft-go/weft"
)

// A Conn is a WebSocket connection, of a server or a client.
//
// One goroutine reads at a time; a second one gets an error. Any number may write:
// messages are sent one after the other and never mixed. Everything else may be
// called from several goroutines at once, too.
//
// Reading is what keeps a connection alive: pings are answered, pongs noticed and
// the other side's close frame is found while someone reads. A handler that only
// writes calls [Conn.CloseRead] first.
type Conn struct {
	set         *settings
	nc          net.Conn
	request     *weft.Request
	subprotocol string
	deflater    *deflater // nil without compression, as is the inflater
	inflater    *inflater

	ctx    context.Context // ends when no more messages can be sent
	cancel context.CancelCauseFunc

	// Reading. What follows belongs to who has the turn.
	reading turn
	in      source
	dec     decoder
	partial []byte         // of the message that Read assembles
	stream  *MessageReader // the message that is read by someone, or nil
	readErr error          // why nothing more can be read

	over     chan struct{} // closed when nothing more can be read
	received atomic.Int64  // number of times that bytes have arrived

	// Writing.
	writing   turn       // to send a message
	maxFrame  int        // the longest payload
	frames    sync.Mutex // the right to send a frame; guards what follows
	out       *sink      // made when a frame is sent outside of a loop
	closeSent bool
	deadline  time.Time // set on the connection for writes
	broken    error     // a write has failed

	pongs pongs
	pings pings
	alive alive
	state socketState
}

// newConn returns a connection whose handshake is complete.
func newConn(ctx context.Context, nc net.Conn, r io.Reader, set *settings, agreed *deflateParams) *Conn {
	c := &Conn{
		set:  set,
		nc:   nc,
		in:   newSource(nc, r),
		dec:  decoder{rules: set.rules(agreed != nil)},
		over: make(chan struct{}),

		maxFrame: set.maxFrame(),
	}
	c.state.socket = c.in.raw.is()
	c.ctx, c.cancel = context.WithCancelCause(context.WithoutCancel(ctx))
	if agreed != nil {
		c.deflater, c.inflater = agreed.codecs(set.compression, set.client)
	}
	c.startKeepAlive()
	return c
}

// Request returns the request that opened the connection. It is nil on the client's
// side.
func (c *Conn) Request() *weft.Request { return c.request }

// Subprotocol returns the application protocol that was agreed on, or the empty
// string.
func (c *Conn) Subprotocol() string { return c.subprotocol }

// IsCompressed says whether compression was agreed on.
func (c *Conn) IsCompressed() bool { return c.deflater != nil }

// Context returns the context that handlers get. It has the values of the request's
// context, and ends when the connection does, or when this side has sent its close
// frame.
func (c *Conn) Context() context.Context { return c.ctx }

// LocalAddr returns the address of this end.
func (c *Conn) LocalAddr() net.Addr { return c.nc.LocalAddr() }

// RemoteAddr returns the address of the other end.
func (c *Conn) RemoteAddr() net.Addr { return c.nc.RemoteAddr() }
