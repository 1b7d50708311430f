package wefttest_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/weft-go/weft/internal/leakcheck"
)

func TestMain(m *testing.M) { leakcheck.Main(m) }

// A fakeT is a test whose failures can be looked at.
type fakeT struct {
	testing.TB
	failures []string
	cleanups []func()
}

// Helper does nothing.
func (f *fakeT) Helper() {}

// Log does nothing.
func (f *fakeT) Log(...any) {}

// Errorf notes a failure.
func (f *fakeT) Errorf(format string, args ...any) {
	f.failures = append(f.failures, fmt.Sprintf(format, args...))
}

// Fatalf notes a failure and ends the goroutine.
func (f *fakeT) Fatalf(format string, args ...any) {
	f.Errorf(format, args...)
	runtime.Goexit()
}

// Fatal notes a failure and ends the goroutine.
func (f *fakeT) Fatal(args ...any) {
	f.failures = append(f.failures, fmt.Sprint(args...))
	runtime.Goexit()
}

// Cleanup keeps a function for the end.
func (f *fakeT) Cleanup(c func()) { f.cleanups = append(f.cleanups, c) }

// failing runs a test and returns the message of its only failure, or "".
func failing(t *testing.T, test func(testing.TB)) string {
	t.Helper()
	f := &fakeT{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() {
			for i := len(f.cleanups) - 1; i >= 0; i-- {
				f.cleanups[i]()
			}
		}()
		test(f)
	}()
	<-done
	if len(f.failures) > 1 {
		t.Fatalf("%d failures: %q", len(f.failures), f.failures)
	}
	if len(f.failures) == 0 {
		return ""
	}
	return f.failures[0]
}
