package weft

import (
	"bytes"
	"errors"
	"io"
	"iter"
	"strconv"
)

// ErrBodyRead is the error of reading a streaming body a second time.
var ErrBodyRead = errors.New("body: the stream was read already")

// stream is a body that has to be read. Exactly one of reader, seq and push
// holds the source; err stands for a body that could not be made.
type stream struct {
	length int64 // -1 if not known
	reader io.Reader
	seq    iter.Seq2[[]byte, error]
	push   func(io.Writer) error
	err    error

	opened bool
	data   []byte // what collect has read
	read   bool   // data is valid

	leak *leakRecord // not nil if a LeakDetector looks at it
}

// BodyReader returns a body that is read from r, and closed after it if r is an
// io.Closer. A length of -1 means that it is not known; the body is then sent in
// chunks. Reading fewer or more bytes than the length is an error that cuts the
// connection. The media type is application/octet-stream unless another is given.
func BodyReader(r io.Reader, length int64, mediaType ...string) Body {
	return Body{stream: &stream{reader: r, length: max(length, -1)}}.typed(mediaType, octetStream)
}

// BodySeq returns a body made of the pieces that seq yields. Each piece is sent
// as soon as it is there. The first error ends the body, and cuts the connection
// so that the client does not take the part for the whole.
func BodySeq(seq iter.Seq2[[]byte, error], mediaType ...string) Body {
	return Body{stream: &stream{seq: seq, length: -1}}.typed(mediaType, octetStream)
}

// BodyFunc returns a body that write produces. Each call to Write sends its
// bytes; what Write does not take at once holds write up, so a slow client
// slows its producer down. An error from Write means that the client is gone.
func BodyFunc(write func(w io.Writer) error, mediaType ...string) Body {
	return Body{stream: &stream{push: write, length: -1}}.typed(mediaType, octetStream)
}

// collect reads the stream to its end and keeps the bytes.
func (s *stream) collect() ([]byte, error) {
	if s.read {
		return s.data, nil
	}
	r := s.open()
	data, err := readAll(r, s.length)
	if err = errors.Join(err, r.Close()); err != nil {
		return nil, flatten(err)
	}
	s.data, s.read = data, true
	return data, nil
}

// flatten takes a single error out of the wrapping that Join adds.
func flatten(err error) error {
	if j, ok := err.(interface{ Unwrap() []error }); ok && len(j.Unwrap()) == 1 {
		return j.Unwrap()[0]
	}
	return err
}

// open returns the stream as a reader, once.
func (s *stream) open() io.ReadCloser {
	switch {
	case s.err != nil:
		return errReader{s.err}
	case s.read:
		return io.NopCloser(bytes.NewReader(s.data))
	case s.opened:
		return errReader{ErrBodyRead}
	}
	s.opened = true
	switch {
	case s.reader != nil:
		if rc, ok := s.reader.(io.ReadCloser); ok {
			return s.watched(rc)
		}
		return s.watched(io.NopCloser(s.reader))
	case s.seq != nil:
		return newSeqReader(s.seq)
	}
	return pushReader(s.push)
}

// chunks hands the stream's pieces to yield.
func (s *stream) chunks(yield func([]byte, error) bool) {
	if s.seq != nil && !s.opened && s.err == nil {
		s.opened = true
		s.seq(yield)
		return
	}
	r := s.open()
	defer r.Close()
	buf := make([]byte, 32<<10)
	for {
		n, err := r.Read(buf)
		if n > 0 && !yield(buf[:n], nil) {
			return
		}
		if err == io.EOF {
			return
		}
		if err != nil {
			yield(nil, err)
			return
		}
	}
}

// writeTo writes the stream to w.
func (s *stream) writeTo(w io.Writer) (n int64, err error) {
	counter := &countingWriter{w: w}
	if s.push != nil && !s.opened && s.err == nil {
		s.opened = true
		err = s.push(counter)
		return counter.n, err
	}
	if n, err, done := s.handOver(w); done {
		return n, err
	}
	for p, err := range s.chunks {
		if err == nil {
			_, err = counter.Write(p)
		}
		if err != nil {
			return counter.n, err
		}
	}
	return counter.n, nil
}

func (s *stream) close() error {
	s.opened = true
	if s.leak != nil {
		s.leak.settle()
	}
	if c, ok := s.reader.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// countingWriter counts what passes through.
type countingWriter struct {
	w io.Writer
	n int64
}

func (c *countingWriter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}

// errReader fails every Read with its error.
type errReader struct{ err error }

func (r errReader) Read([]byte) (int, error) { return 0, r.err }
func (r errReader) Close() error             { return nil }

// seqReader reads the pieces of an iterator.
type seqReader struct {
	next func() ([]byte, error, bool)
	stop func()
	rest []byte
	err  error
}

func newSeqReader(seq iter.Seq2[[]byte, error]) *seqReader {
	next, stop := iter.Pull2(seq)
	return &seqReader{next: next, stop: stop}
}

func (r *seqReader) Read(p []byte) (int, error) {
	for len(r.rest) == 0 {
		if r.err != nil {
			return 0, r.err
		}
		piece, err, ok := r.next()
		switch {
		case !ok:
			r.err = io.EOF
		case err != nil:
			r.err = err
		default:
			r.rest = piece
		}
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// Close ends the iterator.
func (r *seqReader) Close() error {
	r.stop()
	r.err = ErrBodyRead
	return nil
}

// pushReader turns a producing function into a reader. The function runs on a
// goroutine of its own, which ends when the reader is closed.
func pushReader(push func(io.Writer) error) io.ReadCloser {
	r, w := io.Pipe()
	go func() { w.CloseWithError(push(w)) }()
	return r
}

func formatInt(n int64) string { return strconv.FormatInt(n, 10) }
