package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// A series is the rounds of one workload.
type series struct {
	workload workload
	names    []string            // the candidates that are able to answer it
	rounds   []map[string]sample // by candidate; a failed burst is missing
	failures []absence
}

func (s *series) complain(name string, err error) {
	fmt.Printf("%s, %s: %v\n", s.workload.name, name, err)
	s.failures = append(s.failures, absence{name, err.Error()})
}

// values collects one figure of a candidate over the rounds.
func (s *series) values(name string, figure func(sample) float64) []float64 {
	var values []float64
	for _, round := range s.rounds {
		if sample, ok := round[name]; ok {
			values = append(values, figure(sample))
		}
	}
	return values
}

// median returns the middle of one figure over the rounds, or NaN when there is none.
func (s *series) median(name string, figure func(sample) float64) float64 {
	return median(s.values(name, figure))
}

// ratio returns the median over the rounds of the candidate's figure divided by
// the reference's figure in the same round, or NaN when no round has both.
func (s *series) ratio(name, reference string, figure func(sample) float64) float64 {
	var ratios []float64
	for _, round := range s.rounds {
		a, haveA := round[name]
		b, haveB := round[reference]
		if haveA && haveB {
			ratios = append(ratios, figure(a)/figure(b))
		}
	}
	return median(ratios)
}

// errors counts what a candidate answered wrongly or not at all, over all rounds.
func (s *series) errors(name string) int {
	total := 0
	for _, n := range s.values(name, func(s sample) float64 { return s.errors }) {
		total += int(n)
	}
	return total + countOf(s.failures, name)
}

// split divides the median CPU time per request into user and system time, by
// the shares of all rounds together: one burst is too short for ticks.
func (s *series) split(name string) (user, system, total float64) {
	var u, k float64
	for _, round := range s.rounds {
		u += round[name].cpu.user
		k += round[name].cpu.system
	}
	total = s.median(name, sample.perRequest)
	if u+k == 0 {
		return math.NaN(), math.NaN(), total
	}
	return total * u / (u + k), total * k / (u + k), total
}

// ranked returns the names by CPU time per request, the least first.
func (s *series) ranked(names []string) []string {
	ranked := slices.Clone(names)
	slices.SortStableFunc(ranked, func(a, b string) int {
		return cmp.Compare(s.median(a, sample.perRequest), s.median(b, sample.perRequest))
	})
	// NaN compares as less than everything; a candidate without a figure belongs last.
	missing := func(name string) bool { return math.IsNaN(s.median(name, sample.perRequest)) }
	have := slices.DeleteFunc(slices.Clone(ranked), missing)
	for _, name := range ranked {
		if missing(name) {
			have = append(have, name)
		}
	}
	return have
}

// table shows the figures of every candidate.
func (s *series) table(names []string) table {
	t := table{
		title: s.workload.name + ": " + s.workload.about,
		head: []string{"", "user µs", "sys µs", "total µs", "requests/s", "p50 µs", "p99 µs", "p99.9 µs",
			"RSS MiB", "load cores", "other cores", "errors"},
	}
	for _, name := range s.ranked(names) {
		user, system, total := s.split(name)
		f := func(format string, figure func(sample) float64) string {
			return formatNumber(format, s.median(name, figure))
		}
		t.rows = append(t.rows, []string{
			name, formatNumber("%.2f", user), formatNumber("%.2f", system), formatNumber("%.2f", total),
			f("%.0f", func(s sample) float64 { return s.rate }),
			f("%.0f", func(s sample) float64 { return s.p50 }),
			f("%.0f", func(s sample) float64 { return s.p99 }),
			f("%.0f", func(s sample) float64 { return s.p999 }),
			f("%.1f", func(s sample) float64 { return s.resident / (1 << 20) }),
			f("%.2f", func(s sample) float64 { return s.loadCPU }),
			f("%.2f", func(s sample) float64 { return s.otherCPU }),
			fmt.Sprint(s.errors(name)),
		})
	}
	return t
}

// fewCandidates is up to how many each is compared with each.
const fewCandidates = 7

// ratioTable shows CPU time per request divided by that of each reference. With
// many candidates the references are weft and the floor.
func (s *series) ratioTable(names []string) table {
	ranked := s.ranked(names)
	t := table{title: s.workload.name + ": CPU per request, row ÷ column", head: []string{""}}
	references := ranked
	if len(ranked) > fewCandidates {
		references = slices.DeleteFunc(slices.Clone(ranked), func(name string) bool {
			return name != "floor" && !isSubject(name)
		})
	}
	for _, reference := range references {
		t.head = append(t.head, "÷ "+reference)
	}
	for _, name := range ranked {
		row := []string{name}
		for _, reference := range references {
			row = append(row, formatNumber("%.2f", s.ratio(name, reference, sample.perRequest)))
		}
		t.rows = append(t.rows, row)
	}
	return t
}

// median returns the middle value, the mean of the middle two, or NaN.
func median(values []float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(values))
	middle := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[middle]
	}
	return (sorted[middle-1] + sorted[middle]) / 2
}
