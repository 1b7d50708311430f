package nio

import (
	"context"
	"fmt"
	"net"
	"os"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/transport"
)

// A conn is one connection. While it is idle this is all there is, apart from
// its goroutine and socket.
//
// What every request needs comes first, so that it is in one line of the cache: with
// thousands of connections none of it is there yet when a request arrives.
type conn struct {
	t   *Transport
	m   *transport.Machine // nil while idle
	raw rawConn

	// For the sweep, which reads them from another goroutine.
	doing atomic.Uint64 // the phase and the second in which it began
	last  atomic.Int64  // second in which bytes last moved

	nc    net.Conn
	info  weft.Connection
	slow  atomic.Bool // the sweep has found the client too slow
	leave atomic.Bool // the sweep has found that it may go home; see [Transport.ReturnIdle]

	next, prev *conn // in the transport's list
}

// A phase is what a connection is doing, for the sweep.
type phase uint8

const (
	fresh    phase = iota // waiting for the first byte of all
	idle                  // waiting for the next request
	inHead                // a part of a head has arrived
	inBody                // waiting for more of a body
	handling              // a handler runs
	sending               // waiting for the client to take more
	foreign               // another implementation serves it
)

// serve runs until the connection ends.
func (k *conn) serve() {
	defer k.over()
	if err := k.handshake(); err != nil {
		return
	}
	if t := k.info.TLS; t != nil && t.NegotiatedProtocol == "h2" && k.t.set.HTTP2 != nil {
		k.enter(foreign)
		k.t.set.HTTP2(k.nc)
		return
	}
	if k.serveRaw() {
		return
	}
	k.servePlain()
}

// over ends the connection, and nothing else, also when a stream or a protocol of
// the application has panicked. Handlers are contained further in.
func (k *conn) over() {
	if v := recover(); v != nil {
		k.report(v)
	}
	k.release()
	k.nc.Close()
	k.t.end(k)
}

func (k *conn) report(panicked any) {
	rt := k.t.set.Runtime
	rt.Logger.Log(context.Background(), rt.FatalLevel, "weft: connection failed",
		"error", fmt.Sprintf("panic: %v", panicked), "stack", string(debug.Stack()))
}

// enter notes what the connection does from now on.
func (k *conn) enter(p phase) {
	// Pipelined requests change nothing, and a look costs less than a store.
	if v := uint64(k.t.set.Now())<<8 | uint64(p); k.doing.Load() != v {
		k.doing.Store(v)
	}
}

// phase returns what the connection is doing and since which second.
func (k *conn) phase() (phase, int64) {
	v := k.doing.Load()
	return phase(v & 0xff), int64(v >> 8)
}

// touch notes that bytes have moved.
func (k *conn) touch() {
	if now := k.t.set.Now(); k.last.Load() != now {
		k.last.Store(now)
	}
}

// machine returns the machine of the connection, getting one if it was idle.
func (k *conn) machine() *transport.Machine {
	if k.m == nil {
		k.m = transport.NewMachine(k.t.set, &k.info)
	}
	return k.m
}

// settle is called when everything that has arrived was served: it gives the
// machine back if it holds nothing, and notes what is being waited for. It
// reports whether the connection goes on.
func (k *conn) settle() bool {
	now, _ := k.phase()
	switch {
	case k.m == nil || k.m.Empty():
		k.release()
		if now != fresh {
			k.enter(idle)
		}
		return !k.t.set.Draining()
	case k.m.InHead():
		k.touch()
		if now != inHead {
			k.enter(inHead)
		}
	case k.m.InBody():
		k.touch()
		if now != inBody {
			k.enter(inBody)
		}
	}
	return true
}

// release gives the machine back at the end of the connection.
func (k *conn) release() {
	if k.m != nil {
		k.m.Free()
		k.m = nil
	}
}

// tooSlow says whether a body comes in slower than the limit: so many bytes in
// so many seconds of waiting for it. It is asked when bytes arrive, so dripping
// does not help.
func (k *conn) tooSlow(received, waited int64) bool {
	set := k.t.set
	return waited > int64(set.StallTimeout/time.Second) && received < waited*set.MinBodyRate
}

// bodyTooSlow asks that of the body which is being collected.
func (k *conn) bodyTooSlow() bool {
	p, since := k.phase()
	return p == inBody && k.m.InBody() && k.tooSlow(k.m.Received(), k.t.set.Now()-since)
}

// long ago is a deadline that wakes whoever waits.
var longAgo = time.Unix(1, 0)

// wakeIfIdle ends the connection if no request is under way.
func (k *conn) wakeIfIdle() {
	if p, _ := k.phase(); p == idle || p == fresh {
		k.wake()
	}
}

