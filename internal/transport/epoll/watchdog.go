//go:build linux && (amd64 || arm64 || riscv64 || loong64 || ppc64le || s390x)

package epoll

import (
	"sync/atomic"
	"time"

	"github.com/weft-go/weft"
)

// A watchdog takes loops away from goroutines whose handlers overstay. It looks at the
// loops once a tick. A loop that is in the same handler as a tick before has been
// waiting for it for one tick at least, and two at most.
//
// When nothing happens on any loop for a while, the watchdog sleeps. Loops wake it
// before they serve.
type watchdog struct {
	loops  []*Loop
	asleep atomic.Bool
	bark   chan struct{}
	stop   chan struct{}
}

const (
	watchTick  = time.Millisecond
	quietTicks = 50 // ticks without events after which the watchdog sleeps
)

// A sighting is what the watchdog has seen of a loop.
type sighting struct {
	state uint64
	x     *weft.Exchange
}

func (d *watchdog) init(loops []*Loop) {
	d.loops = loops
	d.bark, d.stop = make(chan struct{}, 1), make(chan struct{})
}

// wake wakes the watchdog if it sleeps.
func (d *watchdog) wake() {
	if d.asleep.Load() {
		select {
		case d.bark <- struct{}{}:
		default:
		}
	}
}

// run looks until the transport ends.
func (d *watchdog) run() {
	tick := time.NewTicker(watchTick)
	defer tick.Stop()
	seen := make([]sighting, len(d.loops))
	for quiet := 0; ; quiet++ {
		select {
		case <-tick.C:
		case <-d.stop:
			return
		}
		for i, l := range d.loops {
			if l.look(&seen[i]) {
				quiet = 0
			}
		}
		if quiet < quietTicks {
			continue
		}
		tick.Stop()
		d.asleep.Store(true)
		if !d.missed(seen) {
			select {
			case <-d.bark:
			case <-d.stop:
				return
			}
		}
		d.asleep.Store(false)
		quiet = 0
		tick.Reset(watchTick)
	}
}

// missed says whether a loop has begun to serve before it could know that the watchdog
// sleeps.
func (d *watchdog) missed(seen []sighting) bool {
	for i, l := range d.loops {
		if l.state.Load() != seen[i].state {
			return true
		}
	}
	return false
}

// look looks at a loop and takes it away if it has to. It reports whether anything has
// happened since the last time, or is happening.
func (l *Loop) look(last *sighting) bool {
	now := sighting{state: l.state.Load()}
	before := *last
	*last = now
	if now.state&1 == 0 {
		return now.state != before.state
	}
	r := l.holds.Load()
	now.x = r.current.Load()
	*last = now
	// Taking the loop fails if the handler has returned meanwhile. As long as the state
	// is the same, so is the runner.
	if now == before && l.state.CompareAndSwap(now.state, now.state+1) {
		l.turn = now.state + 1
		l.takeFrom(r, now.x)
	}
	return true
}

// takeFrom gives a loop that was taken from a runner to another one, and makes the
// connection that keeps the first one busy a guest of nio.
func (l *Loop) takeFrom(r *Runner, x *weft.Exchange) {
	c := r.c
	c.detach()
	l.start()
	if x != nil {
		l.t.blocking.Strike(x)
	}
	_, _ = c.adopt() // if it fails, the runner finds out when it has to wait
}
