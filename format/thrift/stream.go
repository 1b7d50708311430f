package thrift

import (
	"errors"
	"io"
	"iter"

	"github.com/weft-go/weft/format"
)

// maxValue bounds the values of a stream.
const maxValue = 64 << 20

// streamEncoder writes the values of one stream.
type streamEncoder[A any] struct {
	codec codec[A]
	w     io.Writer
	buf   []byte
	done  bool
}

var errClosed = errors.New("thrift: the stream is closed")

// Encode writes the struct with one call to Write.
func (e *streamEncoder[A]) Encode(v A) error {
	if e.done {
		return errClosed
	}
	b, err := e.codec.Append(e.buf[:0], v)
	if err != nil {
		return err
	}
	if e.buf = b; cap(b) > maxScratch {
		e.buf = nil
	}
	_, err = e.w.Write(b)
	return err
}

// Close ends the stream.
func (e *streamEncoder[A]) Close() error {
	e.done = true
	return nil
}

func (c codec[A]) stream(r io.Reader) iter.Seq2[A, error] {
	return func(yield func(A, error) bool) {
		var zero A
		in := streamReader{r: r, scan: scanner{protocol: c.protocol}}
		for {
			data, err := in.next()
			if err == io.EOF {
				return
			}
			if err != nil {
				yield(zero, err)
				return
			}
			v, err := c.Decode(data)
			if !yield(v, err) || err != nil {
				return
			}
		}
	}
}

// streamReader cuts a stream into structs.
type streamReader struct {
	r     io.Reader
	scan  scanner
	buf   []byte
	start int // of what was not handed out yet
	ended error
}

// next returns the bytes of the next struct, which are good until the next call. At
// the end of the stream, between two structs, the error is io.EOF.
func (s *streamReader) next() ([]byte, error) {
	s.buf = s.buf[:copy(s.buf, s.buf[s.start:])]
	s.start = 0
	s.scan.begin(typeStruct)
	for pos := 0; ; {
		end, code := s.scan.scan(s.buf, pos)
		switch {
		case code == 0:
			s.start = end
			return s.buf[:end], nil
		case code != endOfInput:
			return nil, unreadable(end, code).decodeError()
		case s.ended == io.EOF && len(s.buf) == 0:
			return nil, io.EOF
		case s.ended != nil:
			return nil, streamError(s.ended, len(s.buf))
		case len(s.buf) > maxValue:
			return nil, faultf(-1, "want a value of at most %d bytes", maxValue).decodeError()
		}
		pos = end
		s.read()
	}
}

// read gets more bytes, and remembers the error for when they are used up.
func (s *streamReader) read() {
	const step = 1 << 12
	if len(s.buf) == cap(s.buf) {
		s.buf = append(s.buf, make([]byte, max(step, len(s.buf)))...)[:len(s.buf)]
	}
	for range 100 {
		n, err := s.r.Read(s.buf[len(s.buf):cap(s.buf)])
		s.buf = s.buf[:len(s.buf)+n]
		s.ended = err
		if n > 0 || err != nil {
			return
		}
	}
	s.ended = io.ErrNoProgress
}

// streamError says that the stream itself ended wrongly. Errors of the reader
// below are passed on as the cause.
func streamError(err error, offset int) error {
	if err == io.EOF {
		return &format.DecodeError{Format: formatName, Offset: int64(offset), Problem: readProblems[endOfInput], Cause: io.ErrUnexpectedEOF}
	}
	return &format.DecodeError{Format: formatName, Offset: -1, Problem: "the stream cannot be read", Cause: err}
}
