//go:build linux && (amd64 || arm64 || riscv64 || loong64 || ppc64le || s390x)

package epoll

import "time"

// A verdict is what the sweep thinks of a connection.
type verdict uint8

const (
	fine verdict = iota
	over         // it has waited for long enough
	slow         // so it has, and a request is under way, which deserves an answer
)

// sweep runs once a second, until the transport ends. It looks at every connection, and
// tells the loops about those that have taken too long for what they are doing. The
// loops decide, since a connection may have moved on meanwhile.
//
// The clock is moved by the sweep of nio.
func (t *Transport) sweep() {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-t.stop:
			return
		case <-tick.C:
			t.blocking.Second()
			for c := range t.conns.all {
				if c.judge(t.set.Now()) != fine {
					c.l.Post(func(r *Runner) { r.expire(c) })
				}
			}
		}
	}
}

// judge says whether a connection has taken too long. The limits are those of nio.
func (c *Conn) judge(now int64) verdict {
	set := c.l.t.set
	p, since := c.phase()
	age := seconds(now - since)
	quiet := age
	if p == inHead || p == inBody {
		quiet = min(age, seconds(now-c.last.Load()))
	}
	switch {
	case p == fresh && age > set.HeaderTimeout, p == lingering && age >= time.Second:
		return over
	case p == inHead && age > set.HeaderTimeout, p == inBody && quiet > set.StallTimeout:
		return slow
	case set.IdleTimeout > 0 && quiet > set.IdleTimeout:
		return over
	}
	return fine
}

// expire ends a connection that has taken too long.
func (r *Runner) expire(c *Conn) {
	if !c.Here() {
		return
	}
	switch c.judge(r.l.t.set.Now()) {
	case over:
		c.End()
	case slow:
		if c.m == nil {
			c.End()
			return
		}
		r.finish(c, r.serve(c, true, false))
	}
}

func seconds(n int64) time.Duration { return time.Duration(n) * time.Second }
