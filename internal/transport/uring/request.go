//go:build linux && (amd64 || arm64 || riscv64 || loong64 || ppc64le)

package uring

import (
	"bytes"
	"syscall"
	"unsafe"

	"github.com/weft-go/weft/internal/transport/epoll"
)

// A kind says what a completion is about.
type kind uint8

const (
	receives kind = iota + 1
	sends
	accepts
	cancels
)

// What a request is about is written into it: the kind, and a connection's descriptor
// and generation, or the place of what is being sent, or the number of an acceptor.
const (
	kindShift       = 56
	generationShift = 22
	descriptorMask  = 1<<generationShift - 1
)

func (q completion) kind() kind { return kind(q.user >> kindShift) }

func receiving(c *epoll.Conn) uint64 {
	return uint64(receives)<<kindShift | uint64(c.Generation())<<generationShift | uint64(c.Descriptor())
}

func about(k kind, n uint32) uint64 { return uint64(k)<<kindShift | uint64(n) }

// From the kernel's io_uring.h.
const (
	opAccept = 13
	opCancel = 14
	opSend   = 26
	opRecv   = 27

	selectBuffer = 1 << 5 // flags of requests
	skipSuccess  = 1 << 6

	pollFirst   = 1 << 0 // in ioprio of a receive
	acceptMany  = 1 << 0 // in ioprio of an accept
	cancelEvery = 1<<0 | 1<<2

	hasBuffer = 1 << 0 // flags of completions
	hasMore   = 1 << 1
	notEmpty  = 1 << 2

	msgWaitAll = 0x100
)

// receive has the kernel receive from a connection, once. If that is early, the kernel
// does not try before something arrives.
func (d *driver) receive(c *epoll.Conn, early bool) {
	if c.Armed {
		return
	}
	c.Armed = true
	d.flying++
	q := request{op: opRecv, flags: selectBuffer, fd: int32(c.Descriptor()), user: receiving(c)}
	if early {
		q.ioprio = pollFirst
	}
	d.ring.add(q)
}

// receiveAll has the kernel receive from the connections that were served in the last
// rounds. A loop that has more to do does that first: by then some of them have sent the
// next request, and receiving what is there is cheaper than waiting for it.
func (d *driver) receiveAll() {
	early := len(d.idle) < fewIdle
	for _, c := range d.idle {
		if c.Here() {
			d.receive(c, early)
		}
	}
	clear(d.idle)
	d.idle = d.idle[:0]
}

// cancel ends a request that waits.
func (d *driver) cancel(user uint64) {
	d.ring.add(request{op: opCancel, flags: skipSuccess, fd: -1, addr: user, user: about(cancels, 0)})
}

// cancelAll ends all of them.
func (d *driver) cancelAll() {
	d.ring.add(request{op: opCancel, flags: skipSuccess, fd: -1, opFlags: cancelEvery, user: about(cancels, 0)})
}

// buffer returns the bytes that were received, and gives the buffer back. They have to be
// copied before the next submission.
func (d *driver) buffer(q completion) []byte {
	if q.flags&hasBuffer == 0 {
		return nil
	}
	id := uint16(q.flags >> 16)
	d.bufs.put(id)
	return d.bufs.bytes(id, int(max(q.res, 0)))
}

// received serves a connection from which something was received.
func (d *driver) received(r *epoll.Runner, q completion) {
	d.flying--
	p := d.buffer(q)
	c := d.t.Find(int(q.user&descriptorMask), uint32(q.user>>generationShift))
	if c == nil {
		return
	}
	c.Armed = false
	if unsent, ok := d.stuck[c]; ok {
		delete(d.stuck, c)
		c.Fill(p)
		r.Depart(c, unsent)
		return
	}
	switch errno := syscall.Errno(max(-q.res, 0)); {
	case len(p) > 0:
		d.serve(r, c, p, q.flags&notEmpty != 0)
	case errno == syscall.ENOBUFS:
		d.bufs.grow()
	case errno == syscall.ECANCELED, errno == syscall.EINTR, errno == syscall.EAGAIN:
		// The thread that has asked for it has ended.
	default:
		c.End()
	}
	if !r.Lost() && c.Here() {
		d.idle = append(d.idle, c)
	}
}

// serve serves a connection with what was received. If that was a part of a request and
// more is there, it is received straight to its place.
func (d *driver) serve(r *epoll.Runner, c *epoll.Conn, p []byte, more bool) {
	if c.Lingers() {
		return
	}
	c.Fill(p)
	unsent, stays := r.Serve(c)
	if !stays {
		return
	}
	if len(unsent) > 0 {
		d.send(c, unsent)
	}
	r.Settle(c, len(unsent) > 0)
	if more && len(unsent) == 0 && c.Partial() {
		r.Readable(c, false)
	}
}

// An outbox has what is sent with one submission. It is kept until it is known what has
// failed.
type outbox struct {
	memory []byte
	list   []outgoing
}

type outgoing struct {
	c *epoll.Conn
	p []byte // a part of the memory
}

const outboxSize = 64 << 10

func (o *outbox) reset() {
	clear(o.list)
	o.list, o.memory = o.list[:0], o.memory[:0]
}

func (o *outbox) has(c *epoll.Conn) bool {
	for i := range o.list {
		if o.list[i].c == c {
			return true
		}
	}
	return false
}

// send has the kernel send a copy of p with the next submission, and tell only if it
// could not send all of it.
func (d *driver) send(c *epoll.Conn, p []byte) {
	o := &d.outgoing[d.current]
	if cap(o.memory)-len(o.memory) < len(p) {
		o.memory = make([]byte, 0, outboxSize)
	}
	at := len(o.memory)
	o.memory = append(o.memory, p...)
	p = o.memory[at:]
	d.ring.add(request{
		op: opSend, flags: skipSuccess, fd: int32(c.Descriptor()),
		addr: uint64(uintptr(unsafe.Pointer(unsafe.SliceData(p)))), len: uint32(len(p)),
		opFlags: syscall.MSG_DONTWAIT | syscall.MSG_NOSIGNAL | msgWaitAll,
		user:    about(sends, uint32(len(o.list))<<1|d.current),
	})
	o.list = append(o.list, outgoing{c, p})
}

// notSent is called if not all of a response was sent. The connection has to leave the
// loop, and for that the kernel must not receive from it any more.
func (d *driver) notSent(q completion) {
	o := &d.outgoing[q.user&1].list[uint32(q.user)>>1]
	c := o.c
	if !c.Here() {
		return
	}
	switch errno := syscall.Errno(max(-q.res, 0)); errno {
	case 0, syscall.EAGAIN, syscall.EINTR, syscall.ENOMEM, syscall.ENOBUFS, syscall.ECANCELED:
		d.tidy()
		d.stuck[c] = bytes.Clone(o.p[max(q.res, 0):])
		d.cancel(receiving(c))
	default:
		c.End()
	}
}

// tidy forgets connections that have ended while they were stuck.
func (d *driver) tidy() {
	for c := range d.stuck {
		if !c.Here() {
			delete(d.stuck, c)
		}
	}
}

// drop forgets a completion that came too late.
func (d *driver) drop(q completion) {
	switch q.kind() {
	case receives:
		d.flying--
	case accepts:
		if q.res >= 0 {
			syscall.Close(int(q.res))
		}
		if q.flags&hasMore == 0 {
			d.flying--
		}
	}
}
