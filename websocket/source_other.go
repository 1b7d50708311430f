//go:build !unix

package websocket

import (
	"errors"
	"net"
)

// A rawReader is empty where sockets are read with Read alone.
type rawReader struct{}

func (r *rawReader) init(net.Conn) bool { return false }

func (r *rawReader) is() bool { return false }

func (r *rawReader) fill(*source) error { return errors.ErrUnsupported }
