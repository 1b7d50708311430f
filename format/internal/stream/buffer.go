package stream

import (
	"errors"
	"io"
	"slices"
)

// What [Buffer.Next] returns when the stream itself is the problem.
var (
	// ErrTruncated says that the stream ends within a value.
	ErrTruncated = errors.New("stream: it ends within a value")
	// ErrTooLong says that a value is longer than [MaxValue].
	ErrTooLong = errors.New("stream: a value is longer than 64 MiB")
)

const (
	// MaxValue bounds one value of a stream.
	MaxValue = 64 << 20

	// minRead is how much is asked of a reader at a time, at least.
	minRead = 4 << 10

	// maxIdle is how often a reader may return nothing at all.
	maxIdle = 100
)

// A Buffer holds what was read from a stream and not used yet.
type Buffer struct {
	r     io.Reader
	buf   []byte
	start int   // of what was not used yet
	err   error // what ended the reader
}

// NewBuffer returns a buffer for r with room for size bytes. It grows as it must.
func NewBuffer(r io.Reader, size int) *Buffer {
	return &Buffer{r: r, buf: make([]byte, 0, size)}
}

// Unread returns what was read and not used. It is good until the next [Buffer.Fill].
func (s *Buffer) Unread() []byte { return s.buf[s.start:] }

// Use drops the first n bytes of what is unread.
func (s *Buffer) Use(n int) { s.start += n }

// Err returns what ended the reader, io.EOF at the end of the stream, or nil as long as
// there may be more. Bytes that came with the error are unread like others.
func (s *Buffer) Err() error { return s.err }

// Fill reads once, unless the reader has ended. Used bytes are dropped, and the buffer
// only grows when it is full of bytes that did arrive.
func (s *Buffer) Fill() {
	if s.err != nil {
		return
	}
	if s.start > 0 {
		s.buf = s.buf[:copy(s.buf, s.buf[s.start:])]
		s.start = 0
	}
	if len(s.buf) == cap(s.buf) {
		s.buf = slices.Grow(s.buf, max(minRead, len(s.buf)))
	}
	// A reader that never returns anything must not keep us here.
	for range maxIdle {
		n, err := s.r.Read(s.buf[len(s.buf):cap(s.buf)])
		s.buf = s.buf[:len(s.buf)+n]
		s.err = err
		if n > 0 || err != nil {
			return
		}
	}
	s.err = io.ErrNoProgress
}

// Next reads on until it has a whole value and returns its bytes, which are good until
// the next call.
//
// The measure tells where the value ends. It is given all of the value that has
// arrived so far and returns the length of the value, or -1 when there has to be more.
// Its error says that there is no value; Next returns it as it is. The other errors are
// io.EOF when the stream ends between two values, [ErrTruncated], [ErrTooLong], and
// what the reader returned.
func (s *Buffer) Next(measure func(in []byte) (int, error)) ([]byte, error) {
	for {
		in := s.Unread()
		n, err := measure(in)
		switch {
		case err != nil:
			return nil, err
		case n >= 0 && n <= MaxValue:
			s.Use(n)
			return in[:n], nil
		case n >= 0 || len(in) >= MaxValue:
			return nil, ErrTooLong
		case s.err == io.EOF && len(in) > 0:
			return nil, ErrTruncated
		case s.err != nil:
			return nil, s.err
		}
		s.Fill()
	}
}
