package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReplaceSection(t *testing.T) {
	begin, end := markers("some")
	file := "before\n" + begin + "\nold\n" + end + "\nafter\n"
	want := "before\n" + begin + "\n\nnew\n\n" + end + "\nafter\n"
	got, err := replaceSection(file, "some", "new\n\n")
	if err != nil || got != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	if again, err := replaceSection(got, "some", "new"); err != nil || again != want {
		t.Errorf("a second time: got %q, %v, want %q", again, err, want)
	}
	for _, file := range []string{begin, end, end + begin} {
		if _, err := replaceSection(file, "some", "new"); err == nil {
			t.Errorf("%q: no error for a missing marker", file)
		}
	}
	const other = "before\n\n<!-- other:begin -->\n\nnew\n\n<!-- other:end -->\n"
	if got, err := replaceSection("before\n", "other", "new"); err != nil || got != other {
		t.Errorf("a new section: got %q, %v, want %q", got, err, other)
	}
}

func TestWriteSectionMakesTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "RESULTS.md")
	if err := writeSection(path, "some", "text"); err != nil {
		t.Fatal(err)
	}
	begin, end := markers("some")
	data, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(data), begin+"\n\ntext\n\n"+end) {
		t.Errorf("got %q, %v", data, err)
	}
}

func TestMarkdownNamesTheAbsent(t *testing.T) {
	r := newResults(options{rounds: 3, seconds: 0.3})
	r.names = []string{"floor"}
	r.absent = []absence{{"nginx", "not installed\nat all"}}
	text := r.markdown()
	for _, want := range []string{"- nginx: not installed\n", "weft did not take part", "31 not measured"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}
