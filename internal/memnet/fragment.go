package memnet

import (
	"errors"
	"net"
)

// Fragmented is a connection that delivers its input in small pieces. It is
// made by [Fragment].
type Fragmented struct {
	net.Conn
	limit int
}

// Fragment returns a connection like conn whose Read returns at most n bytes at
// a time. It panics if n is less than one. Writes and everything else go to
// conn unchanged. The result may be used from several goroutines if conn may.
func Fragment(conn net.Conn, n int) *Fragmented {
	if n < 1 {
		panic("memnet: Fragment needs at least one byte for a read")
	}
	return &Fragmented{conn, n}
}

// Read reads at most as many bytes as was said to [Fragment].
func (f *Fragmented) Read(p []byte) (int, error) { return f.Conn.Read(p[:min(len(p), f.limit)]) }

// CloseWrite calls the method of the wrapped connection. It returns an error
// that wraps errors.ErrUnsupported if there is none.
func (f *Fragmented) CloseWrite() error {
	if half, ok := f.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return &net.OpError{Op: "close", Net: f.LocalAddr().Network(), Addr: f.RemoteAddr(), Err: errors.ErrUnsupported}
}
