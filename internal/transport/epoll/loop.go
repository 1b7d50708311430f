//go:build linux && (amd64 || arm64 || riscv64 || loong64 || ppc64le || s390x)

package epoll

import (
	"fmt"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"

	"github.com/weft-go/weft/internal/transport"
)

// A loop serves the connections that are registered with one epoll descriptor. It is
// run by one goroutine at a time, the runner; most of it belongs to that one. The state
// says whose turn it is: the runner raises it to an odd number before it calls a
// handler and to the next even one afterwards. Whoever does the latter first has the
// loop, so a watchdog that does it instead of the runner has taken the loop away.
type loop struct {
	t    *Transport
	epfd int
	file *os.File // epfd in Go's poller
	raw  syscall.RawConn
	wake func(uintptr) bool // what Go's poller calls

	events  []syscall.EpollEvent
	n, next int     // how many events there are, and which is next
	served  int     // events since other goroutines were last let run
	again   []*conn // these have had their share and still have bytes to read
	turn    uint64  // the last state
	spare   *transport.Machine
	waste   []byte // what nobody wants is read into it
	ended   bool

	_     [64]byte // the state has a cache line of its own
	state atomic.Uint64
	_     [64]byte
	holds atomic.Pointer[runner] // whose loop it is

	wakefd int
	mu     sync.Mutex
	mail   []letter // for the runner, from others
	closed bool
}

const (
	maxEvents = 256 // events taken from the kernel at a time
	fewEvents = 4   // after fewer the loop was not busy, and goes to sleep at once
	yieldAt   = 64  // events after which other goroutines may run
	maxReads  = 4   // reads from a connection before it is another's turn
	maxMail   = 64  // letters answered before it is a connection's turn
)

// A letter asks the runner for something.
type letter struct {
	c    *conn
	what errand
}

type errand uint8

const (
	inspect errand = iota // see whether a connection has taken too long
	drain                 // close idle connections
	quit                  // close everything and end
)

// newLoop returns a loop that nobody runs yet.
func newLoop(t *Transport) (*loop, error) {
	epfd, err := syscall.EpollCreate1(syscall.EPOLL_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("epoll_create1: %w", err)
	}
	wakefd, err := newEventDescriptor()
	if err != nil {
		syscall.Close(epfd)
		return nil, fmt.Errorf("eventfd2: %w", err)
	}
	l := &loop{t: t, epfd: epfd, wakefd: wakefd, events: make([]syscall.EpollEvent, maxEvents)}
	l.wake = func(uintptr) bool { return l.poll() }
	// Go's poller takes only what does not block.
	if err = syscall.SetNonblock(epfd, true); err == nil {
		l.file = os.NewFile(uintptr(epfd), "epoll")
		if l.raw, err = l.file.SyscallConn(); err == nil {
			err = l.register(wakefd, 0)
		}
	}
	if err != nil {
		l.close()
		return nil, err
	}
	return l, nil
}

func (l *loop) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	if l.file == nil {
		syscall.Close(l.epfd)
	} else {
		l.file.Close()
	}
	syscall.Close(l.wakefd)
}

// register has the loop told when a descriptor becomes readable. What can be read
// already is told at once.
func (l *loop) register(fd int, gen uint32) error {
	ev := syscall.EpollEvent{Events: epollIn | epollRdHup | epollET, Fd: int32(fd), Pad: int32(gen)}
	if err := syscall.EpollCtl(l.epfd, syscall.EPOLL_CTL_ADD, fd, &ev); err != nil {
		return fmt.Errorf("epoll_ctl: %w", err)
	}
	return nil
}

// unregister ends that.
func (l *loop) unregister(fd int) {
	var ev syscall.EpollEvent // kernels before 2.6.9 want one
	_ = syscall.EpollCtl(l.epfd, syscall.EPOLL_CTL_DEL, fd, &ev)
}

// wait gets the next events. A loop that was busy lets other goroutines run and asks
// the kernel without sleeping. Sleeping lets them run by itself.
func (l *loop) wait() {
	busy := l.n >= fewEvents || len(l.again) > 0
	l.next, l.n = 0, 0
	if busy {
		if l.served >= yieldAt {
			l.served = 0
			runtime.Gosched()
		}
		l.poll()
	}
	if l.n == 0 && len(l.again) == 0 {
		l.served = 0
		if err := l.raw.Read(l.wake); err != nil {
			l.ended = true // nobody but the runner closes the file, so this does not happen
		}
	}
	l.served += l.n
	// The watchdog goes to sleep and then looks at the state; so the state has to
	// change before the loop looks at the watchdog.
	l.turn += 2
	l.state.Store(l.turn)
	l.t.dog.wake()
}

func (l *loop) poll() bool {
	l.n = epollPoll(l.epfd, l.events)
	return l.n > 0
}

// post leaves a letter for the runner and wakes it. A loop that has ended gets none.
func (l *loop) post(m letter) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return
	}
	l.mail = append(l.mail, m)
	if len(l.mail) == 1 {
		l.ring()
	}
}

// ring makes the event descriptor readable. It can only fail if it is so already.
func (l *loop) ring() { _, _ = syscall.Write(l.wakefd, []byte{1, 0, 0, 0, 0, 0, 0, 0}) }

// hush makes it unreadable again.
func (l *loop) hush() {
	var count [8]byte
	_, _ = syscall.Read(l.wakefd, count[:]) // it does not block
}

// nextLetter takes out the oldest letter. It reports whether there was one. After the
// last of a round the loop is woken again, for the rest.
func (l *loop) nextLetter(last bool) (letter, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.mail) == 0 {
		l.mail = nil
		return letter{}, false
	}
	m := l.mail[0]
	l.mail = l.mail[1:]
	if last && len(l.mail) > 0 {
		l.ring()
	}
	return m, true
}
