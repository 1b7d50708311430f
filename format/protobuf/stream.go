package protobuf

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"

	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/stream"
)

var errClosed = errors.New("protobuf: the stream is closed")

// appendDelimited appends the length of the message and the message.
func (c codec[A]) appendDelimited(dst []byte, v A) ([]byte, error) {
	b, start := open(dst)
	b, err := c.Append(b, v)
	if err != nil {
		return dst, err
	}
	return shut(b, start), nil
}

// streamReader cuts a stream into messages. Their lengths tell where they end, so that
// nothing has to be measured.
type streamReader struct {
	in  *bufio.Reader
	buf []byte
}

func newStreamReader(r io.Reader) *streamReader { return &streamReader{in: bufio.NewReader(r)} }

// next returns the bytes of the next message, which are good until the next call. At
// the end of the stream, between two messages, the error is io.EOF.
func (s *streamReader) next() ([]byte, error) {
	n, err := binary.ReadUvarint(s.in)
	switch {
	case err == io.EOF:
		return nil, err
	case err != nil:
		return nil, streamError(err)
	case n > stream.MaxValue:
		return nil, fault.New("want a message of at most %d bytes, got %d", stream.MaxValue, n).DecodeError(formatName, nil)
	}
	if s.buf, err = readMessage(s.in, s.buf[:0], int(n)); err != nil {
		return nil, streamError(err)
	}
	return s.buf, nil
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
