package reserve

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
)

func TestHoldRaisesTheGoal(t *testing.T) {
	if raceEnabled {
		t.Skip("nothing is held with the race detector")
	}
	const size = 24 << 20
	release := Hold(size)
	defer release()
	runtime.GC()
	if goal := metric("/gc/heap/goal:bytes"); goal < 2*size {
		t.Errorf("the next collection begins at %d bytes, want at least twice the %d held", goal, size)
	}
}

func TestHoldGivesWay(t *testing.T) {
	if raceEnabled {
		t.Skip("nothing is held with the race detector")
	}
	t.Run("GOGC", func(t *testing.T) {
		defer debug.SetGCPercent(debug.SetGCPercent(200))
		if got := fitting(1 << 20); got != 0 {
			t.Errorf("with another GOGC: got %d bytes, want none", got)
		}
	})
	t.Run("GOMEMLIMIT", func(t *testing.T) {
		defer debug.SetMemoryLimit(debug.SetMemoryLimit(64 << 20))
		if got := fitting(32 << 20); got != 8<<20 {
			t.Errorf("with a limit of 64 MiB: got %d bytes, want 8 MiB", got)
		}
	})
	t.Run("Negative", func(t *testing.T) {
		before := held.users
		Hold(-1)()
		if held.users != before {
			t.Error("a negative size was held")
		}
	})
}

func TestKeeperEndsWithTheLastUser(t *testing.T) {
	if raceEnabled {
		t.Skip("nothing is held with the race detector")
	}
	first, second := Hold(1<<20), Hold(1<<20)
	first()
	first() // releasing twice is releasing once
	if held.users != 1 || !held.timer.Reset(interval) {
		t.Fatal("the keeper ended while somebody held the reserve")
	}
	second()
	if held.users != 0 || held.timer.Stop() {
		t.Error("the keeper goes on though nobody holds the reserve")
	}
}

func TestKeeperTidiesOnceWhenWorkEnds(t *testing.T) {
	const mib = 1 << 20
	var k keeper
	for _, work := range []struct {
		name string
		heap
		want bool // at the end of the work
	}{
		{"Garbage", heap{allocated: 90 * mib, objects: 20 * mib, live: mib}, true},
		{"LittleGarbage", heap{allocated: 99 * mib, objects: 3 * mib, live: mib}, false},
		{"LargeHeap", heap{allocated: 2000 * mib, objects: 900 * mib, live: 700 * mib}, false},
		{"GarbageAgain", heap{allocated: 3000 * mib, objects: 20 * mib, live: mib}, true},
	} {
		h := work.heap
		for calm := range 3 * quiet { // the first look sees the work
			if got, want := k.shouldTidy(h), work.want && calm == quiet; got != want {
				t.Errorf("%s: %d looks after the work: got %v, want %v", work.name, calm, got, want)
			}
			h.allocated += 1000
		}
	}
}

func TestLookFindsTheHeap(t *testing.T) {
	runtime.GC()
	if h := look(); h.allocated == 0 || h.objects == 0 || h.live == 0 {
		t.Errorf("got %+v, want all of them above zero", h)
	}
}

func metric(name string) uint64 {
	s := []metrics.Sample{{Name: name}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}
