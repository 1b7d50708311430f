package coding

import (
	"errors"
	"sync"
)

// A Coder compresses with one coding and its settings. It may be used from several
// goroutines at once.
//
// It keeps its encoders for reuse. What callers hold is never reused: the bytes it
// returns are theirs, and a [Writer] lets go of its encoder when it ends.
type Coder struct {
	name    string
	whole   sync.Pool // workers for what is compressed in large pieces
	flushed sync.Pool // workers for streams that are flushed after each piece
}

// NewCoder returns a coder for the coding of that name. create makes an encoder; its
// argument says whether the encoder is for streams that are flushed after each piece,
// which may be a small one.
func NewCoder(name string, create func(flushed bool) Encoder) *Coder {
	c := &Coder{name: name}
	c.whole.New = func() any { return &worker{encoder: create(false), home: &c.whole} }
	c.flushed.New = func() any { return &worker{encoder: create(true), home: &c.flushed} }
	return c
}

// Name returns the name of the coding as it stands in Content-Encoding.
func (c *Coder) Name() string { return c.name }

// Bytes returns src compressed. It gives up, and ok is false, when the result would
// be longer than limit; a negative limit is none.
func (c *Coder) Bytes(src []byte, limit int) (out []byte, ok bool) {
	w := take(&c.whole)
	defer w.give()
	if limit >= 0 {
		w.out.limit = limit
	}
	if _, err := w.encoder.Write(src); err != nil {
		return nil, false
	}
	if err := w.encoder.Close(); err != nil {
		return nil, false
	}
	// The buffer is the worker's; a copy has the right size besides.
	return append(make([]byte, 0, len(w.out.data)), w.out.data...), true
}

// A worker is an encoder with the buffer it writes to.
type worker struct {
	encoder Encoder
	out     buffer
	home    *sync.Pool
}

// take gets a worker that is ready for a new stream.
func take(from *sync.Pool) *worker {
	w := from.Get().(*worker)
	w.out = buffer{data: w.out.data[:0], limit: noLimit}
	w.encoder.Reset(&w.out)
	return w
}

// give returns the worker. It may be in the middle of a stream.
func (w *worker) give() {
	if cap(w.out.data) > keepBuffer {
		w.out.data = nil
	}
	w.home.Put(w)
}

const (
	keepBuffer = 64 << 10 // larger buffers are not kept
	noLimit    = int(^uint(0) >> 1)
)

// A buffer collects what an encoder writes, up to a limit.
type buffer struct {
	data  []byte
	limit int
}

var errLimit = errors.New("coding: the result is longer than the limit")

// Write appends p.
func (b *buffer) Write(p []byte) (int, error) {
	if len(b.data)+len(p) > b.limit {
		return 0, errLimit
	}
	b.data = append(b.data, p...)
	return len(p), nil
}
