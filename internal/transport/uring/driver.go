//go:build linux && (amd64 || arm64 || riscv64 || loong64 || ppc64le)

package uring

import (
	"os"
	"runtime"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/weft-go/weft/internal/transport/epoll"
)

// A driver is the driver of a loop whose connections are received from and sent to by a
// ring.
type driver struct {
	l    *epoll.Loop
	t    *epoll.Transport
	ring *ring
	bufs *buffers

	event int      // signalled when the loop sleeps and something happens
	file  *os.File // event in Go's poller
	raw   syscall.RawConn
	look  func(uintptr) bool // what Go's poller calls

	rung   atomic.Bool // there is mail
	parked atomic.Bool // the loop sleeps, or is about to

	idle      []*epoll.Conn // to be received from
	flying    int           // receives and accepts that have not ended
	served    int           // completions since other goroutines were last let run
	outgoing  [2]outbox
	current   uint32 // which of them is being filled
	mark      uint32 // completions that were there after the last submission
	stuck     map[*epoll.Conn][]byte
	acceptors map[uint32]*acceptor
	accepting uint32 // number of the last request to accept
}

const (
	manyIdle   = 256 // connections that wait to be received from until the loop has nothing else to do
	fewIdle    = 64  // after fewer it is too early for their next requests
	yieldAt    = 64  // completions after which requests are submitted and other goroutines may run
	longRound  = 200 * time.Microsecond
	closeTries = 1000 // milliseconds that the kernel gets to end what is under way
)

// open returns the driver of a loop.
func open(l *epoll.Loop) (epoll.Driver, error) {
	r, err := newRing()
	if err != nil {
		return nil, err
	}
	d := &driver{l: l, t: l.Transport(), ring: r, stuck: map[*epoll.Conn][]byte{}, acceptors: map[uint32]*acceptor{}}
	d.look = d.awake
	if err := d.prepare(); err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

// prepare gets what belongs to a ring.
func (d *driver) prepare() (err error) {
	if d.bufs, err = newBuffers(d.ring); err != nil {
		return err
	}
	if d.event, err = epoll.NewEvent(); err != nil {
		return os.NewSyscallError("eventfd2", err)
	}
	d.file = os.NewFile(uintptr(d.event), "event")
	if d.raw, err = d.file.SyscallConn(); err != nil {
		return err
	}
	return d.ring.notify(d.event)
}

// Close waits until the kernel has done with everything, and gives it all back.
func (d *driver) Close() {
	d.cancelAll()
	for try := 0; d.flying > 0 && try < closeTries; try++ {
		d.submit()
		for d.ring.arrived() != d.ring.head {
			d.drop(d.ring.next())
		}
		if d.flying > 0 {
			time.Sleep(time.Millisecond)
		}
	}
	d.ring.close()
	if d.file != nil {
		d.file.Close()
	}
	if d.bufs != nil && d.flying == 0 { // otherwise the kernel may still write to them
		d.bufs.close()
	}
}

// Add has a loop receive from a connection.
func (d *driver) Add(c *epoll.Conn) error {
	d.l.Post(func(*epoll.Runner) {
		if c.Here() {
			d.receive(c, false)
		}
	})
	return nil
}

// Remove ends that. A connection that is being served is not received from, so there is
// seldom something to do.
func (d *driver) Remove(c *epoll.Conn) {
	if c.Armed {
		d.submit() // a request finds its socket by descriptor, which is closed soon
		d.cancel(receiving(c))
	}
}

// Flush submits everything, since requests find their sockets by descriptor.
func (d *driver) Flush() {
	if d.ring.pending() {
		d.submit()
	}
}

// Again has the connection received from.
func (d *driver) Again(c *epoll.Conn) { d.receive(c, false) }

// Quiet says whether nothing is left to be sent, as far as is known.
func (d *driver) Quiet(c *epoll.Conn) bool {
	_, stuck := d.stuck[c]
	return !stuck && !d.outgoing[0].has(c) && !d.outgoing[1].has(c)
}

// Serve serves what has been completed. Responses wait for the end of the round, so it is
// not a long one.
func (d *driver) Serve(r *epoll.Runner) {
	if d.rung.Load() {
		d.rung.Store(false)
		r.AnswerMail()
	}
	begun := time.Now()
	for n := 1; n <= yieldAt && !r.Lost() && d.ring.arrived() != d.ring.head; n++ {
		if n%4 == 0 && time.Since(begun) > longRound {
			return
		}
		d.served++
		q := d.ring.next()
		switch q.kind() {
		case receives:
			d.received(r, q)
		case sends:
			d.notSent(q)
		case accepts:
			d.arrived(q)
		}
	}
}

// Wait submits what was asked for, which sends all responses of this round, and waits
// until something is completed.
func (d *driver) Wait() {
	all := d.submit()
	if !d.ring.ready() || len(d.idle) >= manyIdle {
		d.receiveAll()
		all = d.submit()
	}
	if d.served >= yieldAt || !all {
		d.served = 0
		runtime.Gosched()
	}
	if all && !d.ring.ready() && !d.rung.Load() {
		d.served = 0
		_ = d.raw.Read(d.look) // it fails only if the file is closed, and that is done at the end
	}
}

// submit gives everything to the kernel. It reports whether it has taken all.
func (d *driver) submit() bool {
	d.bufs.publish()
	all := d.ring.submit()
	// If all completions of the submission before have been seen, so have its failures,
	// and what it has sent is not needed any more.
	if all && !d.ring.overflowed() && int32(d.ring.head-d.mark) >= 0 {
		d.current ^= 1
		d.outgoing[d.current].reset()
	}
	d.mark = d.ring.arrived()
	return all
}

// awake says whether there is something to do. If not, the event will tell. Who has
// something to do looks whether the loop is parked afterwards, and the loop looks
// whether there is something afterwards, so one of them sees the other.
func (d *driver) awake(uintptr) bool {
	d.parked.Store(true)
	d.ring.listen(true)
	if !d.ring.ready() && !d.rung.Load() {
		return false
	}
	d.ring.listen(false)
	d.parked.Store(false)
	return true
}

// Wake ends Wait.
func (d *driver) Wake() {
	d.rung.Store(true)
	if d.parked.Load() {
		epoll.Signal(d.event)
	}
}
