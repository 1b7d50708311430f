package middleware

import (
	"math/rand/v2"
	"sync"
	"time"
)

// A watch rings for the requests of one [Timeout] whose time is over. All of them have
// the same limit, so their time is over in the order in which they began: a list with
// the eldest in front needs one timer, for the eldest. Most requests end long before;
// they enter the list and leave it, and the timer is left alone.
type watch struct {
	limit  time.Duration
	queues [watchQueues]watchQueue // several, so that processors do not wait for each other
}

const watchQueues = 8

// A watchQueue is a list of deadlines, in the order of their ends.
type watchQueue struct {
	mu          sync.Mutex
	first, last *deadline
	timer       *time.Timer // nil before the first
	set         bool        // the timer will ring

	_ [64]byte // so that two queues do not share a cache line
}

// begin starts the clock of a deadline.
func (w *watch) begin(d *deadline) {
	moment := now()
	d.at = moment + w.limit
	if moment < 0 {
		// A bubble of testing/synctest begins in the year 2000, long before the clock
		// of this package does. A timer must not leave its bubble.
		d.timer = time.AfterFunc(w.limit, d.expire)
		return
	}
	d.queue = &w.queues[rand.Uint32()%watchQueues]
	d.queue.push(d, w.limit)
}

// push puts a deadline at the end of the list.
func (q *watchQueue) push(d *deadline, limit time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	d.waits = true
	if d.older = q.last; q.last == nil {
		q.first = d
	} else {
		q.last.younger = d
	}
	q.last = d
	switch {
	case q.set:
		return
	case q.timer == nil:
		q.timer = time.AfterFunc(limit, q.ring)
	default:
		q.timer.Reset(limit)
	}
	q.set = true
}

// remove takes a deadline out of the list, if it is still there.
func (q *watchQueue) remove(d *deadline) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.unlink(d)
}

// unlink does the same with the lock held.
func (q *watchQueue) unlink(d *deadline) {
	if !d.waits {
		return
	}
	if d.older == nil {
		q.first = d.younger
	} else {
		d.older.younger = d.younger
	}
	if d.younger == nil {
		q.last = d.older
	} else {
		d.younger.older = d.older
	}
	d.older, d.younger, d.waits = nil, nil, false
}

// ring lets those expire whose time is over, and sets the timer for the next one.
func (q *watchQueue) ring() {
	for d := q.overdue(); d != nil; d = q.overdue() {
		d.expire()
	}
}

// overdue removes and returns the eldest deadline if its time is over. Otherwise it sets
// the timer for it.
func (q *watchQueue) overdue() *deadline {
	q.mu.Lock()
	defer q.mu.Unlock()
	d, moment := q.first, now()
	switch {
	case d == nil:
		q.set = false
		return nil
	case d.at > moment:
		q.timer.Reset(d.at - moment)
		return nil
	}
	q.unlink(d)
	return d
}
