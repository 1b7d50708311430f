package websocket

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"
	"unicode/utf8"
)

// errReading is the error of a second reader.
var errReading = errors.New("websocket: another goroutine is reading from the connection")

// Read waits for the next message and returns all of it. The bytes belong to the
// caller.
//
// It fails with a [*CloseError] when the connection has ended, with a
// [*ProtocolError] when the other side broke the protocol or a limit, and with ctx's
// error when that ended first. The end of ctx does no harm: a later call goes on
// where this one stopped. After any other error there is nothing more to read.
func (c *Conn) Read(ctx context.Context) (Kind, []byte, error) {
	if err := c.beginRead(); err != nil {
		return 0, nil, err
	}
	defer c.endRead()
	defer c.interruptible(ctx)()
	if err := c.skipStream(ctx); err != nil {
		return 0, nil, err
	}
	for {
		kind, data, err := c.heldMessage()
		if err != nil || kind != 0 {
			return kind, data, err
		}
		if err := c.fill(ctx); err != nil {
			return 0, nil, err
		}
	}
}

// heldMessage returns the next message, if all of it has been read. The kind is 0 if
// more bytes are needed.
func (c *Conn) heldMessage() (Kind, []byte, error) {
	for {
		p, err := c.heldPiece()
		if err != nil || p.op == opContinuation {
			return 0, nil, err
		}
		if p.op.isControl() {
			return Kind(p.op), bytes.Clone(p.data), nil
		}
		data, ends, err := c.assemble(p)
		if err != nil {
			return 0, nil, c.refuse(err)
		}
		if ends {
			return Kind(p.op), data, nil
		}
	}
}

// assemble adds a piece to the message. It returns the message when it is whole.
func (c *Conn) assemble(p piece) (data []byte, ends bool, err error) {
	limit := c.set.maxMessage
	if c.dec.size > uint64(limit) {
		return nil, false, tooBig("a message", int64(c.dec.size), limit)
	}
	if p.begins {
		c.partial = nil
	}
	c.partial = grow(c.partial, len(p.data), c.dec.size)
	c.partial = append(c.partial, p.data...)
	if !p.ends {
		return nil, false, nil
	}
	data, c.partial = c.partial, nil
	if p.compressed {
		data, err = c.inflate(p.op, data)
	}
	return data, true, err
}

// grow makes room for n more bytes of a message that will have size bytes, as far as
// is known. The room grows with what has arrived and not with what was announced; and
// it doubles, so that a message in very many frames is not copied for each of them.
func grow(b []byte, n int, size uint64) []byte {
	if len(b)+n <= cap(b) {
		return b
	}
	room := max(len(b)+n, 2*cap(b))
	if cap(b) == 0 {
		room = max(n, min(int(size), 4<<10))
	}
	return append(make([]byte, 0, room), b...)
}

// inflate inflates a whole message.
func (c *Conn) inflate(op opcode, data []byte) ([]byte, error) {
	out, err := c.inflater.message(slices.Clip(data), c.set.maxMessage)
	if err == nil && op == opText && c.dec.checkText && !utf8.Valid(out) {
		err = invalid("a text message is not UTF-8")
	}
	return out, err
}

// beginRead takes the turn to read, wherever it is called.
func (c *Conn) beginRead() error {
	if err := c.takeTurn(); err != nil {
		return err
	}
	if err := c.stepAside(); err != nil {
		c.reading.done()
		return err
	}
	return nil
}

func (c *Conn) takeTurn() error {
	if c.reading.try() {
		return nil
	}
	if c.ctx.Err() != nil {
		return context.Cause(c.ctx) // it is being closed, by someone else
	}
	return errReading
}

// endRead gives it back, and the buffer, if nothing is in it.
func (c *Conn) endRead() {
	if c.stream == nil || len(c.stream.held) == 0 {
		c.in.release()
	}
	c.reading.done()
}

// interruptible lets the end of ctx end the wait for bytes. It returns a function
// that ends this. The connection's own context does not interrupt: it ends with our
// close frame, and the other side's is still to come.
func (c *Conn) interruptible(ctx context.Context) (stop func()) {
	if ctx == c.ctx || ctx.Done() == nil {
		return func() {}
	}
	conn, done := c.in.conn, make(chan struct{})
	cancel := context.AfterFunc(ctx, func() {
		conn.SetReadDeadline(longAgo)
		close(done)
	})
	return func() {
		if !cancel() {
			<-done
			conn.SetReadDeadline(time.Time{})
		}
	}
}

// nextPiece returns the next piece of a message, or a control frame for the
// application. Other control frames are dealt with.
func (c *Conn) nextPiece(ctx context.Context) (piece, error) {
	for {
		p, err := c.heldPiece()
		if err != nil || p.op != opContinuation {
			return p, err
		}
		if err := c.fill(ctx); err != nil {
			return piece{}, err
		}
	}
}

// heldPiece is like nextPiece for what has been read. The piece has no opcode if more
// bytes are needed.
func (c *Conn) heldPiece() (piece, error) {
	for c.readErr == nil {
		p, n, err := c.dec.next(c.in.bytes())
		if err != nil {
			return piece{}, c.refuse(err)
		}
		c.in.skip(n)
		if !p.op.isControl() || c.control(p) {
			return p, nil
		}
	}
	return piece{}, c.readErr
}

// fill waits for bytes.
func (c *Conn) fill(ctx context.Context) error {
	if err := c.in.fill(); err != nil {
		return c.unreadable(ctx, err)
	}
	c.received.Add(1)
	return nil
}

// unreadable deals with the end of a wait for bytes without any.
func (c *Conn) unreadable(ctx context.Context, err error) error {
	if os.IsTimeout(err) && ctx.Err() != nil {
		if c.ctx.Err() != nil {
			return context.Cause(c.ctx)
		}
		return fmt.Errorf("websocket: read: %w", context.Cause(ctx))
	}
	return c.endReading(&CloseError{Code: AbnormalClosure, Err: err})
}

// endReading notes why nothing more can be read.
func (c *Conn) endReading(err error) error {
	if c.readErr == nil {
		c.readErr = err
		c.partial, c.stream = nil, nil
		close(c.over)
		c.cancel(err)
	}
	return c.readErr
}

// refuse deals with a breach of the protocol: the other side is told, and nothing
// more is read.
func (c *Conn) refuse(err error) error {
	p, ok := errors.AsType[*ProtocolError](err)
	if !ok {
		return err
	}
	if c.readErr != nil {
		return c.readErr
	}
	if c.set.config.Decoder.KeepOnProtocolViolation {
		c.readErr = err
		close(c.over)
		return err
	}
	c.sendClose(p.Code, p.Problem)
	return c.endReading(err)
}

func isNormal(err error) bool {
	e, ok := errors.AsType[*CloseError](err)
	return ok && e.IsNormal()
}
