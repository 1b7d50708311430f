package endpoint_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/weft-go/weft/internal/golden"
)

// TestCompile shows what the compiler says to a program that implements or calls an
// endpoint wrongly. Its messages are what most people see of the types in package
// partial, so they are a part of the product.
//
// Each directory below testdata/compile has a program and, in want.txt, the messages.
// With -update they are written anew.
func TestCompile(t *testing.T) {
	if testing.Short() {
		t.Skip("the compiler takes a second or two")
	}
	sources, err := filepath.Glob("testdata/compile/*/x.go")
	if err != nil || len(sources) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	args := []string{"build", "-o", os.DevNull}
	for _, s := range sources {
		args = append(args, "./"+filepath.ToSlash(filepath.Dir(s)))
	}
	out, err := exec.CommandContext(t.Context(), "go", args...).CombinedOutput()
	if err == nil {
		t.Fatal("all of the programs compile")
	}
	for _, s := range sources {
		dir := filepath.Dir(s)
		t.Run(filepath.Base(dir), func(t *testing.T) { checkMessages(t, filepath.ToSlash(dir), out) })
	}
}

// checkMessages compares the messages about one program.
func checkMessages(t *testing.T, dir string, out []byte) {
	got := messages(dir, out)
	if len(got) == 0 {
		t.Fatalf("it compiles, or the compiler says nothing of it:\n%s", out)
	}
	file := filepath.Join(dir, "want.txt")
	if golden.Updating() {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := golden.Diff(want, got); diff != "" {
		t.Errorf("the compiler says something else:\n%s", diff)
	}
}

// declared finds our own files, whose lines and columns change, and whose directory is
// another one with -trimpath.
var declared = regexp.MustCompile(`declared at (?:\.|github\.com/weft-go/weft/endpoint)/(\S+?):\d+:\d+`)

// messages returns the lines about a program, with the name of the file alone. A line
// that is indented belongs to the one before it.
func messages(dir string, out []byte) []byte {
	var got bytes.Buffer
	mine := false
	for line := range strings.Lines(filepath.ToSlash(string(out))) {
		if !strings.HasPrefix(line, "\t") {
			_, line, mine = strings.Cut(line, dir+"/x.go")
			line = "x.go" + line
		}
		if mine {
			got.WriteString(declared.ReplaceAllString(line, "declared at ./$1"))
		}
	}
	return got.Bytes()
}
