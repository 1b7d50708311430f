package websocket

import (
	"errors"
	"sync"
	"time"
)

// Keeping connections alive, and finding dead ones, takes no goroutine: a timer
// looks at the connection once an interval. If bytes have arrived since the last look
// there is nothing to do. Otherwise a ping is sent and the timer set to the timeout;
// if still nothing has arrived then, the connection is cut.

// errSilent ends a connection whose other side does not answer pings.
var errSilent = errors.New("a ping was not answered in time")

// alive is the state of the timer. All but the timer is the timer's own.
type alive struct {
	mu    sync.Mutex  // not the lock for frames, which who waits for the network holds
	timer *time.Timer // nil if there is none
	seen  int64       // number of arrivals at the last look
	asked bool        // a ping was sent then
}

func (c *Conn) startKeepAlive() {
	if d := c.set.keepAlive.Interval; d > 0 {
		c.alive.mu.Lock() // the timer must be there before it fires
		defer c.alive.mu.Unlock()
		c.alive.timer = time.AfterFunc(d, c.look)
	}
}

// look is called by the timer.
func (c *Conn) look() {
	a, now, next := &c.alive, c.received.Load(), c.set.keepAlive.Interval
	switch {
	case now != a.seen:
		a.asked = false
	case !a.asked:
		if c.sendPing(0) != nil { // any bytes will do as an answer
			return
		}
		a.asked, next = true, c.set.keepAlive.Timeout
	case c.reading.isTaken():
		c.cancel(&CloseError{Code: AbnormalClosure, Err: errSilent})
		c.closeSocket()
		return
	default:
		a.asked = false // without a reader the answer may lie in the socket unseen
	}
	a.seen = now
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.timer != nil {
		a.timer.Reset(next)
	}
}

func (c *Conn) stopKeepAlive() {
	c.alive.mu.Lock()
	defer c.alive.mu.Unlock()
	if c.alive.timer != nil {
		c.alive.timer.Stop()
		c.alive.timer = nil
	}
}
