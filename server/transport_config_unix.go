//go:build unix

package server

import "syscall"

func listenAgain(fd uintptr, backlog int) error { return syscall.Listen(int(fd), backlog) }
