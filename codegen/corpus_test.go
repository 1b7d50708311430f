package codegen_test

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/weft-go/weft/codegen"
	"github.com/weft-go/weft/internal/corpora"
	"github.com/weft-go/weft/openapi"
)

// Documents above large are left out of a short run.
const large = 100 << 10

// A specimen is a document of the corpus with the code made of it.
type specimen struct {
	file  string
	dir   string // where it is, if not in the corpus
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
	all = append(all, &specimen{file: everything, pkg: "peverything", dir: "testdata"})
	errs := make([]error, len(all))
	var group sync.WaitGroup
	for i, s := range all {
		group.Go(func() { errs[i] = s.generate(cmp.Or(s.dir, dir)) })
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

// TestCorpusReports looks for what documents say beyond operations and types: it has to
// be in the report.
func TestCorpusReports(t *testing.T) {
	for _, s := range specimens(t) {
		t.Run(s.file, func(t *testing.T) {
			t.Parallel()
			c := &comparison{want: s.doc, excused: map[string]bool{}, known: map[string]bool{}}
			for _, e := range s.code.Report {
				c.excused[e.Pointer] = true
			}
			c.rest()
			for _, difference := range c.found {
				t.Error(difference)
			}
		})
	}
}
