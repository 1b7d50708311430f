package main

import (
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"
)

// A table is printed as text for the terminal and as Markdown for the results.
type table struct {
	title string
	head  []string
	rows  [][]string
}

// writeText prints the table with aligned columns.
func (t table) writeText(w io.Writer) {
	fmt.Fprintf(w, "\n%s\n", t.title)
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, row := range append([][]string{t.head}, t.rows...) {
		fmt.Fprintln(out, strings.Join(row, "\t"))
	}
	out.Flush()
}

// writeMarkdown prints the table below a heading, numbers to the right.
func (t table) writeMarkdown(w io.Writer) {
	fmt.Fprintf(w, "### %s\n\n", t.title)
	fmt.Fprintf(w, "| %s |\n", strings.Join(t.head, " | "))
	fmt.Fprintf(w, "|---|%s\n", strings.Repeat("--:|", len(t.head)-1))
	for _, row := range t.rows {
		fmt.Fprintf(w, "| %s |\n", strings.Join(row, " | "))
	}
	fmt.Fprintln(w)
}

// formatNumber formats a figure, or a dash where there is none.
func formatNumber(format string, f float64) string {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return "–"
	}
	return fmt.Sprintf(format, f)
}
