//go:build unix

package websocket

import (
	"io"
	"net"
	"syscall"
)

// A rawReader reads a socket without holding a buffer while it waits.
type rawReader struct {
	rc   syscall.RawConn
	read func(fd uintptr) bool // made once, since it would be allocated each time
	into *source
	n    int
	err  error
}

// init reports whether the connection is a socket.
func (r *rawReader) init(conn net.Conn) bool {
	switch c := conn.(type) {
	case *net.TCPConn:
		r.rc, _ = c.SyscallConn()
	case *net.UnixConn:
		r.rc, _ = c.SyscallConn()
	}
	return r.rc != nil
}

func (r *rawReader) is() bool { return r.rc != nil }

// fill reads what has arrived, after waiting for it.
func (r *rawReader) fill(s *source) error {
	if r.read == nil {
		r.read = r.readable
	}
	r.into, r.n, r.err = s, 0, nil
	err := r.rc.Read(r.read)
	switch {
	case r.n > 0:
		return nil
	case r.err != nil:
		return r.err
	case err != nil:
		return err
	}
	return io.EOF
}

// readable tries to read. It returns false to wait until there is something.
func (r *rawReader) readable(fd uintptr) bool {
	s := r.into
	s.borrow()
	n, err := syscall.Read(int(fd), s.large[s.end:])
	for err == syscall.EINTR {
		n, err = syscall.Read(int(fd), s.large[s.end:])
	}
	if err == syscall.EAGAIN {
		s.release()
		return false
	}
	if r.err = err; err == nil {
		r.n = n
		s.end += n
	}
	return true
}
