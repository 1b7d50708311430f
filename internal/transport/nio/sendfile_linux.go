//go:build linux && (amd64 || arm64 || riscv64 || loong64 || ppc64le || s390x)

package nio

import (
	"crypto/tls"
	"io"
	"os"
	"runtime"
	"syscall"
	"unsafe"
)

// sendfileMax is how much one call asks the kernel for. The socket's buffer is the
// tighter bound; this one keeps a file that has to come from a disk from holding up
// the goroutine's thread for long.
const sendfileMax = 4 << 20

// SendFile sends head and a part of a file with sendfile(2).
func (s *rawSink) SendFile(head []byte, f *os.File, offset, length int64) (bool, error) {
	k := (*conn)(s)
	if k.t.set.IdleTimeout > 0 {
		k.touch()
	}
	job := fileJob{head: head, src: int(f.Fd()), offset: offset, left: length}
	err := k.finishFile(&job, job.run(int(k.raw.fd)))
	if job.refused {
		err = s.copyFile(f, &job)
	}
	runtime.KeepAlive(f)
	return true, err
}

// SendFile is the same outside of the raw callback, for sockets without TLS.
func (k *conn) SendFile(head []byte, f *os.File, offset, length int64) (bool, error) {
	if _, isTLS := k.nc.(*tls.Conn); isTLS || k.raw.rc == nil {
		return false, nil
	}
	job := fileJob{head: head, src: int(f.Fd()), offset: offset, left: length}
	err := k.finishFile(&job, false)
	if job.refused {
		err = k.copyFile(f, &job)
	}
	runtime.KeepAlive(f)
	return true, err
}

// finishFile waits for the client until everything is sent.
func (k *conn) finishFile(job *fileJob, done bool) error {
	if done {
		return job.err
	}
	k.enter(sending)
	err := k.raw.rc.Write(func(fd uintptr) bool {
		before := job.remaining()
		done := job.run(int(fd))
		if job.remaining() < before {
			k.enter(sending) // progress: the wait begins anew
		}
		return done
	})
	if e := k.sent(err); e != nil {
		return e
	}
	return job.err
}

// A fileJob is a head and a part of a file on their way to a socket.
type fileJob struct {
	head    []byte
	src     int
	offset  int64
	left    int64
	err     error
	refused bool // the kernel does not do this for the file
}

func (j *fileJob) remaining() int64 { return j.left + int64(len(j.head)) }

// run sends until all is sent, the socket is full, which it reports as false, or
// something fails.
func (j *fileJob) run(fd int) bool {
	for len(j.head) > 0 {
		// The file follows at once; the kernel may put both into one segment.
		n, errno := sendMore(uintptr(fd), j.head)
		switch errno {
		case 0:
			j.head = j.head[n:]
		case syscall.EINTR:
		case syscall.EAGAIN:
			return false
		default:
			j.err = errno
			return true
		}
	}
	for j.left > 0 {
		// It may wait for a disk, so the scheduler has to know; unlike send.
		n, err := syscall.Sendfile(fd, j.src, &j.offset, int(min(j.left, sendfileMax)))
		switch {
		case err == nil && n == 0:
			j.err = io.ErrUnexpectedEOF
			return true
		case err == nil:
			j.left -= int64(n)
		case err == syscall.EINTR:
		case err == syscall.EAGAIN:
			return false
		case err == syscall.EINVAL || err == syscall.ENOSYS || err == syscall.EOPNOTSUPP:
			j.refused = true
			return true
		default:
			j.err = err
			return true
		}
	}
	return true
}

// copyFile sends the rest of a file that the kernel does not send by itself, as on
// some network file systems.
func (k *conn) copyFile(f *os.File, job *fileJob) error { return copyFile(k.Send, f, job) }

func (s *rawSink) copyFile(f *os.File, job *fileJob) error { return copyFile(s.Send, f, job) }

func copyFile(send func([]byte) error, f *os.File, job *fileJob) error {
	buf := make([]byte, sendPiece)
	for job.left > 0 {
		n, err := f.ReadAt(buf[:min(job.left, sendPiece)], job.offset)
		if n == 0 {
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return err
		}
		if err := send(buf[:n]); err != nil {
			return err
		}
		job.offset += int64(n)
		job.left -= int64(n)
	}
	return nil
}

// sendMore is send with the promise that more follows.
func sendMore(fd uintptr, p []byte) (int, syscall.Errno) {
	const flags = syscall.MSG_DONTWAIT | syscall.MSG_NOSIGNAL | msgMore
	n, _, errno := syscall.RawSyscall6(syscall.SYS_SENDTO, fd, uintptr(unsafe.Pointer(unsafe.SliceData(p))), uintptr(len(p)), flags, 0, 0)
	return int(n), errno
}

// msgMore is MSG_MORE, which package syscall does not name.
const msgMore = 0x8000
