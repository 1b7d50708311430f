package coding

import (
	"errors"
	"fmt"
	"io"
	"sync"
)

// A Reader undoes the codings of a stream while it is read. It holds to a [Bound]
// after each coding, not only at the end: what the outer coding expands to may be
// huge although the inner one makes little of it.
//
// No bytes at all are nothing in any coding. Bytes after the end of the compressed
// data are an error, as is an end before it.
//
// It is for one goroutine; a mistake there does no harm to others, though its
// decoders are reused.
type Reader struct {
	mu     sync.Mutex
	src    source
	stages []stage // in the order in which the codings are undone
	err    error   // sticky
}

// A Corrupt is the error of bytes that are not what their coding says.
type Corrupt struct {
	// Scheme is the coding.
	Scheme Scheme

	// Cause says what is wrong.
	Cause error
}

// Error names the coding and the cause.
func (e *Corrupt) Error() string { return fmt.Sprintf("coding %s: %v", e.Scheme, e.Cause) }

// Unwrap returns the cause.
func (e *Corrupt) Unwrap() error { return e.Cause }

// NewReader returns what was put into the codings, in this order, to make the bytes
// of src. Its errors are those of src as they are, a [*Corrupt] or a [*TooLarge].
// Nothing is read from src before the first Read.
func NewReader(src io.Reader, codings []Scheme, bound Bound) *Reader {
	r := &Reader{src: source{src: src}, stages: make([]stage, len(codings))}
	var in io.Reader = &r.src
	for i := range r.stages {
		s := &r.stages[i]
		*s = stage{scheme: codings[len(codings)-1-i], source: &r.src, in: in, bound: bound}
		in = s
	}
	return r
}

// Read reads decompressed bytes.
func (r *Reader) Read(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err != nil || len(p) == 0 {
		return 0, r.err
	}
	var n int
	if last := len(r.stages) - 1; last >= 0 {
		n, r.err = r.stages[last].Read(p)
	} else {
		n, r.err = r.src.Read(p)
	}
	if r.err != nil {
		r.release()
	}
	return n, r.err
}

// Close gives the decoders back and closes src if it can be closed.
func (r *Reader) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.release()
	if r.err == nil {
		r.err = errClosed
	}
	if c, ok := r.src.src.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

var errClosed = errors.New("coding: read after close")

func (r *Reader) release() {
	for i := range r.stages {
		r.stages[i].release()
	}
}

// A source counts the bytes of the message and remembers why they ended, because a
// decoder would take any end for corrupt data.
type source struct {
	src io.Reader
	n   int64
	err error
}

// Read reads from the source.
func (s *source) Read(p []byte) (int, error) {
	n, err := s.src.Read(p)
	s.n += int64(n)
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}
