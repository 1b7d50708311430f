package json

import (
	"errors"
	"fmt"
	"io"

	"github.com/weft-go/weft/format"
)

// A stream is text of unknown length. The decoder keeps only the value it is at: it
// reads until it has seen the end of it, looking at brackets and quotes alone, and
// then gives the bytes to the ordinary decoder, which looks at everything else.

const (
	// maxStreamValue bounds one value of a stream.
	maxStreamValue = 64 << 20
	readSize       = 32 << 10
)

// streamEncoder writes values as lines, or as one array.
type streamEncoder[A any] struct {
	codec[A]
	w      io.Writer
	buf    []byte
	array  bool
	begun  bool
	closed bool
}

var errClosed = errors.New("json: the stream is closed")

// Encode writes the next value with one call to Write.
func (s *streamEncoder[A]) Encode(v A) error {
	if s.closed {
		return errClosed
	}
	buf := s.buf[:0]
	if s.array && s.begun {
		buf = append(buf, ',')
	} else if s.array {
		buf = append(buf, '[')
	}
	buf, err := s.Append(buf, v)
	if err != nil {
		return err
	}
	if !s.array {
		buf = append(buf, '\n')
	}
	if s.buf = buf; cap(buf) > maxKeptBuffer {
		s.buf = nil
	}
	s.begun = true
	_, err = s.w.Write(buf)
	return err
}

// Close ends the array. A second call does nothing.
func (s *streamEncoder[A]) Close() error {
	if s.closed {
		return nil
	}
	s.closed = true
	if !s.array {
		return nil
	}
	end := "]"
	if !s.begun {
		end = "[]"
	}
	_, err := io.WriteString(s.w, end)
	return err
}

// streamReader cuts a stream into values.
type streamReader struct {
	r    io.Reader
	buf  []byte // read, not yet used
	pos  int
	err  error // of the reader; io.EOF at the end
	idle int
}

func (c codec[A]) readStream(r io.Reader, yield func(A, error) bool) {
	s := &streamReader{r: r}
	fail := func(err error) { yield(*new(A), err) }
	more, err := s.begin(c.plan.cfg.TreatStreamsAsArrays)
	for ; more && err == nil; more, err = s.between(c.plan.cfg.TreatStreamsAsArrays) {
		text, rerr := s.value()
		if rerr != nil {
			fail(rerr)
			return
		}
		v, derr := c.Decode(text)
		if !yield(v, derr) || derr != nil {
			return
		}
	}
	if err != nil {
		fail(err)
	}
}

// begin goes to the first value and reports whether there is one.
func (s *streamReader) begin(array bool) (bool, error) {
	c, err := s.peek()
	switch {
	case errors.Is(err, io.EOF) && !array:
		return false, nil
	case errors.Is(err, io.EOF):
		return false, streamError("unexpected end of input, want '['")
	case err != nil || !array:
		return err == nil, err
	case c != '[':
		return false, streamError("want '[', got " + byteText(c))
	}
	s.pos++
	if c, err = s.peek(); err != nil {
		return false, unexpectedEnd(err)
	}
	if c == ']' {
		return false, s.end()
	}
	return true, nil
}

// between goes from the end of a value to the next one.
func (s *streamReader) between(array bool) (bool, error) {
	c, err := s.peek()
	switch {
	case !array && errors.Is(err, io.EOF):
		return false, nil
	case !array:
		return err == nil, err
	case err != nil:
		return false, unexpectedEnd(err)
	case c == ']':
		return false, s.end()
	case c != ',':
		return false, streamError("want ',' or ']' after an element, got " + byteText(c))
	}
	s.pos++
	_, err = s.peek()
	return err == nil, unexpectedEnd(err)
}

// end wants nothing but whitespace after the array.
func (s *streamReader) end() error {
	s.pos++
	switch c, err := s.peek(); {
	case errors.Is(err, io.EOF):
		return nil
	case err != nil:
		return err
	default:
		return streamError("want the end of input after the array, got " + byteText(c))
	}
}

func streamError(problem string) error {
	return &format.DecodeError{Format: name, Offset: -1, Problem: problem}
}

func unexpectedEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return streamError("unexpected end of input in the array")
	}
	return err
}

// peek returns the next byte that is not whitespace.
func (s *streamReader) peek() (byte, error) {
	for {
		for ; s.pos < len(s.buf); s.pos++ {
			if !isSpace(s.buf[s.pos]) {
				return s.buf[s.pos], nil
			}
		}
		if err := s.fill(); err != nil {
			return 0, err
		}
	}
}

// fill reads more. It drops what is before pos.
func (s *streamReader) fill() error {
	if s.err != nil {
		return s.err
	}
	if s.pos > 0 {
		s.buf = s.buf[:copy(s.buf, s.buf[s.pos:])]
		s.pos = 0
	}
	if len(s.buf) > maxStreamValue {
		return streamError(fmt.Sprintf("a value of more than %d bytes", maxStreamValue))
	}
	if len(s.buf) == cap(s.buf) {
		s.buf = append(make([]byte, 0, max(readSize, 2*cap(s.buf))), s.buf...)
	}
	n, err := s.r.Read(s.buf[len(s.buf):cap(s.buf)])
	s.buf = s.buf[:len(s.buf)+n]
	s.err = err
	switch {
	case n > 0:
		s.idle = 0
		return nil // an error is for the next time
	case err != nil:
		return err
	}
	if s.idle++; s.idle > 100 {
		s.err = io.ErrNoProgress
	}
	return s.err
}

// value returns the bytes of the value at pos, which are valid until the next call.
func (s *streamReader) value() ([]byte, error) {
	var f framer
	for length := 0; ; {
		length += f.scan(s.buf[s.pos+length:])
		if f.done {
			text := s.buf[s.pos : s.pos+length]
			s.pos += length
			return text, nil
		}
		switch err := s.fill(); {
		case errors.Is(err, io.EOF): // a number may end here; what else it is the decoder says
			text := s.buf[s.pos:]
			s.pos = len(s.buf)
			return text, nil
		case err != nil:
			return nil, err
		}
	}
}

// framer finds the end of a value, however it is cut into pieces.
type framer struct {
	depth    int
	inString bool
	escaped  bool
	bare     bool // in a number, true, false or null
	done     bool
}

// scan looks at the next piece and returns how much of it belongs to the value.
func (f *framer) scan(b []byte) int {
	for i := 0; i < len(b); i++ {
		c := b[i]
		switch {
		case f.escaped:
			f.escaped = false
		case f.inString:
			if i, _ = scanString(b, i); i == len(b) {
				return i
			}
			c = b[i]
			f.escaped = c == '\\'
			f.inString = c != '"'
			f.done = c == '"' && f.depth == 0
		case f.bare && (isSpace(c) || c == ',' || c == ']' || c == '}' || c == '{' || c == '[' || c == '"'):
			f.done = true
			return i
		case c == '"':
			f.inString = true
		case c == '{' || c == '[':
			f.depth++
		case c == '}' || c == ']':
			f.depth--
			f.done = f.depth <= 0
		case f.depth == 0:
			f.bare = true
		}
		if f.done {
			return i + 1
		}
	}
	return len(b)
}
