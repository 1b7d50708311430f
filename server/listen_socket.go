//go:build unix

package server

import (
	"io/fs"
	"net"
	"syscall"
)

// peekSocket looks at what a socket has received. It reports whether it could.
func peekSocket(c net.Conn, buf []byte, enough func([]byte) bool) (n int, ok bool, err error) {
	socket, ok := below(c).(syscall.Conn)
	if !ok {
		return 0, false, nil
	}
	rc, err := socket.SyscallConn()
	if err != nil {
		return 0, true, err
	}
	var failed error
	err = rc.Read(func(fd uintptr) bool {
		for failed = syscall.EINTR; failed == syscall.EINTR; {
			n, _, failed = syscall.Recvfrom(int(fd), buf, syscall.MSG_PEEK)
		}
		if failed == syscall.EAGAIN {
			failed = nil
			return false
		}
		return failed != nil || n == 0 || n == len(buf) || enough(buf[:n])
	})
	if err == nil {
		err = failed
	}
	return max(n, 0), true, err
}

// below returns the socket of a connection whose bytes are the socket's own.
func below(c net.Conn) net.Conn {
	if p, ok := c.(*proxyConn); ok {
		return below(p.Conn)
	}
	return c
}

// restrictSocket sets who may connect before there is anything to connect to.
// Chmod comes later in any case, so an error means nothing.
func restrictSocket(fd uintptr, mode fs.FileMode) { _ = syscall.Fchmod(int(fd), uint32(mode.Perm())) }

// copyDescriptor returns a copy of a descriptor that programs which this process
// starts do not get.
func copyDescriptor(fd int) (int, error) {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	syscall.CloseOnExec(fd)
	own, err := syscall.Dup(fd)
	if err == nil {
		syscall.CloseOnExec(own)
	}
	return own, err
}
