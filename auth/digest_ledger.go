package auth

import (
	"sync"
	"time"
)

// The client counts its requests with a nonce, and the server must take no count
// twice: that is what keeps a listener from sending a request again (RFC 7616 section
// 3.4, nc). So it has to remember counters, and its memory has to be bounded.
//
// Per nonce: a client has several connections, so counts arrive out of order, but not
// by much. A window of the highest count and the 63 below it, one bit each, tells the
// used from the free ones; what is below the window is taken as used.
//
// Over all nonces: there are two generations, young and old. A nonce that is used
// goes to the young one. When that is full, or as old as a nonce may get, it becomes
// the old one, and what was old is forgotten: either it was not used for long and has
// expired, or there are too many. The time of issue of the newest forgotten nonce is
// the horizon. A nonce from before the horizon that is not in the ledger may be a
// forgotten one, so it is refused; its client is told stale=true and starts anew
// with a nonce from after it.
//
// Only answers with a right password get here, so strangers cannot fill the ledger.

// A ledger remembers the counters that were used with nonces. It is safe for
// concurrent use.
type ledger struct {
	limit    int           // of nonces in a generation
	lifetime time.Duration // of a nonce

	mu         sync.Mutex
	young, old generation
	horizon    int64
}

// A generation is a set of nonces.
type generation struct {
	windows map[nonce]window
	started time.Time
	newest  int64 // when the newest of them was issued
}

func newLedger(maxNonces int, lifetime time.Duration) *ledger {
	return &ledger{limit: max(maxNonces/2, 1), lifetime: lifetime}
}

// isFree reports whether a count was not used with a nonce.
func (l *ledger) isFree(n nonce, count uint32) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	w, ok := l.find(n)
	return ok && w.isFree(count)
}

// claim uses a count of a nonce. It is false if it was used before, or may have been.
func (l *ledger) claim(n nonce, count uint32) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	w, ok := l.find(n)
	if !ok || !w.isFree(count) {
		return false
	}
	delete(l.old.windows, n)
	if _, is := l.young.windows[n]; !is {
		l.makeRoom()
	}
	l.young.windows[n] = w.with(count)
	l.young.newest = max(l.young.newest, n.nanos())
	return true
}

// find returns the window of a nonce, which is empty if it was not used yet. It is
// false if the nonce may have been forgotten.
func (l *ledger) find(n nonce) (window, bool) {
	if w, ok := l.young.windows[n]; ok {
		return w, true
	}
	if w, ok := l.old.windows[n]; ok {
		return w, true
	}
	return window{}, n.nanos() > l.horizon
}

// makeRoom begins a new generation if it is time.
func (l *ledger) makeRoom() {
	now := time.Now()
	if len(l.young.windows) < l.limit && now.Sub(l.young.started) < l.lifetime {
		return
	}
	l.horizon = max(l.horizon, l.old.newest)
	l.old = l.young
	l.young = generation{windows: make(map[nonce]window), started: now}
}

// A window tells which counts of a nonce were used. Bit i of used stands for the
// count top-i.
type window struct {
	top  uint32
	used uint64
}

func (w window) isFree(count uint32) bool {
	if count > w.top {
		return true
	}
	below := w.top - count
	return count > 0 && below < 64 && w.used>>below&1 == 0
}

// with returns the window with a free count used.
func (w window) with(count uint32) window {
	if count > w.top {
		return window{count, w.used<<(count-w.top) | 1}
	}
	w.used |= 1 << (w.top - count)
	return w
}
