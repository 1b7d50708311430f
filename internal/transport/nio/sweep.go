package nio

import "time"

// sweep runs once a second, until the transport ends. It moves the clock, which
// responses take their Date from, and looks at every connection: who has taken
// too long for what it is doing is woken with a deadline in the past.
//
// It also asks the kernel about connections that have just become idle. The
// poller is edge-triggered and a read that did not fill its buffer counts as
// the last one, so an end of the stream that came together with the last bytes
// has no edge of its own and would not be noticed.
func (t *Transport) sweep() {
	tick := time.NewTimer(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-t.stop:
			return
		case now := <-tick.C:
			t.set.Tick(now)
			t.mu.Lock()
			for k := range t.conns.all {
				k.inspect(t.set.Now())
			}
			t.mu.Unlock()
			tick.Reset(time.Second) // a late sweep is not made up for by an early one
		}
	}
}

// inspect looks at one connection.
func (k *conn) inspect(now int64) {
	set := k.t.set
	p, since := k.phase()
	age := seconds(now - since)
	quiet := min(age, seconds(now-k.last.Load()))
	switch p {
	case fresh:
		if age > set.HeaderTimeout {
			k.wake()
		}
	case inHead:
		if age > set.HeaderTimeout {
			k.slow.Store(true)
			k.wake()
		} else if quiet <= 2*time.Second && k.ended() {
			k.wake()
		}
	case inBody:
		if quiet > set.StallTimeout {
			k.slow.Store(true)
			k.wake()
		} else if quiet <= 2*time.Second && k.ended() {
			k.wake()
		}
	case sending:
		if age > set.StallTimeout {
			k.cut()
		}
	case idle:
		if age <= 2*time.Second && k.ended() {
			k.wake()
		}
		if age >= homeAfter && k.hasHome() && (set.IdleTimeout <= 0 || quiet <= set.IdleTimeout) {
			k.leave.Store(true)
			k.wake()
		}
	}
	if p == foreign || set.IdleTimeout <= 0 || quiet <= set.IdleTimeout {
		return
	}
	if p == handling || p == sending {
		k.cut()
	} else {
		k.wake()
	}
}

func seconds(n int64) time.Duration { return time.Duration(n) * time.Second }
