package websocket

import (
	"io"
	"net"
	"os"
	"sync"
	"time"
)

// Where bytes come from. Most sockets wait, for hours, for a message, and a server
// may have very many of them. So a buffer is held only while there is something in
// it: on a socket the wait happens without one, in the network poller, and a buffer
// is borrowed when bytes have arrived. Connections that cannot be waited for in that
// way (TLS, and networks in memory) wait with a small buffer of their own, and borrow
// a large one when the small one was filled.

const (
	bufferSize = 16 << 10
	smallSize  = 512 // more than the longest control frame
)

var buffers = sync.Pool{New: func() any { return new([bufferSize]byte) }}

// A source reads from a connection.
type source struct {
	r          io.Reader
	conn       deadliner // what r ends in
	raw        rawReader
	large      *[bufferSize]byte // borrowed; nil while nothing is held
	small      []byte
	start, end int // what is held, in the large buffer if there is one
}

// A deadliner is what the wait for bytes can be ended with.
type deadliner interface{ SetReadDeadline(time.Time) error }

// newSource returns a source that reads from r, which ends in conn.
func newSource(conn net.Conn, r io.Reader) source {
	s := source{r: r, conn: conn}
	if s.raw.init(conn) && !s.drain(conn) {
		s.raw = rawReader{}
	}
	return s
}

// drain reads what r holds beside the connection, so that the rest can be read from
// the socket itself: with a deadline in the past, the bytes which arrived together
// with the handshake are all that can be read. It returns false if there are too
// many.
func (s *source) drain(conn net.Conn) bool {
	if s.r == io.Reader(conn) {
		return true
	}
	if conn.SetReadDeadline(longAgo) != nil {
		return false
	}
	defer conn.SetReadDeadline(time.Time{})
	for {
		if s.end == bufferSize {
			return false
		}
		s.borrow()
		n, err := s.r.Read(s.large[s.end:])
		s.end += n
		if err != nil {
			s.release()
			return os.IsTimeout(err)
		}
	}
}

// longAgo is a deadline that has passed.
var longAgo = time.Unix(1, 0)

// bytes returns what is held.
func (s *source) bytes() []byte { return s.buffer()[s.start:s.end] }

func (s *source) buffer() []byte {
	if s.large != nil {
		return s.large[:]
	}
	return s.small
}

// skip drops n bytes of what is held.
func (s *source) skip(n int) { s.start += n }

// fill waits for more bytes. It must not be called while a full buffer is held.
func (s *source) fill() error {
	s.release()
	if s.raw.is() {
		return s.raw.fill(s)
	}
	if s.large == nil && s.end == len(s.small) {
		if s.small == nil {
			s.small = make([]byte, smallSize)
		} else {
			s.borrow()
		}
	}
	n, err := s.r.Read(s.buffer()[s.end:])
	s.end += n
	if n > 0 {
		return nil
	}
	if err == nil {
		err = io.ErrNoProgress
	}
	return err
}

// release gives the buffer back if it is empty, and otherwise moves what is held to
// its front.
func (s *source) release() {
	if s.start == 0 && s.end > 0 {
		return
	}
	held := s.bytes()
	s.start, s.end = 0, len(held)
	if len(held) > 0 {
		copy(s.buffer(), held)
	} else if s.large != nil {
		buffers.Put(s.large)
		s.large = nil
	}
}

// borrow gets a large buffer, with what is held.
func (s *source) borrow() {
	if s.large != nil {
		return
	}
	large := buffers.Get().(*[bufferSize]byte)
	copy(large[:], s.bytes())
	s.start, s.end = 0, s.end-s.start
	s.large = large
}

// free gives everything back.
func (s *source) free() {
	s.start, s.end = 0, 0
	s.release()
}
