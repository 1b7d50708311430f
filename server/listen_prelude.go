package server

import (
	"net"
	"sync"
	"time"
)

// A prelude is what happens on a connection before its transport gets it: it may
// look at the first bytes, take some away, and return another connection in its
// place. A connection whose prelude fails is closed without a word.
type prelude func(net.Conn) (net.Conn, error)

// A preludeListener is a listener whose connections have their prelude behind
// them. Each runs on a goroutine of its own, so a client that is slow with its
// first bytes holds up nobody, and has to send them within a time.
//
// Servers without TLS and without the PROXY protocol do without this listener.
type preludeListener struct {
	net.Listener
	steps   []prelude
	timeout time.Duration

	ready chan accepted
	quit  chan struct{}
	all   sync.WaitGroup

	mu      sync.Mutex
	pending map[net.Conn]struct{} // nil once the listener is closed
}

// accepted is what Accept returns.
type accepted struct {
	conn net.Conn
	err  error
}

// withPrelude puts the preludes before everything else on the connections of l.
func withPrelude(l net.Listener, timeout time.Duration, steps ...prelude) net.Listener {
	p := &preludeListener{
		Listener: l,
		steps:    steps,
		timeout:  timeout,
		ready:    make(chan accepted),
		quit:     make(chan struct{}),
		pending:  map[net.Conn]struct{}{},
	}
	p.all.Go(p.run)
	return p
}

// Accept returns the next connection that is ready.
func (p *preludeListener) Accept() (net.Conn, error) {
	select {
	case a := <-p.ready:
		return a.conn, a.err
	case <-p.quit:
		return nil, net.ErrClosed
	}
}

// Close closes the listener and the connections that nobody has accepted yet.
func (p *preludeListener) Close() error {
	p.mu.Lock()
	if p.pending == nil {
		p.mu.Unlock()
		return net.ErrClosed
	}
	close(p.quit)
	for c := range p.pending {
		c.Close()
	}
	p.pending = nil
	p.mu.Unlock()
	err := p.Listener.Close()
	p.all.Wait()
	return err
}

// run accepts. Errors go to whoever calls Accept, who knows what to do and when to
// go on.
func (p *preludeListener) run() {
	for {
		c, err := p.Listener.Accept()
		switch {
		case err == nil:
			p.all.Go(func() { p.begin(c) })
		case !p.hand(accepted{err: err}):
			return
		}
	}
}

// hand gives a result to Accept. It reports whether the listener is still open.
func (p *preludeListener) hand(a accepted) bool {
	select {
	case p.ready <- a:
		return true
	case <-p.quit:
		return false
	}
}

// begin runs the preludes of a connection.
func (p *preludeListener) begin(c net.Conn) {
	if !p.add(c) {
		c.Close()
		return
	}
	defer p.remove(c)
	next := c
	for _, step := range p.steps {
		// A connection that cannot have a deadline fails when it is read.
		_ = c.SetReadDeadline(time.Now().Add(p.timeout))
		var err error
		if next, err = step(next); err != nil {
			c.Close()
			return
		}
	}
	_ = c.SetReadDeadline(time.Time{})
	if !p.hand(accepted{conn: next}) {
		c.Close()
	}
}

func (p *preludeListener) add(c net.Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.pending == nil {
		return false
	}
	p.pending[c] = struct{}{}
	return true
}

func (p *preludeListener) remove(c net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.pending, c)
}
