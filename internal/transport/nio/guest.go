package nio

import (
	"net"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/transport"
)

// Other transports serve requests on event loops, which must not wait. A connection
// that has to wait leaves its loop and becomes a guest here: its request is answered
// by a handler that blocks, its client is slow to take a response, its body is
// streamed, or its protocol changes. When it has been idle for a while it may go home.

// homeAfter is how long a guest has to be idle before it goes home. Going back and
// forth for each request would cost more than the goroutine that it saves.
const homeAfter = 2 * time.Second

// ReturnIdle lets home have plain sockets that have been idle for some seconds. Home
// is told since which second, may copy the descriptor but must not keep the
// connection, and reports whether it serves the client from now on. ReturnIdle has to
// be called before anything is served.
func (t *Transport) ReturnIdle(home func(nc net.Conn, since int64) bool) { t.home = home }

// A Guest is a connection that another transport has begun to serve. It counts as a
// connection of this one, which looks after it, until Continue or Drop returns.
type Guest conn

// Adopt takes over a connection that is in the middle of a request. If the transport
// has been closed, the connection is cut.
func (t *Transport) Adopt(nc net.Conn) *Guest {
	k := t.newConn(nc)
	k.enter(handling)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.conns.add(k)
	if t.closed {
		k.cut()
	}
	return (*Guest)(k)
}

// Sink returns what sends on the connection, waiting for the client if it has to.
func (g *Guest) Sink() transport.FileSink { return (*conn)(g) }

// Watch looks out for the client going away, until the exchange is over.
func (g *Guest) Watch(x *weft.Exchange) { g.t.watch.add(g.t, (*conn)(g), x) }

// Continue serves the connection until it ends or goes home: first what the machine
// has asked for, then what comes.
func (g *Guest) Continue(m *transport.Machine, action transport.Action) {
	k := (*conn)(g)
	defer k.over()
	k.m = m
	m.Gate(nil)
	if action == transport.Leave {
		action = m.Run(k)
	}
	if k.step(action) && !k.serveRaw() {
		k.servePlain()
	}
}

// Drop ends the connection.
func (g *Guest) Drop() { (*conn)(g).over() }

// Drain stops accepting and closes idle connections. The others end after their
// response.
func (t *Transport) Drain() {
	t.set.Drain()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closeListeners()
	for k := range t.conns.all {
		k.wakeIfIdle()
	}
}

// hasHome says whether there is someone who would have the connection: not if there is
// anything around its socket.
func (k *conn) hasHome() bool {
	switch k.nc.(type) {
	case *net.TCPConn, *net.UnixConn:
		return k.t.home != nil
	}
	return false
}

// stayHere is called when the connection is about to be read by others than the raw
// callback, who do not expect to be woken by the sweep. The sweep holds the lock while
// it looks, and has seen a phase other than idle once it looks again.
func (k *conn) stayHere() {
	if !k.hasHome() {
		return
	}
	k.t.mu.Lock()
	defer k.t.mu.Unlock()
	if k.leave.Swap(false) {
		_ = k.nc.SetReadDeadline(time.Time{}) // one that is closed tells so when it is read
	}
}

// goHome gives a connection whose wait for bytes has been ended back to where it came
// from. It reports whether the wait is over for good: the connection is home, or ends
// here. Otherwise a request has begun in the meantime, or nobody is at home.
func (k *conn) goHome() bool {
	p, since := k.phase()
	if p == idle && k.m == nil && !k.t.set.Draining() && k.t.home(k.nc, since) {
		return true
	}
	_ = k.nc.SetReadDeadline(time.Time{}) // one that is closed tells so when it is read
	// A shutdown that came before that has been unheard.
	p, _ = k.phase()
	return p == idle && k.t.set.Draining()
}
