package cli

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"
)

// A watch ends a request if nothing moves for a time: no answer comes, or no more of
// it, and nothing of the request is taken. Whoever moves data touches it.
type watch struct {
	cancel  context.CancelCauseFunc
	timeout time.Duration // 0 if there is no limit

	mu    sync.Mutex
	timer *time.Timer // nil while nothing is watched
}

// timedOut is the error of a server that kept us waiting.
type timedOut struct{ after time.Duration }

// Error names the time.
func (e *timedOut) Error() string { return fmt.Sprintf("no answer within %v", e.after) }

// Timeout returns true.
func (e *timedOut) Timeout() bool { return true }

// start begins to watch.
func (w *watch) start() {
	if w.timeout <= 0 {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.timer = time.AfterFunc(w.timeout, func() { w.cancel(&timedOut{w.timeout}) })
}

// touch says that something has moved.
func (w *watch) touch() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.timer != nil {
		w.timer.Reset(w.timeout)
	}
}

// stop ends watching.
func (w *watch) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.timer != nil {
		w.timer.Stop()
		w.timer = nil
	}
}

// watched is a body that is being sent.
type watched struct {
	io.ReadCloser
	watch *watch
}

// Read reads from the program.
func (r *watched) Read(p []byte) (int, error) {
	n, err := r.ReadCloser.Read(p)
	r.watch.touch()
	return n, err
}

// receiving is the body of an answer. Its end, with or without an error, ends the
// request.
type receiving struct {
	ctx   context.Context
	body  io.ReadCloser
	watch *watch
}

// Read reads from the network.
func (r *receiving) Read(p []byte) (int, error) {
	n, err := r.body.Read(p)
	r.watch.touch()
	if err != nil && err != io.EOF { // a wrapped one is no end
		err = plain(r.ctx, err)
	}
	return n, err
}

// Close ends the request.
func (r *receiving) Close() error {
	r.watch.stop()
	err := r.body.Close()
	r.watch.cancel(nil)
	return err
}
