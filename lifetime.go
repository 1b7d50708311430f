package weft

import (
	"context"
	"sync"
	"time"
)

// A lifetime is the context of a request that a server received. It lives in
// the same memory as the request, and makes its channel when someone asks for
// it, so a handler that ignores its context pays nothing for it.
type lifetime struct {
	exchange *Exchange

	mu    sync.Mutex
	done  chan struct{}
	ended bool
	after []*afterFunc
}

var _ context.Context = (*lifetime)(nil)

// afterFunc is a function to be called when the context ends.
type afterFunc struct{ f func() }

// Deadline reports that a request has no deadline of its own.
func (l *lifetime) Deadline() (time.Time, bool) { return time.Time{}, false }

// Done returns the channel that is closed when the context ends.
func (l *lifetime) Done() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.done == nil {
		l.done = make(chan struct{})
		if l.ended {
			close(l.done)
		} else {
			l.watch()
		}
	}
	return l.done
}

// Err returns context.Canceled once the context has ended.
func (l *lifetime) Err() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended {
		return context.Canceled
	}
	return nil
}

// Value holds nothing; middleware adds values by wrapping.
func (l *lifetime) Value(any) any { return nil }

// AfterFunc calls f on a goroutine of its own when the context ends. Package
// context uses it, so that a derived context costs no goroutine.
func (l *lifetime) AfterFunc(f func()) (stop func() bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended {
		go f()
		return func() bool { return false }
	}
	a := &afterFunc{f}
	l.after = append(l.after, a)
	l.watch()
	return func() bool { return l.remove(a) }
}

func (l *lifetime) remove(a *afterFunc) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, have := range l.after {
		if have == a {
			l.after = append(l.after[:i], l.after[i+1:]...)
			return true
		}
	}
	return false
}

// watch asks the transport to look out for the client.
func (l *lifetime) watch() {
	if x := l.exchange; x != nil && x.request.conn != nil && x.request.conn.Watch != nil {
		x.request.conn.Watch(x)
	}
}

// finish ends the context, once.
func (l *lifetime) finish() {
	l.mu.Lock()
	if l.ended {
		l.mu.Unlock()
		return
	}
	l.ended = true
	after := l.after
	l.after = nil
	if l.done != nil {
		close(l.done)
	}
	l.mu.Unlock()
	for _, a := range after {
		go a.f()
	}
}
