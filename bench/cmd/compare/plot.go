package main

import (
	"fmt"
	"html"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
)

// Plots are small SVG documents, one a workload: a bar for each candidate, CPU
// time per request, user time first and system time after it. They use no
// script, no font file and no colour that is unreadable on a dark page.

// A bar is one candidate of a plot.
type bar struct {
	name         string
	user, system float64
}

// A plot is a bar chart.
type plot struct {
	title string
	bars  []bar
}

const (
	plotWidth   = 760
	plotLeft    = 110 // room for names
	plotRight   = 70  // room for numbers
	plotTop     = 46
	barHeight   = 16
	barDistance = 22
)

// plot returns the picture of a series, the cheapest candidate first.
func (s *series) plot() plot {
	p := plot{title: s.workload.name + ": µs of CPU per request, " + s.workload.about}
	for _, name := range s.ranked(s.names) {
		user, system, total := s.split(name)
		if math.IsNaN(total) {
			continue
		}
		if math.IsNaN(user) {
			user, system = total, 0
		}
		p.bars = append(p.bars, bar{name, user, system})
	}
	return p
}

// writeSVG writes the picture.
func (p plot) writeSVG(w io.Writer) error {
	var b strings.Builder
	height := plotTop + barDistance*len(p.bars) + 10
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12" fill="#777">`+"\n", plotWidth, height)
	fmt.Fprintf(&b, `<text x="8" y="18" font-size="13">%s</text>`+"\n", html.EscapeString(p.title))
	fmt.Fprintf(&b, `<rect x="%d" y="27" width="10" height="10" fill="#3b7dd8"/><text x="%d" y="36">user</text>`+"\n", plotLeft, plotLeft+14)
	fmt.Fprintf(&b, `<rect x="%d" y="27" width="10" height="10" fill="#e0a030"/><text x="%d" y="36">system</text>`+"\n", plotLeft+60, plotLeft+74)
	longest := 0.0
	for _, bar := range p.bars {
		longest = max(longest, bar.user+bar.system)
	}
	for i, bar := range p.bars {
		bar.write(&b, plotTop+i*barDistance, float64(plotWidth-plotLeft-plotRight)/longest)
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func (r bar) write(b *strings.Builder, y int, scale float64) {
	user, system := r.user*scale, r.system*scale
	weight := ""
	if isSubject(r.name) {
		weight = ` font-weight="bold"`
	}
	fmt.Fprintf(b, `<text x="%d" y="%d" text-anchor="end"%s>%s</text>`, plotLeft-6, y+12, weight, html.EscapeString(r.name))
	fmt.Fprintf(b, `<rect x="%d" y="%d" width="%.1f" height="%d" fill="#3b7dd8"/>`, plotLeft, y, user, barHeight)
	fmt.Fprintf(b, `<rect x="%.1f" y="%d" width="%.1f" height="%d" fill="#e0a030"/>`, plotLeft+user, y, system, barHeight)
	fmt.Fprintf(b, `<text x="%.1f" y="%d">%.2f</text>`+"\n", plotLeft+user+system+5, y+12, r.user+r.system)
}

// plotDir is where plots stand, beside the results file.
const plotDir = "plots"

// writePlots writes a picture of every series, and of everything that grows, into the directory plots beside the results.
func (r *results) writePlots(results string) error {
	dir := filepath.Join(filepath.Dir(results), plotDir)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, s := range r.series {
		if err := writePicture(filepath.Join(dir, s.workload.name+".svg"), s.plot()); err != nil {
			return err
		}
	}
	for _, c := range r.growth {
		if err := writePicture(filepath.Join(dir, c.file()+".svg"), c); err != nil {
			return err
		}
	}
	return nil
}

func writePicture(path string, p interface{ writeSVG(w io.Writer) error }) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := p.writeSVG(file); err != nil {
		file.Close()
		return err
	}
	return file.Close()
}
