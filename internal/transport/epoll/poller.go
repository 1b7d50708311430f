//go:build linux && (amd64 || arm64 || riscv64 || loong64 || ppc64le || s390x)

package epoll

import (
	"fmt"
	"os"
	"runtime"
	"syscall"
)

// A poller is the driver of a loop whose connections are registered with an epoll
// descriptor.
type poller struct {
	l      *Loop
	epfd   int
	wakefd int
	file   *os.File // epfd in Go's poller
	raw    syscall.RawConn
	wake   func(uintptr) bool // what Go's poller calls

	events  []syscall.EpollEvent
	n, next int     // how many events there are, and which is next
	served  int     // events since other goroutines were last let run
	again   []*Conn // these have had their share and still have bytes to read
}

const (
	maxEvents = 256 // events taken from the kernel at a time
	fewEvents = 4   // after fewer the loop was not busy, and goes to sleep at once
	yieldAt   = 64  // events after which other goroutines may run
)

func openPoller(l *Loop) (Driver, error) {
	epfd, err := syscall.EpollCreate1(syscall.EPOLL_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("epoll_create1: %w", err)
	}
	wakefd, err := NewEvent()
	if err != nil {
		syscall.Close(epfd)
		return nil, fmt.Errorf("eventfd2: %w", err)
	}
	p := &poller{l: l, epfd: epfd, wakefd: wakefd, events: make([]syscall.EpollEvent, maxEvents)}
	p.wake = func(uintptr) bool { return p.poll() }
	// Go's poller takes only what does not block.
	if err = syscall.SetNonblock(epfd, true); err == nil {
		p.file = os.NewFile(uintptr(epfd), "epoll")
		if p.raw, err = p.file.SyscallConn(); err == nil {
			err = p.register(wakefd, 0)
		}
	}
	if err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// Close closes the descriptors.
func (p *poller) Close() {
	if p.file == nil {
		syscall.Close(p.epfd)
	} else {
		p.file.Close()
	}
	syscall.Close(p.wakefd)
}

// Add has the loop told when the socket becomes readable. What can be read already is
// told at once.
func (p *poller) Add(c *Conn) error { return p.register(int(c.fd), c.gen) }

func (p *poller) register(fd int, gen uint32) error {
	ev := syscall.EpollEvent{Events: epollIn | epollRdHup | epollET, Fd: int32(fd), Pad: int32(gen)}
	if err := syscall.EpollCtl(p.epfd, syscall.EPOLL_CTL_ADD, fd, &ev); err != nil {
		return fmt.Errorf("epoll_ctl: %w", err)
	}
	return nil
}

// Remove ends that.
func (p *poller) Remove(c *Conn) {
	var ev syscall.EpollEvent // kernels before 2.6.9 want one
	_ = syscall.EpollCtl(p.epfd, syscall.EPOLL_CTL_DEL, int(c.fd), &ev)
}

// Again has the connection served in the next round.
func (p *poller) Again(c *Conn) { p.again = append(p.again, c) }

// Flush does nothing: nothing is put off.
func (p *poller) Flush() {}

// Quiet is always true: what is sent is sent at once.
func (p *poller) Quiet(*Conn) bool { return true }

// Serve serves those for whom there are events, and those who have had their share in
// the last round.
func (p *poller) Serve(r *Runner) {
	conns := &r.l.t.conns
	for p.next < p.n {
		ev := &p.events[p.next]
		p.next++
		if int(ev.Fd) == p.wakefd {
			p.hush()
			r.AnswerMail()
		} else if c := conns.get(int(ev.Fd)); c != nil && c.gen == uint32(ev.Pad) {
			r.Readable(c, ev.Events&epollEnd != 0)
		}
		if r.lost {
			return
		}
	}
	for n := len(p.again); n > 0 && !r.lost; n-- {
		c := p.again[0]
		p.again = p.again[1:]
		if conns.get(int(c.fd)) == c {
			r.Readable(c, true)
		}
	}
	if !r.lost && len(p.again) == 0 {
		p.again = nil
	}
}

// Wait gets the next events. A loop that was busy lets other goroutines run and asks
// the kernel without sleeping. Sleeping lets them run by itself.
func (p *poller) Wait() {
	busy := p.n >= fewEvents || len(p.again) > 0
	p.next, p.n = 0, 0
	if busy {
		if p.served >= yieldAt {
			p.served = 0
			runtime.Gosched()
		}
		p.poll()
	}
	if p.n == 0 && len(p.again) == 0 {
		p.served = 0
		if err := p.raw.Read(p.wake); err != nil {
			p.l.ended = true // nobody but the runner closes the file, so this does not happen
		}
	}
	p.served += p.n
}

func (p *poller) poll() bool {
	p.n = epollPoll(p.epfd, p.events)
	return p.n > 0
}

// Wake makes the event descriptor readable.
func (p *poller) Wake() { Signal(p.wakefd) }

// hush makes it unreadable again.
func (p *poller) hush() {
	var count [8]byte
	_, _ = syscall.Read(p.wakefd, count[:]) // it does not block
}
