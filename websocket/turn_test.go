package websocket

import (
	"sync"
	"testing"
	"testing/synctest"
)

func TestTurnExcludes(t *testing.T) {
	var turn turn
	var all sync.WaitGroup
	n := 0
	for range 8 {
		all.Go(func() {
			for i := range 2000 {
				if mine := turn.join(); mine != nil {
					if i%5 == 0 {
						turn.leave(mine)
						continue
					}
					<-mine
				}
				n++
				turn.done()
			}
		})
	}
	all.Wait()
	if turn.isTaken() || len(turn.queue) != 0 {
		t.Errorf("the turn is not free: state %d, %d wait", turn.state.Load(), len(turn.queue))
	}
	if n == 0 || !turn.try() {
		t.Error("nobody had the turn")
	}
}

func TestTurnIsInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var turn turn
		turn.try()
		var order []int
		for i := range 3 {
			mine := turn.join()
			go func() {
				<-mine
				order = append(order, i)
				turn.done()
			}()
		}
		late := turn.join()
		turn.leave(late)
		turn.done()
		synctest.Wait()
		if len(order) != 3 || order[0] != 0 || order[2] != 2 {
			t.Errorf("got the order %v", order)
		}
		if !turn.try() {
			t.Error("the turn is not free")
		}
	})
}

func TestTurnThatComesWhileLeaving(t *testing.T) {
	var turn turn
	turn.try()
	mine := turn.join()
	turn.done() // it is mine's now
	if turn.try() {
		t.Fatal("the turn was given twice")
	}
	turn.leave(mine)
	if !turn.try() {
		t.Error("a turn that came too late is lost")
	}
}
