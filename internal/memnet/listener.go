package memnet

import (
	"context"
	"net"
	"sync"
	"sync/atomic"
	"syscall"
)

// clientPorts is how many ports IANA leaves to clients, from firstClientPort to
// the last.
const (
	firstClientPort = 49152
	clientPorts     = 65536 - firstClientPort
)

// Config holds the sizes of a network. The zero value is a useful default.
type Config struct {
	// Buffer is how many bytes each direction of a connection holds before a
	// Write waits. The default is 64 KiB.
	Buffer int
	// Backlog is how many connections may wait for Accept before Dial waits.
	// The default is 128.
	Backlog int
}

func (c Config) withDefaults() Config {
	if c.Buffer <= 0 {
		c.Buffer = 64 << 10
	}
	if c.Backlog <= 0 {
		c.Backlog = 128
	}
	return c
}

// Listener is a net.Listener whose connections are made by its own Dial. It may
// be used from several goroutines.
type Listener struct {
	config  Config
	queue   chan *Conn
	clients atomic.Uint32
	done    chan struct{}
	close   sync.Once
}

// Listen returns a listener with the default sizes. It cannot fail.
func Listen() *Listener { return Config{}.Listen() }

// Listen returns a listener with the sizes of c. It cannot fail.
func (c Config) Listen() *Listener {
	c = c.withDefaults()
	return &Listener{config: c, queue: make(chan *Conn, c.Backlog), done: make(chan struct{})}
}

// Accept waits for the next connection. After Close it returns an error that
// wraps net.ErrClosed.
func (l *Listener) Accept() (net.Conn, error) {
	if l.isClosed() {
		return nil, l.failure("accept", net.ErrClosed)
	}
	select {
	case conn := <-l.queue:
		return conn, nil
	case <-l.done:
		return nil, l.failure("accept", net.ErrClosed)
	}
}

// Dial makes a connection and returns the client's end, a *Conn. Like a TCP
// client it does not wait for Accept, only for room in the backlog. It returns
// an error that wraps ctx's error if ctx ends first, and one that wraps
// syscall.ECONNREFUSED after Close.
func (l *Listener) Dial(ctx context.Context) (net.Conn, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, l.failure("dial", err)
	}
	if l.isClosed() {
		return nil, l.failure("dial", syscall.ECONNREFUSED)
	}
	n := l.clients.Add(1) - 1
	client, server := l.config.pipe(clientAddr(int(n % clientPorts)))
	select {
	case l.queue <- server:
	case <-ctx.Done():
		return nil, l.failure("dial", context.Cause(ctx))
	case <-l.done:
		return nil, l.failure("dial", syscall.ECONNREFUSED)
	}
	// Close may have emptied the queue just before the connection went in.
	if l.isClosed() {
		l.refuseQueued()
	}
	return client, nil
}

// DialContext is Dial in the form that http.Transport and others take. Network
// and address are ignored.
func (l *Listener) DialContext(ctx context.Context, _, _ string) (net.Conn, error) {
	return l.Dial(ctx)
}

// Close ends Accept and Dial. Connections that wait in the backlog are aborted,
// accepted ones live on. Close may be called more than once; only the first
// call returns nil.
func (l *Listener) Close() error {
	err := l.failure("close", net.ErrClosed)
	l.close.Do(func() {
		close(l.done)
		l.refuseQueued()
		err = nil
	})
	return err
}

// Addr returns the server's address, a *net.TCPAddr.
func (l *Listener) Addr() net.Addr { return serverAddr() }

func (l *Listener) isClosed() bool {
	select {
	case <-l.done:
		return true
	default:
		return false
	}
}

func (l *Listener) refuseQueued() {
	for {
		select {
		case conn := <-l.queue:
			conn.Abort()
		default:
			return
		}
	}
}

func (l *Listener) failure(op string, err error) error {
	addr := serverAddr()
	return &net.OpError{Op: op, Net: addr.Network(), Addr: addr, Err: err}
}

func serverAddr() *net.TCPAddr { return &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 80} }

func clientAddr(n int) *net.TCPAddr {
	return &net.TCPAddr{IP: net.IPv4(192, 0, 2, 2), Port: firstClientPort + n}
}
