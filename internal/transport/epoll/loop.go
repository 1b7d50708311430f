//go:build linux && (amd64 || arm64 || riscv64 || loong64 || ppc64le || s390x)

package epoll

import (
	"sync"
	"sync/atomic"

	"github.com/weft-go/weft/internal/transport"
)

// A Loop serves some of the connections. It is run by one goroutine at a time, the
// runner; most of it belongs to that one. The state says whose turn it is: the runner
// raises it to an odd number before it calls a handler and to the next even one
// afterwards. Whoever does the latter first has the loop, so a watchdog that does it
// instead of the runner has taken the loop away.
type Loop struct {
	t      *Transport
	driver Driver

	turn  uint64 // the last state
	spare *transport.Machine
	waste []byte // what nobody wants is read into it
	ended bool

	_     [64]byte // the state has a cache line of its own
	state atomic.Uint64
	_     [64]byte
	holds atomic.Pointer[Runner] // whose loop it is

	mu     sync.Mutex
	mail   []letter // for the runner, from others
	closed bool
}

const (
	maxReads = 4  // reads from a connection before it is another's turn
	maxMail  = 64 // letters answered before it is a connection's turn
)

// A letter asks the runner for something.
type letter func(*Runner)

// newLoop returns a loop that nobody runs yet.
func newLoop(t *Transport) (*Loop, error) {
	l := &Loop{t: t}
	var err error
	l.driver, err = t.kernel.Open(l)
	return l, err
}

// close ends the loop. Letters that come later are not read.
func (l *Loop) close() {
	l.mu.Lock()
	l.closed = true
	l.mu.Unlock()
	l.driver.Close()
}

// wait waits for something to serve.
func (l *Loop) wait() {
	l.driver.Wait()
	// The watchdog goes to sleep and then looks at the state; so the state has to
	// change before the loop looks at the watchdog.
	l.turn += 2
	l.state.Store(l.turn)
	l.t.dog.wake()
}

// Transport returns the transport that the loop is a part of.
func (l *Loop) Transport() *Transport { return l.t }

// Driver returns the driver of the loop.
func (l *Loop) Driver() Driver { return l.driver }

// Post has the runner call f, and wakes it. A loop that has ended never does. Anyone may
// call it.
func (l *Loop) Post(f func(*Runner)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return
	}
	l.mail = append(l.mail, f)
	if len(l.mail) == 1 {
		l.driver.Wake()
	}
}

// nextLetter takes out the oldest letter, or returns nil if there is none. After the last
// of a round the loop is woken again, for the rest.
func (l *Loop) nextLetter(last bool) letter {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.mail) == 0 {
		l.mail = nil
		return nil
	}
	m := l.mail[0]
	l.mail = l.mail[1:]
	if last && len(l.mail) > 0 {
		l.driver.Wake()
	}
	return m
}
