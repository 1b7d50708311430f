//go:build !unix

package server

import (
	"errors"
	"io/fs"
	"net"
)

// peekSocket cannot look at what a socket has received here.
func peekSocket(net.Conn, []byte, func([]byte) bool) (n int, ok bool, err error) {
	return 0, false, nil
}

// restrictSocket does nothing: such systems know no mode of sockets.
func restrictSocket(uintptr, fs.FileMode) {}

// copyDescriptor fails: there is no systemd here.
func copyDescriptor(int) (int, error) { return 0, errors.ErrUnsupported }
