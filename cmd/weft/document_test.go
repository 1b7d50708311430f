package main

import (
	"bytes"
	"encoding/json/v2"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/weft-go/weft/openapi"
	"github.com/weft-go/weft/wefttest"
)

// file writes a text to a new file and returns its path.
func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// site serves texts by their paths.
func site(t *testing.T, texts map[string]string) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, ok := texts[r.URL.RequestURI()]
		if !ok {
			http.NotFound(w, r)
			return
		}
		io.WriteString(w, text)
	}))
	t.Cleanup(s.Close)
	return s
}

func TestSources(t *testing.T) {
	shared := "components: {schemas: {Book: {type: object, properties: {title: {type: string}}}}}\n"
	apart := strings.Replace(document, "schema: {type: string, not: {}}", "schema: {$ref: 'shared.yaml#/components/schemas/Book'}", 1)
	other := site(t, map[string]string{"/shared.yaml": shared})
	s := site(t, map[string]string{
		"/books.yaml": document, "/books.yaml?v=2": strings.Replace(document, "getBook", "fetchBook", 1),
		"/apart.yaml": apart, "/shared.yaml": shared,
		"/stranger.yaml": strings.Replace(apart, "shared.yaml", other.URL+"/shared.yaml", 1),
		"/broken.yaml":   "openapi: 3.1.0\ninfo: []\n",
	})
	for _, test := range []struct {
		name, source, want string
		code               int
	}{
		{"file", file(t, "books.yaml", document), "getBook", 0},
		{"standard input", "-", "getBook", 0},
		{"URL", s.URL + "/books.yaml", "getBook", 0},
		{"URL with a query", s.URL + "/books.yaml?v=2", "fetchBook", 0},
		{"reference to a neighbour", s.URL + "/apart.yaml", "getBook", 0},
		{"reference to a stranger", s.URL + "/stranger.yaml", "is of another origin, which is not asked", 1},
		{"missing", s.URL + "/missing.yaml", "want status 200, got 404", 1},
		{"malformed", s.URL + "/broken.yaml", s.URL + "/broken.yaml:2:7: /info: want an object, got an array", 1},
		{"nobody there", "http://127.0.0.1:1/books.yaml", "refused", 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			code, out, errs := commandWith(t, document, "routes", test.source)
			if code != test.code || !strings.Contains(out+errs, test.want) {
				t.Errorf("code %d, want %d with %q\n%s%s", code, test.code, test.want, out, errs)
			}
		})
	}
}

func TestBounded(t *testing.T) {
	endless := io.MultiReader(strings.NewReader("x"), zeros{})
	if _, err := bounded(endless, "it"); err == nil || !strings.Contains(err.Error(), "it: larger than") {
		t.Errorf("got %v", err)
	}
}

// zeros is a file without an end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

func TestGenSummary(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "books")
	text := document + "  '/books/{id}{kind}': {get: {responses: {'204': {description: d}}}}\n"
	code, out, errs := commandWith(t, text, "gen", "-", "-out", dir)
	if code != 0 || out != "" {
		t.Fatalf("code %d\n%s%s", code, out, errs)
	}
	for _, want := range []string{
		"standard input: /paths/~1books~1{id}{kind}/get: the operation is left out",
		"/schema/not: ",
		dir + ": 1 of 2 operations, ",
		" types, ", " files of ", "; 2 things cannot be expressed\n",
	} {
		if !strings.Contains(errs, want) {
			t.Errorf("want %q in\n%s", want, errs)
		}
	}
	if strings.Contains(errs, "\x1b") {
		t.Errorf("a progress line on something that is no terminal:\n%q", errs)
	}
}

