package avro

import (
	"errors"
	"io"

	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/stream"
)

// keptBuffer is the largest buffer that a stream encoder keeps between values.
const keptBuffer = 1 << 20

var errClosed = errors.New("avro: the stream encoder is closed")

// source cuts a byte stream into values.
type source struct {
	*stream.Buffer
	root *node
}

func newSource(r io.Reader, root *node) source { return source{stream.NewBuffer(r, 0), root} }

// next returns the bytes of the next value, which are good until the next call. The
// error is io.EOF when the stream ends between two values.
func (s source) next() ([]byte, error) {
	if s.root.least() == 0 {
		return nil, fault.New("values that take no bytes cannot be told apart in a stream").DecodeError(name, nil)
	}
	m := newMeasure(s.root)
	b, err := s.Next(func(in []byte) (int, error) {
		switch done, f := m.advance(in); {
		case f != nil:
			return 0, f.DecodeError(name, in)
		case done:
			return m.pos, nil
		}
		return -1, nil
	})
	switch err {
	case stream.ErrTooLong:
		err = fault.New("a value in the stream is longer than 64 MiB").DecodeError(name, nil)
	case stream.ErrTruncated:
		err = fault.Truncated(nil, "unexpected end of input").DecodeError(name, s.Unread())
	}
	return b, err
}
