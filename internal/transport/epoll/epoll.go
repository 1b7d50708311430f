//go:build linux && (amd64 || arm64 || riscv64 || loong64 || ppc64le || s390x)

package epoll

import (
	"context"
	"fmt"
	"net"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/weft-go/weft/internal/transport"
	"github.com/weft-go/weft/internal/transport/nio"
)

// A Transport accepts connections and serves them. Make one with [New].
type Transport struct {
	set      *transport.Settings
	kernel   Kernel
	nio      *nio.Transport // serves what cannot be served on a loop
	blocking *transport.Blocking
	dog      watchdog

	conns table
	count atomic.Int64 // connections that nio does not count
	loops sync.WaitGroup

	mu        sync.Mutex
	taken     uint32 // connections so far
	listeners []net.Listener
	accepting []Acceptor
	closed    bool
	stop      chan struct{} // ends the sweep
	empty     sync.Cond     // signalled when count has become 0
	helpers   sync.WaitGroup
}

// New returns a transport with a number of loops on epoll, or as many as GOMAXPROCS
// says if that is 0, and starts them. It runs until Shutdown or Close. It fails if the
// kernel refuses what it needs.
func New(set *transport.Settings, loops int) (*Transport, error) {
	return NewOn(Kernel{Name: "epoll", Open: openPoller, Listen: listenPolled}, set, loops)
}

// NewOn is New for another interface of the kernel.
func NewOn(k Kernel, set *transport.Settings, loops int) (*Transport, error) {
	if loops <= 0 {
		loops = runtime.GOMAXPROCS(0)
	}
	t := &Transport{set: set, kernel: k, blocking: transport.NewBlocking(set), stop: make(chan struct{})}
	t.empty.L = &t.mu
	var all []*Loop
	for range loops {
		l, err := newLoop(t)
		if err != nil {
			for _, l := range all {
				l.close()
			}
			return nil, fmt.Errorf("%s: %w", k.Name, err)
		}
		all = append(all, l)
	}
	t.dog.init(all)
	t.nio = nio.New(set)
	t.nio.ReturnIdle(t.comeHome)
	for _, l := range all {
		t.loops.Add(1)
		l.start()
	}
	t.helpers.Go(t.dog.run)
	t.helpers.Go(t.sweep)
	return t, nil
}

// gone forgets a connection.
func (t *Transport) gone() {
	if t.count.Add(-1) == 0 && t.set.Draining() {
		t.mu.Lock()
		t.empty.Broadcast()
		t.mu.Unlock()
	}
}

// Connections returns the number of open connections.
func (t *Transport) Connections() int { return int(t.count.Load()) + t.nio.Connections() }

// Shutdown stops accepting, lets requests that are being served finish, and closes idle
// connections. When ctx ends it cuts the rest and returns ctx's error.
func (t *Transport) Shutdown(ctx context.Context) error {
	t.nio.Drain()
	t.mu.Lock()
	t.closeListeners()
	t.mu.Unlock()
	t.tell((*Runner).drain)
	defer context.AfterFunc(ctx, func() {
		t.mu.Lock()
		t.empty.Broadcast()
		t.mu.Unlock()
	})()
	t.mu.Lock()
	for t.count.Load() > 0 && ctx.Err() == nil {
		t.empty.Wait()
	}
	left := t.count.Load()
	t.mu.Unlock()
	// Those who leave a loop become guests of nio, so nio comes last.
	err := t.nio.Shutdown(ctx)
	t.Close()
	if err == nil && left > 0 {
		err = ctx.Err()
	}
	return err
}

// Close cuts all connections and ends the transport.
func (t *Transport) Close() error {
	t.set.Drain()
	t.mu.Lock()
	if t.closed {
		t.mu.Unlock()
		return nil
	}
	t.closed = true
	t.closeListeners()
	t.mu.Unlock()
	close(t.stop)
	// A loop whose runner is in a handler is taken over by the watchdog, so this does
	// not wait for handlers.
	t.tell((*Runner).quit)
	t.loops.Wait()
	err := t.nio.Close()
	close(t.dog.stop)
	t.helpers.Wait()
	return err
}

// tell asks all loops for something.
func (t *Transport) tell(what letter) {
	for _, l := range t.dog.loops {
		l.Post(what)
	}
}

// Settings returns what the server has told the transport.
func (t *Transport) Settings() *transport.Settings { return t.set }

// Loops returns the loops.
func (t *Transport) Loops() []*Loop { return t.dog.loops }

// Find returns the connection with a descriptor and a generation, or nil if there is
// none any more.
func (t *Transport) Find(fd int, generation uint32) *Conn {
	if c := t.conns.get(fd); c != nil && c.gen == generation {
		return c
	}
	return nil
}

func (t *Transport) closeListeners() {
	for _, a := range t.accepting {
		a.Close()
	}
	for _, l := range t.listeners {
		l.Close()
	}
	t.accepting, t.listeners = nil, nil
}
