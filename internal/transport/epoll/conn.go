//go:build linux && (amd64 || arm64 || riscv64 || loong64 || ppc64le || s390x)

package epoll

import (
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/transport"
	"github.com/weft-go/weft/internal/transport/nio"
)

// A Conn is one connection. While it is idle this is all there is, apart from its
// socket. It belongs to its loop, except for what is said to be for others.
type Conn struct {
	fd  int32
	gen uint32 // tells it from others that had the same descriptor
	l   *Loop
	m   *transport.Machine // nil while idle

	doing   atomic.Uint64                 // the phase and the second in which it began, for the sweep
	guest   atomic.Pointer[nio.Guest]     // what it has become elsewhere; see leave.go
	watched atomic.Pointer[weft.Exchange] // whose handler waits for the client to go

	// What is not needed for every request comes last, to spare the cache.
	last atomic.Int64 // second in which bytes of an incomplete request last came
	mu   sync.Mutex   // of those who take it from its loop
	info weft.Connection

	// Armed says that the kernel has been asked to receive. It belongs to the driver.
	Armed bool
}

// A phase is what a connection is doing, for the sweep. What happens on the loop takes
// no time and has no phase.
type phase uint8

const (
	fresh     phase = iota // waiting for the first byte of all
	idle                   // waiting for the next request
	inHead                 // a part of a head has arrived
	inBody                 // waiting for more of a body
	lingering              // waiting for the client to see the last answer
)

// enter notes what the connection does from now on.
func (c *Conn) enter(p phase) { c.since(p, c.l.t.set.Now()) }

// since notes what the connection does since some second.
func (c *Conn) since(p phase, second int64) { c.doing.Store(uint64(second)<<8 | uint64(p)) }

// phase returns what the connection is doing and since which second.
func (c *Conn) phase() (phase, int64) {
	v := c.doing.Load()
	return phase(v & 0xff), int64(v >> 8)
}

// Descriptor returns the socket.
func (c *Conn) Descriptor() int { return int(c.fd) }

// Generation tells the connection from others that have had the same descriptor.
func (c *Conn) Generation() uint32 { return c.gen }

// Loop returns the loop of the connection.
func (c *Conn) Loop() *Loop { return c.l }

// Here says whether the connection is still its loop's.
func (c *Conn) Here() bool { return c.l.t.conns.get(int(c.fd)) == c }

// Lingers says whether the connection only waits for its client to see the last answer.
func (c *Conn) Lingers() bool {
	p, _ := c.phase()
	return p == lingering
}

// machine returns the machine of the connection. One that was idle gets the loop's
// machine, which most connections need for one request only.
func (c *Conn) machine() *transport.Machine {
	l := c.l
	switch {
	case c.m != nil:
	case l.spare != nil:
		c.m, l.spare = l.spare, nil
		c.m.Lend(&c.info)
	default:
		c.m = transport.NewMachine(l.t.set, &c.info)
	}
	return c.m
}

// idles gives a machine that is empty back to the loop.
func (c *Conn) idles() {
	if c.m != nil && c.l.spare == nil {
		c.m, c.l.spare = nil, c.m
		return
	}
	c.release()
}

// release gives the machine back, whatever is in it.
func (c *Conn) release() {
	if c.m != nil {
		c.m.Free()
		c.m = nil
	}
}

// settle is called when everything that has arrived was served: it gives the machine
// back if it holds nothing, and notes what is being waited for. A client that has sent
// empty lines only has not begun. During a shutdown the connection ends here, unless
// something is still to be sent: then the letter that is under way ends it.
func (c *Conn) settle(handled, unsent bool) {
	now, _ := c.phase()
	switch {
	case c.m == nil || c.m.Empty():
		c.idles()
		if c.watched.Load() != nil {
			c.watched.Store(nil)
		}
		if handled || now == inHead || now == inBody {
			c.enter(idle)
		}
		if !unsent && c.l.t.set.Draining() {
			c.End()
		}
	case c.m.InHead():
		c.stay(now, inHead)
	case c.m.InBody():
		c.stay(now, inBody)
	}
}

// stay notes that a part of a request has arrived.
func (c *Conn) stay(now, p phase) {
	c.last.Store(c.l.t.set.Now())
	if now != p {
		c.enter(p)
	}
}

// bodyTooSlow says whether the body that is being collected comes in slower than the
// limit. It is asked when bytes arrive, so dripping does not help.
func (c *Conn) bodyTooSlow() bool {
	p, since := c.phase()
	if p != inBody || !c.m.InBody() {
		return false
	}
	set := c.l.t.set
	waited := set.Now() - since
	return waited > int64(set.StallTimeout/time.Second) && c.m.Received() < waited*set.MinBodyRate
}

// End closes the connection. The kernel may still be asked to receive, and keeps the
// socket as long; so it has to be told that this is the end.
func (c *Conn) End() {
	if c.l.t.conns.remove(c) {
		if c.Armed {
			c.l.driver.Flush()
			_ = syscall.Shutdown(int(c.fd), syscall.SHUT_RDWR) // it fails if the client has gone
		}
		closeSocket(int(c.fd))
		c.l.t.gone()
	}
	c.release()
}

// watch looks out for the client of an exchange, as soon as the connection is where
// somebody looks. Handlers that return at once need no one to.
func (c *Conn) watch(x *weft.Exchange) {
	c.watched.Store(x)
	if g := c.guest.Load(); g != nil {
		g.Watch(x)
	}
}
