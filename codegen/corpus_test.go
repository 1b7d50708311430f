package codegen_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/weft-go/weft/codegen"
	"github.com/weft-go/weft/internal/corpora"
	"github.com/weft-go/weft/openapi"
)

// The sizes from which on a document is left out: of a short run, and of the round
// trip, whose code has to be compiled and run. It is run if fullVariable is set.
const (
	large        = 100 << 10
	slow         = 6 << 10
	fullVariable = "WEFT_CODEGEN_FULL"
)

// A specimen is a document of the corpus with the code made of it.
type specimen struct {
	file string
	pkg  string
	doc  *openapi.Document
	code codegen.Code
}

var notWord = regexp.MustCompile(`[^a-z0-9]+`)

// specimens generates code for the documents of the corpus up to a size, which is 0
// for all of them.
func specimens(t *testing.T, size int64) []*specimen {
	t.Helper()
	dir := corpora.Dir(t, "openapi")
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) < 50 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	var all []*specimen
	for _, name := range files {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if info.IsDir() || testing.Short() && info.Size() > large || size > 0 && info.Size() > size {
			continue
		}
		base := filepath.Base(name)
		all = append(all, &specimen{file: base, pkg: "p" + notWord.ReplaceAllString(strings.ToLower(base), "_")})
	}
	var group sync.WaitGroup
	for _, s := range all {
		group.Go(func() {
			doc, err := openapi.Load(os.DirFS(dir), s.file)
			if err != nil {
				t.Errorf("%s: %v", s.file, err)
				return
			}
			s.doc, s.code = doc, codegen.FromOpenAPI(doc)
		})
	}
	group.Wait()
	if t.Failed() {
		t.FailNow()
	}
	return all
}

// TestCorpusGenerates makes code of every document, twice: the bytes have to be the
// same, gofmt has to accept them, and every entry of the report has to have a place.
func TestCorpusGenerates(t *testing.T) {
	for _, s := range specimens(t, 0) {
		t.Run(s.file, func(t *testing.T) {
			t.Parallel()
			files, err := s.code.Files(s.pkg, nil)
			if err != nil {
				t.Fatal(err)
			}
			again, err := codegen.FromOpenAPI(s.doc).Files(s.pkg, nil)
			if err != nil {
				t.Fatal(err)
			}
			for i, f := range files {
				if !bytes.Equal(f.Text, again[i].Text) {
					t.Errorf("%s: the second time it is another text", f.Name)
				}
			}
			for _, e := range s.code.Report {
				if !strings.HasPrefix(e.Pointer, "/") || e.Problem == "" {
					t.Errorf("entry without a place: %+v", e)
				}
			}
		})
	}
}

// TestCorpusCompiles has the code of all documents checked by the go command, which
// takes much less time than to build it.
func TestCorpusCompiles(t *testing.T) {
	dir := t.TempDir()
	writeModule(t, dir, specimens(t, 0))
	goCommand(t, dir, "vet", "-mod=mod", "-printf", "./p...") // the program would need them compiled
}

// goCommand runs the go command in a directory.
func goCommand(t *testing.T, dir string, args ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 9*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go %s: %v\n%s", args[0], err, out)
	}
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
		if err := codegen.WriteFiles(s.code, filepath.Join(dir, s.pkg), s.pkg, nil); err != nil {
			t.Fatalf("%s: %v", s.file, err)
		}
		if hasOperations(s) {
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

func hasOperations(s *specimen) bool {
	files, err := s.code.Files(s.pkg, nil)
	return err == nil && len(files) > 1
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

// TestCorpusRoundTrip makes documentation from the generated endpoints. It has to say
// what the first document says, but for what the report names.
func TestCorpusRoundTrip(t *testing.T) {
	if os.Getenv(fullVariable) == "" {
		t.Skipf("compiling and running the code takes minutes; set %s=1", fullVariable)
	}
	all, dir := specimens(t, slow), t.TempDir()
	writeModule(t, dir, all)
	goCommand(t, dir, "build", "-mod=mod", "-o", "document.bin", "./document")
	out, err := exec.CommandContext(t.Context(), filepath.Join(dir, "document.bin"), dir).CombinedOutput()
	if err != nil || len(out) > 0 {
		t.Errorf("%v\n%s", err, out)
	}
	for _, s := range all {
		t.Run(s.file, func(t *testing.T) {
			if !hasOperations(s) {
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
			for _, difference := range compare(s.doc, doc, report) {
				t.Error(difference)
			}
		})
	}
}
