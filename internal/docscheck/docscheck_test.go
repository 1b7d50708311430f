package docscheck_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/weft-go/weft/internal/docscheck"
)

const root = "../.."

func documents(t *testing.T) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	return append(found, filepath.Join(root, "README.md"))
}

// module makes an empty module beside weft, which sees the same dependencies.
func module(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	at, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(mod), "module github.com/weft-go/weft", "module example.com/documentation", 1)
	text += fmt.Sprintf("\nrequire github.com/weft-go/weft v0.0.0\n\nreplace github.com/weft-go/weft => %s\n", at)
	write(t, filepath.Join(dir, "go.mod"), []byte(text))
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "go.sum"), sum)
	return dir
}

func write(t *testing.T, name string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// place writes the blocks of a document into a module.
func place(t *testing.T, dir, document string) int {
	t.Helper()
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	name := strings.TrimSuffix(filepath.Base(document), ".md")
	blocks := docscheck.Blocks(filepath.Base(document), string(text))
	for i, b := range blocks {
		source, err := b.Source()
		if err != nil {
			t.Error(err)
			continue
		}
		at := filepath.Join(dir, name, fmt.Sprintf("block%02d.go", i))
		if b.IsProgram() {
			at = filepath.Join(dir, fmt.Sprintf("%s%02d", name, i), "main.go")
		}
		write(t, at, source)
	}
	return len(blocks)
}

// build returns what the compiler objects to.
func build(t *testing.T, dir string) []string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "build", "-gcflags=-e", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod -buildvcs=false", "GOPROXY=off", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	free := regexp.MustCompile(`^#|declared and not used`)
	var faults []string
	for line := range strings.Lines(string(out)) {
		if line = strings.TrimSpace(line); line != "" && !free.MatchString(line) {
			faults = append(faults, line)
		}
	}
	if err != nil && len(out) == 0 {
		faults = append(faults, err.Error())
	}
	return faults
}

func TestDocumentation(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs the compiler")
	}
	dir, count := module(t), 0
	for _, document := range documents(t) {
		count += place(t, dir, document)
	}
	if count < 20 {
		t.Errorf("only %d blocks found", count)
	}
	for _, fault := range build(t, dir) {
		t.Error(fault)
	}
}

func TestFaultsAreFound(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs the compiler")
	}
	dir := module(t)
	b := docscheck.Blocks("x.md", "# Title\n\n```go\nunused := 1\nvar s string = strings.ToUpper(7)\n```\n")
	source, err := b[0].Source()
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "x", "x.go"), source)
	faults := build(t, dir)
	if len(faults) != 1 || !strings.Contains(faults[0], "x.md:5:") {
		t.Errorf("got %q, want one fault in line 5", faults)
	}
}

func TestBlocks(t *testing.T) {
	text := "```go\nx := 1\n```\n\n```sh\nls\n```\n\n<!-- go\nvar y int\n-->\n"
	blocks := docscheck.Blocks("x.md", text)
	if len(blocks) != 2 || blocks[0].Line != 2 || blocks[1].Code != "var y int\n" {
		t.Errorf("got %+v", blocks)
	}
	if _, err := (docscheck.Block{Document: "x.md", Line: 1, Code: "if {"}).Source(); err == nil {
		t.Error("want an error for what is no Go")
	}
}
