package wefttest

import (
	"bytes"
	"context"
	"runtime/pprof"
	"strings"
	"time"
	"uuid"
)

// How goroutines are told apart.
//
// Goroutines do not belong to a test, so comparing all of them before and after
// works only while nothing else runs. But a goroutine inherits the profiling
// labels of the one that starts it. A server that is started under a label of
// its own has that label on its accept loop, on every connection and on
// everything that a handler starts; and the goroutine profile tells the labels:
//
//	2 @ 0x47f9ee 0x410ac5 0x6e5a25
//	# labels: {"wefttest":"0199…"}
//	#	0x6e5a24	github.com/weft-go/weft/…
//
// So tests with servers may run in parallel.

// leakLabel is the key of the label.
const leakLabel = "wefttest"

// patience is how long goroutines may take to end after they were told to.
const patience = 5 * time.Second

// A leakGuard finds the goroutines that began in its run.
type leakGuard struct{ id string }

func newLeakGuard() leakGuard { return leakGuard{uuid.New().String()} }

// run calls f under the guard's label.
func (g leakGuard) run(f func()) {
	pprof.Do(context.Background(), pprof.Labels(leakLabel, g.id), func(context.Context) { f() })
}

// wait waits until no goroutine is left. It returns the stacks of those that do not
// end in time.
func (g leakGuard) wait() string {
	pause := time.Millisecond
	for deadline := time.Now().Add(patience); ; pause = min(2*pause, 100*time.Millisecond) {
		left := g.left()
		if left == "" || time.Now().After(deadline) {
			return left
		}
		time.Sleep(pause)
	}
}

// left returns the stacks of the goroutines with the label.
func (g leakGuard) left() string {
	var profile bytes.Buffer
	if err := pprof.Lookup("goroutine").WriteTo(&profile, 1); err != nil {
		return ""
	}
	var found []string
	for block := range strings.SplitSeq(profile.String(), "\n\n") {
		if strings.Contains(block, g.id) {
			found = append(found, strings.TrimSpace(block))
		}
	}
	return strings.Join(found, "\n\n")
}
