//go:build linux && (amd64 || arm64 || riscv64 || loong64 || ppc64le || s390x)

package epoll

import (
	"errors"
	"net"
	"net/netip"
	"os"
	"syscall"
	"time"
)

// Serve accepts connections from l until it is closed. It returns nil after Shutdown or
// Close. Only the connections of plain sockets are served on loops; those of other
// listeners, which put TLS or something else around a socket, are served by nio.
func (t *Transport) Serve(l net.Listener) error {
	var sc syscall.Conn
	switch l := l.(type) {
	case *net.TCPListener:
		sc = l
	case *net.UnixListener:
		sc = l
	default:
		return t.nio.Serve(l)
	}
	fd, err := listeningDescriptor(sc, l.Addr())
	if err != nil {
		l.Close()
		return err
	}
	a := t.kernel.Listen(t, fd)
	if !t.listenOn(l, a) {
		return net.ErrClosed
	}
	return a.Accept()
}

// listeningDescriptor returns a copy of a listener's descriptor, which lets us accept by
// ourselves. What is set on it here, its connections inherit.
func listeningDescriptor(sc syscall.Conn, addr net.Addr) (int, error) {
	raw, err := sc.SyscallConn()
	if err != nil {
		return -1, err
	}
	fd := -1
	controlled := raw.Control(func(s uintptr) {
		if fd, err = copyDescriptor(int(s)); err == nil {
			inherit(fd, addr)
		}
	})
	return fd, errors.Join(controlled, err)
}

const keepAlive = 15 // seconds between probes, as package net has it

// inherit sets what package net sets on each connection. On Unix sockets most of it
// fails, and means nothing. Connections within the machine need no probes.
func inherit(fd int, addr net.Addr) {
	_ = syscall.SetsockoptInt(fd, syscall.IPPROTO_TCP, syscall.TCP_NODELAY, 1)
	if tcp, ok := addr.(*net.TCPAddr); ok && tcp.IP.IsLoopback() {
		return
	}
	_ = syscall.SetsockoptInt(fd, syscall.SOL_SOCKET, syscall.SO_KEEPALIVE, 1)
	_ = syscall.SetsockoptInt(fd, syscall.IPPROTO_TCP, syscall.TCP_KEEPIDLE, keepAlive)
	_ = syscall.SetsockoptInt(fd, syscall.IPPROTO_TCP, syscall.TCP_KEEPINTVL, keepAlive)
}

// listenOn notes a listener, which it closes if the transport has ended.
func (t *Transport) listenOn(l net.Listener, a Acceptor) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.listeners = append(t.listeners, l)
	t.accepting = append(t.accepting, a)
	if t.closed || t.set.Draining() {
		t.closeListeners()
		return false
	}
	return true
}

// A polledListener accepts when Go's poller says so.
type polledListener struct {
	t *Transport
	*os.File
}

func listenPolled(t *Transport, fd int) Acceptor {
	return &polledListener{t, os.NewFile(uintptr(fd), "listener")}
}

// Accept accepts until the descriptor is closed.
func (l *polledListener) Accept() error {
	t := l.t
	raw, err := l.SyscallConn()
	if err != nil {
		return err
	}
	var delay Backoff
	for {
		var failed error
		err := raw.Read(func(fd uintptr) bool {
			failed = t.acceptAll(int(fd), &delay)
			return failed != nil
		})
		switch {
		case err != nil && t.set.Draining():
			return nil
		case err != nil:
			return err
		}
		if err := delay.Pause(t, failed); err != nil {
			return err
		}
	}
}

// A Backoff is how long to wait before accepting again, when that has failed.
type Backoff time.Duration

// Pause waits after a failure that others can mend. Out of descriptors, most likely:
// then connections get time to end. Other failures are returned.
func (b *Backoff) Pause(t *Transport, failed error) error {
	switch failed {
	case syscall.EMFILE, syscall.ENFILE, syscall.ENOBUFS, syscall.ENOMEM, syscall.EPERM:
	default:
		return os.NewSyscallError("accept4", failed)
	}
	delay := min(max(2*time.Duration(*b), 5*time.Millisecond), time.Second)
	t.set.Runtime.Logger.Warn("weft: accepting a connection", "error", failed, "retry", delay)
	time.Sleep(delay)
	*b = Backoff(delay)
	return nil
}

// acceptAll accepts everyone who waits. It returns nil when nobody does any more.
func (t *Transport) acceptAll(fd int, delay *Backoff) error {
	for {
		s, addr, err := syscall.Accept4(fd, syscall.SOCK_NONBLOCK|syscall.SOCK_CLOEXEC)
		switch err {
		case nil:
			*delay = 0
			t.take(s, remoteOfSocket(addr), fresh, t.set.Now())
		case syscall.EAGAIN:
			return nil
		case syscall.EINTR, syscall.ECONNABORTED:
		default:
			return err
		}
	}
}

// take gives a socket to a loop. It reports whether that worked; if not, the socket is
// closed.
func (t *Transport) take(fd int, remote netip.AddrPort, p phase, since int64) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	c := t.admit(fd, remote, p, since)
	if c == nil {
		return false
	}
	if err := c.l.driver.Add(c); err != nil {
		t.set.Runtime.Logger.Warn("weft: accepting a connection", "error", err)
		t.conns.remove(c)
		t.count.Add(-1)
		closeSocket(fd)
		return false
	}
	return true
}

// Admit makes a connection of a socket that was accepted. Its loop's driver has to be
// told. If the transport takes no connections any more, it closes the socket and
// returns nil.
func (t *Transport) Admit(fd int) *Conn {
	addr, _ := syscall.Getpeername(fd) // if it has gone already, the loop will find out
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.admit(fd, remoteOfSocket(addr), fresh, t.set.Now())
}

func (t *Transport) admit(fd int, remote netip.AddrPort, p phase, since int64) *Conn {
	if t.closed || t.set.Draining() || fd >= maxDescriptors {
		closeSocket(fd)
		return nil
	}
	t.taken++
	c := &Conn{l: t.dog.loops[int(t.taken)%len(t.dog.loops)], fd: int32(fd), gen: t.taken}
	c.info.Runtime, c.info.Remote, c.info.Watch = t.set.Runtime, remote, c.watch
	c.since(p, since)
	t.count.Add(1)
	t.conns.put(c)
	return c
}

// remoteOfSocket returns the address of a client, which is not valid for Unix sockets.
func remoteOfSocket(addr syscall.Sockaddr) netip.AddrPort {
	switch a := addr.(type) {
	case *syscall.SockaddrInet4:
		return netip.AddrPortFrom(netip.AddrFrom4(a.Addr), uint16(a.Port))
	case *syscall.SockaddrInet6:
		ip := netip.AddrFrom16(a.Addr).Unmap()
		if a.ZoneId != 0 && ip.Is6() {
			if ifi, err := net.InterfaceByIndex(int(a.ZoneId)); err == nil {
				ip = ip.WithZone(ifi.Name)
			}
		}
		return netip.AddrPortFrom(ip, uint16(a.Port))
	}
	return netip.AddrPort{}
}

// remoteOf does so for an address of package net.
func remoteOf(addr net.Addr) netip.AddrPort {
	if a, ok := addr.(*net.TCPAddr); ok {
		ap := a.AddrPort()
		return netip.AddrPortFrom(ap.Addr().Unmap(), ap.Port())
	}
	return netip.AddrPort{}
}
