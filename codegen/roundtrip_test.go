package codegen_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/weft-go/weft/openapi"
)

// The round trip is made with a few documents always. If fullVariable is set, it is made
// with all of them, or with those that its value matches, such as "small__*,oai__*".
// Compiling is nearly all of the work and the memory: each operation and each type of a
// body is code of its own. So packages are compiled one after the other, without
// optimisation, in a directory that stays the same, and what has not changed is in the
// build cache the next time. All of it takes longer than the ten minutes that go test
// allows by default: run it with -timeout 60m.
const (
	fullVariable = "WEFT_CODEGEN_FULL"
	everything   = "everything.yaml"
)

// representatives are the documents of the round trip otherwise: one with parameters of
// every kind, bodies, forms, choices, enums, nulls, header fields, failures,
// authentication and references to paths, and one with discriminators.
var representatives = []string{everything, "small__discriminator_const_fields.json"}

// TestCorpusRoundTrip makes documentation from the generated endpoints. It has to say
// what the first document says, but for what the report names.
func TestCorpusRoundTrip(t *testing.T) {
	full := os.Getenv(fullVariable)
	if full == "" && testing.Short() {
		t.Skip("compiling the code takes a while")
	}
	all := chosen(t, full)
	dir, out := moduleDir(t), t.TempDir()
	writeModule(t, dir, all)
	flags := []string{"build", "-mod=mod", "-gcflags=corpus/...=-N -l"}
	if full != "" {
		for _, s := range all {
			start := time.Now()
			state := goCommand(t, dir, append(flags, "-p", "1", "./"+s.pkg)...)
			t.Logf("%-45s compiled in %6.1f s, %6.1f s of work", s.file, time.Since(start).Seconds(), (state.UserTime() + state.SystemTime()).Seconds())
		}
	}
	program := filepath.Join(out, "document.bin")
	goCommand(t, dir, append(flags, "-ldflags=-s -w", "-o", program, "./document")...)
	if text, err := exec.CommandContext(t.Context(), program, out).CombinedOutput(); err != nil || len(text) > 0 {
		t.Errorf("%v\n%s", err, text)
	}
	var covered, total int
	for _, s := range all {
		covered, total = covered+s.code.Operations, total+s.code.Total
		t.Run(s.file, func(t *testing.T) { s.roundTrip(t, out) })
	}
	t.Logf("%d of %d operations of %d documents", covered, total, len(all))
}

// chosen returns the documents of a round trip.
func chosen(t *testing.T, full string) []*specimen {
	t.Helper()
	if full == "" {
		return specimens(t, representatives...)
	}
	var all []*specimen
	for _, s := range specimens(t) {
		for pattern := range strings.SplitSeq(full, ",") {
			if ok, err := filepath.Match(pattern, s.file); err != nil {
				t.Fatalf("%s: %v", fullVariable, err)
			} else if ok || full == "1" {
				all = append(all, s)
				break
			}
		}
	}
	if len(all) == 0 {
		t.Fatalf("%s: no document matches %q; 1 stands for all", fullVariable, full)
	}
	return all
}

// moduleDir returns the directory of the generated module. It is the same each time for
// a copy of the source, since the build cache goes by directories.
func moduleDir(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(os.TempDir(), fmt.Sprintf("weft-corpus-%d-%x", os.Getuid(), sha256.Sum256([]byte(root)))[:40])
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	return dir
}

// roundTrip compares the document with the one that was made from its code.
func (s *specimen) roundTrip(t *testing.T, dir string) {
	if s.code.Operations == 0 {
		return
	}
	doc, err := openapi.Load(os.DirFS(dir), s.pkg+".json")
	if err != nil {
		t.Fatal(err)
	}
	var report []string
	for _, e := range s.code.Report {
		report = append(report, e.Pointer)
	}
	differences := compare(s.doc, doc, report)
	t.Logf("%d of %d operations, %d things in the report, %d differences", s.code.Operations, s.code.Total, len(s.code.Report), len(differences))
	for _, difference := range differences {
		t.Error(difference)
	}
}

// goCommand runs the go command in a directory and returns what it took.
func goCommand(t *testing.T, dir string, args ...string) *os.ProcessState {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go %s: %v\n%s", args[0], err, out)
	}
	return cmd.ProcessState
}

// writeModule writes the code of documents to a module of its own, with a program that
// writes the documentation of all packages.
func writeModule(t *testing.T, dir string, all []*specimen) {
	t.Helper()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(mod), "module github.com/weft-go/weft", "module corpus", 1) +
		"\nrequire github.com/weft-go/weft v0.0.0\nreplace github.com/weft-go/weft => " + root + "\n"
	var imports, calls strings.Builder
	for _, s := range all {
		s.write(t, filepath.Join(dir, s.pkg))
		if s.code.Operations > 0 {
			fmt.Fprintf(&imports, "\t%q\n", "corpus/"+s.pkg)
			fmt.Fprintf(&calls, "\twrite(%q, %s.Config(), %s.Endpoints())\n", s.pkg, s.pkg, s.pkg)
		}
	}
	for name, data := range map[string]string{
		"go.mod": text, "go.sum": string(sum), "document/main.go": fmt.Sprintf(program, imports.String(), calls.String()),
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// write writes the code as it was formatted before.
func (s *specimen) write(t *testing.T, dir string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, f := range s.files {
		if err := os.WriteFile(filepath.Join(dir, f.Name), f.Text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// program writes the documents of packages to the directory it is given.
const program = `package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/openapi"
%s)

func write(name string, config weft.CodecConfig, endpoints []endpoint.Described) {
	defer func() {
		if p := recover(); p != nil {
			fmt.Println(name, p)
		}
	}()
	doc := openapi.Generator{Codec: config}.FromEndpoints(name, "1", endpoints...)
	if err := os.WriteFile(filepath.Join(os.Args[1], name+".json"), doc.JSON(), 0o644); err != nil {
		fmt.Println(name, err)
	}
}

func main() {
%s}
`
