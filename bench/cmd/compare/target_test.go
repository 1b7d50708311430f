package main

import (
	"math"
	"strings"
	"testing"
)

func TestVerdict(t *testing.T) {
	tests := []struct {
		name    string
		verdict verdict
		want    string
	}{
		{"met", verdict{target{measure: cpuAtMost, limit: 1.15}, 1.02, 0}, "pass: 1.02 ≤ 1.15"},
		{"met exactly", verdict{target{measure: cpuAtMost, limit: 1.15}, 1.15, 0}, "pass: 1.15 ≤ 1.15"},
		{"missed", verdict{target{measure: cpuAtMost, limit: 1.15}, 1.30, 0}, "FAIL: 1.30 > 1.15"},
		{"met with errors", verdict{target{measure: cpuAtMost, limit: 1.15}, 1.02, 3}, "FAIL: 1.02 ≤ 1.15, 3 errors"},
		{"fast enough", verdict{target{measure: rateAtLeast, limit: 2.5}, 3, 0}, "pass: 3.00 ≥ 2.50"},
		{"too slow", verdict{target{measure: rateAtLeast, limit: 2.5}, 2, 0}, "FAIL: 2.00 < 2.50"},
		{"small enough", verdict{target{measure: idleAtMost, limit: 4096}, 3700, 0}, "pass: 3700 ≤ 4096"},
		{"unknown", verdict{target{measure: cpuAtMost, limit: 1}, math.NaN(), 0}, "not measured"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := test.verdict.String(); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
			if passed := strings.HasPrefix(test.want, "pass"); test.verdict.passed() != passed {
				t.Errorf("passed: got %t, want %t", !passed, passed)
			}
		})
	}
}

func TestScoreAndLosses(t *testing.T) {
	r := newResults(options{})
	r.names = []string{"weft", "floor", "fasthttp"}
	r.series = []*series{sampleSeries("plain64")}
	r.idle = []*idleResults{{workload: workload{name: "idle10k"}, samples: map[string][]idleSample{"weft": {{idle: 5000}}}}}
	// weft ÷ floor is 1.25 against 1.15, weft ÷ fasthttp is 0.375 against 0.78, idle is above 4096.
	if got, want := r.score(), "Targets: 1 passed, 2 failed, 28 not measured."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := strings.Join(r.losses(), "\n"), "plain64: weft needs 1.25 times the CPU of floor."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTargetsNameKnownCandidatesAndWorkloads(t *testing.T) {
	for _, goal := range targets() {
		if _, err := selectCandidates(goal.subject); err != nil {
			t.Errorf("%s: %v", goal.row, err)
		}
		if _, err := selectWorkloads(goal.workload); err != nil {
			t.Errorf("%s: %v", goal.row, err)
		}
		if goal.reference == "" {
			continue
		}
		if _, err := selectCandidates(goal.reference); err != nil {
			t.Errorf("%s: %v", goal.row, err)
		}
	}
}
