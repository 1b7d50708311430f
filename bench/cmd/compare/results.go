package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"
)

// results is everything that one run has found.
type results struct {
	opts    options
	names   []string // candidates that took part
	absent  []absence
	series  []*series
	idle    []*idleResults
	growth  []curves
	machine machine
	date    time.Time
	command string
}

// An absence is a candidate that could not take part, or not all the time, and why.
type absence struct {
	name   string
	reason string
}

// countOf counts the absences of one candidate.
func countOf(list []absence, name string) int {
	n := 0
	for _, a := range list {
		if a.name == name {
			n++
		}
	}
	return n
}

func newResults(opts options) *results {
	return &results{opts: opts}
}

// subject is the candidate that the comparison is about.
const subject = "weft"

// isSubject reports whether a candidate is weft, on any transport.
func isSubject(name string) bool { return name == subject || strings.HasPrefix(name, subject+"-") }

// losses names every peer that needed less CPU than weft, workload by workload.
func (r *results) losses() []string {
	if !slices.ContainsFunc(r.names, isSubject) {
		return []string{"weft did not take part."}
	}
	var lines []string
	for _, s := range r.series {
		// The first one is weft on its default transport.
		own := slices.IndexFunc(r.names, func(name string) bool { return isSubject(name) && len(s.values(name, sample.perRequest)) > 0 })
		for _, peer := range r.names {
			if own < 0 || isSubject(peer) {
				continue
			}
			if ratio := s.ratio(r.names[own], peer, sample.perRequest); ratio > 1 {
				lines = append(lines, fmt.Sprintf("%s: %s needs %.2f times the CPU of %s.", s.workload.name, r.names[own], ratio, peer))
			}
		}
	}
	if len(lines) == 0 && len(r.series) > 0 {
		return []string{"No candidate needed less CPU than weft on any workload of this run."}
	}
	return lines
}

// disturbance says on which workloads the machine had other work to do, or returns "".
func (r *results) disturbance() string {
	const tolerated = 0.1 // cores
	var names []string
	for _, s := range r.series {
		var other []float64
		for _, name := range r.names {
			other = append(other, s.values(name, func(s sample) float64 { return s.otherCPU })...)
		}
		if median(other) > tolerated {
			names = append(names, s.workload.name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "Other programs kept the machine busy during " + strings.Join(names, ", ") + ": take those figures with care."
}

// markdown renders the section for the results file.
func (r *results) markdown() string {
	var b strings.Builder
	if r.opts.section != defaultSection {
		fmt.Fprintf(&b, "## %s\n\n", r.opts.section)
	}
	fmt.Fprintf(&b, "Measured on %s with `%s`.\n\n", r.date.Format("2 January 2006, 15:04 UTC"), r.command)
	r.machine.writeMarkdown(&b)
	fmt.Fprintf(&b, "Rounds: %d of %g s. Pinned to a core each for server and load: %t.\n\n", r.opts.rounds, r.opts.seconds, r.opts.pin)
	if note := r.disturbance(); note != "" {
		fmt.Fprintf(&b, "%s\n\n", note)
	}
	if t := r.targetTable(); len(t.rows) > 0 {
		t.writeMarkdown(&b)
	}
	fmt.Fprintf(&b, "%s\n\n", r.score())
	if lines := r.losses(); len(lines) > 0 {
		fmt.Fprintf(&b, "### Where weft loses\n\n- %s\n\n", strings.Join(lines, "\n- "))
	}
	r.writeAbsences(&b)
	for _, s := range r.series {
		s.table(s.names).writeMarkdown(&b)
		fmt.Fprintf(&b, "![%s](%s/%s.svg)\n\n", s.workload.about, plotDir, s.workload.name)
		s.ratioTable(s.names).writeMarkdown(&b)
	}
	for _, idle := range r.idle {
		idle.table(r.names).writeMarkdown(&b)
	}
	for _, c := range r.growth {
		c.table().writeMarkdown(&b)
		fmt.Fprintf(&b, "![%s](%s/%s.svg)\n\n", c.title(), plotDir, c.file())
	}
	return b.String()
}

func (r *results) writeAbsences(b *strings.Builder) {
	var lines []string
	add := func(where string, list []absence) {
		for _, a := range list {
			reason, _, _ := strings.Cut(a.reason, "\n")
			lines = append(lines, fmt.Sprintf("- %s%s: %s", a.name, where, reason))
		}
	}
	add("", r.absent)
	for _, s := range r.series {
		add(" in "+s.workload.name, s.failures)
	}
	for _, idle := range r.idle {
		add(" in "+idle.workload.name, idle.failures)
	}
	if len(lines) > 0 {
		fmt.Fprintf(b, "### Absent or failed\n\n%s\n\n", strings.Join(lines, "\n"))
	}
}

// markers returns the lines around the section that a run owns in a results
// file; everything around it stays.
func markers(section string) (begin, end string) {
	return "<!-- " + section + ":begin -->", "<!-- " + section + ":end -->"
}

// writeSection replaces a section of a file, or makes the file or the section.
func writeSection(path, section, text string) error {
	old, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		old = []byte("# Results\n")
	} else if err != nil {
		return err
	}
	updated, err := replaceSection(string(old), section, text)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return os.WriteFile(path, []byte(updated), 0o644)
}

// replaceSection puts text between the markers. If there are none, it adds both at the end.
func replaceSection(old, section, text string) (string, error) {
	begin, end := markers(section)
	if !strings.Contains(old, begin) && !strings.Contains(old, end) {
		old += "\n" + begin + end + "\n"
	}
	before, rest, begun := strings.Cut(old, begin)
	_, after, ended := strings.Cut(rest, end)
	if !begun || !ended {
		return "", fmt.Errorf("want the markers %s and %s, in this order", begin, end)
	}
	return before + begin + "\n\n" + strings.TrimSpace(text) + "\n\n" + end + after, nil
}
