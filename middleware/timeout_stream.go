package middleware

import (
	"context"
	"io"
	"sync"

	"github.com/weft-go/weft"
)

// limitStream returns a response whose stream is cut when the time is over. The clock
// is stopped at its end.
func (d *deadline) limitStream(req *weft.Request, resp weft.Response) weft.Response {
	inner := resp.Body()
	length, known := inner.Len()
	if known {
		resp = resp.WithBody(weft.BodyReader(&limitedReader{inner: inner, d: d}, length, inner.MediaType()))
	} else {
		resp = resp.WithBody(weft.BodyFunc(func(w io.Writer) error { return d.pump(inner, w) }, inner.MediaType()))
	}
	return atEnd(req, resp, func(outcome) { d.stop() })
}

// pump writes a body whose length is not known. It runs on a goroutine of its own, so
// that a producer that waits for something else does not hold the end up.
func (d *deadline) pump(inner weft.Body, w io.Writer) error {
	gate := &gate{w: w}
	done := make(chan error, 1)
	go func() {
		_, err := writeContained(inner, gate)
		_ = inner.Close() // it has been read, or nobody wants it
		done <- err
	}()
	select {
	case err := <-done:
		return err
	case <-d.expired():
		gate.shut()
		return context.DeadlineExceeded
	}
}

// A gate passes writes on until it is shut. What is being written then is waited for,
// since the writer belongs to somebody who will use it again.
type gate struct {
	mu     sync.Mutex
	w      io.Writer
	closed bool
}

func (g *gate) Write(p []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return 0, context.DeadlineExceeded
	}
	return g.w.Write(p)
}

func (g *gate) shut() {
	g.mu.Lock()
	g.closed = true
	g.mu.Unlock()
}

// A limitedReader reads a body of known length until the time is over.
type limitedReader struct {
	inner weft.Body
	d     *deadline
	r     io.ReadCloser
}

func (l *limitedReader) Read(p []byte) (int, error) {
	if l.d.isOver() {
		return 0, context.DeadlineExceeded
	}
	if l.r == nil {
		l.r = l.inner.AsStream()
	}
	return l.r.Read(p)
}

// Close closes the body.
func (l *limitedReader) Close() error {
	if l.r != nil {
		return l.r.Close()
	}
	return l.inner.Close()
}
