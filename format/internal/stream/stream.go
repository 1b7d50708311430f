// Package stream reads and writes values that follow each other.
//
// A [Buffer] cuts what arrives into values: the format says where a value ends, as far
// as can be told from the bytes that are there. It keeps only the value it is at, and a
// length in the input never decides how much memory is taken. [Decode] and [Encoder]
// are the two ends that a codec shows to its users.
package stream

import "io"

// An Encoder writes the values of one stream. It implements format.StreamEncoder.
type Encoder[A any] struct {
	w      io.Writer
	append func(dst []byte, v A) ([]byte, error)
	closed error
	keep   int
	buf    []byte
	done   bool
}

// NewEncoder returns an encoder which writes to w what encode makes of a value. The
// error closed is what Encode returns after Close. Up to keep bytes of memory are kept
// between values.
func NewEncoder[A any](w io.Writer, encode func(dst []byte, v A) ([]byte, error), closed error, keep int) *Encoder[A] {
	return &Encoder[A]{w: w, append: encode, closed: closed, keep: keep}
}

// Encode writes the next value with one call to Write.
func (e *Encoder[A]) Encode(v A) error {
	if e.done {
		return e.closed
	}
	b, err := e.append(e.buf[:0], v)
	if err != nil {
		return err
	}
	if e.buf = b; cap(b) > e.keep {
		e.buf = nil
	}
	_, err = e.w.Write(b)
	return err
}

// Close ends the stream. A second call does nothing.
func (e *Encoder[A]) Close() error {
	e.done = true
	return nil
}

// Decode yields value after value. Next returns the bytes of one, and io.EOF at the end
// of the stream. The first other error is the last element.
func Decode[A any](next func() ([]byte, error), decode func(b []byte) (A, error), yield func(A, error) bool) {
	var zero A
	for {
		b, err := next()
		if err == io.EOF {
			return
		}
		if err != nil {
			yield(zero, err)
			return
		}
		v, err := decode(b)
		if !yield(v, err) || err != nil {
			return
		}
	}
}
