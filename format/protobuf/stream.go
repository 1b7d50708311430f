package protobuf

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"iter"

	"github.com/weft-go/weft/format"
)

// maxMessage bounds the messages of a stream: a length in the input must not decide
// how much memory is taken.
const maxMessage = 64 << 20

// streamEncoder writes the values of one stream.
type streamEncoder[A any] struct {
	codec codec[A]
	w     io.Writer
	buf   []byte
	done  bool
}

var errClosed = errors.New("protobuf: the stream is closed")

// Encode writes the length and the message with one call to Write.
func (e *streamEncoder[A]) Encode(v A) error {
	if e.done {
		return errClosed
	}
	b, start := open(e.buf[:0])
	b, err := e.codec.Append(b, v)
	if err != nil {
		return err
	}
	b = shut(b, start)
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
		in := bufio.NewReader(r)
		var buf []byte
		for {
			n, err := binary.ReadUvarint(in)
			if err == io.EOF {
				return
			}
			if err != nil {
				yield(zero, streamError(err))
				return
			}
			if n > maxMessage {
				yield(zero, faultf(-1, "want a message of at most %d bytes, got %d", maxMessage, n).decodeError())
				return
			}
			if buf, err = readMessage(in, buf[:0], int(n)); err != nil {
				yield(zero, streamError(err))
				return
			}
			v, err := c.Decode(buf)
			if !yield(v, err) || err != nil {
				return
			}
		}
	}
}

// readMessage reads n bytes. The buffer grows as they come, not as they are
// announced.
func readMessage(in *bufio.Reader, buf []byte, n int) ([]byte, error) {
	const step = 1 << 16
	for len(buf) < n {
		start := len(buf)
		more := min(n-start, max(step, start))
		buf = append(buf, make([]byte, more)...)
		if _, err := io.ReadFull(in, buf[start:]); err != nil {
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return buf, err
		}
	}
	return buf, nil
}

// streamError says that the stream itself ended wrongly. Errors of the reader
// below are passed on as the cause.
func streamError(err error) error {
	f := &format.DecodeError{Format: formatName, Offset: -1, Problem: "the stream cannot be read", Cause: err}
	if err == io.ErrUnexpectedEOF {
		f.Problem = "unexpected end of input"
	}
	return f
}
