package json

import (
	"errors"
	"fmt"
	"io"

	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/internal/stream"
)

// A stream is text of unknown length. The decoder keeps only the value it is at: it
// reads until it has seen the end of it, looking at brackets and quotes alone, and
// then gives the bytes to the ordinary decoder, which looks at everything else.

// readSize is how much is asked of a reader at first.
const readSize = 32 << 10

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
type streamReader struct{ *stream.Buffer }

func (c codec[A]) readStream(r io.Reader, yield func(A, error) bool) {
	s := streamReader{stream.NewBuffer(r, readSize)}
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
func (s streamReader) begin(array bool) (bool, error) {
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
	s.Use(1)
	if c, err = s.peek(); err != nil {
		return false, unexpectedEnd(err)
	}
	if c == ']' {
		return false, s.end()
	}
	return true, nil
}

// between goes from the end of a value to the next one.
func (s streamReader) between(array bool) (bool, error) {
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
	s.Use(1)
	_, err = s.peek()
	return err == nil, unexpectedEnd(err)
}

// end wants nothing but whitespace after the array.
func (s streamReader) end() error {
	s.Use(1)
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
func (s streamReader) peek() (byte, error) {
	for {
		b := s.Unread()
		for i, c := range b {
			if !isSpace(c) {
				s.Use(i)
				return c, nil
			}
		}
		s.Use(len(b))
		if err := s.fill(); err != nil {
			return 0, err
		}
	}
}

// fill reads more, and returns an error when there is no more.
func (s streamReader) fill() error {
	if err := s.Err(); err != nil {
		return err
	}
	had := len(s.Unread())
	if had > stream.MaxValue {
		return streamError(fmt.Sprintf("a value of more than %d bytes", stream.MaxValue))
	}
	if s.Fill(); len(s.Unread()) > had {
		return nil // an error is for the next time
	}
	return s.Err()
}

// value returns the bytes of the next value, which are valid until the next call.
func (s streamReader) value() ([]byte, error) {
	var f framer
	for length := 0; ; {
		length += f.scan(s.Unread()[length:])
		if f.done {
			text := s.Unread()[:length]
			s.Use(length)
			return text, nil
		}
		switch err := s.fill(); {
		case errors.Is(err, io.EOF): // a number may end here; what else it is the decoder says
			text := s.Unread()
			s.Use(len(text))
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
