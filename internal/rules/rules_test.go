package rules_test

import (
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/weft-go/weft/internal/rules"
)

// TestRepository applies every rule to the repository.
func TestRepository(t *testing.T) {
	tree, err := rules.Load(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	all := []struct {
		name  string
		check func(*rules.Tree) []rules.Finding
	}{
		{"Order", rules.Order},
		{"ForbiddenImports", rules.ForbiddenImports},
		{"PackageDocs", rules.PackageDocs},
		{"ExportedDocs", rules.ExportedDocs},
		{"Examples", rules.Examples},
		{"Variables", rules.Variables},
		{"Sizes", rules.Sizes},
		{"Names", rules.Names},
		{"Words", rules.Words},
		{"Generated", rules.Generated},
		{"Links", rules.Links},
		{"Modules", rules.Modules},
	}
	for _, rule := range all {
		t.Run(rule.name, func(t *testing.T) {
			for _, finding := range rule.check(tree) {
				t.Error(finding)
			}
		})
	}
}

// A ruleTest is a tree of files and what a rule finds in it: for each finding, in
// order, the place and a part of the message.
type ruleTest struct {
	name  string
	files map[string]string
	want  []string
}

func runRule(t *testing.T, check func(*rules.Tree) []rules.Finding, tests []ruleTest) {
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			found := check(load(t, test.files))
			for i := range max(len(found), len(test.want)) {
				switch {
				case i >= len(found):
					t.Errorf("missing: %s", test.want[i])
				case i >= len(test.want):
					t.Errorf("unexpected: %s", found[i])
				default:
					place, part, _ := strings.Cut(test.want[i], " ")
					if got := found[i].String(); !strings.HasPrefix(got, place+" ") || !strings.Contains(got, part) {
						t.Errorf("got %q, want it at %s with %q", got, place, part)
					}
				}
			}
		})
	}
}

func load(t *testing.T, files map[string]string) *rules.Tree {
	t.Helper()
	tree, err := rules.Load(repository(files))
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// repository adds a go.mod, unless there is one.
func repository(files map[string]string) fstest.MapFS {
	out := fstest.MapFS{"go.mod": {Data: []byte("module example.org/m\n\ngo 1.27\n\ntoolchain go1.27.3\n")}}
	for name, text := range files {
		out[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return out
}

func TestLoad(t *testing.T) {
	tree := load(t, map[string]string{
		"a.go":                  "package m",
		"z.go":                  "package m",
		"internal/x/x.go":       "package x",
		"internal/x/x_test.go":  "package x_test",
		"examples/one/lib.go":   "package one",
		"cmd/tool/main.go":      "package main",
		"bench/go.mod":          "module example.org/m/bench",
		"bench/deep/bench.go":   "package deep",
		"codec/codec.go":        "package codec",
		"codec/testdata/bad.go": "not Go",
		"node_modules/x/x.go":   "not Go",
		".git/config":           "text",
		".ci/run":               "#!/bin/sh",
		"picture.png":           "\x89PNG\x00",
	})
	if tree.Module != "example.org/m" {
		t.Errorf("module %q", tree.Module)
	}
	dirs := func(packages []*rules.Package) string {
		var out []string
		for _, p := range packages {
			out = append(out, p.Dir)
		}
		return strings.Join(out, " ")
	}
	if got, want := dirs(tree.Packages), ". cmd/tool codec examples/one internal/x"; got != want {
		t.Errorf("packages %q, want %q", got, want)
	}
	if got, want := dirs(tree.Public()), ". codec"; got != want {
		t.Errorf("public packages %q, want %q", got, want)
	}
	if root := tree.Packages[0]; len(root.Files) != 2 {
		t.Errorf("%d files in the root package, want 2", len(root.Files))
	}
	for _, name := range []string{".ci/run", "bench/deep/bench.go", "go.mod"} {
		if !slices.ContainsFunc(tree.Texts, func(text rules.Text) bool { return text.Path == name }) {
			t.Errorf("%s is not among the texts", name)
		}
	}
	for _, text := range tree.Texts {
		if slices.Contains([]string{".git/config", "picture.png", "node_modules/x/x.go"}, text.Path) {
			t.Errorf("%s is among the texts", text.Path)
		}
	}
}

func TestLoadFailures(t *testing.T) {
	if _, err := rules.Load(fstest.MapFS{}); err == nil {
		t.Error("a tree without go.mod was loaded")
	}
	if _, err := rules.Load(repository(map[string]string{"a.go": "package"})); err == nil || !strings.Contains(err.Error(), "a.go:1") {
		t.Errorf("error %v does not name the file that cannot be parsed", err)
	}
}