// wake ends the wait for bytes.
func (k *conn) wake() { k.nc.SetReadDeadline(longAgo) }

// cut ends the connection whatever it is doing. Closing it here would wait for
// its goroutine.
func (k *conn) cut() {
	k.nc.SetDeadline(longAgo)
	k.shutdown()
}

// servePlain serves the connection with Read and Write.
func (k *conn) servePlain() {
	for {
		m := k.machine()
		n, _ := k.nc.Read(m.Space())
		if n == 0 {
			k.timeout()
			return
		}
		m.Filled(n)
		if k.bodyTooSlow() {
			k.slow.Store(true)
			k.timeout()
			return
		}
		if !k.step(k.m.Run(k)) {
			return
		}
	}
}

// timeout answers a client that the sweep has found too slow.
func (k *conn) timeout() {
	if k.slow.Load() && k.m != nil && (k.m.InHead() || k.m.InBody()) {
		k.nc.SetDeadline(time.Now().Add(time.Second))
		k.m.Timeout(k)
	}
}

// step does what the machine asks for, outside of the raw callback. It reports
// whether the connection goes on.
func (k *conn) step(action transport.Action) bool {
	if action != transport.Read && action != transport.Close {
		k.enter(handling)
		k.stayHere()
	}
	for action == transport.Stream {
		k.enter(handling)
		if action = k.m.RunStreamed(k, &bodySource{k: k}); action == transport.Read {
			action = k.m.Run(k) // the next request may have come along
		}
	}
	switch action {
	case transport.Takeover:
		m := k.m
		k.m = nil
		m.Handover(k, k.nc, func() { k.enter(foreign) })
		return false
	case transport.HTTP2:
		rest := k.m.Replay()
		k.release()
		k.enter(foreign)
		k.t.set.HTTP2(&replayConn{k.nc, rest})
		return false
	case transport.Close:
		k.linger()
		return false
	}
	return k.settle()
}

// linger waits a moment for a client that may still be sending, so that the
// answer reaches it: closing a socket with unread bytes resets the connection,
// and a reset makes the client forget what it has not read yet.
func (k *conn) linger() {
	half, ok := k.nc.(interface{ CloseWrite() error })
	if !ok || k.m == nil || !k.m.Unread() {
		return
	}
	k.enter(handling)
	half.CloseWrite()
	k.nc.SetReadDeadline(time.Now().Add(lingerTime))
	buf := make([]byte, 4<<10)
	for {
		if _, err := k.nc.Read(buf); err != nil {
			return
		}
	}
}

const lingerTime = 500 * time.Millisecond

// Handling notes that a handler runs.
func (k *conn) Handling() { k.enter(handling) }

// sendPiece is how much is written before the wait for the client begins anew.
const sendPiece = 64 << 10

// Send sends p with plain writes, in pieces, so that a slow client which keeps
// taking bytes is told from one that has stalled.
func (k *conn) Send(p []byte) error {
	for len(p) > 0 {
		piece := p[:min(len(p), sendPiece)]
		if _, err := k.nc.Write(k.sending(piece)); err != nil {
			return k.sent(err)
		}
		p = p[len(piece):]
	}
	return k.sent(nil)
}

// SendTwo sends head and body.
func (k *conn) SendTwo(head, body []byte) error {
	first := body[:min(len(body), sendPiece)]
	bufs := net.Buffers{k.sending(head), first}
	if _, err := bufs.WriteTo(k.nc); err != nil {
		return k.sent(err)
	}
	return k.Send(body[len(first):])
}

// sending notes that the connection waits for its client to take bytes.
func (k *conn) sending(p []byte) []byte {
	k.enter(sending)
	return p
}

func (k *conn) sent(err error) error {
	k.touch()
	k.enter(handling)
	return err
}

// A bodySource reads a streamed body from the connection.
type bodySource struct {
	k        *conn
	received int64
	waited   int64 // seconds
}

// Read reads from the connection, telling the sweep that it waits.
func (s *bodySource) Read(p []byte) (int, error) {
	k := s.k
	start := k.t.set.Now()
	k.enter(inBody)
	n, err := k.nc.Read(p)
	k.touch()
	k.enter(handling)
	s.received += int64(n)
	s.waited += k.t.set.Now() - start
	if k.tooSlow(s.received, s.waited) {
		return 0, os.ErrDeadlineExceeded
	}
	return n, err
}

// A replayConn is a connection that begins with bytes which were read already.
type replayConn struct {
	net.Conn
	rest []byte
}

// Read returns those bytes first.
func (c *replayConn) Read(p []byte) (int, error) {
	if len(c.rest) > 0 {
		n := copy(p, c.rest)
		c.rest = c.rest[n:]
		return n, nil
	}
	return c.Conn.Read(p)
}
