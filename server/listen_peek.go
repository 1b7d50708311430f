package server

import (
	"errors"
	"io"
	"net"
)

// Preludes have to see how a connection begins without taking that away from
// whoever serves it. Where the system can, the bytes are left in the socket
// (MSG_PEEK): the connection stays what it was, and the transport may serve it
// in its fast way. Elsewhere they are read and given back by a replayConn.

// peek waits until the beginning of what the client sends is enough, or fills
// buf, and returns it without using it up. The connection to go on with may be
// another one.
func peek(c net.Conn, buf []byte, enough func([]byte) bool) (net.Conn, []byte, error) {
	if n, ok, err := peekSocket(c, buf, enough); ok {
		if err == nil && n == 0 {
			err = io.EOF
		}
		return c, buf[:n], err
	}
	r, _ := c.(*replayConn)
	if r == nil {
		r = &replayConn{Conn: c}
	}
	for {
		n := copy(buf, r.rest)
		if n == len(buf) || n > 0 && enough(buf[:n]) {
			return r, buf[:n], nil
		}
		more := make([]byte, len(buf)-n)
		m, err := r.Conn.Read(more)
		if r.rest = append(r.rest, more[:m]...); err != nil && m == 0 {
			return r, nil, err
		}
	}
}

// discard uses up n bytes that were peeked at.
func discard(c net.Conn, n int) error {
	_, err := io.CopyN(io.Discard, onlyReader{c}, int64(n))
	return err
}

// onlyReader hides everything but Read, so that nothing reads more than asked for.
type onlyReader struct{ io.Reader }

// A replayConn is a connection that begins with bytes which were read already.
type replayConn struct {
	net.Conn
	rest []byte
}

// Read returns those bytes first.
func (c *replayConn) Read(p []byte) (int, error) {
	if len(c.rest) > 0 {
		n := copy(p, c.rest)
		c.rest = c.rest[n:]
		return n, nil
	}
	return c.Conn.Read(p)
}

// CloseWrite closes the sending side, if the connection can.
func (c *replayConn) CloseWrite() error { return closeWrite(c.Conn) }

func closeWrite(c net.Conn) error {
	if half, ok := c.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return errors.ErrUnsupported
}
