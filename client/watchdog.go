package client

import (
	"sync"
	"time"
)

// A watchdog barks if the other side keeps us waiting. It runs from the beginning.
// While we ourselves are the reason for a pause it is suspended, and resuming gives
// the other side the full time again.
type watchdog struct {
	after time.Duration

	mu    sync.Mutex
	timer *time.Timer
	ended bool
}

// watch returns a running watchdog. A time of zero gives one that never barks. bark is
// called on a goroutine of its own.
func watch(after time.Duration, bark func()) *watchdog {
	w := &watchdog{after: after, ended: after <= 0}
	if !w.ended {
		w.timer = time.AfterFunc(after, bark)
	}
	return w
}

// suspend stops the time.
func (w *watchdog) suspend() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.ended {
		w.timer.Stop()
	}
}

// resume starts the time from the beginning.
func (w *watchdog) resume() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.ended {
		w.timer.Reset(w.after)
	}
}

// end stops the time for good. Whoever still suspends and resumes does no harm.
func (w *watchdog) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.ended {
		w.timer.Stop()
		w.ended = true
	}
}
