package openapi_test

import (
	"encoding/json/v2"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/oasdiff/oasdiff/checker"
	"github.com/oasdiff/oasdiff/diff"
	"github.com/oasdiff/oasdiff/load"

	"github.com/weft-go/weft/internal/corpora"
	"github.com/weft-go/weft/openapi"
)

// mutants is how often each mutation is applied to a document.
const mutants = 1

// TestChanges changes real documents in many ways, and asks oasdiff too whether that
// breaks clients.
func TestChanges(t *testing.T) {
	var pairs, broken int
	for name, text := range documents(t) {
		for _, m := range mutations() {
			for n := range mutants {
				doc := clone(text)
				if !m.apply(doc, n) {
					break
				}
				changed, err := json.Marshal(doc, json.Deterministic(true))
				if err != nil {
					t.Fatal(err)
				}
				ours, theirs := verdict(t, text, changed), otherVerdict(t, text, changed)
				pairs++
				if len(theirs) > 0 {
					broken++
				}
				if (len(ours) > 0) != (len(theirs) > 0) && !known(ours, theirs) {
					t.Errorf("%s: %s (%d):\nours   %s\ntheirs %s", name, m.name, n, strings.Join(ours, "\n       "), strings.Join(theirs, "\n       "))
				}
			}
		}
	}
	t.Logf("%d pairs of documents, %d of them with breaking changes", pairs, broken)
	if pairs < 300 || broken < 100 {
		t.Errorf("too few pairs: %d, %d of them with breaking changes", pairs, broken)
	}
}

// known reports whether the two are known to differ. We are stricter in these ways:
//
//   - A property that is gone from answers breaks who reads it, even if it was
//     optional; oasdiff warns.
//   - oasdiff does not look into header fields, the parts of a parameter's list or
//     object, the default answer, and what is below allOf.
//   - It says nothing about a property of another type in an answer if the object
//     around it has no type itself.
//   - It overlooks the enum of items that a reference leads to.
func known(ours, theirs []string) bool {
	if len(theirs) > 0 {
		return false
	}
	for _, text := range ours {
		if !strings.HasSuffix(text, "was taken away, in answers") && !overlooked.MatchString(text) {
			return false
		}
	}
	return true
}

var overlooked = regexp.MustCompile(`/headers/|/parameters/\d+/schema/\w|/allOf/\d|: the answer default was|` +
	`became integer, in answers$|: /components/schemas/types: .*was taken away, in requests$`)

// documents returns the texts of documents that both can read.
func documents(t *testing.T) map[string][]byte {
	dir := corpora.Dir(t, "openapi")
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]byte{}
	for _, name := range files {
		if info, err := os.Stat(name); err != nil || info.Size() > 60<<10 {
			continue
		}
		doc, err := openapi.Load(os.DirFS(dir), filepath.Base(name))
		if err != nil {
			t.Fatal(err)
		}
		text := doc.JSON()
		if _, err := openapi3.NewLoader().LoadFromData(text); err == nil && doc.Paths.Len() > 0 {
			all[filepath.Base(name)] = text
		}
	}
	return all
}

// verdict returns the breaking changes that we find.
func verdict(t *testing.T, old, now []byte) []string {
	t.Helper()
	read := func(text []byte) *openapi.Document {
		doc, err := openapi.FromJSON(text)
		if err != nil {
			t.Fatal(err)
		}
		return doc
	}
	var all []string
	for _, c := range openapi.Compare(read(old), read(now)) {
		if c.Impact == openapi.Breaking {
			all = append(all, c.String())
		}
	}
	return all
}

// otherVerdict returns the breaking changes that oasdiff finds.
func otherVerdict(t *testing.T, old, now []byte) []string {
	t.Helper()
	read := func(text []byte) *load.SpecInfo {
		doc, err := openapi3.NewLoader().LoadFromData(text)
		if err != nil {
			t.Fatal(err)
		}
		return &load.SpecInfo{Url: "x", Spec: doc}
	}
	report, sources, err := diff.GetWithOperationsSourcesMap(diff.NewConfig(), read(old), read(now))
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, c := range checker.CheckBackwardCompatibility(checker.NewConfig(checker.GetAllChecks()), report, sources) {
		if c.GetLevel() == checker.ERR {
			all = append(all, fmt.Sprintf("%s %s %s", c.GetOperation(), c.GetPath(), c.GetId()))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
