//go:build linux && (amd64 || arm64 || riscv64 || loong64 || ppc64le || s390x)

package epoll

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/transport"
)

// A Runner is a goroutine that runs a loop. While it serves a connection it is also
// the sink of that connection's responses. When it has lost the loop it still has the
// connection, and goes on with that one alone.
type Runner struct {
	l       *Loop
	c       *Conn  // the connection that is being served
	turn    uint64 // the state of the loop meanwhile
	lost    bool   // the loop is someone else's
	serving bool   // the machine has not returned
	handled bool   // a handler was called since the last read
	held    []byte // output that is left to the driver
	gate    func(*weft.Exchange) bool
	current atomic.Pointer[weft.Exchange] // the exchange whose handler is called, for the watchdog
}

// start runs a loop on a new goroutine.
func (l *Loop) start() {
	r := &Runner{l: l}
	r.gate = r.isClosed
	l.holds.Store(r)
	go r.run()
}

// run runs the loop until it ends, or until another goroutine has it.
func (r *Runner) run() {
	defer r.exit()
	l := r.l
	r.AnswerMail() // the one before may have left some
	for !l.ended && !r.lost {
		if l.driver.Serve(r); r.lost {
			return
		}
		if !l.ended {
			l.wait()
		}
	}
}

// exit is called when the goroutine ends. A handler may have ended it
// (runtime.Goexit): then its connection ends with it, and the loop needs another one.
func (r *Runner) exit() {
	switch {
	case r.serving && r.lost:
		r.c.drop()
	case r.serving:
		r.c.m = nil // nobody knows what it was doing
		r.c.End()
		r.l.start()
	case !r.lost:
		r.l.close()
		r.l.t.loops.Done()
	}
}

// Lost says whether the loop is someone else's by now. Then its driver is, too.
func (r *Runner) Lost() bool { return r.lost }

// Readable receives from a connection that has bytes to read, and serves it. A read that
// does not fill its buffer has taken all of them; if the stream has ended, that still
// has to be read.
func (r *Runner) Readable(c *Conn, ended bool) {
	if c.Lingers() {
		r.Discard(c)
		return
	}
	handled := false
	for range maxReads {
		m := c.machine()
		space := m.Space()
		n, errno := recv(int(c.fd), space)
		switch {
		case errno == syscall.EINTR:
			continue
		case errno == syscall.EAGAIN:
			c.settle(handled, false)
			return
		case errno != 0 || n == 0:
			c.End()
			return
		}
		m.Filled(n)
		action := r.serve(c, c.bodyTooSlow(), false)
		if r.lost || action != transport.Read {
			r.finish(c, action)
			return
		}
		handled = handled || r.handled
		if n < len(space) && !ended {
			c.settle(handled, false)
			return
		}
	}
	c.settle(handled, false)
	if c.Here() {
		r.l.driver.Again(c)
	}
}

// serve lets the machine of the connection serve what has arrived, or answer a client
// that was too slow. If hold is true, the last of the output may be left in held.
// Afterwards the loop may be lost.
func (r *Runner) serve(c *Conn, slow, hold bool) (action transport.Action) {
	l := r.l
	r.c, r.turn, r.handled, r.serving = c, l.turn+1, false, true
	l.state.Store(r.turn)
	defer r.served(&action)
	c.m.Gate(r.gate)
	switch {
	case slow:
		c.m.Timeout(r)
		action = transport.Close
	case hold:
		action = r.hold(c.m)
	default:
		action = c.m.Run(r)
	}
	r.serving = false
	return action
}

// served is called when the machine has served. A stream of the application that
// panics ends its connection, and nothing else; handlers are contained further in.
func (r *Runner) served(action *transport.Action) {
	if r.serving {
		if v := recover(); v != nil {
			r.report(v)
			r.serving, *action = false, transport.Close
		}
	}
	if r.lost {
		return
	}
	if r.lost = !r.l.state.CompareAndSwap(r.turn, r.turn+1); !r.lost {
		r.l.turn = r.turn + 1
	}
}

func (r *Runner) report(panicked any) {
	rt := r.c.info.Runtime
	rt.Logger.Log(context.Background(), rt.FatalLevel, "weft: connection failed",
		"error", fmt.Sprintf("panic: %v", panicked), "stack", string(debug.Stack()))
}

// isClosed is the gate of machines: a request for a route that blocks must not be
// served on the loop.
func (r *Runner) isClosed(x *weft.Exchange) bool {
	r.current.Store(x)
	return r.l.t.blocking.Known(x)
}

// AnswerMail does what others have asked for.
func (r *Runner) AnswerMail() {
	r.l.driver.Flush() // most letters are about closing connections
	for i := range maxMail {
		m := r.l.nextLetter(i == maxMail-1)
		if m == nil {
			return
		}
		if m(r); r.lost {
			return
		}
	}
}

// drain closes idle connections.
func (r *Runner) drain() {
	waits := false
	r.endAll(func(c *Conn) bool {
		if p, _ := c.phase(); c.m != nil || p != idle && p != fresh {
			return false
		}
		quiet := r.l.driver.Quiet(c)
		waits = waits || !quiet
		return quiet
	})
	if waits {
		time.AfterFunc(time.Millisecond, func() { r.l.Post((*Runner).drain) })
	}
}

// quit closes everything and ends the loop.
func (r *Runner) quit() {
	r.endAll(func(*Conn) bool { return true })
	r.l.ended = true
}

// endAll closes those connections of the loop for which when reports true.
func (r *Runner) endAll(when func(*Conn) bool) {
	for c := range r.l.t.conns.all {
		if c.l == r.l && when(c) {
			c.End()
		}
	}
}

// Handling notes that a handler is about to run.
func (r *Runner) Handling() {
	r.handled = true
	if g := r.c.guest.Load(); g != nil {
		g.Sink().Handling()
	}
}

// Send sends p. If the client does not take all of it, the connection leaves the loop.
func (r *Runner) Send(p []byte) error {
	if g := r.c.guest.Load(); g != nil {
		return g.Sink().Send(p)
	}
	for len(p) > 0 {
		n, errno := send(int(r.c.fd), p)
		switch errno {
		case 0:
			p = p[n:]
		case syscall.EINTR:
		case syscall.EAGAIN:
			g, err := r.leave()
			if err != nil {
				return err
			}
			return g.Sink().Send(p)
		default:
			return errno
		}
	}
	return nil
}

// SendTwo sends head and body with one system call, if the client takes both.
func (r *Runner) SendTwo(head, body []byte) error {
	if g := r.c.guest.Load(); g != nil {
		return g.Sink().SendTwo(head, body)
	}
	if len(head) == 0 {
		return r.Send(body)
	}
	n, errno := sendTwo(int(r.c.fd), head, body)
	if errno != 0 && errno != syscall.EINTR && errno != syscall.EAGAIN {
		return errno
	}
	if n < len(head) {
		if err := r.Send(head[n:]); err != nil {
			return err
		}
		n = len(head)
	}
	return r.Send(body[n-len(head):])
}

// SendFile leaves the loop: files come from disks, and disks are slow.
func (r *Runner) SendFile(head []byte, f *os.File, offset, length int64) (bool, error) {
	g, err := r.leave()
	if err != nil {
		return true, err
	}
	return g.Sink().SendFile(head, f, offset, length)
}
