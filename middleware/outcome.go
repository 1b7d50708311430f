package middleware

import (
	"context"
	"io"
	"sync/atomic"

	"github.com/weft-go/weft"
)

// An outcome is what became of a request.
type outcome struct {
	status weft.Status
	size   int64 // bytes of the body that were sent, before any compression
	err    error // what the handler or its stream failed with
}

// outcomeOf returns what becomes of a handler's result, if its body is in memory or
// there is none.
func outcomeOf(req *weft.Request, resp *weft.Response, err error) outcome {
	if err == nil {
		err = resp.Err()
	}
	if err != nil {
		answer := weft.ErrorResponse(req, err)
		resp = &answer
	}
	o := outcome{status: resp.Status(), err: err}
	if req.Method() != weft.HEAD && o.status.AllowsBody() && !resp.Body().IsStream() {
		o.size, _ = resp.Body().Len()
	}
	return o
}

// isStreamed says whether a response ends later than its handler.
func isStreamed(resp *weft.Response, err error) bool {
	return err == nil && resp.Body().IsStream() && resp.Err() == nil
}

// atEnd returns a response whose body is a stream, and has done called once when that
// body has been sent, has failed or was given up.
func atEnd(req *weft.Request, resp weft.Response, done func(outcome)) weft.Response {
	t := &tail{inner: resp.Body(), done: done, status: resp.Status()}
	length, known := t.inner.Len()
	if known {
		return resp.WithBody(weft.BodyReader(&tailReader{tail: t}, length, t.inner.MediaType()))
	}
	// A body that is pushed has no way to tell that nobody wants it, as after HEAD;
	// the request's end does. A reader would have one, but costs a goroutine and a
	// buffer for each stream.
	t.stop = context.AfterFunc(req.Context(), func() { t.abandon() })
	return resp.WithBody(weft.BodyFunc(t.write, t.inner.MediaType()))
}

// A tail is the part of a response that is sent after its handler has returned.
type tail struct {
	inner  weft.Body
	done   func(outcome)
	status weft.Status
	sent   atomic.Int64
	begun  atomic.Bool
	over   atomic.Bool
	stop   func() bool
}

// write sends a body of unknown length.
func (t *tail) write(w io.Writer) (err error) {
	if !t.begun.CompareAndSwap(false, true) {
		return weft.ErrBodyRead
	}
	finished := false
	defer func() {
		if !finished {
			err = io.ErrUnexpectedEOF // a panic is passing
		}
		t.stop()
		t.finish(err)
	}()
	_, err = t.inner.WriteTo(tailWriter{w, t})
	_ = t.inner.Close() // it has been read
	finished = true
	return err
}

// abandon ends a body that nobody has asked for.
func (t *tail) abandon() {
	if t.begun.CompareAndSwap(false, true) {
		_ = t.inner.Close() // nobody is left to be told
		t.finish(nil)
	}
}

func (t *tail) finish(err error) {
	if t.over.CompareAndSwap(false, true) {
		t.done(outcome{t.status, t.sent.Load(), err})
	}
}

// A tailWriter counts what is written.
type tailWriter struct {
	io.Writer
	t *tail
}

func (w tailWriter) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
	w.t.sent.Add(int64(n))
	return n, err
}

// A tailReader reads a body of known length.
type tailReader struct {
	*tail
	r   io.ReadCloser
	err error
}

func (r *tailReader) Read(p []byte) (int, error) {
	if r.r == nil {
		r.r = r.inner.AsStream()
	}
	n, err := r.r.Read(p)
	r.sent.Add(int64(n))
	if err != nil && err != io.EOF { // a wrapped one is a failure
		r.err = err
	}
	return n, err
}

// WriteTo sends the body as it would be sent alone, so that a file keeps its fast way
// to the client.
func (r *tailReader) WriteTo(w io.Writer) (int64, error) {
	n, err := r.inner.WriteTo(w)
	r.sent.Add(n)
	r.err = err
	return n, err
}

// Close ends the body.
func (r *tailReader) Close() error {
	err := r.inner.Close()
	if r.r != nil {
		err = r.r.Close()
	}
	r.finish(r.err)
	return err
}
