package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/weft-go/weft/wefttest"
)

// command runs a command line and returns its exit code and output.
func command(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	return commandWith(t, "", args...)
}

// commandWith is like command with a text on the standard input.
func commandWith(t *testing.T, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(t.Context(), args, strings.NewReader(stdin), &out, &errs)
	return code, out.String(), errs.String()
}

const document = `openapi: 3.1.0
info: {title: Books, version: "1"}
paths:
  /books/{id}:
    get:
      operationId: getBook
      parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
      responses:
        "200": {description: The book., content: {application/json: {schema: {type: string, not: {}}}}}
`

func TestCommandLine(t *testing.T) {
	for _, test := range []struct {
		name, want string
		code       int
		args       []string
	}{
		{"help", "Write Go source", 0, []string{"--help"}},
		{"nothing", "Available Commands", 0, nil},
		{"help of gen", "the package's name or import path", 0, []string{"gen", "--help"}},
		{"version", "weft ", 0, []string{"version"}},
		{"unknown command", "unknown command", 2, []string{"destroy"}},
		{"unknown flag", "unknown flag", 2, []string{"gen", "-nope"}},
		{"gen without a document", "want a document (or -in) and -out", 2, []string{"gen"}},
		{"gen of a missing document", "stat api/missing.yaml: no such file", 1, []string{"gen", "-in", "api/missing.yaml", "-out", "x"}},
		{"serve of a missing directory", "no such file", 1, []string{"serve", "missing"}},
		{"serve at no port", "address", 2, []string{"serve", ".", "-address", "localhost:http"}},
		{"new without a directory", "accepts 1 arg", 2, []string{"new"}},
		{"new in a directory with files", "not empty", 1, []string{"new", "."}},
	} {
		t.Run(test.name, func(t *testing.T) {
			code, out, errs := command(t, test.args...)
			if code != test.code || !strings.Contains(out+errs, test.want) {
				t.Errorf("code %d, want %d with %q\n%s%s", code, test.code, test.want, out, errs)
			}
		})
	}
}

func TestGen(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "books.yaml"), filepath.Join(dir, "books")
	if err := os.WriteFile(in, []byte(document), 0o644); err != nil {
		t.Fatal(err)
	}
	code, _, errs := command(t, "gen", "-in", in, "-out", out, "-package", "books")
	if code != 0 || !strings.Contains(errs, "/not: ") {
		t.Fatalf("code %d\n%s", code, errs)
	}
	text, err := os.ReadFile(filepath.Join(out, "operations.go"))
	if err != nil || !strings.Contains(string(text), "var GetBook = route.GET(") {
		t.Errorf("%v\n%s", err, text)
	}
	if code, _, _ := command(t, "gen", "-in", in, "-out", filepath.Join(dir, "strict"), "-strict"); code != 1 {
		t.Errorf("strict: code %d", code)
	}
}

// TestGenNotes has a document with extensions, which are counted and do not count as
// problems.
func TestGenNotes(t *testing.T) {
	dir := t.TempDir()
	in := filepath.Join(dir, "books.yaml")
	text := strings.Replace(strings.Replace(document, ", not: {}", "", 1), "    get:\n", "    x-a: 1\n    x-b: 2\n    get:\n      x-c: 3\n", 1)
	if err := os.WriteFile(in, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	code, _, errs := command(t, "gen", in, "-out", filepath.Join(dir, "books"), "-strict")
	if code != 0 || !strings.Contains(errs, "/get/x-c: extensions are left out (and 2 more)\n") || !strings.HasSuffix(errs, "; 3 notes are left out\n") {
		t.Errorf("code %d\n%s", code, errs)
	}
	if _, _, errs := command(t, "gen", in, "-out", filepath.Join(dir, "books"), "-all"); !strings.Contains(errs, "/x-b: extensions are left out\n") {
		t.Errorf("-all: %s", errs)
	}
}

func TestServedFiles(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "index.html"), []byte("<p>hello"), 0o644); err != nil {
		t.Fatal(err)
	}
	routes, err := fileRoutes(dir)
	if err != nil {
		t.Fatal(err)
	}
	client := wefttest.New(t, routes)
	client.Get("/").Status(200).Header("X-Frame-Options", "DENY")
	client.Get("/missing").Status(404)
}

// TestNewProject builds and tests a new project.
func TestNewProject(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "shop")
	code, out, errs := command(t, "new", dir, "-replace", "../..")
	if code != 0 || !strings.Contains(out, "shop is ready") {
		t.Fatalf("code %d\n%s%s", code, out, errs)
	}
	if testing.Short() {
		t.Skip("building it takes a while")
	}
	sum, err := os.ReadFile("../../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "go.sum"), sum, 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "go", "test", "-mod=mod", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -buildvcs=false", "GOPROXY=off")
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("go test: %v\n%s", err, text)
	}
}
