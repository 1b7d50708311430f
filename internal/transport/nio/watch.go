package nio

import (
	"sync"
	"time"

	"github.com/weft-go/weft"
)

// A watchList looks out for clients that go away while a handler waits for
// exactly that. Handlers that never ask for their context's end cost nothing;
// the others are looked at ten times a second during their first second and
// once a second afterwards.
type watchList struct {
	mu      sync.Mutex
	entries map[*conn]watched
	running bool
	stopped bool
}

type watched struct {
	x     *weft.Exchange
	looks int
}

const watchInterval = 100 * time.Millisecond

// add watches a connection until its exchange is over.
func (w *watchList) add(t *Transport, k *conn, x *weft.Exchange) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.stopped {
		go x.Abort() // it holds the lock that Abort wants
		return
	}
	if w.entries == nil {
		w.entries = map[*conn]watched{}
	}
	w.entries[k] = watched{x: x}
	if !w.running {
		w.running = true
		t.serving.Go(func() { w.run(t.stop) })
	}
}

// run looks at the watched connections until there are none.
func (w *watchList) run(stop <-chan struct{}) {
	tick := time.NewTicker(watchInterval)
	defer tick.Stop()
	for {
		select {
		case <-stop:
			return
		case <-tick.C:
			if !w.look() {
				return
			}
		}
	}
}

// look looks once. It reports whether anything is left to watch.
func (w *watchList) look() bool {
	var gone []*weft.Exchange
	w.mu.Lock()
	for k, e := range w.entries {
		e.looks++
		w.entries[k] = e
		switch {
		case e.x.Over():
			delete(w.entries, k)
		case e.looks > 10 && e.looks%10 != 0:
		case k.hungUp():
			gone = append(gone, e.x)
			delete(w.entries, k)
		}
	}
	w.running = len(w.entries) > 0
	running := w.running
	w.mu.Unlock()
	abortAll(gone)
	return running
}

// abort ends everything that is watched: the transport ends.
func (w *watchList) abort() {
	var all []*weft.Exchange
	w.mu.Lock()
	w.stopped = true
	for _, e := range w.entries {
		all = append(all, e.x)
	}
	clear(w.entries)
	w.mu.Unlock()
	abortAll(all)
}

// abortAll ends exchanges. The list must not be locked: an exchange that is being
// asked for its end holds its own lock and waits for the list's.
func abortAll(xs []*weft.Exchange) {
	for _, x := range xs {
		x.Abort()
	}
}
