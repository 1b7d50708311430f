package reserve

import (
	"math"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"
)

const (
	interval  = time.Second
	quiet     = 10        // intervals without work before the heap is tidied
	work      = 256 << 10 // bytes allocated in an interval, above which there is work
	untidy    = 4 << 20   // garbage that is worth a collection: where Go begins by itself
	tooLarge  = 512 << 20 // live data above which a collection is no small thing
	untouched = 100       // GOGC, if nobody has set it
)

// held is the block, and who wants it.
var held struct {
	sync.Mutex
	block  []byte
	users  int
	keeper keeper
	timer  *time.Timer // when the keeper looks again; nil before the first user
}

// Hold has the process keep a block of size bytes from now on, and tidies the heap when
// there is no work, until release is called. It may be called several times; the largest
// block counts. A size of zero or less holds nothing.
func Hold(size int) (release func()) {
	size = fitting(size)
	if size <= 0 {
		return func() {}
	}
	held.Lock()
	defer held.Unlock()
	if size > len(held.block) {
		held.block = make([]byte, size)
	}
	held.users++
	switch {
	case held.users > 1:
	case held.timer == nil:
		held.timer = time.AfterFunc(interval, keep)
	default:
		held.timer.Reset(interval)
	}
	return sync.OnceFunc(leave)
}

func leave() {
	held.Lock()
	defer held.Unlock()
	held.users--
	if held.users == 0 {
		held.timer.Stop()
	}
}

// fitting returns how much of size the settings of the process leave room for.
func fitting(size int) int {
	gogc := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	metrics.Read(gogc)
	if raceEnabled || gogc[0].Value.Uint64() != untouched {
		return 0
	}
	if limit := debug.SetMemoryLimit(-1); limit != math.MaxInt64 {
		return int(min(int64(size), limit/8))
	}
	return size
}

// keep tidies the heap if work has ended, and comes back. It is a timer's function and no
// goroutine that waits, since nobody owns it.
func keep() {
	held.Lock()
	defer held.Unlock()
	if held.users == 0 {
		return
	}
	if held.keeper.shouldTidy(look()) {
		go debug.FreeOSMemory()
	}
	held.timer.Reset(interval)
}

// A heap is what the runtime says of its heap, in bytes.
type heap struct {
	allocated uint64 // in the life of the process
	objects   uint64 // what is there, garbage included
	live      uint64 // what the last collection left
}

func look() heap {
	s := []metrics.Sample{
		{Name: "/gc/heap/allocs:bytes"},
		{Name: "/memory/classes/heap/objects:bytes"},
		{Name: "/gc/heap/live:bytes"},
	}
	metrics.Read(s)
	return heap{s[0].Value.Uint64(), s[1].Value.Uint64(), s[2].Value.Uint64()}
}

// A keeper decides when to tidy.
type keeper struct {
	allocated uint64 // at the last look
	calm      int    // looks since there was work
}

// shouldTidy reports whether the work has ended and left garbage, once for each end.
func (k *keeper) shouldTidy(h heap) bool {
	if h.allocated-k.allocated > work {
		k.calm = 0
	} else {
		k.calm++
	}
	k.allocated = h.allocated
	return k.calm == quiet && h.objects > h.live+untidy && h.live < tooLarge
}
