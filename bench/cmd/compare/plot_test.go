package main

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestPlotIsWellFormedAndEscaped(t *testing.T) {
	var b strings.Builder
	p := plot{title: "a < b & c", bars: []bar{{"weft", 1, 2}, {`"odd" <name>`, 3, 0}}}
	if err := p.writeSVG(&b); err != nil {
		t.Fatal(err)
	}
	decoder := xml.NewDecoder(strings.NewReader(b.String()))
	rects := 0
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if element, ok := token.(xml.StartElement); ok && element.Name.Local == "rect" {
			rects++
		}
	}
	if want := 2 + 2*len(p.bars); rects != want {
		t.Errorf("got %d rectangles, want %d", rects, want)
	}
}

func TestWritePlotsMakesAFileForEachSeries(t *testing.T) {
	r := newResults(options{})
	s := sampleSeries("plain64")
	s.names = []string{"weft", "floor", "fasthttp"}
	r.series = []*series{s}
	dir := t.TempDir()
	if err := r.writePlots(filepath.Join(dir, "RESULTS.md")); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(dir, "plots", "plain64.svg"))
	if err != nil || !strings.Contains(string(data), ">fasthttp<") {
		t.Errorf("got %q, %v", data, err)
	}
}

func TestCurvesDrawWhatThereIs(t *testing.T) {
	c := curves{name: "routes", about: "routes", points: []int{10, 100, 1000}, lines: []curve{
		{"weft", []float64{1, 2, 4}}, {"a<b", []float64{2, math.NaN(), 4}},
	}}
	var b strings.Builder
	if err := c.writeSVG(&b); err != nil {
		t.Fatal(err)
	}
	if err := xml.Unmarshal([]byte(b.String()), new(any)); err != nil {
		t.Errorf("the picture is not well-formed: %v", err)
	}
	if got := strings.Count(b.String(), "<circle"); got != 5 {
		t.Errorf("got %d points, want 5: one has no value", got)
	}
	if got := c.table().rows[1]; got[0] != "100" || got[1] != "2.00" || got[2] != "–" {
		t.Errorf("got the row %q, want 100, 2.00 and a dash", got)
	}
}
