//go:build linux && (amd64 || arm64 || riscv64 || loong64 || ppc64le || s390x)

package epoll

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"sync/atomic"
	"syscall"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/transport"
)

// A runner is a goroutine that runs a loop. While it serves a connection it is also
// the sink of that connection's responses. When it has lost the loop it still has the
// connection, and goes on with that one alone.
type runner struct {
	l       *loop
	c       *conn  // the connection that is being served
	turn    uint64 // the state of the loop meanwhile
	lost    bool   // the loop is someone else's
	serving bool   // the machine has not returned
	handled bool   // a handler was called since the last read
	gate    func(*weft.Exchange) bool
	current atomic.Pointer[weft.Exchange] // the exchange whose handler is called, for the watchdog
}

// start runs a loop on a new goroutine.
func (l *loop) start() {
	r := &runner{l: l}
	r.gate = r.isClosed
	l.holds.Store(r)
	go r.run()
}

// run runs the loop until it ends, or until another goroutine has it.
func (r *runner) run() {
	defer r.exit()
	l := r.l
	r.answerMail() // the one before may have left some
	for !l.ended && !r.lost {
		for l.next < l.n {
			ev := &l.events[l.next]
			l.next++
			if int(ev.Fd) == l.wakefd {
				r.answerMail()
			} else if c := l.t.conns.get(int(ev.Fd)); c != nil && c.gen == uint32(ev.Pad) {
				r.readable(c, ev.Events&epollEnd != 0)
			}
			if r.lost {
				return
			}
		}
		if r.serveAgain(); r.lost {
			return
		}
		if !l.ended {
			l.wait()
		}
	}
}

// exit is called when the goroutine ends. A handler may have ended it
// (runtime.Goexit): then its connection ends with it, and the loop needs another one.
func (r *runner) exit() {
	switch {
	case r.serving && r.lost:
		r.c.drop()
	case r.serving:
		r.c.m = nil // nobody knows what it was doing
		r.c.end()
		r.l.start()
	case !r.lost:
		r.l.close()
		r.l.t.loops.Done()
	}
}

// serveAgain serves those who have had their share in the last round.
func (r *runner) serveAgain() {
	l := r.l
	for n := len(l.again); n > 0 && !r.lost; n-- {
		c := l.again[0]
		l.again = l.again[1:]
		if l.t.conns.get(int(c.fd)) == c {
			r.readable(c, true)
		}
	}
	if !r.lost && len(l.again) == 0 {
		l.again = nil
	}
}

// readable serves a connection that has bytes to read. A read that does not fill its
// buffer has taken all of them; if the stream has ended, that still has to be read.
func (r *runner) readable(c *conn, ended bool) {
	if p, _ := c.phase(); p == lingering {
		r.discard(c)
		return
	}
	for range maxReads {
		m := c.machine()
		space := m.Space()
		n, errno := recv(int(c.fd), space)
		switch {
		case errno == syscall.EINTR:
			continue
		case errno == syscall.EAGAIN:
			c.settle(false)
			return
		case errno != 0 || n == 0:
			c.end()
			return
		}
		m.Filled(n)
		slow := c.bodyTooSlow()
		action := r.serve(c, slow)
		if r.lost || action != transport.Read {
			r.finish(c, action)
			return
		}
		if n < len(space) && !ended {
			c.settle(r.handled)
			return
		}
	}
	c.settle(r.handled)
	r.l.again = append(r.l.again, c)
}

// serve lets the machine of the connection serve what has arrived, or answer a client
// that was too slow. Afterwards the loop may be lost.
func (r *runner) serve(c *conn, slow bool) (action transport.Action) {
	l := r.l
	r.c, r.turn, r.handled, r.serving = c, l.turn+1, false, true
	l.state.Store(r.turn)
	defer r.served(&action)
	if slow {
		c.m.Timeout(r)
		action = transport.Close
	} else {
		c.m.Gate(r.gate)
		action = c.m.Run(r)
	}
	r.serving = false
	return action
}

// served is called when the machine has served. A stream of the application that
// panics ends its connection, and nothing else; handlers are contained further in.
func (r *runner) served(action *transport.Action) {
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

func (r *runner) report(panicked any) {
	rt := r.c.info.Runtime
	rt.Logger.Log(context.Background(), rt.FatalLevel, "weft: connection failed",
		"error", fmt.Sprintf("panic: %v", panicked), "stack", string(debug.Stack()))
}

// isClosed is the gate of machines: a request for a route that blocks must not be
// served on the loop.
func (r *runner) isClosed(x *weft.Exchange) bool {
	r.current.Store(x)
	return r.l.t.blocking.Known(x)
}

// answerMail does what others have asked for.
func (r *runner) answerMail() {
	r.l.hush()
	for i := range maxMail {
		m, ok := r.l.nextLetter(i == maxMail-1)
		if !ok {
			return
		}
		if r.answer(m); r.lost {
			return
		}
	}
}

func (r *runner) answer(m letter) {
	switch m.what {
	case inspect:
		if r.l.t.conns.get(int(m.c.fd)) == m.c {
			r.expire(m.c)
		}
	case drain:
		r.endAll(func(c *conn) bool {
			p, _ := c.phase()
			return c.m == nil && (p == idle || p == fresh)
		})
	case quit:
		r.endAll(func(*conn) bool { return true })
		r.l.ended = true
	}
}

// endAll closes those connections of the loop for which when reports true.
func (r *runner) endAll(when func(*conn) bool) {
	for c := range r.l.t.conns.all {
		if c.l == r.l && when(c) {
			c.end()
		}
	}
}

// Handling notes that a handler is about to run.
func (r *runner) Handling() {
	r.handled = true
	if g := r.c.guest.Load(); g != nil {
		g.Sink().Handling()
	}
}

// Send sends p. If the client does not take all of it, the connection leaves the loop.
func (r *runner) Send(p []byte) error {
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
func (r *runner) SendTwo(head, body []byte) error {
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
func (r *runner) SendFile(head []byte, f *os.File, offset, length int64) (bool, error) {
	g, err := r.leave()
	if err != nil {
		return true, err
	}
	return g.Sink().SendFile(head, f, offset, length)
}
