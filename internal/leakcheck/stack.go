package leakcheck

import (
	"fmt"
	"runtime"
	"strings"
)

// The runtime has no list of goroutines but the text that a crash prints:
// blocks separated by empty lines, the caller's first, each with a headline,
// two lines for every call, innermost first, and at last who started the
// goroutine:
//
//	goroutine 7 [chan receive]:
//	github.com/weft-go/weft/server.(*Server).sweep(0xc0000b8000)
//		/src/weft/server/sweep.go:41 +0x85
//	created by github.com/weft-go/weft/server.(*Server).Start in goroutine 6
//		/src/weft/server/server.go:120 +0x1c5

// goroutine is one block of that text.
type goroutine struct {
	id    int
	stack string
}

// goroutines returns all goroutines but the calling one and those that no test
// can end.
func goroutines() []goroutine {
	_, others, _ := strings.Cut(allStacks(), "\n\n")
	var found []goroutine
	for block := range strings.SplitSeq(others, "\n\n") {
		if g, ok := parse(block); ok && !isForeign(g.stack) {
			found = append(found, g)
		}
	}
	return found
}

func allStacks() string {
	for size := 64 << 10; ; size *= 2 {
		buf := make([]byte, size)
		if n := runtime.Stack(buf, true); n < size {
			return string(buf[:n])
		}
	}
}

func parse(block string) (goroutine, bool) {
	g := goroutine{stack: strings.TrimSpace(block)}
	_, err := fmt.Sscanf(g.stack, "goroutine %d ", &g.id)
	return g, err == nil
}

// isForeign reports whether the goroutine belongs to the program as such and
// not to what is tested: the main goroutine, which nobody created; those that
// package testing or the runtime started; and the one that waits for signals,
// which package os/signal starts once and never ends.
func isForeign(stack string) bool {
	_, creator, created := strings.Cut(stack, "\ncreated by ")
	return !created ||
		strings.HasPrefix(creator, "testing.") ||
		strings.HasPrefix(creator, "runtime.") ||
		strings.Contains(stack, "\nos/signal.signal_recv(")
}
