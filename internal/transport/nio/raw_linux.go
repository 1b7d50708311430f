//go:build linux && (amd64 || arm64 || riscv64 || loong64 || ppc64le || s390x)

package nio

import (
	"crypto/tls"
	"net"
	"syscall"
	"unsafe"

	"github.com/weft-go/weft/internal/transport"
)

// rawConn is what serving inside of RawConn.Read needs.
type rawConn struct {
	rc     syscall.RawConn
	fd     uintptr
	leave  transport.Action // why the callback was left
	looked bool             // the stream's end was looked for once
}

// serveRaw serves the connection inside of RawConn.Read. It returns false if
// the connection is not a socket, or is one under TLS.
func (k *conn) serveRaw() bool {
	if _, ok := k.nc.(*tls.Conn); ok || k.raw.rc == nil {
		return false
	}
	for {
		k.raw.leave = transport.Read
		err := k.raw.rc.Read(k.readable)
		if err != nil {
			if k.leave.Swap(false) && !k.goHome() {
				continue
			}
			k.timeout()
			return true
		}
		// A nested Read would wait for the outer one for ever. So requests whose
		// body is streamed, and new protocols, are served out here.
		if !k.step(k.raw.leave) {
			return true
		}
	}
}

// init finds the socket below a connection, if there is one.
func (r *rawConn) init(nc net.Conn) { r.rc = rawOf(nc) }

// rawOf returns the raw form of a socket, or nil.
func rawOf(nc net.Conn) syscall.RawConn {
	switch c := nc.(type) {
	case *net.TCPConn:
		rc, _ := c.SyscallConn()
		return rc
	case *net.UnixConn:
		rc, _ := c.SyscallConn()
		return rc
	case interface{ NetConn() net.Conn }: // one under TLS, or behind a proxy
		return rawOf(c.NetConn())
	}
	return nil
}

// readable is called when the socket has become readable. It returns false to
// wait for the next edge, and true to leave.
func (k *conn) readable(fd uintptr) bool {
	k.raw.fd = fd
	for {
		m := k.machine()
		space := m.Space()
		n, errno := recv(fd, space)
		switch {
		case errno == syscall.EAGAIN:
			return !k.settle()
		case errno == syscall.EINTR:
			continue
		case errno != 0 || n == 0:
			k.raw.leave = transport.Close
			return true
		}
		m.Filled(n)
		if k.bodyTooSlow() {
			k.slow.Store(true)
			k.timeout()
			k.raw.leave = transport.Close
			return true
		}
		if k.raw.leave = m.Run((*rawSink)(k)); k.raw.leave != transport.Read {
			return true
		}
		// A read that did not fill its buffer has drained the socket. The first
		// time one more look is worth it: clients that send one request and close
		// their side are common.
		if n == len(space) || !k.raw.looked {
			k.raw.looked = true
			continue
		}
		if !k.settle() {
			k.raw.leave = transport.Close
			return true
		}
		return false
	}
}

// rawSink sends on the socket directly.
type rawSink conn

// Handling notes that a handler runs.
func (s *rawSink) Handling() { (*conn)(s).enter(handling) }

// Send sends p, waiting for the client only if it has to.
func (s *rawSink) Send(p []byte) error {
	k := (*conn)(s)
	if k.t.set.IdleTimeout > 0 {
		k.touch()
	}
	for len(p) > 0 {
		n, errno := send(k.raw.fd, p)
		switch errno {
		case 0:
			p = p[n:]
		case syscall.EINTR:
		case syscall.EAGAIN:
			return k.sendRest(p)
		default:
			return errno
		}
	}
	return nil
}

// SendTwo sends head and body with one system call, if the client takes both.
func (s *rawSink) SendTwo(head, body []byte) error {
	k := (*conn)(s)
	if len(head) == 0 || len(body) == 0 {
		return s.Send(append(head, body...))
	}
	n, errno := sendTwo(k.raw.fd, head, body)
	if errno != 0 && errno != syscall.EINTR && errno != syscall.EAGAIN {
		return errno
	}
	if n < len(head) {
		if err := s.Send(head[n:]); err != nil {
			return err
		}
		n = len(head)
	}
	return s.Send(body[n-len(head):])
}

