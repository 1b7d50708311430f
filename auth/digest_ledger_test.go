package auth

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"
)

// nonceAt returns a nonce issued at a moment, the i-th of it.
func nonceAt(at time.Time, i int) nonce {
	var n nonce
	binary.BigEndian.PutUint64(n[:8], uint64(at.UnixNano()))
	binary.BigEndian.PutUint64(n[8:], uint64(i))
	return n
}

func (l *ledger) len() int { return len(l.young.windows) + len(l.old.windows) }

// A window has to agree with a plain set as long as counts are near each other.
func TestWindowAgainstASet(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var w window
		used := map[uint32]bool{}
		top := uint32(0)
		for range 300 {
			count := uint32(max(1, int(top)+random.IntN(80)-70))
			want := !used[count] && (count > top || top-count < 64)
			if got := w.isFree(count); got != want {
				t.Fatalf("top %d, count %d: free %v; want %v", top, count, got, want)
			}
			if want {
				w = w.with(count)
				used[count] = true
				top = max(top, count)
			}
		}
	}
	if (window{}).isFree(0) {
		t.Error("0 is free")
	}
}

func TestLedgerNeverAcceptsTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const limit = 20
		l := newLedger(limit, time.Minute)
		random := rand.New(rand.NewPCG(3, 4))
		type use struct {
			nonce nonce
			count uint32
		}
		var nonces []nonce
		accepted := map[use]bool{}
		for i := range 5000 {
			if i%3 == 0 {
				nonces = append(nonces, nonceAt(time.Now(), i))
			}
			u := use{nonces[max(0, len(nonces)-1-random.IntN(60))], 1 + random.Uint32N(5)}
			free := l.isFree(u.nonce, u.count)
			claimed := l.claim(u.nonce, u.count)
			if claimed && accepted[u] {
				t.Fatalf("step %d: accepted twice", i)
			}
			if free != claimed {
				t.Fatalf("step %d: free %v, claimed %v", i, free, claimed)
			}
			accepted[u] = accepted[u] || claimed
			if l.len() > limit {
				t.Fatalf("step %d: %d nonces are remembered", i, l.len())
			}
			time.Sleep(time.Duration(random.IntN(500)) * time.Millisecond)
		}
	})
}

func TestLedgerForgetsWhatIsOld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLedger(1000, time.Minute)
		for i := range 100 {
			l.claim(nonceAt(time.Now(), i), 1)
		}
		for range 3 {
			time.Sleep(time.Minute)
			if !l.claim(nonceAt(time.Now(), 0), 1) {
				t.Fatal("a new nonce was refused")
			}
		}
		if n := l.len(); n > 3 {
			t.Errorf("%d nonces are remembered", n)
		}
	})
}

// A nonce in steady use stays although others come and go.
func TestLedgerKeepsWhatIsUsed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLedger(10, time.Hour)
		mine := nonceAt(time.Now(), 0)
		for i := range 100 {
			if !l.claim(mine, uint32(i+1)) {
				t.Fatalf("step %d: refused", i)
			}
			time.Sleep(time.Second)
			if !l.claim(nonceAt(time.Now(), i), 1) {
				t.Fatalf("step %d: another was refused", i)
			}
		}
	})
}
