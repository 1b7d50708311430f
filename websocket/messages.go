package websocket

import (
	"context"
	"io"
	"iter"
	"os"
	"syscall"
	"time"
)

// A range loop over messages is a function that is called with each of them, and a
// socket calls a function when bytes have arrived. So on a socket the body of the loop
// runs inside of one [syscall.RawConn.Read] for as long as the loop lasts: bytes
// arrive, frames are decoded, the body runs and answers, and the goroutine waits again.
// Compared with calls to Read this saves, for every message, a recv that only says
// that there is nothing more, a reset of the poll descriptor and its lock.
//
// Two things need care. First, the body must not wait for the descriptor's lock, which
// its own goroutine holds: see [Conn.stepAside] for who reads there, and
// [Conn.closeSocket] for who closes.
//
// Second, the poller tells of changes only. A read that did not fill its buffer has
// taken everything, and what comes later has an event of its own. But an end of the
// stream that came together with the last bytes has been told of already. So once
// after such reads, a second later, the socket is looked at again.

// lookAfter is how long the end of a stream may go unnoticed.
const lookAfter = time.Second

// Messages returns the messages as they arrive, for use in a range loop. The loop
// ends without an error when the other side closes normally; see
// [CloseError.IsNormal]. Any other error is the last element.
//
//	for m, err := range conn.Messages(ctx) {
//		if err != nil {
//			return err
//		}
//		…
//	}
//
// It is the cheapest way to read messages.
func (c *Conn) Messages(ctx context.Context) iter.Seq2[Message, error] {
	return func(yield func(Message, error) bool) {
		if c.isSocket() {
			l := loop{c: c, ctx: ctx, yield: yield}
			if l.run(); l.over {
				return
			}
		}
		for {
			kind, data, err := c.Read(ctx)
			if err != nil {
				if !isNormal(err) {
					yield(Message{}, err)
				}
				return
			}
			if !yield(Message{kind, data}, nil) {
				return
			}
		}
	}
}

// A loop is a range loop over the messages from a socket.
type loop struct {
	c     *Conn
	ctx   context.Context
	yield func(Message, error) bool
	fd    uintptr
	turn  bool  // it has the turn to read, which the body may want
	armed bool  // a deadline for the next look is set
	over  bool  // the body has left the loop, or was given an error
	err   error // why the socket is not read any more
}

// run runs the loop until it is over, or until it has to go on with calls to Read.
func (l *loop) run() {
	err := l.session()
	if err == nil {
		return
	}
	l.over = true
	if !isNormal(err) {
		l.yield(Message{}, err)
	}
}

// session gets everything ready for the loop, and undoes that afterwards.
func (l *loop) session() error {
	c := l.c
	if err := c.beginRead(); err != nil {
		return err
	}
	l.turn = true
	defer l.release()
	defer c.interruptible(l.ctx)()
	if err := c.skipStream(l.ctx); err != nil {
		return err
	}
	if !c.enterLoop() {
		return c.endReading(errCut())
	}
	l.serve()
	return l.err
}

// serve runs the body inside of RawConn.Read.
func (l *loop) serve() {
	defer l.c.leaveLoop()
	defer l.disarm()
	rc, readable := l.c.in.raw.rc, l.readable
	for l.err == nil && !l.over && !l.c.state.aside.Load() {
		if err := rc.Read(readable); err != nil && !l.look(err) && l.err == nil {
			l.err = l.c.unreadable(l.ctx, err)
		}
	}
}

// release gives the turn to read back.
func (l *loop) release() {
	if l.turn {
		l.turn = false
		l.c.endRead()
	}
}

// readable is called when the socket has become readable. It returns false to wait
// for more, and true to leave.
func (l *loop) readable(fd uintptr) bool {
	in := &l.c.in
	if l.fd != fd {
		l.fd = fd
		l.c.inLoop(fd)
	}
	if len(in.bytes()) > 0 && !l.deliver() {
		return true
	}
	for {
		in.release()
		n, err := in.recv(fd)
		if err == syscall.EAGAIN {
			in.release()
			return false
		}
		if err == nil && n == 0 {
			err = io.EOF
		}
		if err != nil {
			l.err = l.c.endReading(&CloseError{Code: AbnormalClosure, Err: err})
			return true
		}
		l.c.received.Add(1)
		isFull := in.end == bufferSize
		if !l.deliver() {
			return true
		}
		if !isFull {
			in.release()
			return !l.arm()
		}
	}
}

// deliver gives the body what has arrived. It returns false to leave.
func (l *loop) deliver() bool {
	c := l.c
	for {
		kind, data, err := c.heldMessage()
		if l.err = err; err != nil {
			return false
		}
		if kind == 0 {
			return l.mayRead()
		}
		l.release()
		if !l.yield(Message{kind, data}, nil) {
			l.over = true
			return false
		}
		if l.err = c.takeTurn(); l.err != nil {
			return false
		}
		l.turn = true
		if c.state.aside.Load() {
			return false
		}
	}
}

// mayRead says whether neither the context nor the connection has ended.
func (l *loop) mayRead() bool {
	switch {
	case l.ctx != l.c.ctx && l.ctx.Err() != nil:
		l.err = l.c.unreadable(l.ctx, os.ErrDeadlineExceeded)
	case l.c.state.closed.Load():
		l.err = l.c.endReading(errCut())
	}
	return l.err == nil
}

// arm makes sure that the socket is looked at in a while. It returns false if there is
// nothing to wait for.
func (l *loop) arm() bool {
	if l.armed {
		return true
	}
	l.armed = true
	l.c.nc.SetReadDeadline(time.Now().Add(lookAfter))
	return l.mayRead() // or the deadline has taken the place of one that tells so
}

func (l *loop) disarm() {
	if l.armed {
		l.armed = false
		l.c.nc.SetReadDeadline(time.Time{})
	}
}

// look says whether a wait has ended for the socket to be looked at.
func (l *loop) look(err error) bool {
	if !l.armed || !os.IsTimeout(err) {
		return false
	}
	l.disarm()
	return l.mayRead()
}
