package main

import (
	"fmt"
	"io"
	"math"
)

// A target is one promise of the engine, held against one run.
type target struct {
	row       string // the row of the table it stands in
	subject   string // the candidate that has to meet it
	workload  string
	reference string // the candidate it is compared with; empty when the limit is absolute
	measure   measure
	limit     float64
}

// A measure says what a target limits, and in which direction.
type measure int

const (
	cpuAtMost   measure = iota // CPU per request ÷ the reference's
	rateAtLeast                // requests/s ÷ the reference's
	idleAtMost                 // bytes per idle connection
)

// targets returns every promise.
func targets() []target {
	rows := []struct {
		row, subject, workload                 string
		floor, nginx, fasthttp, hertz, netHTTP float64
	}{
		{"NIO, 64 connections", "weft", "plain64", 1.15, 0.95, 0.78, 0.75, 0.45},
		{"NIO, 512 connections", "weft", "plain512", 1.35, 0.95, 0.70, 0.60, 0.35},
		{"NIO, 2,048 connections", "weft", "plain2048", 1.5, 1.0, 0.60, 0.52, 0.35},
		{"EPOLL, 2,048 connections", "weft-epoll", "plain2048", 1.15, 0.7, 0.5, 0.45, 0.3},
		{"URING, 2,048 connections", "weft-uring", "plain2048", 1.1, 0.7, 0.5, 0.45, 0.3},
	}
	var all []target
	for _, r := range rows {
		add := func(reference string, limit float64) {
			all = append(all, target{r.row, r.subject, r.workload, reference, cpuAtMost, limit})
		}
		add("floor", r.floor)
		add("nginx", r.nginx)
		add("fasthttp", r.fasthttp)
		add("hertz", r.hertz)
		add("nethttp", r.netHTTP)
	}
	return append(all,
		target{"NIO, 16-deep pipelining: requests/s", "weft", "pipe16", "fasthttp", rateAtLeast, 2.5},
		target{"NIO, idle connection: bytes", "weft", "idle10k", "", idleAtMost, 4096},
		target{"EPOLL, idle connection: bytes", "weft-epoll", "idle10k", "", idleAtMost, 512},
		target{"NIO, typed endpoint", "weft", "endpoint64", "fiber", cpuAtMost, 0.6},
		target{"NIO, typed endpoint", "weft", "endpoint64", "huma", cpuAtMost, 0.35},
		target{"NIO, typed endpoint", "weft", "endpoint64", "gin", cpuAtMost, 0.4},
	)
}

// A verdict is a target with what was measured.
type verdict struct {
	target
	value  float64 // NaN when the run does not tell
	errors int     // wrong or missing answers of the subject in that workload
}

func (v verdict) measured() bool { return !math.IsNaN(v.value) }

// passed reports whether the target is met. A subject that answered wrongly has not met it.
func (v verdict) passed() bool {
	if !v.measured() || v.errors > 0 {
		return false
	}
	if v.measure == rateAtLeast {
		return v.value >= v.limit
	}
	return v.value <= v.limit
}

// String returns for example "pass: 1.02 ≤ 1.15".
func (v verdict) String() string {
	if !v.measured() {
		return "not measured"
	}
	word, sign := "FAIL", "≤"
	if v.passed() {
		word = "pass"
	}
	switch {
	case v.measure == rateAtLeast && v.value >= v.limit:
		sign = "≥"
	case v.measure == rateAtLeast:
		sign = "<"
	case v.value > v.limit:
		sign = ">"
	}
	format := "%s: %.2f %s %.2f"
	if v.measure == idleAtMost {
		format = "%s: %.0f %s %.0f"
	}
	text := fmt.Sprintf(format, word, v.value, sign, v.limit)
	if v.errors > 0 {
		text += fmt.Sprintf(", %d errors", v.errors)
	}
	return text
}

// judge holds a target against the results.
func (r *results) judge(t target) verdict {
	v := verdict{target: t, value: math.NaN()}
	if t.measure == idleAtMost {
		for _, idle := range r.idle {
			if idle.workload.name == t.workload {
				v.value = idle.bytes(t.subject, func(s idleSample) float64 { return s.idle })
				v.errors = countOf(idle.failures, t.subject)
			}
		}
		return v
	}
	for _, s := range r.series {
		if s.workload.name != t.workload {
			continue
		}
		v.errors = s.errors(t.subject)
		if t.measure == rateAtLeast {
			v.value = s.ratio(t.subject, t.reference, func(s sample) float64 { return s.rate })
		} else {
			v.value = s.ratio(t.subject, t.reference, sample.perRequest)
		}
	}
	return v
}

// targetTable shows the targets with their verdicts: a row for each situation
// that was measured, a column for each reference.
func (r *results) targetTable() table {
	references := []string{"floor", "nginx", "fasthttp", "hertz", "nethttp", "fiber", "huma", "gin", ""}
	t := table{title: "Targets", head: []string{"CPU per request, unless said otherwise"}}
	for _, reference := range references {
		heading := "÷ " + reference
		if reference == "" {
			heading = "absolute"
		}
		t.head = append(t.head, heading)
	}
	cells, measured := map[string][]string{}, map[string]bool{}
	var order []string
	for _, goal := range targets() {
		if cells[goal.row] == nil {
			cells[goal.row] = make([]string, len(references))
			order = append(order, goal.row)
		}
		for i, reference := range references {
			if reference == goal.reference {
				v := r.judge(goal)
				cells[goal.row][i] = v.String()
				measured[goal.row] = measured[goal.row] || v.measured()
			}
		}
	}
	for _, row := range order {
		if !measured[row] {
			continue
		}
		t.rows = append(t.rows, append([]string{row}, cells[row]...))
	}
	return t
}

// score counts the targets.
func (r *results) score() string {
	passed, failed, unknown := 0, 0, 0
	for _, goal := range targets() {
		switch v := r.judge(goal); {
		case !v.measured():
			unknown++
		case v.passed():
			passed++
		default:
			failed++
		}
	}
	return fmt.Sprintf("Targets: %d passed, %d failed, %d not measured.", passed, failed, unknown)
}

// writeTargets prints the targets and the losses as text.
func (r *results) writeTargets(w io.Writer) {
	if t := r.targetTable(); len(t.rows) > 0 {
		t.writeText(w)
	}
	fmt.Fprintln(w, "\n"+r.score())
	if note := r.disturbance(); note != "" {
		fmt.Fprintln(w, note)
	}
	for _, line := range r.losses() {
		fmt.Fprintln(w, line)
	}
}
