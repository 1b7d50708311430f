package openapi_test

import (
	"bufio"
	"bytes"
	"encoding/json/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// npmDir has the judges that are written in JavaScript, with their versions.
const npmDir = "testdata/npm"

// TestNPM has documents judged by Redocly's linter, and makes declarations of them
// with openapi-typescript, which the TypeScript compiler has to accept.
func TestNPM(t *testing.T) {
	installNPM(t)
	dir := t.TempDir()
	count := 0
	write := func(name string, text []byte) {
		count++
		name = strings.NewReplacer(" ", "-", ".", "").Replace(name) + ".json"
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for setting, g := range generators() {
		for _, set := range []string{"shop", "odd", "none"} {
			write(set+" "+setting, g.FromEndpoints("Shop", "1.0", sets()[set]...).JSON())
		}
	}
	for version, text := range bookshop(t) {
		write("bookshop "+version, text)
	}
	for _, p := range judged(t, dir, count) {
		if !isNoFault(p) {
			t.Errorf("%s: %s: %s", p.File, p.Judge, p.Problem)
		}
	}
}

// TestNPMFindsFaults shows that the judges do not nod everything through.
func TestNPMFindsFaults(t *testing.T) {
	installNPM(t)
	dir := t.TempDir()
	text := `{"openapi": "3.1.0", "info": {"title": "T"}, "paths": {"/a": {"get": {"responses": {"200": {"description": 3}}}}}}`
	if err := os.WriteFile(filepath.Join(dir, "wrong.json"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if len(judged(t, dir, 1)) == 0 {
		t.Error("a document without a version was accepted")
	}
}

// installNPM fetches the judges once. Without npm the test is skipped, and fails where
// CI=true.
func installNPM(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("npm"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("there is no npm")
		}
		t.Skip("there is no npm, which fetches the judges")
	}
	lock, err := os.Stat(filepath.Join(npmDir, "package-lock.json"))
	if err != nil {
		t.Fatal(err)
	}
	done, err := os.Stat(filepath.Join(npmDir, "node_modules", ".package-lock.json"))
	if err == nil && !lock.ModTime().After(done.ModTime()) {
		return
	}
	cmd := exec.CommandContext(t.Context(), "npm", "ci", "--no-audit", "--no-fund", "--silent")
	cmd.Dir = npmDir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("npm ci: %v\n%s", err, out)
	}
}

// A problem is a line of what the judges print.
type problem struct {
	File, Judge, Problem    string
	Documents, Declarations int
}

// judged returns what the judges say about the documents in a directory, of which they
// have to have seen all.
func judged(t *testing.T, dir string, count int) []problem {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "node", "judge.mjs", dir)
	cmd.Dir = npmDir
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("node: %v\n%s", err, errs.Bytes())
	}
	var all []problem
	lines := bufio.NewScanner(bytes.NewReader(out))
	for lines.Scan() {
		var p problem
		if err := json.Unmarshal(lines.Bytes(), &p, json.MatchCaseInsensitiveNames(true)); err != nil {
			t.Fatalf("%v\n%s", err, lines.Bytes())
		}
		if p.Judge != "" {
			all = append(all, p)
		} else if p.Documents != count {
			t.Errorf("%d documents were judged, want %d", p.Documents, count)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// isNoFault recognises what is no mistake of a document.
func isNoFault(problem) bool { return false }
