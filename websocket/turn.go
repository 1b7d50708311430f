package websocket

import (
	"slices"
	"sync"
	"sync/atomic"
)

// A turn is a lock whose wait can be given up. Those who wait get it in the order in
// which they came. The zero value is free.
//
// Taking and giving back a turn that nobody waits for is one atomic operation each.
// When there are waiters it is handed to the first of them without becoming free.
type turn struct {
	state atomic.Int32
	mu    sync.Mutex
	queue []chan struct{} // closed when it is their turn
}

// The states of a turn.
const (
	turnFree int32 = iota
	turnTaken
	turnWanted // taken, and the queue is not empty
)

// try takes the turn if it is free.
func (t *turn) try() bool { return t.state.CompareAndSwap(turnFree, turnTaken) }

// isTaken says whether somebody has the turn.
func (t *turn) isTaken() bool { return t.state.Load() != turnFree }

// join takes the turn and returns nil if it is free. Otherwise the caller waits for
// the channel to be closed, and then has the turn, or gives up with leave.
func (t *turn) join() chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	for {
		if t.try() {
			return nil
		}
		if t.state.Load() == turnWanted || t.state.CompareAndSwap(turnTaken, turnWanted) {
			mine := make(chan struct{})
			t.queue = append(t.queue, mine)
			return mine
		}
	}
}

// leave gives up the wait, or gives back the turn if it has come in the meantime.
func (t *turn) leave(mine chan struct{}) {
	t.mu.Lock()
	if i := slices.Index(t.queue, mine); i >= 0 {
		t.drop(i)
		t.mu.Unlock()
		return
	}
	t.mu.Unlock()
	t.done()
}

// done gives the turn back.
func (t *turn) done() {
	if t.state.CompareAndSwap(turnTaken, turnFree) {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.queue) == 0 { // who waited has left
		t.state.Store(turnFree)
		return
	}
	next := t.queue[0]
	t.drop(0)
	close(next)
}

// drop removes a waiter.
func (t *turn) drop(i int) {
	t.queue = slices.Delete(t.queue, i, i+1)
	if len(t.queue) == 0 {
		t.queue = nil
		t.state.Store(turnTaken)
	}
}
