package server

import (
	"io"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/weft-go/weft/internal/transport"
)

// A stallWatch ends HTTP/2 requests whose clients have stalled: they neither send
// the body they owe nor take the response they asked for. A connection that stands
// still as a whole is ended by net/http; but a client may also hold up single
// requests, by not opening their windows, while it answers every ping.
//
// As with HTTP/1.1, requests have no deadlines of their own, which would cut
// healthy event streams. They note since when they wait, and once a second all of
// them are looked at.
type stallWatch struct {
	timeout time.Duration
	rate    int64

	mu  sync.Mutex
	all map[*http2Exchange]struct{}
}

func (w *stallWatch) init(set *transport.Settings) {
	w.timeout, w.rate, w.all = set.StallTimeout, set.MinBodyRate, map[*http2Exchange]struct{}{}
}

// run looks at all requests once a second until the server ends.
func (w *stallWatch) run(quit <-chan struct{}) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-quit:
			return
		case now := <-tick.C:
			for _, x := range w.stalled(now) {
				x.cut()
			}
		}
	}
}

// stalled returns the requests that have waited too long.
func (w *stallWatch) stalled(now time.Time) []*http2Exchange {
	var found []*http2Exchange
	oldest := now.Add(-w.timeout).UnixNano()
	w.mu.Lock()
	defer w.mu.Unlock()
	for x := range w.all {
		if x.waits(&x.reading, oldest) || x.waits(&x.writing, oldest) {
			found = append(found, x)
		}
	}
	return found
}

// begin watches a request until its end.
func (w *stallWatch) begin(rw http.ResponseWriter, r *http.Request) *http2Exchange {
	x := &http2Exchange{ResponseWriter: rw, watch: w, control: http.NewResponseController(rw)}
	if r.Body != nil && r.Body != http.NoBody {
		x.body = r.Body
		r.Body = (*http2Body)(x)
	}
	w.mu.Lock()
	w.all[x] = struct{}{}
	w.mu.Unlock()
	return x
}

// An http2Exchange is a request that is watched. It is the ResponseWriter of its
// handler.
type http2Exchange struct {
	http.ResponseWriter
	watch   *stallWatch
	control *http.ResponseController
	body    io.ReadCloser

	reading, writing atomic.Int64 // since when it waits, in nanoseconds; 0 if it does not
	received, waited int64        // of the body: bytes, nanoseconds

	mu   sync.Mutex // keeps the sweep from requests that have ended
	over bool
}

func (x *http2Exchange) waits(since *atomic.Int64, oldest int64) bool {
	s := since.Load()
	return s != 0 && s < oldest
}

// cut makes the handler's reads and writes fail.
func (x *http2Exchange) cut() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.over {
		return
	}
	past := time.Unix(1, 0)
	// Both fail only where there are no deadlines, which HTTP/2 has.
	_ = x.control.SetReadDeadline(past)
	_ = x.control.SetWriteDeadline(past)
}

// end forgets the request.
func (x *http2Exchange) end() {
	x.watch.mu.Lock()
	delete(x.watch.all, x)
	x.watch.mu.Unlock()
	x.mu.Lock()
	x.over = true
	x.mu.Unlock()
}

// Write writes a part of the response, and waits for the client to take it.
func (x *http2Exchange) Write(p []byte) (int, error) {
	x.writing.Store(time.Now().UnixNano())
	defer x.writing.Store(0)
	return x.ResponseWriter.Write(p)
}

// FlushError sends what was written.
func (x *http2Exchange) FlushError() error {
	x.writing.Store(time.Now().UnixNano())
	defer x.writing.Store(0)
	return x.control.Flush()
}

// Unwrap returns the writer below, for http.ResponseController.
func (x *http2Exchange) Unwrap() http.ResponseWriter { return x.ResponseWriter }

// An http2Body is the body of a request that is watched.
type http2Body http2Exchange

// Read reads what has arrived. It fails for a body that comes in slower than
// Config.MinBodyRate, so dripping does not help.
func (b *http2Body) Read(p []byte) (int, error) {
	start := time.Now()
	b.reading.Store(start.UnixNano())
	n, err := b.body.Read(p)
	b.reading.Store(0)
	b.received += int64(n)
	b.waited += int64(time.Since(start))
	if waited := time.Duration(b.waited); waited > b.watch.timeout && float64(b.received) < waited.Seconds()*float64(b.watch.rate) {
		return 0, os.ErrDeadlineExceeded
	}
	return n, err
}

// Close closes the body.
func (b *http2Body) Close() error { return b.body.Close() }
