package leakcheck_test

import (
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"testing"
	"time"

	"github.com/weft-go/weft/internal/leakcheck"
)

// leakVariable makes the test binary leak on purpose when it runs itself.
const leakVariable = "LEAKCHECK_TEST_LEAK"

func TestMain(m *testing.M) { leakcheck.Main(m) }

// recorder runs its cleanups when told, so that a failing check can be looked
// at.
type recorder struct {
	testing.TB
	cleanups []func()
	failures []string
}

func (r *recorder) Helper()          {}
func (r *recorder) Cleanup(f func()) { r.cleanups = append(r.cleanups, f) }
func (r *recorder) Error(args ...any) {
	r.failures = append(r.failures, args[0].(string))
}

func (r *recorder) end() {
	for _, f := range r.cleanups {
		f()
	}
}

func TestCheckFindsALeak(t *testing.T) {
	r := &recorder{TB: t}
	leakcheck.Check(r)
	stop := make(chan struct{})
	defer close(stop)
	go leak(stop)
	r.end()
	if len(r.failures) != 1 {
		t.Fatalf("%d failures, want 1", len(r.failures))
	}
	for _, part := range []string{"goroutines left running after 2s: 1\n", "leakcheck_test.leak(", "created by "} {
		if !strings.Contains(r.failures[0], part) {
			t.Errorf("the report does not contain %q:\n%s", part, r.failures[0])
		}
	}
}

func TestCheckAcceptsWhatWasThereBefore(t *testing.T) {
	stop := make(chan struct{})
	defer close(stop)
	go leak(stop)
	r := &recorder{TB: t}
	leakcheck.Check(r)
	r.end()
	if len(r.failures) != 0 {
		t.Errorf("failed with %q", r.failures)
	}
}

func TestCheckWaitsForTheEnd(t *testing.T) {
	r := &recorder{TB: t}
	leakcheck.Check(r)
	stop := make(chan struct{})
	time.AfterFunc(50*time.Millisecond, func() { close(stop) })
	go leak(stop)
	r.end()
	if len(r.failures) != 0 {
		t.Errorf("failed with %q", r.failures)
	}
}

func TestCheckIgnoresSignalsAndSubtests(t *testing.T) {
	r := &recorder{TB: t}
	leakcheck.Check(r)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt)
	defer signal.Stop(signals)
	t.Run("check", func(*testing.T) { r.end() })
	if len(r.failures) != 0 {
		t.Errorf("failed with %q", r.failures)
	}
}

func TestMainFailsOnALeak(t *testing.T) {
	if os.Getenv(leakVariable) != "" {
		go leak(make(chan struct{}))
		return
	}
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), executable, "-test.run=^TestMainFailsOnALeak$")
	command.Env = append(os.Environ(), leakVariable+"=1")
	output, err := command.CombinedOutput()
	if err == nil || !strings.Contains(string(output), "leakcheck_test.leak(") {
		t.Errorf("error %v, output:\n%s", err, output)
	}
}

func leak(stop chan struct{}) { <-stop }
