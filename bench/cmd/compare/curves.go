package main

import (
	"fmt"
	"html"
	"io"
	"math"
	"strconv"
	"strings"
)

// Curves are how the cost of a request grows with something, a line for each candidate.
type curves struct {
	name, about string
	points      []int // of what grows
	lines       []curve
}

// A curve has a value, µs of CPU per request, for each point. It is NaN where there is
// none.
type curve struct {
	name   string
	values []float64
}

func (c curves) title() string {
	return "Growth, " + c.name + ": µs of CPU per request by the number of " + c.about
}

// file is the name of the picture, without its suffix.
func (c curves) file() string { return "growth-" + c.name }

// table returns the numbers: a row for each point, a column for each candidate.
func (c curves) table() table {
	t := table{title: c.title(), head: []string{c.name}}
	for _, l := range c.lines {
		t.head = append(t.head, l.name)
	}
	for i, n := range c.points {
		row := []string{strconv.Itoa(n)}
		for _, l := range c.lines {
			row = append(row, formatNumber("%.2f", l.values[i]))
		}
		t.rows = append(t.rows, row)
	}
	return t
}

const (
	curvesHeight = 300
	curvesLeft   = 50
	curvesBottom = 34
)

// writeSVG draws the lines. The points stand at equal distances, as they are numbers that
// grow by factors.
func (c curves) writeSVG(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12" fill="#777">`+"\n", plotWidth, curvesHeight)
	fmt.Fprintf(&b, `<text x="8" y="18" font-size="13">%s</text>`+"\n", html.EscapeString(c.title()))
	highest := 0.0
	for _, l := range c.lines {
		for _, v := range l.values {
			if !math.IsNaN(v) {
				highest = max(highest, v)
			}
		}
	}
	x := func(i int) float64 {
		return curvesLeft + float64(i)*float64(plotWidth-curvesLeft-plotLeft)/float64(max(1, len(c.points)-1))
	}
	y := func(v float64) float64 {
		return curvesHeight - curvesBottom - v/highest*(curvesHeight-curvesBottom-plotTop)
	}
	for _, part := range []float64{0, 0.25, 0.5, 0.75, 1} {
		at := y(part * highest)
		fmt.Fprintf(&b, `<path d="M%d %.1fH%.1f" stroke="#777" stroke-opacity=".25"/>`, curvesLeft, at, x(len(c.points)-1))
		fmt.Fprintf(&b, `<text x="%d" y="%.1f" text-anchor="end">%.1f</text>`+"\n", curvesLeft-6, at+4, part*highest)
	}
	for i, n := range c.points {
		fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="middle">%d</text>`+"\n", x(i), curvesHeight-curvesBottom+18, n)
	}
	for i, l := range c.lines {
		l.write(&b, curveColours[i%len(curveColours)], x, y)
	}
	c.writeLegend(&b)
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// curveColours are those of the lines, readable on light and dark pages.
var curveColours = [...]string{"#3b7dd8", "#e0a030", "#3a9a5b", "#c0504d", "#8a63c0"}

func (l curve) write(b *strings.Builder, colour string, x func(int) float64, y func(float64) float64) {
	var path strings.Builder
	command := 'M'
	for i, v := range l.values {
		if math.IsNaN(v) {
			command = 'M'
			continue
		}
		fmt.Fprintf(&path, "%c%.1f %.1f", command, x(i), y(v))
		fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="3" fill="%s"/>`, x(i), y(v), colour)
		command = 'L'
	}
	fmt.Fprintf(b, `<path d="%s" fill="none" stroke="%s" stroke-width="2"/>`+"\n", path.String(), colour)
}

// writeLegend names the lines, on the right.
func (c curves) writeLegend(b *strings.Builder) {
	for i, l := range c.lines {
		at := plotTop + 18*i
		fmt.Fprintf(b, `<rect x="%d" y="%d" width="10" height="10" fill="%s"/><text x="%d" y="%d">%s</text>`+"\n",
			plotWidth-plotLeft+20, at, curveColours[i%len(curveColours)], plotWidth-plotLeft+34, at+9, html.EscapeString(l.name))
	}
}
