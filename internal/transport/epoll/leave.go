//go:build linux && (amd64 || arm64 || riscv64 || loong64 || ppc64le || s390x)

package epoll

import (
	"net"
	"os"
	"syscall"

	"github.com/weft-go/weft/internal/transport"
	"github.com/weft-go/weft/internal/transport/nio"
)

// How a connection leaves its loop.
//
// First it is detached: the loop and the table forget it, so whoever runs the loop next
// does not touch it. Then the socket gets a second descriptor, which package net wraps
// and package nio adopts. From then on nio looks after the connection: its timeouts, its
// client, and its end when the server shuts down. The old descriptor stays open until
// the goroutine that is serving the connection has left the machine, because it may be
// sending on it at this very moment.
//
// It is either that goroutine which lets the connection leave, or the watchdog behind
// its back; a lock makes them agree.

// detach takes the connection from its loop. Only the one who has the loop may do so.
func (c *Conn) detach() {
	if c.l.t.conns.remove(c) {
		c.l.driver.Remove(c)
	}
}

// adopt makes a connection that is detached a guest of nio, once. It fails if there are
// no descriptors left.
func (c *Conn) adopt() (*nio.Guest, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if g := c.guest.Load(); g != nil {
		return g, nil
	}
	nc, err := c.netConn()
	if err != nil {
		return nil, err
	}
	t := c.l.t
	g := t.nio.Adopt(nc)
	t.gone()
	c.guest.Store(g)
	if x := c.watched.Load(); x != nil && !x.Over() {
		g.Watch(x)
	}
	return g, nil
}

// netConn returns a connection of package net for the same socket.
func (c *Conn) netConn() (net.Conn, error) {
	fd, err := copyDescriptor(int(c.fd))
	if err != nil {
		return nil, os.NewSyscallError("fcntl", err)
	}
	f := os.NewFile(uintptr(fd), "socket")
	defer f.Close()
	return net.FileConn(f)
}

// leave gives the loop to another goroutine, if this one still has it, so that this one
// may wait for its client.
func (r *Runner) leave() (*nio.Guest, error) {
	if !r.lost {
		if r.l.state.CompareAndSwap(r.turn, r.turn+1) {
			r.l.turn = r.turn + 1
			r.c.detach()
			r.l.start()
		}
		r.lost = true
	}
	return r.c.adopt()
}

// finish does with a connection what the machine has asked for and the loop cannot do.
// If the loop is lost, this goroutine is the connection's own, and serves it until it
// ends.
func (r *Runner) finish(c *Conn, action transport.Action) {
	if action == transport.Close && !r.lost {
		r.linger(c)
		return
	}
	if !r.lost {
		c.detach()
	}
	g, err := c.adopt()
	if err != nil {
		c.abandon(err)
		return
	}
	m := c.m
	c.m = nil
	closeSocket(int(c.fd))
	if r.lost {
		g.Continue(m, action)
	} else {
		go g.Continue(m, action)
	}
}

// abandon closes a connection that is detached and cannot be adopted.
func (c *Conn) abandon(err error) {
	c.info.Runtime.Logger.Warn("weft: a connection cannot leave its event loop", "error", err)
	c.release()
	closeSocket(int(c.fd))
	c.l.t.gone()
}

// drop ends a connection whose goroutine ends in the middle of a request. The machine
// is left to the garbage collector.
func (c *Conn) drop() {
	g, err := c.adopt()
	if err != nil {
		c.m = nil
		c.abandon(err)
		return
	}
	closeSocket(int(c.fd))
	g.Drop()
}

// linger closes the connection, if nothing can be under way from its client. If it may
// still be sending, closing would reset the connection and make the client forget the
// answer; so it gets some time to see it.
func (r *Runner) linger(c *Conn) {
	if !c.m.Unread() {
		c.End()
		return
	}
	c.release()
	c.enter(lingering)
	_ = syscall.Shutdown(int(c.fd), syscall.SHUT_WR)
	r.Discard(c)
}

// Discard reads what nobody wants any more.
func (r *Runner) Discard(c *Conn) {
	if r.l.waste == nil {
		r.l.waste = make([]byte, 4<<10)
	}
	for range maxReads {
		n, errno := recv(int(c.fd), r.l.waste)
		switch {
		case errno == syscall.EAGAIN:
			return
		case errno == syscall.EINTR:
		case errno != 0 || n == 0:
			c.End()
			return
		}
	}
	r.l.driver.Again(c)
}

// comeHome takes back a connection that has been idle as a guest since some second.
func (t *Transport) comeHome(nc net.Conn, since int64) bool {
	sc, ok := nc.(syscall.Conn)
	if !ok {
		return false
	}
	raw, err := sc.SyscallConn()
	if err != nil {
		return false
	}
	fd := -1
	if raw.Control(func(s uintptr) { fd, err = copyDescriptor(int(s)) }) != nil || err != nil {
		return false
	}
	return t.take(fd, remoteOf(nc.RemoteAddr()), idle, since)
}
