package middleware

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// A deadline is the context of a request with a time limit. What few ask for, such as its
// channel, is made when somebody does, and only then is the context watched that it is
// derived from. It is used for one request and never again, since handlers may keep it.
type deadline struct {
	context.Context // what it is derived from
	timed           *timed
	at              time.Duration // when the time is over, on the clock of now

	// Its place in a watch.
	queue          *watchQueue
	older, younger *deadline
	waits          bool
	timer          *time.Timer // in place of a queue; see watch.begin

	state atomic.Uint32
	mu    sync.Mutex
	end   *ending // nil if it has not ended and nobody waits for that
}

// An ending is the end of a deadline and those who wait for it.
type ending struct {
	err    error         // why it ended
	done   chan struct{} // closed at the end; nil if nobody has asked
	over   bool          // the time is over
	late   chan struct{} // closed when the time is over; nil if nobody has asked
	after  []*afterCall
	detach func() bool // stops watching; nil if not watched
}

// An afterCall is a function to be called at the end.
type afterCall struct{ f func() }

// The states of a deadline.
const (
	running  uint32 = iota
	answered        // the handler has returned in time
	overdue         // the time was over first
)

var deadlines slab[deadline]

// start starts the clock.
func (d *deadline) start(parent context.Context, t *timed) {
	d.Context, d.timed = parent, t
	t.watch.begin(d)
}

// stop stops the clock. The context ends with the one it is derived from.
func (d *deadline) stop() {
	if d.timer != nil {
		d.timer.Stop()
		return
	}
	d.queue.remove(d)
}

// ending returns the place for the end. The lock has to be held.
func (d *deadline) ending() *ending {
	if d.end == nil {
		d.end = &ending{}
	}
	return d.end
}

// answer says that the handler has returned. It reports whether that was in time.
func (d *deadline) answer() bool { return d.state.CompareAndSwap(running, answered) }

func (d *deadline) isLate() bool { return d.state.Load() == overdue }

// expire is called when the time is over.
func (d *deadline) expire() {
	if d.state.CompareAndSwap(running, overdue) {
		d.timed.doubt()
	}
	d.finish(context.DeadlineExceeded)
	d.mu.Lock()
	defer d.mu.Unlock()
	e := d.ending()
	e.over = true
	if e.late != nil {
		close(e.late)
	}
}

// isOver says whether the time is over, also while a stream is sent.
func (d *deadline) isOver() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.end != nil && d.end.over
}

// expired returns a channel that is closed when the time is over.
func (d *deadline) expired() <-chan struct{} {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := d.ending()
	if e.late == nil {
		e.late = make(chan struct{})
		if e.over {
			close(e.late)
		}
	}
	return e.late
}

// finish ends the context, once.
func (d *deadline) finish(err error) {
	d.mu.Lock()
	e := d.ending()
	if e.err == nil {
		e.err = err
		if e.done != nil {
			close(e.done)
		}
	}
	after, detach := e.after, e.detach
	e.after, e.detach = nil, nil
	d.mu.Unlock()
	if detach != nil {
		detach()
	}
	for _, a := range after {
		go a.f()
	}
}

// Deadline returns when the time is over, or the end of the context it is derived from
// if that is sooner.
func (d *deadline) Deadline() (time.Time, bool) {
	own := time.Now().Add(d.at - now())
	if at, ok := d.Context.Deadline(); ok && at.Before(own) {
		return at, true
	}
	return own, true
}

// Err returns why the context has ended, or nil.
func (d *deadline) Err() error {
	d.mu.Lock()
	e := d.end
	if e != nil && e.err != nil {
		defer d.mu.Unlock()
		return e.err
	}
	d.mu.Unlock()
	return d.Context.Err()
}

// Done returns a channel that is closed when the context ends.
func (d *deadline) Done() <-chan struct{} {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := d.ending()
	if e.done == nil {
		e.done = make(chan struct{})
		if e.err != nil {
			close(e.done)
		} else {
			d.watchParent()
		}
	}
	return e.done
}

// AfterFunc calls f on a goroutine of its own when the context ends. Package context
// uses it, so that a derived context costs no goroutine.
func (d *deadline) AfterFunc(f func()) (stop func() bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := d.ending()
	if e.err != nil {
		go f()
		return func() bool { return false }
	}
	a := &afterCall{f}
	e.after = append(e.after, a)
	d.watchParent()
	return func() bool { return d.remove(a) }
}

func (d *deadline) remove(a *afterCall) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := d.ending()
	i := slices.Index(e.after, a)
	if i >= 0 {
		e.after = slices.Delete(e.after, i, i+1)
	}
	return i >= 0
}

// watchParent has the context end with the one it is derived from. The lock has to be
// held.
func (d *deadline) watchParent() {
	if e := d.ending(); e.detach == nil {
		parent := d.Context
		e.detach = afterFunc(parent, func() { d.finish(parent.Err()) })
	}
}
