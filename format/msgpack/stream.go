package msgpack

import (
	"errors"
	"io"
	"slices"

	"github.com/weft-go/weft/format"
)

const (
	// maxStreamValue bounds one value of a stream.
	maxStreamValue = 64 << 20
	// readSize is how much is asked of a reader at a time, at least.
	readSize = 4 << 10
	// keptBuffer is the largest buffer that a stream encoder keeps between values.
	keptBuffer = 1 << 20
)

// streamEncoder writes the values of a stream one after the other.
type streamEncoder[A any] struct {
	codec  codec[A]
	w      io.Writer
	buf    []byte
	closed bool
}

var errClosed = errors.New("msgpack: the stream encoder is closed")

func (e *streamEncoder[A]) Encode(v A) error {
	if e.closed {
		return errClosed
	}
	b, err := e.codec.Append(e.buf[:0], v)
	if err != nil {
		return err
	}
	if cap(b) <= keptBuffer {
		e.buf = b
	}
	_, err = e.w.Write(b)
	return err
}

func (e *streamEncoder[A]) Close() error {
	e.closed = true
	return nil
}

// decodeStream reads until it has a whole value, decodes it, and goes on behind it.
func decodeStream[A any](c codec[A], r io.Reader, yield func(A, error) bool) {
	var zero A
	s := source{r: r}
	for {
		b, err := s.next()
		if err == io.EOF {
			return
		}
		if err != nil {
			yield(zero, err)
			return
		}
		v, err := c.Decode(b)
		if !yield(v, err) || err != nil {
			return
		}
	}
}

// source cuts a byte stream into values.
type source struct {
	r     io.Reader
	buf   []byte
	start int   // of the first byte in buf that was not handed out
	err   error // what ended the reader
}

// next returns the bytes of the next value, which are good until the next call. The
// error is io.EOF when the stream ends between two values.
func (s *source) next() ([]byte, error) {
	m := newMeasure()
	for {
		in := s.buf[s.start:]
		done, f := m.advance(in)
		switch {
		case f != nil:
			return nil, f.decodeError(in)
		case done && m.pos <= maxStreamValue:
			s.start += m.pos
			return in[:m.pos], nil
		case done || len(in) >= maxStreamValue:
			return nil, &format.DecodeError{Format: name, Offset: -1, Problem: "a value in the stream is longer than 64 MiB"}
		case s.err == io.EOF && len(in) > 0:
			return nil, truncated(nil, "unexpected end of input").decodeError(in)
		case s.err != nil:
			return nil, s.err
		}
		s.fill()
	}
}

// fill reads once. Bytes handed out before are dropped, and the buffer only grows
// when it is full of bytes that did arrive.
func (s *source) fill() {
	if s.start > 0 {
		s.buf = s.buf[:copy(s.buf, s.buf[s.start:])]
		s.start = 0
	}
	if len(s.buf) == cap(s.buf) {
		s.buf = slices.Grow(s.buf, max(readSize, len(s.buf)))
	}
	// A reader that never returns anything must not keep us here.
	for range 100 {
		n, err := s.r.Read(s.buf[len(s.buf):cap(s.buf)])
		s.buf = s.buf[:len(s.buf)+n]
		s.err = err
		if n > 0 || err != nil {
			return
		}
	}
	s.err = io.ErrNoProgress
}