// sendRest waits until the client takes bytes.
func (k *conn) sendRest(p []byte) error {
	k.enter(sending)
	var failed error
	err := k.raw.rc.Write(func(fd uintptr) bool {
		for len(p) > 0 {
			n, errno := send(fd, p)
			switch errno {
			case 0:
				p = p[n:]
				k.enter(sending) // progress: the wait begins anew
			case syscall.EINTR:
			case syscall.EAGAIN:
				return false
			default:
				failed = errno
				return true
			}
		}
		return true
	})
	k.touch()
	k.enter(handling)
	if err != nil {
		return err
	}
	return failed
}

// The socket is not blocking, so these calls return at once and need not tell
// the scheduler about themselves.

func recv(fd uintptr, p []byte) (int, syscall.Errno) {
	n, _, errno := syscall.RawSyscall6(syscall.SYS_RECVFROM, fd, uintptr(unsafe.Pointer(unsafe.SliceData(p))), uintptr(len(p)), syscall.MSG_DONTWAIT, 0, 0)
	return int(n), errno
}

func send(fd uintptr, p []byte) (int, syscall.Errno) {
	n, _, errno := syscall.RawSyscall6(syscall.SYS_SENDTO, fd, uintptr(unsafe.Pointer(unsafe.SliceData(p))), uintptr(len(p)), syscall.MSG_DONTWAIT|syscall.MSG_NOSIGNAL, 0, 0)
	return int(n), errno
}

func sendTwo(fd uintptr, a, b []byte) (int, syscall.Errno) {
	iov := [2]syscall.Iovec{
		{Base: unsafe.SliceData(a), Len: uint64(len(a))},
		{Base: unsafe.SliceData(b), Len: uint64(len(b))},
	}
	msg := syscall.Msghdr{Iov: &iov[0], Iovlen: 2}
	n, _, errno := syscall.RawSyscall(syscall.SYS_SENDMSG, fd, uintptr(unsafe.Pointer(&msg)), syscall.MSG_DONTWAIT|syscall.MSG_NOSIGNAL)
	if errno != 0 {
		return 0, errno
	}
	return int(n), 0
}

// ended says whether the client has closed its side and nothing is left to read.
func (k *conn) ended() bool {
	ended := false
	k.control(func(fd uintptr) {
		var b [1]byte
		n, _, errno := syscall.RawSyscall6(syscall.SYS_RECVFROM, fd, uintptr(unsafe.Pointer(&b)), 1, syscall.MSG_DONTWAIT|syscall.MSG_PEEK, 0, 0)
		ended = errno == 0 && n == 0 || errno == syscall.ECONNRESET
	})
	return ended
}

// hungUp says whether the client has closed its side, even if bytes are left to
// read.
func (k *conn) hungUp() bool {
	const (
		pollErr   = 0x8
		pollHup   = 0x10
		pollRdHup = 0x2000
	)
	hungUp := false
	k.control(func(fd uintptr) {
		p := struct {
			fd      int32
			events  int16
			revents int16
		}{fd: int32(fd), events: pollRdHup}
		var now syscall.Timespec
		n, _, errno := syscall.RawSyscall6(syscall.SYS_PPOLL, uintptr(unsafe.Pointer(&p)), 1, uintptr(unsafe.Pointer(&now)), 0, 0, 0)
		hungUp = errno == 0 && n > 0 && p.revents&(pollErr|pollHup|pollRdHup) != 0
	})
	return hungUp
}

// shutdown makes sends fail and reads end.
func (k *conn) shutdown() {
	k.control(func(fd uintptr) { _ = syscall.Shutdown(int(fd), syscall.SHUT_RDWR) })
}

// control runs f with the descriptor, if there is one that is still open.
func (k *conn) control(f func(fd uintptr)) {
	if k.raw.rc != nil {
		_ = k.raw.rc.Control(f)
	}
}
