package golden

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The difference of two texts is found with Myers' greedy algorithm ('An O(ND)
// Difference Algorithm and Its Variations', 1986). Picture a grid with the
// wanted lines along the top and the received lines down the side. A step to
// the right drops a wanted line, a step down adds a received one, and where
// both lines are the same a diagonal step is free. The shortest difference is
// the path from the top left corner to the bottom right one with the fewest
// steps that are not free.
//
// The search goes by cost: for d = 0, 1, 2 … it notes how far to the right a
// path with d steps can get on each diagonal k = x - y, starting from the
// furthest points of cost d-1 on the diagonals beside it. The rounds are kept,
// and reading them backwards from the corner gives the path.
//
//	want: a b c     got: a c d      path: keep a, drop b, keep c, add d
//
// Texts that differ in very many lines would make the search long for a result
// that nobody reads, so it stops at maxCost and the rest is shown as dropped
// and added in one piece.

const (
	// maxCost bounds the search: its time and memory grow with the square of
	// this number.
	maxCost = 2000
	// context is how many unchanged lines are shown around a change.
	context = 3
)

// edit is one line of a difference. The kind is ' ' for a line in both texts,
// '-' for one only in want, '+' for one only in got.
type edit struct {
	kind byte
	line string
}

// Diff returns the difference between want and got, line by line, or the empty
// string if they are the same bytes. Lines only in want start with '-', lines
// only in got with '+'. Unchanged stretches are left out but for a few lines
// around each change, and a line that says where the next change is. Characters
// that do not show (CR, NUL, other control characters, bytes that are not
// UTF-8) are written as Go escapes.
func Diff(want, got []byte) string {
	if bytes.Equal(want, got) {
		return ""
	}
	return render(edits(lines(want), lines(got)))
}

// lines splits text after each newline; the last line keeps no newline if the
// text has none there.
func lines(text []byte) []string {
	return slices.Collect(strings.Lines(string(text)))
}

func edits(want, got []string) []edit {
	start := 0
	for start < len(want) && start < len(got) && want[start] == got[start] {
		start++
	}
	end := 0
	for end < len(want)-start && end < len(got)-start && want[len(want)-1-end] == got[len(got)-1-end] {
		end++
	}
	script := appendEdits(nil, ' ', want[:start])
	script = append(script, shortest(want[start:len(want)-end], got[start:len(got)-end])...)
	return appendEdits(script, ' ', want[len(want)-end:])
}

func appendEdits(script []edit, kind byte, lines []string) []edit {
	for _, line := range lines {
		script = append(script, edit{kind, line})
	}
	return script
}

// shortest returns the shortest script from want to got, or the plain
// replacement of all lines if it would cost more than maxCost.
func shortest(want, got []string) []edit {
	rounds, found := search(want, got)
	if !found {
		return appendEdits(appendEdits(nil, '-', want), '+', got)
	}
	return walkBack(want, got, rounds)
}

// search returns the furthest points of each round. Round d holds x for the
// diagonals -d … d at the indices 0 … 2d.
func search(want, got []string) (rounds [][]int, found bool) {
	for d := 0; d <= min(len(want)+len(got), maxCost); d++ {
		round := make([]int, 2*d+1)
		rounds = append(rounds, round)
		for k := -d; k <= d; k += 2 {
			x := 0
			if d > 0 {
				x, _ = step(rounds[d-1], d, k)
			}
			for x < len(want) && x-k < len(got) && want[x] == got[x-k] {
				x++
			}
			round[k+d] = x
			if x >= len(want) && x-k >= len(got) {
				return rounds, true
			}
		}
	}
	return nil, false
}

// step returns how far a path of cost d on diagonal k starts, given the
// furthest points of cost d-1, and whether it came there by a step down, from
// diagonal k+1.
func step(previous []int, d, k int) (x int, down bool) {
	at := func(k int) int { return previous[k+d-1] }
	if k == -d || k != d && at(k-1) < at(k+1) {
		return at(k + 1), true
	}
	return at(k-1) + 1, false
}

func walkBack(want, got []string, rounds [][]int) []edit {
	var script []edit
	x, y := len(want), len(got)
	for d := len(rounds) - 1; d > 0; d-- {
		from, down := step(rounds[d-1], d, x-y)
		for ; x > from; x, y = x-1, y-1 {
			script = append(script, edit{' ', want[x-1]})
		}
		if down {
			y--
			script = append(script, edit{'+', got[y]})
		} else {
			x--
			script = append(script, edit{'-', want[x]})
		}
	}
	for ; x > 0; x-- {
		script = append(script, edit{' ', want[x-1]})
	}
	slices.Reverse(script)
	return script
}

// render writes the changed lines with their context.
func render(script []edit) string {
	var out strings.Builder
	wantLine, gotLine, shown := 1, 1, -2
	for i, e := range script {
		if nearChange(script, i) {
			if shown != i-1 {
				fmt.Fprintf(&out, "@@ want line %d, got line %d @@\n", wantLine, gotLine)
			}
			shown = i
			out.WriteByte(e.kind)
			writeVisible(&out, e.line)
		}
		if e.kind != '+' {
			wantLine++
		}
		if e.kind != '-' {
			gotLine++
		}
	}
	return out.String()
}

func nearChange(script []edit, i int) bool {
	around := script[max(0, i-context):min(len(script), i+context+1)]
	return slices.ContainsFunc(around, func(e edit) bool { return e.kind != ' ' })
}

func writeVisible(out *strings.Builder, line string) {
	text, ended := strings.CutSuffix(line, "\n")
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(out, `\x%02x`, text[0])
		case r == '\t' || unicode.IsPrint(r):
			out.WriteString(text[:size])
		default:
			quoted := fmt.Sprintf("%q", text[:size])
			out.WriteString(quoted[1 : len(quoted)-1])
		}
		text = text[size:]
	}
	if !ended {
		out.WriteString(" (no newline at the end)")
	}
	out.WriteByte('\n')
}
