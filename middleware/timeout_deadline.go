package middleware

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// A deadline is the context of a request with a time limit. Its timer is there from the
// start; its channel is made, and the context that it is derived from watched, when
// somebody asks. It is used for one request and never again, since handlers may keep
// it.
type deadline struct {
	context.Context // what it is derived from
	timed           *timed
	at              time.Duration // when the time is over, on the clock of now
	alarm           *alarm
	state           atomic.Uint32

	mu     sync.Mutex
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
	moment := now()
	d.Context, d.timed, d.at = parent, t, moment+t.limit
	d.alarm = newAlarm(moment)
	d.alarm.set(d, t.limit)
}

// stop stops the clock. The context ends with the one it is derived from.
func (d *deadline) stop() {
	if d.alarm.stop() {
		d.alarm = nil
	}
}

// answer says that the handler has returned. It reports whether that was in time.
func (d *deadline) answer() bool { return d.state.CompareAndSwap(running, answered) }

func (d *deadline) isLate() bool { return d.state.Load() == overdue }

// expire is called when the time is over.
func (d *deadline) expire() {
	if d.state.CompareAndSwap(running, overdue) {
		d.timed.doubt()
	}
	d.end(context.DeadlineExceeded)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.over = true
	if d.late != nil {
		close(d.late)
	}
}

// isOver says whether the time is over, also while a stream is sent.
func (d *deadline) isOver() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.over
}

// expired returns a channel that is closed when the time is over.
func (d *deadline) expired() <-chan struct{} {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.late == nil {
		d.late = make(chan struct{})
		if d.over {
			close(d.late)
		}
	}
	return d.late
}

// end ends the context, once.
func (d *deadline) end(err error) {
	d.mu.Lock()
	if d.err == nil {
		d.err = err
		if d.done != nil {
			close(d.done)
		}
	}
	after, detach := d.after, d.detach
	d.after, d.detach = nil, nil
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
	err := d.err
	d.mu.Unlock()
	if err == nil {
		err = d.Context.Err()
	}
	return err
}

// Done returns a channel that is closed when the context ends.
func (d *deadline) Done() <-chan struct{} {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.done == nil {
		d.done = make(chan struct{})
		if d.err != nil {
			close(d.done)
		} else {
			d.watch()
		}
	}
	return d.done
}

// AfterFunc calls f on a goroutine of its own when the context ends. Package context
// uses it, so that a derived context costs no goroutine.
func (d *deadline) AfterFunc(f func()) (stop func() bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.err != nil {
		go f()
		return func() bool { return false }
	}
	a := &afterCall{f}
	d.after = append(d.after, a)
	d.watch()
	return func() bool { return d.remove(a) }
}

func (d *deadline) remove(a *afterCall) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	i := slices.Index(d.after, a)
	if i >= 0 {
		d.after = slices.Delete(d.after, i, i+1)
	}
	return i >= 0
}

// watch has the context end with the one it is derived from. The lock has to be held.
func (d *deadline) watch() {
	if d.detach == nil {
		parent := d.Context
		d.detach = afterFunc(parent, func() { d.end(parent.Err()) })
	}
}
