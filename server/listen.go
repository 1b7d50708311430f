package server

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"strings"
	"syscall"
)

// listen opens the socket for the configured address.
func (c Config) listen() (net.Listener, error) {
	address := c.address()
	if path, ok := strings.CutPrefix(address, "unix:"); ok {
		return listenUnix(path, c.SocketMode)
	}
	if name, ok := strings.CutPrefix(address, "systemd:"); ok {
		return listenSystemd(name)
	}
	l, err := listenTCP(address)
	if err != nil {
		return nil, fmt.Errorf("server: listen on %s: %w", address, err)
	}
	return l, nil
}

// listenTCP opens a TCP socket. Connections within the machine are not probed for life:
// a client that dies is noticed without that, and the probes of thousands of connections
// come at the same moments, of which the loopback device drops all but one thousand.
func listenTCP(address string) (net.Listener, error) {
	var config net.ListenConfig
	if host, _, err := net.SplitHostPort(address); err == nil && isLoopback(host) {
		config.KeepAlive = -1
	}
	return config.Listen(context.Background(), "tcp", address)
}

func isLoopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// listenUnix opens a Unix socket. One that a dead server has left behind is
// removed; all others belong to somebody.
func listenUnix(path string, mode fs.FileMode) (net.Listener, error) {
	l, err := bindUnix(path, mode)
	if errors.Is(err, syscall.EADDRINUSE) && isSocket(path) && isDead(path) && os.Remove(path) == nil {
		l, err = bindUnix(path, mode)
	}
	if err != nil {
		return nil, fmt.Errorf("server: listen on unix:%s: %w", path, err)
	}
	return l, nil
}

// bindUnix listens, and then lets in whom the mode allows. A name that begins with
// @ is no file and has no mode.
func bindUnix(path string, mode fs.FileMode) (net.Listener, error) {
	restrict := mode != 0 && !strings.HasPrefix(path, "@")
	var config net.ListenConfig
	if restrict {
		// On Linux the file is made with the mode of the socket. So at no moment
		// may anybody connect who must not; elsewhere this changes nothing.
		config.Control = func(_, _ string, rc syscall.RawConn) error {
			return rc.Control(func(fd uintptr) { restrictSocket(fd, mode) })
		}
	}
	l, err := config.Listen(context.Background(), "unix", path)
	if err != nil || !restrict {
		return l, err
	}
	if err := os.Chmod(path, mode.Perm()); err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

func isSocket(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&os.ModeSocket != 0
}

// isDead reports whether nobody listens on a Unix socket. One that cannot be reached
// for another reason may be alive: its queue may be full, or its mode may forbid it.
func isDead(path string) bool {
	var dialer net.Dialer
	c, err := dialer.DialContext(context.Background(), "unix", path)
	if err == nil {
		c.Close()
	}
	return errors.Is(err, syscall.ECONNREFUSED)
}

// portOf returns the port of an address, or 0 if it has none.
func portOf(a net.Addr) int {
	if t, ok := a.(*net.TCPAddr); ok {
		return t.Port
	}
	return 0
}
