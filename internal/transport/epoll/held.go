//go:build linux && (amd64 || arm64 || riscv64 || loong64 || ppc64le || s390x)

package epoll

import "github.com/weft-go/weft/internal/transport"

// What a driver needs that receives and sends by itself, for many connections at a
// time: it fills connections with bytes, serves them, and gets back what is to be sent.

// maxHeld is how much output is left to a driver. What is longer is sent from where it
// is, because a driver has to copy it.
const maxHeld = 16 << 10

// Fill gives a connection bytes that have arrived.
func (c *Conn) Fill(p []byte) {
	for m := c.machine(); len(p) > 0; {
		n := copy(m.Space(), p)
		m.Filled(n)
		p = p[n:]
	}
}

// Partial says whether a part of a request has arrived, and the rest is to come.
func (c *Conn) Partial() bool { return c.m != nil && !c.m.Empty() }

// Serve serves a connection that was filled. It reports whether the connection stays on
// the loop. If so, unsent is what is left to be sent, which is the driver's task. It is
// good until the driver calls Settle, as it has to.
func (r *Runner) Serve(c *Conn) (unsent []byte, stays bool) {
	action := r.serve(c, c.bodyTooSlow(), true)
	unsent, r.held = r.held, nil
	if r.lost && len(unsent) > 0 && r.Send(unsent) != nil {
		action = transport.Close
	}
	if r.lost || action != transport.Read {
		r.finish(c, action)
		return nil, false
	}
	return unsent, true
}

// Settle is called when what Serve has left is on its way.
func (r *Runner) Settle(c *Conn, unsent bool) { c.settle(r.handled, unsent) }

// hold runs a machine, and holds back what it has to send in the end. That is sent here,
// where the connection may leave its loop, if it is long or more than sending is to be
// done.
func (r *Runner) hold(m *transport.Machine) transport.Action {
	action, out := m.RunHolding(r)
	switch {
	case len(out) == 0:
	case action == transport.Read && len(out) <= maxHeld && !r.l.t.set.Draining():
		r.held = out
	case r.Send(out) != nil:
		return transport.Close
	}
	return action
}

// Depart lets a connection leave the loop whose client does not take what is to be sent
// to it. The driver does not receive from it any more.
func (r *Runner) Depart(c *Conn, unsent []byte) {
	m := c.machine()
	c.detach()
	g, err := c.adopt()
	if err != nil {
		c.abandon(err)
		return
	}
	c.m = nil
	closeSocket(int(c.fd))
	go func() {
		if g.Sink().Send(unsent) != nil {
			m.Free()
			g.Drop()
			return
		}
		g.Continue(m, transport.Leave)
	}()
}
