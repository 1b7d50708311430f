package server

import (
	"fmt"
	"net"
	"syscall"
)

// tune applies the settings for sockets to a listener.
func (c Config) tune(l net.Listener) (net.Listener, error) {
	if c.SoBacklog < 0 {
		return nil, fmt.Errorf("server: so-backlog: want 0 or more, got %d", c.SoBacklog)
	}
	if c.SoBacklog > 0 {
		if err := setBacklog(l, c.SoBacklog); err != nil {
			return nil, fmt.Errorf("server: so-backlog: %w", err)
		}
	}
	if c.TCPDelay {
		l = delayedListener{l}
	}
	return l, nil
}

// setBacklog changes the length of the queue of a socket that listens already, which
// listen(2) does when it is called again.
func setBacklog(l net.Listener, n int) error {
	s, ok := l.(syscall.Conn)
	if !ok {
		return fmt.Errorf("a %T has no queue", l)
	}
	raw, err := s.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	if err := raw.Control(func(fd uintptr) { failed = listenAgain(fd, n) }); err != nil {
		return err
	}
	return failed
}

// A delayedListener accepts connections that gather small writes (Nagle's algorithm),
// which Go turns off on every connection.
type delayedListener struct {
	net.Listener
}

// Accept returns the next connection.
func (d delayedListener) Accept() (net.Conn, error) {
	c, err := d.Listener.Accept()
	if t, ok := c.(*net.TCPConn); ok {
		// A connection that has broken already tells so when it is read.
		_ = t.SetNoDelay(false)
	}
	return c, err
}
