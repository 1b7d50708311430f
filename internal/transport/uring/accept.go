//go:build linux && (amd64 || arm64 || riscv64 || loong64 || ppc64le)

package uring

import (
	"sync"
	"sync/atomic"
	"syscall"

	"github.com/weft-go/weft/internal/transport/epoll"
)

// An acceptor has the ring of a loop accept connections: one request accepts them all.
type acceptor struct {
	d      *driver
	number uint32        // of the request
	failed chan error    // why the kernel has stopped to accept
	worked atomic.Bool   // it has accepted something since it was last asked to
	closed chan struct{} // Close was called

	mu   sync.Mutex
	fd   int
	gone bool // the descriptor is closed
}

// listen returns an acceptor on one of the loops.
func listen(t *epoll.Transport, fd int) epoll.Acceptor {
	loops := t.Loops()
	d := loops[fd%len(loops)].Driver().(*driver)
	return &acceptor{d: d, fd: fd, failed: make(chan error, 1), closed: make(chan struct{})}
}

// Accept has connections accepted until the acceptor is closed.
func (a *acceptor) Accept() error {
	var delay epoll.Backoff
	for {
		a.d.l.Post(func(*epoll.Runner) { a.d.accept(a) })
		select {
		case <-a.closed:
			return nil
		case err := <-a.failed:
			if a.worked.Swap(false) {
				delay = 0
			}
			if err := delay.Pause(a.d.t, err); err != nil {
				return err
			}
		}
	}
}

// Close ends Accept. The kernel keeps the socket as long as it is asked to accept, so
// that has to be ended, too.
func (a *acceptor) Close() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.gone {
		return nil
	}
	a.gone = true
	close(a.closed)
	a.d.l.Post(func(*epoll.Runner) { a.d.cancel(about(accepts, a.number)) })
	return syscall.Close(a.fd)
}

// accept asks the kernel to accept. It does so at once, while the descriptor is open.
func (d *driver) accept(a *acceptor) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.gone {
		return
	}
	d.accepting++
	a.number = d.accepting
	d.acceptors[a.number] = a
	d.flying++
	d.ring.add(request{
		op: opAccept, ioprio: acceptMany, fd: int32(a.fd),
		opFlags: syscall.SOCK_NONBLOCK | syscall.SOCK_CLOEXEC, user: about(accepts, a.number),
	})
	d.submit()
}

// arrived serves a connection that was accepted.
func (d *driver) arrived(q completion) {
	a := d.acceptors[uint32(q.user)]
	if q.res >= 0 {
		a.worked.Store(true)
		d.admit(int(q.res))
	}
	if q.flags&hasMore != 0 {
		return
	}
	d.flying--
	delete(d.acceptors, a.number)
	switch errno := syscall.Errno(max(-q.res, 0)); errno {
	case 0, syscall.ECANCELED, syscall.EINTR, syscall.ECONNABORTED:
		d.accept(a) // the kernel may stop for reasons of its own; it does nothing if we have stopped it
	default:
		a.failed <- errno
	}
}

// admit has a new connection received from by its loop.
func (d *driver) admit(fd int) {
	c := d.t.Admit(fd)
	switch {
	case c == nil:
	case c.Loop() == d.l:
		d.receive(c, false)
	default:
		_ = c.Loop().Driver().Add(c) // it does not fail
	}
}
