//go:build unix && !(linux && (amd64 || arm64 || riscv64 || loong64 || ppc64le || s390x))

package websocket

import "syscall"

func recv(fd uintptr, p []byte) (int, syscall.Errno) { return result(syscall.Read(int(fd), p)) }

func send(fd uintptr, p []byte) (int, syscall.Errno) { return result(syscall.Write(int(fd), p)) }

func result(n int, err error) (int, syscall.Errno) {
	errno, _ := err.(syscall.Errno)
	return max(0, n), errno
}
