package weft

import (
	"context"
	"slices"
	"time"
)

// A lifetime is the context of a request that a server received. It is the
// exchange itself under another name, and makes its channel when someone asks for
// it, so a handler that ignores its context pays nothing for it.
//
// The state is unseen, then seen if someone waits, then over. Once it is seen, the
// lock guards it and who waits.
type lifetime Exchange

// waiting is what those leave behind who wait for the end of a request.
type waiting struct {
	done  chan struct{}
	after []*afterFunc
}

// waiters returns who waits. The lock has to be held.
func (l *lifetime) waiters() *waiting {
	if l.wait == nil {
		l.wait = &waiting{}
	}
	return l.wait
}

// The states of a lifetime.
const (
	unseen uint32 = iota
	seen
	over
)

var _ context.Context = (*lifetime)(nil)

// afterFunc is a function to be called when the context ends.
type afterFunc struct{ f func() }

// Deadline reports that a request has no deadline of its own.
func (l *lifetime) Deadline() (time.Time, bool) { return time.Time{}, false }

// Done returns the channel that is closed when the context ends.
func (l *lifetime) Done() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	w := l.waiters()
	if w.done == nil {
		w.done = make(chan struct{})
		if l.see() {
			l.watch()
		} else {
			close(w.done)
		}
	}
	return w.done
}

// see notes that someone waits for the end. It reports whether that is still to
// come. The lock has to be held.
func (l *lifetime) see() bool {
	return l.state.CompareAndSwap(unseen, seen) || l.state.Load() == seen
}

// Err returns context.Canceled once the context has ended.
func (l *lifetime) Err() error {
	if l.state.Load() == over {
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
	if !l.see() {
		go f()
		return func() bool { return false }
	}
	a := &afterFunc{f}
	w := l.waiters()
	w.after = append(w.after, a)
	l.watch()
	return func() bool { return l.remove(a) }
}

func (l *lifetime) remove(a *afterFunc) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	w := l.waiters()
	if i := slices.Index(w.after, a); i >= 0 {
		w.after = slices.Delete(w.after, i, i+1)
		return true
	}
	return false
}

// watch asks the transport to look out for the client.
func (l *lifetime) watch() {
	if l.conn != nil && l.conn.Watch != nil {
		l.conn.Watch((*Exchange)(l))
	}
}

// finish ends the context, once. Where nobody waits for that it takes no lock.
func (l *lifetime) finish() {
	if l.state.CompareAndSwap(unseen, over) {
		return
	}
	l.mu.Lock()
	if l.state.Swap(over) == over {
		l.mu.Unlock()
		return
	}
	w := l.waiters()
	after := w.after
	w.after = nil
	if w.done != nil {
		close(w.done)
	}
	l.mu.Unlock()
	for _, a := range after {
		go a.f()
	}
}

// A valueContext adds a value to a context. It differs from context.WithValue in
// that it passes AfterFunc on: a derived context still costs no goroutine.
type valueContext struct {
	context.Context
	key, value any
}

// Value returns the value of the key, or what the context below has for it.
func (c *valueContext) Value(key any) any {
	if key == c.key {
		return c.value
	}
	return c.Context.Value(key)
}

// AfterFunc calls f on a goroutine of its own when the context ends.
func (c *valueContext) AfterFunc(f func()) (stop func() bool) {
	if a, ok := c.Context.(interface{ AfterFunc(func()) func() bool }); ok {
		return a.AfterFunc(f)
	}
	return context.AfterFunc(c.Context, f)
}
