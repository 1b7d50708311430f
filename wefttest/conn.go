package wefttest

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/weft-go/weft"
)

// defaultTimeout is how long a [Conn] waits for the other side.
const defaultTimeout = 10 * time.Second

// A Conn is a raw connection to a server. It sends bytes as they are and reads
// responses strictly; see [RawReader]. What does not work out, or takes longer
// than the timeout, ends the test and shows the last bytes of both directions.
//
// A Conn belongs to a test, and its methods are for the test's own goroutine.
type Conn struct {
	t       testing.TB
	nc      net.Conn
	in      *RawReader
	timeout time.Duration
	sent    transcript
	got     transcript
}

// Dial opens a connection to an address: host:port, or unix:/path for a Unix
// socket. It is closed when the test ends.
func Dial(t testing.TB, addr string) *Conn {
	t.Helper()
	nc, err := dial(addr)
	if err != nil {
		t.Fatal(err)
	}
	c := &Conn{t: t, nc: nc, timeout: defaultTimeout}
	c.in = NewRawReader(readerFunc(c.receive))
	t.Cleanup(func() { nc.Close() })
	return c
}

func dial(addr string) (net.Conn, error) {
	network := "tcp"
	if path, ok := strings.CutPrefix(addr, "unix:"); ok {
		network, addr = "unix", path
	}
	return net.DialTimeout(network, addr, defaultTimeout)
}

// WithTimeout sets how long each of the following calls may take. The default is
// ten seconds. It returns the connection.
func (c *Conn) WithTimeout(d time.Duration) *Conn {
	c.timeout = d
	return c
}

// NetConn returns the connection itself. Bytes that were received but not yet
// asked for are not read again from it.
func (c *Conn) NetConn() net.Conn { return c.nc }

// Send sends bytes in one write.
func (c *Conn) Send(raw string) {
	c.t.Helper()
	if err := c.TrySend(raw); err != nil {
		c.fail("sending: %v", err)
	}
}

// TrySend is like [Conn.Send] and returns the error, for a test in which the server
// may have closed the connection.
func (c *Conn) TrySend(raw string) error {
	c.sent.add(raw)
	c.nc.SetWriteDeadline(time.Now().Add(c.timeout))
	_, err := io.WriteString(c.nc, raw)
	return err
}

// CloseWrite tells the server that nothing more will be sent, and leaves the other
// direction open.
func (c *Conn) CloseWrite() {
	c.t.Helper()
	if err := c.nc.(interface{ CloseWrite() error }).CloseWrite(); err != nil {
		c.fail("closing the sending side: %v", err)
	}
}

// Close closes the connection.
func (c *Conn) Close() { c.nc.Close() }

// ReadResponse reads the next response, which must not be an answer to HEAD, and
// returns what most tests look at.
func (c *Conn) ReadResponse() (status int, headers weft.Headers, body string) {
	c.t.Helper()
	r := c.Read(weft.GET)
	return r.Status, r.Headers, r.Body
}

// Read reads the next response, to a request with the given method. Interim
// responses such as 100 Continue are responses of their own.
func (c *Conn) Read(method weft.Method) *RawResponse {
	c.t.Helper()
	r, err := c.TryRead(method)
	if err != nil {
		c.fail("reading a response: %v", err)
	}
	return r
}

// TryRead is like [Conn.Read] and returns the error: io.EOF if the server has
// closed the connection in place of another response.
func (c *Conn) TryRead(method weft.Method) (*RawResponse, error) {
	c.nc.SetReadDeadline(time.Now().Add(c.timeout))
	return c.in.Read(method)
}

// ReadHead reads the head of the next response, to a request with the given method,
// and leaves the body to [Conn.ReadPiece].
func (c *Conn) ReadHead(method weft.Method) *RawResponse {
	c.t.Helper()
	c.nc.SetReadDeadline(time.Now().Add(c.timeout))
	r, err := c.in.ReadHead(method)
	if err != nil {
		c.fail("reading the head of a response: %v", err)
	}
	return r
}

// ReadPiece reads the next piece of the body whose head [Conn.ReadHead] has
// returned: one chunk, or what has arrived of another body. It returns io.EOF when
// the body has ended as it should; another error than that means that it was cut.
func (c *Conn) ReadPiece() (string, error) {
	c.nc.SetReadDeadline(time.Now().Add(c.timeout))
	return c.in.ReadPiece()
}

// ReadN reads the next n bytes as they are, for protocols other than HTTP.
func (c *Conn) ReadN(n int) string {
	c.t.Helper()
	c.nc.SetReadDeadline(time.Now().Add(c.timeout))
	b := make([]byte, n)
	if got, err := io.ReadFull(c.in.r, b); err != nil {
		c.fail("reading %d bytes: %v after %d", n, err, got)
	}
	return string(b)
}

// ReadEnd checks that the server closes the connection and sends nothing more.
func (c *Conn) ReadEnd() {
	c.t.Helper()
	c.nc.SetReadDeadline(time.Now().Add(c.timeout))
	b, err := c.in.r.ReadByte()
	switch {
	case err == nil:
		rest, _ := c.in.r.Peek(c.in.r.Buffered())
		c.fail("want the end of the connection, got %s", quote(string(b)+string(rest)))
	case !isClosed(err):
		c.fail("want the end of the connection, got: %v", err)
	}
}

// isClosed reports whether an error means that the other side has closed the
// connection, with or without bytes of ours that it had not read.
func isClosed(err error) bool {
	return err == io.EOF || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
}

// ReadNothing checks that the server sends nothing and keeps the connection for so
// long. It takes that time, so it should be short.
func (c *Conn) ReadNothing(d time.Duration) {
	c.t.Helper()
	c.nc.SetReadDeadline(time.Now().Add(d))
	b, err := c.in.r.Peek(1)
	if !errors.Is(err, os.ErrDeadlineExceeded) {
		c.fail("want silence for %v, got %q, %v", d, b, err)
	}
}

func (c *Conn) receive(p []byte) (int, error) {
	n, err := c.nc.Read(p)
	c.got.add(string(p[:n]))
	return n, err
}

func (c *Conn) fail(format string, args ...any) {
	c.t.Helper()
	c.t.Fatalf("%s\n\nsent: %s\n\nreceived: %s", fmt.Sprintf(format, args...), &c.sent, &c.got)
}

// A readerFunc is a function as an io.Reader.
type readerFunc func([]byte) (int, error)

// Read calls the function.
func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// A transcript keeps the last bytes of one direction.
type transcript struct {
	total int
	tail  []byte
}

const transcriptLimit = 2 << 10

func (s *transcript) add(p string) {
	s.total += len(p)
	s.tail = append(s.tail, p[max(0, len(p)-transcriptLimit):]...)
	if extra := len(s.tail) - transcriptLimit; extra > 0 {
		s.tail = append(s.tail[:0], s.tail[extra:]...)
	}
}

// String returns the bytes, quoted, with a line for each of theirs.
func (s *transcript) String() string {
	if s.total == 0 {
		return "nothing"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d bytes", s.total)
	if s.total > len(s.tail) {
		fmt.Fprintf(&b, ", the last %d", len(s.tail))
	}
	for line := range strings.Lines(string(s.tail)) {
		fmt.Fprintf(&b, "\n\t%q", line)
	}
	return b.String()
}
