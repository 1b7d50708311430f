//go:build linux && (amd64 || arm64 || riscv64 || loong64 || ppc64le || s390x)

package epoll

import (
	"syscall"
	"unsafe"
)

// The sockets do not block, so these calls return at once and need not tell the
// scheduler about themselves.

func recv(fd int, p []byte) (int, syscall.Errno) {
	n, _, errno := syscall.RawSyscall6(syscall.SYS_RECVFROM, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(p))), uintptr(len(p)), syscall.MSG_DONTWAIT, 0, 0)
	return int(n), errno
}

func send(fd int, p []byte) (int, syscall.Errno) {
	n, _, errno := syscall.RawSyscall6(syscall.SYS_SENDTO, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(p))), uintptr(len(p)), syscall.MSG_DONTWAIT|syscall.MSG_NOSIGNAL, 0, 0)
	return int(n), errno
}

func sendTwo(fd int, a, b []byte) (int, syscall.Errno) {
	iov := [2]syscall.Iovec{
		{Base: unsafe.SliceData(a), Len: uint64(len(a))},
		{Base: unsafe.SliceData(b), Len: uint64(len(b))},
	}
	msg := syscall.Msghdr{Iov: &iov[0], Iovlen: 2}
	n, _, errno := syscall.RawSyscall(syscall.SYS_SENDMSG, uintptr(fd), uintptr(unsafe.Pointer(&msg)), syscall.MSG_DONTWAIT|syscall.MSG_NOSIGNAL)
	if errno != 0 {
		return 0, errno
	}
	return int(n), 0
}

// closeSocket closes a descriptor. There is nothing to do about an error.
func closeSocket(fd int) { _, _, _ = syscall.RawSyscall(syscall.SYS_CLOSE, uintptr(fd), 0, 0) }

// copyDescriptor returns a second descriptor for what a descriptor stands for.
func copyDescriptor(fd int) (int, error) {
	n, _, errno := syscall.Syscall(syscall.SYS_FCNTL, uintptr(fd), syscall.F_DUPFD_CLOEXEC, 0)
	if errno != 0 {
		return -1, errno
	}
	return int(n), nil
}

// What epoll reports. Package syscall has some of these with a sign, or not at all.
const (
	epollIn    = 0x1
	epollErr   = 0x8
	epollHup   = 0x10
	epollRdHup = 0x2000
	epollET    = 1 << 31

	epollEnd = epollErr | epollHup | epollRdHup // the client has nothing more to say
)

// epollPoll asks for events without waiting.
func epollPoll(epfd int, events []syscall.EpollEvent) int {
	n, _, errno := syscall.RawSyscall6(syscall.SYS_EPOLL_PWAIT, uintptr(epfd), uintptr(unsafe.Pointer(unsafe.SliceData(events))), uintptr(len(events)), 0, 0, 0)
	if errno != 0 {
		return 0
	}
	return int(n)
}

// NewEvent returns a descriptor that wakes whoever waits for it when something is
// written to it.
func NewEvent() (int, error) {
	const flags = 0x80000 | 0x800 // EFD_CLOEXEC, EFD_NONBLOCK
	n, _, errno := syscall.Syscall(syscall.SYS_EVENTFD2, 0, flags, 0)
	if errno != 0 {
		return -1, errno
	}
	return int(n), nil
}

// Signal writes to such a descriptor. It can only fail if it is readable already.
func Signal(event int) { _, _ = syscall.Write(event, []byte{1, 0, 0, 0, 0, 0, 0, 0}) }
