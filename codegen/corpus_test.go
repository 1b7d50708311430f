package codegen_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/weft-go/weft/codegen"
	"github.com/weft-go/weft/internal/corpora"
	"github.com/weft-go/weft/openapi"
)

// Documents above large are left out of a short run. If fullVariable is set, the round
// trip, whose code has to be compiled and linked, is made with all documents.
const (
	large        = 100 << 10
	fullVariable = "WEFT_CODEGEN_FULL"
)

// representatives are the documents of the round trip otherwise: between them they have
// parameters of every kind, bodies, forms, choices, enums, nulls, header fields,
// failures, authentication and references to paths.
var representatives = []string{
	"oai__v3.0__petstore-expanded.yaml", "small__anyOf.json", "small__content_header_response.json",
	"small__discriminator_const_fields.json", "small__enum_naming.yml", "small__nullable_type_list.yml",
	"small__problemjson.yml", "small__query_api_key.json", "small__referenced_pathItem.json",
}

// A specimen is a document of the corpus with the code made of it.
type specimen struct {
	file  string
	pkg   string
	doc   *openapi.Document
	code  codegen.Code
	files []codegen.File
}

var notWord = regexp.MustCompile(`[^a-z0-9]+`)

// made are the specimens, which all tests share: making them is most of the work.
var made struct {
	sync.Once
	all []*specimen
	err error
}

// specimens returns the documents of the corpus with their code: those named, or all of
// them.
func specimens(t *testing.T, names ...string) []*specimen {
	t.Helper()
	dir := corpora.Dir(t, "openapi")
	made.Do(func() { made.all, made.err = makeSpecimens(dir) })
	if made.err != nil {
		t.Fatal(made.err)
	}
	all := slices.DeleteFunc(slices.Clone(made.all), func(s *specimen) bool { return names != nil && !slices.Contains(names, s.file) })
	if names != nil && len(all) != len(names) {
		t.Fatalf("%d documents, want %d", len(all), len(names))
	}
	return all
}

func makeSpecimens(dir string) ([]*specimen, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) < 50 {
		return nil, fmt.Errorf("%d files, %v", len(files), err)
	}
	var all []*specimen
	for _, name := range files {
		info, err := os.Stat(name)
		if err != nil {
			return nil, err
		}
		if info.IsDir() || testing.Short() && info.Size() > large {
			continue
		}
		base := filepath.Base(name)
		all = append(all, &specimen{file: base, pkg: "p" + notWord.ReplaceAllString(strings.ToLower(base), "_")})
	}
	errs := make([]error, len(all))
	var group sync.WaitGroup
	for i, s := range all {
		group.Go(func() { errs[i] = s.generate(dir) })
	}
	group.Wait()
	return all, errors.Join(errs...)
}

func (s *specimen) generate(dir string) (err error) {
	if s.doc, err = openapi.Load(os.DirFS(dir), s.file); err != nil {
		return err
	}
	s.code = codegen.FromOpenAPI(s.doc)
	s.files, err = s.code.Files(s.pkg, nil)
	return err
}

// TestCorpusGenerates makes code of every document, twice: the bytes have to be the
// same, gofmt has accepted them, and every entry of the report has to have a place.
func TestCorpusGenerates(t *testing.T) {
	asItIs := func(source []byte) ([]byte, error) { return source, nil }
	for _, s := range specimens(t) {
		t.Run(s.file, func(t *testing.T) {
			t.Parallel()
			first, err := s.code.Files(s.pkg, asItIs)
			if err != nil {
				t.Fatal(err)
			}
			again, err := codegen.FromOpenAPI(s.doc).Files(s.pkg, asItIs)
			if err != nil {
				t.Fatal(err)
			}
			for i, f := range first {
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
	writeModule(t, dir, specimens(t))
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

// TestCorpusRoundTrip makes documentation from the generated endpoints. It has to say
// what the first document says, but for what the report names. The
// representatives are always tried, all documents if fullVariable is set.
func TestCorpusRoundTrip(t *testing.T) {
	names := representatives
	if os.Getenv(fullVariable) != "" {
		names = nil
	} else if testing.Short() {
		t.Skip("compiling the code takes a while")
	}
	all, dir := specimens(t, names...), t.TempDir()
	writeModule(t, dir, all)
	// The code runs once, so optimising it is not worth the time.
	goCommand(t, dir, "build", "-mod=mod", "-gcflags=corpus/...=-N -l", "-ldflags=-s -w", "-o", "document.bin", "./document")
	out, err := exec.CommandContext(t.Context(), filepath.Join(dir, "document.bin"), dir).CombinedOutput()
	if err != nil || len(out) > 0 {
		t.Errorf("%v\n%s", err, out)
	}
	var covered, total int
	for _, s := range all {
		covered, total = covered+s.code.Operations, total+s.code.Total
		t.Run(s.file, func(t *testing.T) { s.roundTrip(t, dir) })
	}
	t.Logf("%d of %d operations of %d documents", covered, total, len(all))
}

// roundTrip compares the document with the one that was made from its code.
func (s *specimen) roundTrip(t *testing.T, dir string) {
	t.Logf("%d of %d operations, %d things in the report", s.code.Operations, s.code.Total, len(s.code.Report))
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
	for _, difference := range compare(s.doc, doc, report) {
		t.Error(difference)
	}
}
