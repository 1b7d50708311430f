package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReplaceSection(t *testing.T) {
	const file = "before\n" + sectionBegin + "\nold\n" + sectionEnd + "\nafter\n"
	const want = "before\n" + sectionBegin + "\n\nnew\n\n" + sectionEnd + "\nafter\n"
	got, err := replaceSection(file, "new\n\n")
	if err != nil || got != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	if again, err := replaceSection(got, "new"); err != nil || again != want {
		t.Errorf("a second time: got %q, %v, want %q", again, err, want)
	}
	for _, file := range []string{"", sectionBegin, sectionEnd, sectionEnd + sectionBegin} {
		if _, err := replaceSection(file, "new"); err == nil {
			t.Errorf("%q: no error for missing markers", file)
		}
	}
}

func TestWriteSectionMakesTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "RESULTS.md")
	if err := writeSection(path, "text"); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(data), sectionBegin+"\n\ntext\n\n"+sectionEnd) {
		t.Errorf("got %q, %v", data, err)
	}
}

func TestMarkdownNamesTheAbsent(t *testing.T) {
	r := newResults(options{rounds: 3, seconds: 0.3})
	r.names = []string{"floor"}
	r.absent = []absence{{"nginx", "not installed\nat all"}}
	text := r.markdown()
	for _, want := range []string{"- nginx: not installed\n", "weft did not take part", "not measured"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}
