package coding

import (
	"errors"
	"io"
	"sync"
)

const (
	pieceSize = 32 << 10 // input that is compressed at a time
	drainAt   = 16 << 10 // output that is sent without waiting for a flush
)

// ErrEnded is the error of writing to a stream that has ended.
var ErrEnded = errors.New("coding: the stream has ended")

// A Writer compresses a stream into another writer. It takes an encoder with the
// first byte and gives it back at the end, so a caller has to call [Writer.Close] or
// [Writer.Release]. Writing afterwards fails; the encoder may be working for somebody
// else by then.
type Writer struct {
	coder *Coder
	dst   io.Writer
	flush bool

	// The producer of a stream may keep the writer and use it too late, from another
	// goroutine.
	mu   sync.Mutex
	work *worker
	err  error
}

// Stream returns a writer that compresses into dst. If flush is set, each piece that
// is written goes out at once, in one write to dst. All pieces share one window, so
// they compress better the longer the stream lasts.
func (c *Coder) Stream(dst io.Writer, flush bool) *Writer {
	return &Writer{coder: c, dst: dst, flush: flush}
}

// Write compresses p. An error from dst, which means that nobody listens any more,
// ends the stream.
func (w *Writer) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil || len(p) == 0 {
		return 0, w.err
	}
	if err := w.write(p); err != nil {
		w.release(err)
		return 0, err
	}
	return len(p), nil
}

func (w *Writer) write(p []byte) error {
	w.start()
	for len(p) > 0 {
		n := min(len(p), pieceSize)
		if _, err := w.work.encoder.Write(p[:n]); err != nil {
			return err
		}
		p = p[n:]
		if len(w.work.out.data) >= drainAt {
			if err := w.drain(); err != nil {
				return err
			}
		}
	}
	if !w.flush {
		return nil
	}
	if err := w.work.encoder.Flush(); err != nil {
		return err
	}
	return w.drain()
}

func (w *Writer) start() {
	switch {
	case w.work != nil:
	case w.flush:
		w.work = take(&w.coder.flushed)
	default:
		w.work = take(&w.coder.whole)
	}
}

// drain sends what the encoder has written.
func (w *Writer) drain() error {
	out := &w.work.out
	if len(out.data) == 0 {
		return nil
	}
	_, err := w.dst.Write(out.data)
	out.data = out.data[:0]
	return err
}

// Close ends the stream and gives the encoder back. Without it the client knows that
// the stream is not whole.
func (w *Writer) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil {
		return w.err
	}
	w.start() // a stream of nothing has a beginning and an end
	err := w.work.encoder.Close()
	if err == nil {
		err = w.drain()
	}
	w.release(ErrEnded)
	return err
}

// Release gives the encoder back without ending the stream. After [Writer.Close] it
// does nothing.
func (w *Writer) Release() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err == nil {
		w.release(ErrEnded)
	}
}

func (w *Writer) release(err error) {
	w.err = err
	if w.work != nil {
		w.work.give()
		w.work = nil
	}
}
