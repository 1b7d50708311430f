package websocket

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"syscall"
	"time"
	"unicode/utf8"
)

// Write sends a message of kind [Text] or [Binary]. It waits while another message is
// being sent, and until the network has taken all of this one: a slow receiver holds
// up its senders.
//
// It fails with [ErrClosed] once this side's close frame has been sent, and with
// ctx's error when that ends first. A message that was sent in part cannot be taken
// back, so in that case the connection is lost, too. The bytes are not kept.
func (c *Conn) Write(ctx context.Context, kind Kind, p []byte) error {
	if err := c.checkMessage(kind, p); err != nil {
		return err
	}
	if err := c.beginWrite(ctx); err != nil {
		return err
	}
	defer c.writing.done()
	if c.deflater != nil && len(p) >= c.set.compression.threshold() {
		return c.writeCompressed(ctx, opcode(kind), p)
	}
	if len(p) <= c.maxFrame {
		return c.writeFrame(ctx, header{fin: true, op: opcode(kind)}, p)
	}
	return c.writeMessage(ctx, header{op: opcode(kind)}, p)
}

func (c *Conn) checkMessage(kind Kind, p []byte) error {
	if kind != Text && kind != Binary {
		return fmt.Errorf("websocket: write: want kind text or binary, got %v", kind)
	}
	if kind == Text && !c.set.config.Decoder.NoUTF8Validator && !utf8.Valid(p) {
		return errors.New("websocket: write: the text is not UTF-8")
	}
	return nil
}

func (c *Conn) writeCompressed(ctx context.Context, op opcode, p []byte) error {
	large := buffers.Get().(*[bufferSize]byte)
	defer buffers.Put(large)
	data, err := c.deflater.message(large[:0], p)
	if err != nil {
		return fmt.Errorf("websocket: write: %w", err)
	}
	return c.writeMessage(ctx, header{op: op, rsv: rsv1}, data)
}

// beginWrite takes the right to send a message.
func (c *Conn) beginWrite(ctx context.Context) error {
	if !c.writing.try() {
		if err := c.awaitWrite(ctx); err != nil {
			return err
		}
	}
	if err := c.ended(ctx); err != nil {
		c.writing.done()
		return err
	}
	return nil
}

// ended returns the error of a ctx that has ended. The connection's own ends with a
// close frame, which has errors of its own.
func (c *Conn) ended(ctx context.Context) error {
	if ctx != c.ctx && ctx.Err() != nil {
		return fmt.Errorf("websocket: write: %w", context.Cause(ctx))
	}
	return nil
}

// awaitWrite waits for it.
func (c *Conn) awaitWrite(ctx context.Context) error {
	mine := c.writing.join()
	if mine == nil {
		return nil
	}
	select {
	case <-mine:
		return nil
	case <-ctx.Done():
		c.writing.leave(mine)
		return fmt.Errorf("websocket: write: %w", context.Cause(ctx))
	case <-c.ctx.Done():
		c.writing.leave(mine)
		return fmt.Errorf("websocket: write: %w", ErrClosed)
	}
}

// abortable lets the end of ctx end the wait for the network. It returns a function
// that ends this. The lock for frames has to be held.
func (c *Conn) abortable(ctx context.Context) (stop func()) {
	if ctx == c.ctx || ctx.Done() == nil {
		return func() {}
	}
	done := make(chan struct{})
	cancel := context.AfterFunc(ctx, func() {
		c.nc.SetWriteDeadline(longAgo)
		close(done)
	})
	return func() {
		if !cancel() {
			// What was sent by then was sent; others may go on.
			<-done
			c.deadline = time.Time{}
			c.nc.SetWriteDeadline(c.deadline)
		}
	}
}

// because puts ctx's error in the place of the timeout it has led to.
func (c *Conn) because(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil && !errors.Is(err, ErrClosed) {
		return fmt.Errorf("websocket: write: %w", context.Cause(ctx))
	}
	return err
}

// writeMessage sends a message in frames that are no longer than those we accept.
func (c *Conn) writeMessage(ctx context.Context, h header, p []byte) error {
	for size := c.maxFrame; len(p) > size; p = p[size:] {
		if err := c.writeFrame(ctx, h, p[:size]); err != nil {
			return err
		}
		h.op, h.rsv = opContinuation, 0
	}
	h.fin = true
	return c.writeFrame(ctx, h, p)
}

func (c *Conn) writeFrame(ctx context.Context, h header, p []byte) error {
	c.frames.Lock()
	defer c.unlockFrames()
	if err := c.send(ctx, h, p); err != nil {
		return c.because(ctx, err)
	}
	return nil
}

// send sends a frame. The lock has to be held.
func (c *Conn) send(ctx context.Context, h header, p []byte) error {
	if c.closeSent {
		return fmt.Errorf("websocket: write: %w", ErrClosed)
	}
	if c.broken != nil {
		return c.broken
	}
	c.closeSent = h.op == opClose
	if err := c.put(ctx, h, p); err != nil {
		c.broken = &CloseError{Code: AbnormalClosure, Err: err}
		c.cancel(c.broken)
		c.closeSocket() // who reads must not wait for an answer to what was not sent
		return c.broken
	}
	return nil
}

// put writes the bytes of a frame with one call, and without a copy if it is a large
// one of a server.
func (c *Conn) put(ctx context.Context, h header, p []byte) error {
	if h.masked = c.set.client; h.masked {
		// The generator is seeded by the operating system and cannot be guessed from
		// earlier keys, which is what RFC 6455, section 10.3, is after.
		h.key = rand.Uint32()
	}
	large := buffers.Get().(*[bufferSize]byte)
	defer buffers.Put(large)
	if h.masked || len(p) <= bufferSize-maxHeader {
		return c.putBytes(ctx, appendFrame(large[:0], h, p))
	}
	h.length = uint64(len(p))
	return c.putPatiently(ctx, net.Buffers{appendHeader(large[:0], h), p})
}

// putBytes writes what the network takes at once, which nearly always is all, and
// waits only for the rest.
func (c *Conn) putBytes(ctx context.Context, p []byte) error {
	n, errno := c.sendNow(p)
	switch {
	case n == len(p):
		return nil
	case errno != 0 && errno != syscall.EAGAIN && errno != syscall.EINTR:
		return os.NewSyscallError("send", errno)
	}
	return c.putPatiently(ctx, net.Buffers{p[n:]})
}

// putPatiently waits until the network has taken everything.
func (c *Conn) putPatiently(ctx context.Context, b net.Buffers) error {
	c.setDeadline()
	defer c.abortable(ctx)()
	_, err := b.WriteTo(c.nc)
	return err
}

// setDeadline bounds the time for a frame. It is moved once a second at most: moving
// it costs more than looking at the clock.
func (c *Conn) setDeadline() {
	timeout := c.set.writeTimeout
	if timeout == 0 {
		return
	}
	now := time.Now()
	if d := now.Add(timeout); d.Sub(c.deadline) > min(time.Second, timeout/4) {
		c.deadline = d
		c.nc.SetWriteDeadline(d)
	}
}
