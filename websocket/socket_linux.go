//go:build linux && (amd64 || arm64 || riscv64 || loong64 || ppc64le || s390x)

package websocket

import (
	"syscall"
	"unsafe"
)

// Both return no byte with an error.
//
// These calls return at once, so they need not tell the scheduler about themselves.

func recv(fd uintptr, p []byte) (int, syscall.Errno) {
	n, _, errno := syscall.RawSyscall6(syscall.SYS_RECVFROM, fd, uintptr(unsafe.Pointer(unsafe.SliceData(p))), uintptr(len(p)), syscall.MSG_DONTWAIT, 0, 0)
	return max(0, int(n)), errno
}

func send(fd uintptr, p []byte) (int, syscall.Errno) {
	n, _, errno := syscall.RawSyscall6(syscall.SYS_SENDTO, fd, uintptr(unsafe.Pointer(unsafe.SliceData(p))), uintptr(len(p)), syscall.MSG_DONTWAIT|syscall.MSG_NOSIGNAL, 0, 0)
	return max(0, int(n)), errno
}
