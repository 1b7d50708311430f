package golden

import (
	"slices"
	"testing"
)

func TestShortestIsShortest(t *testing.T) {
	tests := []struct {
		name      string
		want, got []string
		cost      int
	}{
		{"both empty", nil, nil, 0},
		{"all added", nil, []string{"a", "b"}, 2},
		{"all dropped", []string{"a", "b"}, nil, 2},
		{"nothing in common", []string{"a", "b"}, []string{"c"}, 3},
		{"the example of the essay", []string{"a", "b", "c"}, []string{"a", "c", "d"}, 2},
		{"Myers' example", []string{"a", "b", "c", "a", "b", "b", "a"}, []string{"c", "b", "a", "b", "a", "c"}, 5},
		{"moved line", []string{"x", "a", "b", "c"}, []string{"a", "b", "c", "x"}, 2},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if cost := costOf(edits(test.want, test.got)); cost != test.cost {
				t.Errorf("cost %d, want %d", cost, test.cost)
			}
		})
	}
}

func TestEditsBeyondMaxCost(t *testing.T) {
	var want, got []string
	for i := range maxCost {
		want = append(want, "w"+string(rune('a'+i%26)))
		got = append(got, "g"+string(rune('a'+i%26)))
	}
	checkScript(t, edits(want, got), want, got)
}

// FuzzEdits takes each byte as a line. Properties: without the added lines a
// script is want, without the dropped ones it is got; and it costs what the
// textbook dynamic programme says.
func FuzzEdits(f *testing.F) {
	f.Add("abcabba", "cbabac")
	f.Add("", "a")
	f.Add("aaa", "aa")
	f.Fuzz(func(t *testing.T, a, b string) {
		if len(a) > 200 || len(b) > 200 {
			t.Skip("the dynamic programme is quadratic")
		}
		want, got := bytesAsLines(a), bytesAsLines(b)
		script := edits(want, got)
		checkScript(t, script, want, got)
		if cost, best := costOf(script), distance(want, got); cost != best {
			t.Errorf("cost %d, want %d", cost, best)
		}
	})
}

func checkScript(t *testing.T, script []edit, want, got []string) {
	t.Helper()
	if text := without('+', script); !slices.Equal(text, want) {
		t.Errorf("script without additions is %q, want %q", text, want)
	}
	if text := without('-', script); !slices.Equal(text, got) {
		t.Errorf("script without drops is %q, want %q", text, got)
	}
}

func without(kind byte, script []edit) []string {
	var text []string
	for _, e := range script {
		if e.kind != kind {
			text = append(text, e.line)
		}
	}
	return text
}

func costOf(script []edit) int {
	cost := 0
	for _, e := range script {
		if e.kind != ' ' {
			cost++
		}
	}
	return cost
}

func bytesAsLines(s string) []string {
	var out []string
	for i := range len(s) {
		out = append(out, s[i:i+1])
	}
	return out
}

// distance is the number of lines to drop and add, by the longest common
// subsequence.
func distance(want, got []string) int {
	row := make([]int, len(got)+1)
	for _, w := range want {
		diagonal := 0
		for j, g := range got {
			above := row[j+1]
			if w == g {
				row[j+1] = diagonal + 1
			} else {
				row[j+1] = max(above, row[j])
			}
			diagonal = above
		}
	}
	return len(want) + len(got) - 2*row[len(got)]
}
