package memnet

import (
	"errors"
	"io"
	"net"
	"time"
)

// Conn is one end of a connection. Its methods may be called from several
// goroutines at once.
type Conn struct {
	in, out       *stream
	local, remote *net.TCPAddr
}

// Pipe returns the two ends of a connection with the default sizes: what is
// written to one is read from the other.
func Pipe() (client, server *Conn) { return Config{}.Pipe() }

// Pipe returns the two ends of a connection with the buffer size of c.
func (c Config) Pipe() (client, server *Conn) { return c.pipe(clientAddr(0)) }

func (c Config) pipe(from *net.TCPAddr) (client, server *Conn) {
	c = c.withDefaults()
	up, down := newStream(c.Buffer), newStream(c.Buffer)
	client = &Conn{in: down, out: up, local: from, remote: serverAddr()}
	server = &Conn{in: up, out: down, local: serverAddr(), remote: from}
	return client, server
}

// Read reads what has arrived, at least one byte, and waits if nothing has. It
// returns io.EOF when the other side has closed and everything it sent has been
// read.
func (c *Conn) Read(p []byte) (int, error) {
	n, err := c.in.read(p)
	return n, c.failure("read", err)
}

// Write sends all of p and waits while the buffer is full. If it cannot, it
// returns how many bytes were sent and why it stopped. Bytes that were sent
// before a failure do reach the other side.
func (c *Conn) Write(p []byte) (int, error) {
	n, err := c.out.write(p)
	return n, c.failure("write", err)
}

// Close ends both directions. Waiting calls on this side return net.ErrClosed.
// The other side reads what was sent and then io.EOF. Only the first call
// returns nil.
func (c *Conn) Close() error {
	wasOpen := c.in.closeReader()
	c.out.closeWriter(net.ErrClosed)
	if !wasOpen {
		return c.failure("close", net.ErrClosed)
	}
	return nil
}

// CloseWrite sends the end of the stream: the other side reads what was sent
// and then io.EOF, and can still write. Later writes on this side give EPIPE.
// It returns an error after Close.
func (c *Conn) CloseWrite() error {
	return c.failure("close", c.out.closeWriter(errBrokenPipe))
}

// Abort ends the connection as a TCP reset does: what was sent and not yet read
// is lost, and the other side's calls give ECONNRESET at once. On this side it
// is like Close.
func (c *Conn) Abort() {
	c.in.reset()
	c.out.reset()
	c.in.closeReader()
	c.out.closeWriter(net.ErrClosed)
}

// LocalAddr returns the address of this end, a *net.TCPAddr.
func (c *Conn) LocalAddr() net.Addr { return c.local }

// RemoteAddr returns the address of the other end, a *net.TCPAddr.
func (c *Conn) RemoteAddr() net.Addr { return c.remote }

// SetDeadline sets both deadlines. It returns an error after Close.
func (c *Conn) SetDeadline(t time.Time) error {
	return errors.Join(c.SetReadDeadline(t), c.SetWriteDeadline(t))
}

// SetReadDeadline sets the time after which Read returns
// os.ErrDeadlineExceeded; the zero time means never. It applies to a Read that
// is already waiting, and takes effect even if bytes have arrived. It returns
// an error after Close.
func (c *Conn) SetReadDeadline(t time.Time) error {
	return c.failure("set", c.in.setDeadline(&c.in.reader, t))
}

// SetWriteDeadline sets the time after which Write returns
// os.ErrDeadlineExceeded; the zero time means never. It applies to a Write that
// is already waiting. It returns an error after Close.
func (c *Conn) SetWriteDeadline(t time.Time) error {
	return c.failure("set", c.out.setDeadline(&c.out.writer, t))
}

func (c *Conn) failure(op string, err error) error {
	if err == nil || errors.Is(err, io.EOF) {
		return err
	}
	return &net.OpError{Op: op, Net: c.local.Network(), Source: c.local, Addr: c.remote, Err: err}
}
