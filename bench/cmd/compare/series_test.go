package main

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// of makes a sample that cost the given microseconds of CPU per request.
func of(micros float64) sample {
	return sample{requests: 1e6, rate: 1e6 / micros, cpu: cpuTime{user: micros / 4, system: micros * 3 / 4, total: micros}}
}

// sampleSeries has two whole rounds and one in which b failed.
func sampleSeries(name string) *series {
	return &series{
		workload: workload{name: name},
		rounds: []map[string]sample{
			{"weft": of(5), "floor": of(4), "fasthttp": of(10)},
			{"weft": of(50), "floor": of(40), "fasthttp": of(200)},
			{"weft": of(6), "floor": of(5)},
		},
	}
}

func TestMedian(t *testing.T) {
	tests := []struct {
		name   string
		values []float64
		want   float64
	}{
		{"one", []float64{3}, 3},
		{"odd", []float64{9, 1, 5}, 5},
		{"even", []float64{4, 1, 3, 2}, 2.5},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := median(test.values); got != test.want {
				t.Errorf("got %g, want %g", got, test.want)
			}
		})
	}
	if got := median(nil); !math.IsNaN(got) {
		t.Errorf("of nothing: got %g, want NaN", got)
	}
}

func TestRatioIsTakenWithinRounds(t *testing.T) {
	s := sampleSeries("plain64")
	if got := s.ratio("weft", "fasthttp", sample.perRequest); got != 0.375 {
		t.Errorf("got %g, want the middle of 0.5 and 0.25", got)
	}
	if got := s.ratio("weft", "absent", sample.perRequest); !math.IsNaN(got) {
		t.Errorf("absent reference: got %g, want NaN", got)
	}
}

func TestSplitFollowsTheShares(t *testing.T) {
	user, system, total := sampleSeries("plain64").split("weft")
	if user != 1.5 || system != 4.5 || total != 6 {
		t.Errorf("got %g + %g = %g, want 1.5 + 4.5 = 6", user, system, total)
	}
}

func TestRankedPutsTheMissingLast(t *testing.T) {
	got := sampleSeries("plain64").ranked([]string{"absent", "fasthttp", "weft", "floor"})
	if want := []string{"floor", "weft", "fasthttp", "absent"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestErrorsCountsFailedBurstsToo(t *testing.T) {
	s := sampleSeries("plain64")
	s.rounds[0]["weft"] = sample{errors: 2, requests: 1}
	s.failures = []absence{{"weft", "refused"}, {"floor", "refused"}}
	if got := s.errors("weft"); got != 3 {
		t.Errorf("got %d, want 3", got)
	}
}

func TestTableShowsADashForWhatIsMissing(t *testing.T) {
	var b strings.Builder
	sampleSeries("plain64").ratioTable([]string{"weft", "absent"}).writeMarkdown(&b)
	want := "### plain64: CPU per request, row ÷ column\n\n" +
		"|  | ÷ weft | ÷ absent |\n|---|--:|--:|\n| weft | 1.00 | – |\n| absent | – | – |\n\n"
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
}
