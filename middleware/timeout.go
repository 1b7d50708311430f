package middleware

import (
	"errors"
	"sync/atomic"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/status"
)

// How a time limit is kept.
//
// Go has no way to stop a function from outside. A handler that heeds its context ends
// soon after its time is over, and then its goroutine can answer 408 itself. A handler
// that does not can only be left behind on a goroutine of its own, while another one
// answers. That goroutine costs about as much as everything else here together, so it
// is there as long as there is doubt: a handler starts with it, can do without it once
// it has ended in time for trustAfter requests, and gets it back when the time of any
// request runs out.
//
// Who answers is decided once for each request, by a compare-and-swap on the state of
// its deadline: the handler moves it from running to answered, the watch from running
// to overdue. The loser's response is thrown away, so no response is ever sent twice or to
// another request.

// trustAfter is how many requests have to end in time before a handler is trusted.
const trustAfter = 1000

// TimeoutConfig says how [Timeout] works. Its zero value is the default.
type TimeoutConfig struct {
	// UntilResponse ends the limit when the handler has returned. The default is to
	// count streams too, and to cut them when the time is over. Event streams without
	// end need this.
	UntilResponse bool

	// Apart runs every handler on a goroutine of its own, so that the client gets its
	// answer in time even if a handler that was well-behaved for thousands of requests
	// stops to heed its context.
	Apart bool
}

// Timeout returns middleware that limits the time a request may take. When it is over,
// the context of the request ends with [context.DeadlineExceeded] and the client gets
// 408. A handler that goes on regardless is left behind; what it returns is thrown
// away.
//
// The client gets its answer when the time is over, not when the handler ends. The
// exception are requests that are running when a route overruns its time for the first
// time after a thousand requests in time: their handlers are waited for. TimeoutConfig
// has a switch for those who do not want that.
//
// If the response is a stream and has begun, its status is sent already. The stream is
// cut when the time is over, so that the client notices. A change of the protocol ends
// the limit. Timeout panics if the limit is not positive.
func Timeout(limit time.Duration, config ...TimeoutConfig) weft.Middleware {
	c := option("Timeout", config)
	if limit <= 0 {
		panic(mistake("middleware.Timeout: the limit is %v, want more than 0", limit))
	}
	watch := &watch{limit: limit}
	return weft.Wrap(func(next weft.Handler) weft.Handler {
		t := &timed{next: next, watch: watch, config: c}
		return t.handle
	})
}

// A timed is around one handler.
type timed struct {
	next   weft.Handler
	watch  *watch
	config TimeoutConfig
	inTime atomic.Int32 // requests that have ended in time, up to trustAfter
}

func (t *timed) handle(req *weft.Request) (resp weft.Response, err error) {
	d := deadlines.next()
	d.start(req.Context(), t)
	streaming := false
	defer func() {
		if !streaming {
			d.stop()
		}
	}()
	inner := req.WithContext(d)
	var inTime bool
	if !t.config.Apart && t.inTime.Load() >= trustAfter {
		resp, err = t.next(inner)
		inTime = d.answer()
	} else {
		resp, err, inTime = t.apart(inner, d)
	}
	if !inTime {
		_ = resp.Body().Close() // it is not sent
		return t.late(req), nil
	}
	t.praise()
	if isStreamed(&resp, err) && !t.config.UntilResponse {
		streaming = true
		return d.limitStream(req, resp), nil
	}
	return resp, err
}

// praise counts a request that ended in time. The counter is not written to any more
// once it is full, so processors do not fight for it.
func (t *timed) praise() {
	if t.inTime.Load() < trustAfter {
		t.inTime.Add(1)
	}
}

// doubt forgets all that ended in time.
func (t *timed) doubt() { t.inTime.Store(0) }

// late returns the answer to a request whose time is over.
func (t *timed) late(req *weft.Request) weft.Response {
	p := &weft.Problem{Status: status.RequestTimeout, Detail: "the request took longer than " + t.watch.limit.String()}
	return p.Response(req)
}

// A finished is what a handler has come to.
type finished struct {
	resp weft.Response
	err  error
}

// apart runs the handler on a goroutine of its own until it returns or the time is over.
// It reports whether it returned in time.
func (t *timed) apart(req *weft.Request, d *deadline) (weft.Response, error, bool) {
	done := make(chan finished, 1)
	go func() {
		f := finished{err: errExit}
		defer func() {
			if d.answer() {
				done <- f
			} else {
				_ = f.resp.Body().Close() // it is not sent
			}
		}()
		f.resp, f.err = contained(t.next, req)
	}()
	select {
	case f := <-done:
		return f.resp, f.err, true
	case <-d.expired():
		if d.isLate() {
			return weft.Response{}, nil, false
		}
		f := <-done // it was in time, if only just
		return f.resp, f.err, true
	}
}

var errExit = errors.New("middleware: the handler has ended its goroutine")
