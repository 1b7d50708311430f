package websocket

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// How a connection ends (RFC 6455, section 7). Each side sends one close frame and
// nothing after it. Who has sent and received one is done; the server then closes its
// half of the socket, and the client waits a moment for it to do so.
//
// A socket that is closed while bytes of the other side lie in it unread resets the
// connection, and the other side may lose what it has not read yet: our close frame.
// So the last thing is to read on, for a moment, what nobody wants any more. There may
// be such bytes even after the other side's close frame, if it breaks the rules.

// lingerTime bounds the wait for the other side to close its socket.
const lingerTime = time.Second

// Close sends a close frame and waits for the other side's, dropping the messages
// that come before it. Then it closes the connection. It waits for as long as
// ForceCloseTimeout says, which is for ever unless it is set.
//
// A reason longer than 123 bytes is cut. Code [NoStatus] sends a close frame without
// one. Other codes that must not be sent are an error, and nothing happens. Close
// returns [ErrClosed] if this side has closed before, and an error if the other side
// did not answer.
//
// In a handler it is enough to return: see [Handle].
func (c *Conn) Close(code Code, reason string) error {
	if code != NoStatus && !code.isSendable() {
		return fmt.Errorf("websocket: close: the code %d must not be sent", uint16(code))
	}
	if err := c.sendClose(code, reason); err != nil {
		return err
	}
	return c.finish()
}

// CloseNow closes the connection at once, without a word. Use it where nothing else
// is left to do; it may be called at any time, and again.
func (c *Conn) CloseNow() error {
	c.stopKeepAlive()
	c.cancel(ErrClosed)
	return c.closeSocket()
}

// CloseRead reads and drops control frames from now on, on a goroutine of its own,
// for a connection that is only written to. A message ends the connection with
// [PolicyViolation]. The context it returns is derived from ctx and ends with the
// connection. The goroutine ends with ctx.
func (c *Conn) CloseRead(ctx context.Context) context.Context {
	ctx, cancel := context.WithCancelCause(ctx)
	go func() {
		kind, _, err := c.Read(ctx)
		for err == nil && kind != Text && kind != Binary {
			kind, _, err = c.Read(ctx)
		}
		if err == nil {
			err = &CloseError{Code: PolicyViolation, Reason: "no messages are expected"}
			c.sendClose(PolicyViolation, "no messages are expected")
		}
		cancel(err)
	}()
	return ctx
}

// sendClose sends a close frame. It returns ErrClosed if one was sent before.
func (c *Conn) sendClose(code Code, reason string) error {
	c.frames.Lock()
	defer c.frames.Unlock()
	err := c.send(c.ctx, header{fin: true, op: opClose}, appendClose(nil, code, reason))
	c.cancel(&CloseError{Code: code, Reason: reason})
	if errors.Is(err, ErrClosed) {
		return ErrClosed
	}
	return err
}

// finish waits for the other side's close frame, if this side's was sent, and closes
// the connection. It first waits for whoever reads: that one sees the close frame too,
// and is then done.
func (c *Conn) finish() error {
	defer c.CloseNow()
	var limit <-chan time.Time
	if d := c.set.config.ForceCloseTimeout; d > 0 {
		t := time.NewTimer(d)
		defer t.Stop()
		limit = t.C
	}
	if mine := c.reading.join(); mine != nil {
		select {
		case <-mine:
		case <-limit:
			c.reading.leave(mine)
			return errors.New("websocket: close: the other side did not answer in time")
		}
	}
	defer c.reading.done()
	defer c.in.free()
	if err := c.stepAside(); err != nil {
		return err
	}
	if d := c.set.config.ForceCloseTimeout; d > 0 {
		c.in.conn.SetReadDeadline(time.Now().Add(d))
	}
	return c.awaitClose()
}

// awaitClose drops messages until the other side's close frame.
func (c *Conn) awaitClose() error {
	violated := c.readErr != nil && !isClose(c.readErr)
	for c.readErr == nil {
		_, _ = c.nextPiece(context.Background())
	}
	violated = violated || !isClose(c.readErr)
	if e, _ := errors.AsType[*CloseError](c.readErr); !violated && e.Code == AbnormalClosure {
		return fmt.Errorf("websocket: close: the other side did not answer: %w", e.Err)
	}
	// A client that is not told of the end in this way is told by closing at once.
	if c.set.client || c.endSending() || violated {
		c.linger()
	}
	return nil
}

func isClose(err error) bool {
	_, ok := errors.AsType[*CloseError](err)
	return ok
}

// endSending closes this side's half of the connection, and reports whether it could.
func (c *Conn) endSending() bool {
	half, ok := c.nc.(interface{ CloseWrite() error })
	return ok && half.CloseWrite() == nil
}

// linger reads what nobody wants until the other side closes its socket.
func (c *Conn) linger() {
	c.in.conn.SetReadDeadline(time.Now().Add(lingerTime))
	for {
		c.in.free()
		if c.in.fill() != nil {
			return
		}
	}
}
