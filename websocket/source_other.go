//go:build !unix

package websocket

import (
	"errors"
	"io"
	"net"
	"syscall"
)

// A rawReader is empty where sockets are read with Read alone.
type rawReader struct{ rc syscall.RawConn }

func (r *rawReader) init(net.Conn) bool { return false }

func (r *rawReader) is() bool { return false }

func (r *rawReader) fill(*source) error { return errors.ErrUnsupported }

func (s *source) recv(uintptr) (int, error) { return 0, errors.ErrUnsupported }

func (s *source) duplicate(net.Conn) (io.Closer, error) { return nil, errors.ErrUnsupported }

// A sink is empty where sockets are written with Write alone.
type sink struct{}

func newSink(net.Conn) *sink { return &sink{} }

func (s *sink) send([]byte) (int, syscall.Errno) { return 0, 0 }

func send(uintptr, []byte) (int, syscall.Errno) { return 0, 0 }

func shutdown(net.Conn) {}
