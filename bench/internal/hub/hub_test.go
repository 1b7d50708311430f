package hub_test

import (
	"testing"

	"github.com/weft-go/weft/bench/internal/hub"
)

func TestPublishReachesSubscribersOnly(t *testing.T) {
	var h hub.Hub
	first, cancelFirst := h.Subscribe()
	second, cancelSecond := h.Subscribe()
	defer cancelSecond()
	h.Publish()
	if a, b := <-first, <-second; a != 1 || b != 1 {
		t.Errorf("got %d and %d, want 1 and 1", a, b)
	}
	cancelFirst()
	h.Publish()
	if got := <-second; got != 2 {
		t.Errorf("got %d, want 2", got)
	}
	if len(first) != 0 {
		t.Error("an event after the end of the subscription")
	}
}

func TestPublishDoesNotWaitForTheSlow(t *testing.T) {
	var h hub.Hub
	slow, cancel := h.Subscribe()
	defer cancel()
	for range 1000 {
		h.Publish()
	}
	if got := <-slow; got != 1 {
		t.Errorf("got %d, want the first event", got)
	}
}