func TestProgress(t *testing.T) {
	var b bytes.Buffer
	p := &progress{w: &b}
	p.show("reading")
	p.show("writing")
	p.clear()
	p.clear()
	if got, want := b.String(), "\r\x1b[Kreading…\r\x1b[Kwriting…\r\x1b[K"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestRoutes(t *testing.T) {
	const text = `openapi: 3.0.3
info: {title: Books, version: "1"}
paths:
  /books:
    get: {operationId: listBooks, summary: All books, tags: [books], responses: {"204": {description: d}}}
    post: {deprecated: true, description: "Adds a book.\nOr two.", responses: {"204": {description: d}}}
`
	code, out, errs := commandWith(t, text, "routes", "-")
	want := "METHOD  PATH    OPERATION  SUMMARY\n" +
		"GET     /books  listBooks  All books\n" +
		"POST    /books  -          (deprecated) Adds a book.\n"
	if code != 0 || out != want {
		t.Errorf("code %d\n%s%s\nwant\n%s", code, out, errs, want)
	}
	_, out, _ = commandWith(t, text, "routes", "-", "--json")
	var rows []row
	if err := json.Unmarshal([]byte(out), &rows); err != nil || len(rows) != 2 || rows[0].Operation != "listBooks" || !rows[1].Deprecated {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestCheck(t *testing.T) {
	const head = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\n"
	fine := file(t, "fine.yaml", head+"paths: {/a: {get: {summary: s, responses: {'204': {description: d}}}}}\n")
	wordless := file(t, "wordless.yaml", head+"paths: {/a: {get: {responses: {'204': {description: d}}}}}\n")
	wrong := file(t, "wrong.yaml", head+"paths: {'/a/{b}': {get: {summary: s, responses: {'204': {description: d}}}}}\n")
	broken := file(t, "broken.yaml", head+"paths: {/a: {get: {summary: [1]}}}\n")
	parameter := file(t, "parameter.yaml", head+"paths: {/a: {get: {summary: s, parameters: [{name: q, in: query, description: d, schema: {}}], responses: {'204': {description: d}}}}}\n")
	none := file(t, "none.yaml", head+"paths: {}\n")
	for _, test := range []struct {
		name, want string
		code       int
		args       []string
	}{
		{"fine", "0 errors, 0 warnings\n", 0, []string{fine}},
		{"warning", "wordless.yaml:3:19: /paths/~1a/get: warning: GET /a has neither a summary nor a description (missing-description)", 0, []string{wordless}},
		{"strict", "0 errors, 1 warnings", 1, []string{wordless, "-strict"}},
		{"ignored", "0 errors, 0 warnings", 0, []string{wordless, "-strict", "-ignore", "missing-description,undefined-tag"}},
		{"error", `error: the path parameter "b" is not declared (path-parameter)`, 1, []string{wrong}},
		{"malformed", "broken.yaml:3:29: /paths/~1a/get/summary: error: want a string, got an array (malformed)", 1, []string{broken}},
		{"missing", "no such file", 2, []string{"missing.yaml"}},
		{"missing old", "no such file", 2, []string{fine, "missing.yaml"}},
		{"malformed old", "want a string, got an array", 2, []string{fine, broken}},
		{"unknown rule", `there is no rule "nope"`, 2, []string{fine, "-ignore", "nope"}},
		{"both from the input", "only one of the documents", 2, []string{"-", "-"}},
		{"no change", "0 breaking and 0 risky changes", 0, []string{fine, fine}},
		{"breaking", "fine.yaml:3:19: /paths/~1a/get: breaking: GET /a: the operation was taken away", 1, []string{none, fine}},
		{"compatible", "0 breaking and 0 risky changes", 0, []string{fine, none}},
		{"compatible listed", "compatible: GET /a: the operation is new", 0, []string{fine, none, "-all"}},
		{"risky", `risky: GET /a: the query parameter "q" was taken away`, 0, []string{fine, parameter}},
		{"risky and strict", "1 risky changes", 1, []string{fine, parameter, "-strict"}},
		{"JSON", `"rule": "path-parameter"`, 1, []string{wrong, "-json"}},
		{"JSON of changes", `"impact": "breaking"`, 1, []string{none, fine, "-json"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			code, out, errs := command(t, append([]string{"check"}, test.args...)...)
			if code != test.code || !strings.Contains(out+errs, test.want) {
				t.Errorf("code %d, want %d with %q\n%s%s", code, test.code, test.want, out, errs)
			}
		})
	}
}

// TestDocs changes a file while it is on show.
func TestDocs(t *testing.T) {
	path := file(t, "books.yaml", document)
	load := func() (*openapi.Document, error) { return source(path).load(&cobra.Command{}) }
	doc, err := load()
	if err != nil {
		t.Fatal(err)
	}
	client := wefttest.New(t, newDocs(doc, load).routes())
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	client.Get("/").Status(200).BodyContains("swagger-ui")
	client.Get("/swagger-ui.css").Status(200)
	client.Get("/openapi.json").Status(200).BodyContains("getBook")
	write(strings.Replace(document, "getBook", "fetchBook", 1))
	client.Get("/openapi.json").Status(200).BodyContains("getBook")
	client.Get("/").Status(200)
	client.Get("/openapi.json").Status(200).BodyContains("fetchBook")
	write("openapi: 3.1.0\ninfo: []\n")
	client.Get("/").Status(500).BodyContains("books.yaml:2:7: /info: want an object, got an array")
	client.Get("/openapi.json").Status(200).BodyContains("fetchBook")
	write(document)
	client.Get("/").Status(200)
	client.Get("/openapi.json").Status(200).BodyContains("getBook")
}

// TestCompletion asks as a shell does.
func TestCompletion(t *testing.T) {
	for _, test := range []struct {
		name string
		args []string
		want string
	}{
		{"commands", []string{""}, "check\tLook for mistakes"},
		{"documents", []string{"routes", ""}, "yaml\nyml\njson\n:8\n"},
		{"rules", []string{"check", "--ignore", ""}, "unused-component\n"},
		{"directories", []string{"gen", "--out", ""}, ":16\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, out, _ := command(t, append([]string{"__complete"}, test.args...)...)
			if !strings.Contains(out, test.want) {
				t.Errorf("want %q in\n%s", test.want, out)
			}
		})
	}
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if code, out, _ := command(t, "completion", shell); code != 0 || !strings.Contains(out, "weft") {
			t.Errorf("%s: code %d", shell, code)
		}
	}
}
