package transport_test

import (
	"testing"
	"time"

	"github.com/weft-go/weft/internal/transport"
)

// TestTickCountsSeconds: whatever the clock on the wall does, a tick is a second. A
// machine that wakes up, or sets its clock, cuts nobody off.
func TestTickCountsSeconds(t *testing.T) {
	var set transport.Settings
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	set.Tick(start)
	first := set.Now()
	for i, at := range []time.Time{start.Add(time.Second), start.Add(time.Hour), start.Add(-time.Hour)} {
		set.Tick(at)
		if got, want := set.Now()-first, int64(i+1); got != want {
			t.Errorf("%v: %d seconds have passed, want %d", at, got, want)
		}
	}
}
