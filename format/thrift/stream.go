package thrift

import (
	"errors"
	"io"

	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/stream"
)

var errClosed = errors.New("thrift: the stream is closed")

// streamReader cuts a stream into structs.
type streamReader struct {
	*stream.Buffer
	scan scanner
}

func newStreamReader(r io.Reader, c protocol) *streamReader {
	return &streamReader{stream.NewBuffer(r, 0), scanner{protocol: c}}
}

// next returns the bytes of the next struct, which are good until the next call. At
// the end of the stream, between two structs, the error is io.EOF.
func (s *streamReader) next() ([]byte, error) {
	s.scan.begin(typeStruct)
	pos, refused := 0, false
	b, err := s.Next(func(in []byte) (int, error) {
		end, code := s.scan.scan(in, pos)
		switch {
		case code == 0:
			return end, nil
		case code != endOfInput:
			refused = true
			return 0, unreadable(end, code).DecodeError(formatName, in)
		}
		pos = end
		return -1, nil
	})
	if err == nil || err == io.EOF || refused {
		return b, err
	}
	return nil, s.explain(err)
}

// explain says that the stream itself ended wrongly. Errors of the reader below are
// passed on as the cause.
func (s *streamReader) explain(err error) error {
	switch err {
	case stream.ErrTruncated:
		f := unreadable(len(s.Unread()), endOfInput)
		f.Cause = io.ErrUnexpectedEOF
		return f.DecodeError(formatName, nil)
	case stream.ErrTooLong:
		return fault.New("want a value of at most %d bytes", stream.MaxValue).DecodeError(formatName, nil)
	}
	return &format.DecodeError{Format: formatName, Offset: -1, Problem: "the stream cannot be read", Cause: err}
}
