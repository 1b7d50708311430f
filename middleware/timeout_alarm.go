package middleware

import (
	"math"
	"sync"
	"sync/atomic"
	"time"
)

// An alarm is a timer that is used again. Making one costs three allocations, and most
// are stopped before they ring.
type alarm struct {
	timer  *time.Timer
	target atomic.Pointer[deadline]
	pooled bool
}

var alarms = sync.Pool{New: func() any { return makeAlarm(true) }}

// newAlarm returns an alarm. The moment is the present one, as now gives it.
func newAlarm(moment time.Duration) *alarm {
	if moment < 0 {
		// A bubble of testing/synctest begins in the year 2000, long before the clock
		// of this package does. A timer must not leave its bubble.
		return makeAlarm(false)
	}
	return alarms.Get().(*alarm)
}

func makeAlarm(pooled bool) *alarm {
	a := &alarm{pooled: pooled}
	a.timer = time.AfterFunc(math.MaxInt64, a.ring)
	a.timer.Stop()
	return a
}

// set has the alarm ring for a deadline.
func (a *alarm) set(d *deadline, after time.Duration) {
	a.target.Store(d)
	a.timer.Reset(after)
}

func (a *alarm) ring() {
	if d := a.target.Load(); d != nil {
		d.expire()
	}
}

// stop stops the alarm and gives it back. It reports whether that was in time: an alarm
// that rings now, or has rung, is not used again.
func (a *alarm) stop() bool {
	if a == nil || !a.timer.Stop() {
		return false
	}
	a.target.Store(nil)
	if a.pooled {
		alarms.Put(a)
	}
	return true
}
