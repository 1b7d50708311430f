package leakcheck

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// patience is how long a goroutine may take to end.
const patience = 2 * time.Second

// Main runs the tests of m and exits the process with their result, like a
// TestMain that only calls os.Exit(m.Run()). If all tests passed but goroutines
// are left, it prints their stacks and exits with status 1.
func Main(m *testing.M) {
	code := m.Run()
	if code == 0 {
		if left := waitForNone(nil); len(left) > 0 {
			fmt.Fprintln(os.Stderr, report(left))
			code = 1
		}
	}
	os.Exit(code)
}

// Check notes the goroutines that run now. When the test and its later cleanups
// have ended, it fails the test if goroutines are left which were not there
// before, and shows their stacks. Call it first in the test, so that the test's
// own cleanups run before the check.
//
// Goroutines do not belong to a test, so Check must not be used in a test that
// runs in parallel with others.
func Check(t testing.TB) {
	t.Helper()
	before := make(map[int]bool)
	for _, g := range goroutines() {
		before[g.id] = true
	}
	t.Cleanup(func() {
		t.Helper()
		if left := waitForNone(before); len(left) > 0 {
			t.Error(report(left))
		}
	})
}

// waitForNone returns the goroutines that are not in before and do not end in
// time.
func waitForNone(before map[int]bool) []goroutine {
	pause := time.Millisecond
	for deadline := time.Now().Add(patience); ; pause = min(2*pause, 100*time.Millisecond) {
		left := added(before)
		if len(left) == 0 || time.Now().After(deadline) {
			return left
		}
		time.Sleep(pause)
	}
}

func added(before map[int]bool) []goroutine {
	var left []goroutine
	for _, g := range goroutines() {
		if !before[g.id] {
			left = append(left, g)
		}
	}
	return left
}

func report(left []goroutine) string {
	stacks := make([]string, len(left))
	for i, g := range left {
		stacks[i] = g.stack
	}
	return fmt.Sprintf("goroutines left running after %v: %d\n\n%s", patience, len(left), strings.Join(stacks, "\n\n"))
}
