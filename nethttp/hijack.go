package nethttp

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"sync"

	"github.com/weft-go/weft"
)

var errHijackLate = errors.New("nethttp: Hijack after the answer has begun")

// Hijack takes the connection over (see http.Hijacker). It fails with
// http.ErrNotSupported on HTTP/2, and once the answer has begun.
//
// In weft a connection is taken over by a response. So the writer answers with
// such a response, and waits for the connection to come back through it.
func (w *writer) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	handed := make(chan *hijackedConn)
	over := make(chan struct{})
	if err := w.hijack(handed, over); err != nil {
		return nil, nil, err
	}
	select {
	case c := <-handed:
		return c, bufio.NewReadWriter(bufio.NewReader(c), bufio.NewWriter(c)), nil
	case <-w.req.Context().Done():
		close(over)
		return nil, nil, w.req.Context().Err()
	}
}

// hijack answers with a response that sends the connection to handed, unless
// the handler has given up waiting.
func (w *writer) hijack(handed chan<- *hijackedConn, over <-chan struct{}) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.hijacked:
		return http.ErrHijacked
	case w.done:
		return errDone
	case w.req.ProtoMajor != 1:
		return http.ErrNotSupported
	case w.head != nil:
		return errHijackLate
	}
	w.hijacked = true
	w.answer <- answer{resp: weft.Hijack(func(conn net.Conn, r io.Reader) {
		c := &hijackedConn{Conn: conn, r: r, closed: make(chan struct{})}
		select {
		case handed <- c:
			<-c.closed // the server closes the connection when this returns
		case <-over:
			conn.Close()
		}
	})}
	return nil
}

// A hijackedConn begins with the bytes that had already arrived, and tells when
// it is closed.
type hijackedConn struct {
	net.Conn
	r      io.Reader
	once   sync.Once
	closed chan struct{}
}

// Read reads from the connection.
func (c *hijackedConn) Read(p []byte) (int, error) { return c.r.Read(p) }

// Close closes the connection.
func (c *hijackedConn) Close() error {
	err := c.Conn.Close()
	c.once.Do(func() { close(c.closed) })
	return err
}

// CloseWrite closes the sending side, if the connection can.
func (c *hijackedConn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return errors.ErrUnsupported
}
