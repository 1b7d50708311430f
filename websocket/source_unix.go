//go:build unix

package websocket

import (
	"io"
	"net"
	"os"
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

// rawOf returns the raw form of a connection, or nil if it is no socket.
func rawOf(conn net.Conn) syscall.RawConn {
	var rc syscall.RawConn
	switch c := conn.(type) {
	case *net.TCPConn:
		rc, _ = c.SyscallConn()
	case *net.UnixConn:
		rc, _ = c.SyscallConn()
	}
	return rc
}

// init reports whether the connection is a socket.
func (r *rawReader) init(conn net.Conn) bool {
	r.rc = rawOf(conn)
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
	r.n, r.err = r.into.recv(fd)
	if r.err == syscall.EAGAIN {
		r.into.release()
		return false
	}
	return true
}

// recv reads what has arrived. It returns syscall.EAGAIN, and a buffer is held, if
// that is nothing; and no byte and no error at the end of the stream.
func (s *source) recv(fd uintptr) (int, error) {
	s.borrow()
	n, errno := recv(fd, s.large[s.end:])
	for errno == syscall.EINTR {
		n, errno = recv(fd, s.large[s.end:])
	}
	if errno != 0 {
		return 0, errno
	}
	s.end += n
	return n, nil
}

// duplicate lets the source read from a descriptor of its own for the same socket.
func (s *source) duplicate(conn net.Conn) (io.Closer, error) {
	f, err := conn.(interface{ File() (*os.File, error) }).File()
	if err != nil {
		return nil, err
	}
	rc, err := f.SyscallConn()
	if err != nil {
		f.Close()
		return nil, err
	}
	s.conn, s.raw.rc = f, rc
	return f, nil
}

// A sink writes to a socket what it takes without a wait.
type sink struct {
	rc    syscall.RawConn
	write func(fd uintptr) bool // made once
	p     []byte
	n     int
	errno syscall.Errno
}

func newSink(conn net.Conn) *sink {
	s := &sink{rc: rawOf(conn)}
	s.write = s.writable
	return s
}

// send returns how many bytes were taken.
func (s *sink) send(p []byte) (int, syscall.Errno) {
	s.p, s.n, s.errno = p, 0, 0
	_ = s.rc.Write(s.write) // its errors come again when somebody waits
	return s.n, s.errno
}

func (s *sink) writable(fd uintptr) bool {
	s.n, s.errno = send(fd, s.p)
	s.p = nil
	return true
}

// shutdown ends both directions of a socket without closing its descriptor.
func shutdown(conn net.Conn) {
	if rc := rawOf(conn); rc != nil {
		_ = rc.Control(func(fd uintptr) { _ = syscall.Shutdown(int(fd), syscall.SHUT_RDWR) })
	}
}
