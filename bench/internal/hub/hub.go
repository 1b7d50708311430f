// Package hub hands events to subscribers, for the servers that compare how
// events are fanned out. All servers use it, so it favours none.
package hub

import "sync"

// A Hub passes events on. Its zero value is ready, and it may be used by several
// goroutines.
type Hub struct {
	mu          sync.Mutex
	subscribers map[chan int]struct{}
	count       int
}

// backlog is how many events a subscriber may be behind.
const backlog = 16

// Subscribe returns a channel that gets every event from now on, and a function
// that ends the subscription.
func (h *Hub) Subscribe() (events <-chan int, cancel func()) {
	c := make(chan int, backlog)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.subscribers == nil {
		h.subscribers = map[chan int]struct{}{}
	}
	h.subscribers[c] = struct{}{}
	return c, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.subscribers, c)
	}
}

// Publish passes the next number on to all subscribers. One that is too far
// behind misses it.
func (h *Hub) Publish() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.count++
	for c := range h.subscribers {
		select {
		case c <- h.count:
		default:
		}
	}
}
