package nio

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/netip"
	"sync"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/transport"
)

// A Transport accepts connections and serves them. Make one with [New].
type Transport struct {
	set *transport.Settings

	mu        sync.Mutex
	listeners []net.Listener
	conns     connList
	closed    bool
	stop      chan struct{} // ends the sweep
	gone      sync.Cond     // signalled when the last connection has gone
	serving   sync.WaitGroup

	watch watchList
	home  func(nc net.Conn, since int64) bool // see [Transport.ReturnIdle]
}

// New returns a transport and starts its sweep. It runs until Shutdown or Close.
func New(set *transport.Settings) *Transport {
	t := &Transport{set: set, stop: make(chan struct{})}
	t.gone.L = &t.mu
	t.conns.init()
	set.Tick(time.Now())
	t.serving.Go(t.sweep)
	return t
}

// Serve accepts connections from l until it is closed. It returns nil after
// Shutdown or Close.
func (t *Transport) Serve(l net.Listener) error {
	t.mu.Lock()
	if t.closed {
		t.mu.Unlock()
		l.Close()
		return net.ErrClosed
	}
	t.listeners = append(t.listeners, l)
	t.mu.Unlock()
	var delay time.Duration
	for {
		c, err := l.Accept()
		switch {
		case err == nil:
			delay = 0
			t.start(c)
		case errors.Is(err, net.ErrClosed):
			return nil
		case isTemporary(err):
			// Out of descriptors, most likely: give connections time to end.
			delay = min(max(2*delay, 5*time.Millisecond), time.Second)
			t.set.Runtime.Logger.Warn("weft: accepting a connection", "error", err, "retry", delay)
			time.Sleep(delay)
		default:
			return err
		}
	}
}

func isTemporary(err error) bool {
	var ne interface{ Temporary() bool }
	return errors.As(err, &ne) && ne.Temporary()
}

// start serves a connection on a goroutine of its own.
func (t *Transport) start(nc net.Conn) {
	k := t.newConn(nc)
	k.enter(fresh)
	t.mu.Lock()
	if t.closed || t.set.Draining() {
		t.mu.Unlock()
		nc.Close()
		return
	}
	t.conns.add(k)
	t.mu.Unlock()
	go k.serve()
}

// newConn returns what a connection is served with.
func (t *Transport) newConn(nc net.Conn) *conn {
	k := &conn{t: t, nc: nc}
	k.touch()
	k.raw.init(nc)
	k.info.Runtime = t.set.Runtime
	k.info.Remote = remoteOf(nc)
	k.info.Watch = func(x *weft.Exchange) { t.watch.add(t, k, x) }
	return k
}

// remoteOf returns the client's address, which is not valid for Unix sockets.
func remoteOf(nc net.Conn) netip.AddrPort {
	if a, ok := nc.RemoteAddr().(*net.TCPAddr); ok {
		ap := a.AddrPort()
		return netip.AddrPortFrom(ap.Addr().Unmap(), ap.Port())
	}
	return netip.AddrPort{}
}

// end forgets a connection.
func (t *Transport) end(k *conn) {
	t.mu.Lock()
	t.conns.remove(k)
	if t.conns.n == 0 {
		t.gone.Broadcast()
	}
	t.mu.Unlock()
}

// Connections returns the number of open connections.
func (t *Transport) Connections() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.conns.n
}

// Shutdown stops accepting, lets requests that are being served finish, and
// closes idle connections. When ctx ends it cuts the rest and returns ctx's
// error.
func (t *Transport) Shutdown(ctx context.Context) error {
	t.set.Drain()
	t.mu.Lock()
	t.closeListeners()
	for k := range t.conns.all {
		k.wakeIfIdle()
	}
	t.mu.Unlock()
	defer context.AfterFunc(ctx, func() {
		t.mu.Lock()
		t.gone.Broadcast()
		t.mu.Unlock()
	})()
	t.mu.Lock()
	for t.conns.n > 0 && ctx.Err() == nil {
		t.gone.Wait()
	}
	left := t.conns.n
	t.mu.Unlock()
	t.Close()
	if left > 0 {
		return ctx.Err()
	}
	return nil
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
	close(t.stop)
	for k := range t.conns.all {
		k.cut()
	}
	t.mu.Unlock()
	t.watch.abort()
	t.serving.Wait()
	return nil
}

func (t *Transport) closeListeners() {
	for _, l := range t.listeners {
		l.Close()
	}
	t.listeners = nil
}

// handshake completes a TLS handshake within the time for a header.
func (k *conn) handshake() error {
	tc, ok := k.nc.(*tls.Conn)
	if !ok {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), k.t.set.HeaderTimeout)
	defer cancel()
	if err := tc.HandshakeContext(ctx); err != nil {
		return err
	}
	state := tc.ConnectionState()
	k.info.TLS = &state
	return nil
}
