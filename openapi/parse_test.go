package openapi_test

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/weft-go/weft/openapi"
)

const head = "openapi: 3.1.0\ninfo: {title: t, version: '1'}\n"

func TestFaults(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"empty", "", "1:1: the document is empty"},
		{"not an object", "[1]", "1:1: want an object, got an array"},
		{"no version", "info: {}", `1:1: want an OpenAPI document, but the member "openapi" is missing`},
		{"Swagger", "swagger: '2.0'", "1:10: /swagger: want OpenAPI 3, got Swagger 2.0"},
		{"a later version", "openapi: 4.0.0", `1:10: /openapi: want OpenAPI 3.0, 3.1 or 3.2, got "4.0.0"`},
		{"a list for a string", head + "paths: {/a: {get: {summary: [1]}}}", "3:29: /paths/~1a/get/summary: want a string, got an array"},
		{"a string for a flag", head + "paths: {/a: {get: {deprecated: 'yes'}}}", "3:32: /paths/~1a/get/deprecated: want a boolean, got a string"},
		{"a list for an object", head + "components: {schemas: []}", "3:23: /components/schemas: want an object, got an array"},
		{"a number for a schema", head + "components: {schemas: {A: {items: 1}}}", "3:35: /components/schemas/A/items: want an object, got a number"},
		{"a dead reference", head + "components: {schemas: {A: {$ref: '#/components/schemas/B'}}}", `3:27: /components/schemas/A: reference "#/components/schemas/B" leads nowhere`},
		{"another file", head + "components: {schemas: {A: {$ref: 'b.yaml#/B'}}}", `3:27: /components/schemas/A: reference "b.yaml#/B": references to other files need Load`},
		{"remote", head + "components: {schemas: {A: {$ref: 'https://x.example/b'}}}", `3:27: /components/schemas/A: reference "https://x.example/b": remote references are refused; give LoadOptions a Remote`},
		{"to itself", head + "components: {parameters: {A: {$ref: '#/components/parameters/A'}}}", `3:30: /components/parameters/A: reference "#/components/parameters/A" leads to itself`},
		{"a schema to itself", head + "components: {schemas: {A: {$ref: '#/components/schemas/A'}}}", `3:27: /components/schemas/A: reference "#/components/schemas/A" leads to itself`},
		{"a name twice", "a: 1\na: 2", `2:1: YAML: mapping key "a" already defined at [1:1]`},
		{"infinity", head + "x-a: .inf", "3:6: YAML: .inf has no form in JSON"},
		{"an unknown alias", head + "x-a: *b", `3:6: YAML: there is no anchor "b" before this`},
		{"JSON that ends", `{"openapi": `, "1:13: /openapi: JSON: unexpected end"},
		{"JSON that is none", `{"a": nul, ]`, "1:10: /a: JSON: invalid character ',' in literal null (expecting 'l')"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := openapi.FromYAML([]byte(tt.text))
			if err == nil || err.Error() != tt.want {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
		})
	}
}

// TestManyFaults makes sure that a hostile document does not give a hostile error.
func TestManyFaults(t *testing.T) {
	text := head + "tags:\n" + strings.Repeat("  - 1\n", 1000)
	_, err := openapi.FromYAML([]byte(text))
	if n := len(openapi.Errors(err)); n != 50 || !strings.HasSuffix(err.Error(), "and 950 more") {
		t.Errorf("%d errors, %v", n, err)
	}
}

func TestAliasesAreBounded(t *testing.T) {
	text := head + "x-0: &a0 [x,x,x,x,x,x,x,x,x,x]\n"
	for i := range 9 {
		text += "x-" + string(rune('1'+i)) + ": &a" + string(rune('1'+i)) + " [" + strings.Repeat("*a"+string(rune('0'+i))+",", 10) + "]\n"
	}
	if _, err := openapi.FromYAML([]byte(text)); err == nil || !strings.Contains(err.Error(), "stand for too much") {
		t.Errorf("got %v", err)
	}
}

func TestYAMLShapes(t *testing.T) {
	doc, err := openapi.FromYAML([]byte(head + `
x-a: &base {a: 1, b: [2, ~]}
x-b: {<<: *base, b: 0x1F, c: 1.50}
x-c: *base
x-d: |
  two
  lines
x-e: !!str 12
200: number
`))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"x-a": `{"a":1,"b":[2,null]}`, "x-b": `{"b":31,"c":1.50,"a":1}`, "x-c": `{"a":1,"b":[2,null]}`, "x-d": `"two\nlines\n"`, "x-e": `"12"`, "200": `"number"`,
	} {
		if got := string(doc.Extension(name).JSON()); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

func TestLoad(t *testing.T) {
	files := fstest.MapFS{
		"api/main.yaml": {Data: []byte(head + `
paths:
  /a:
    $ref: 'paths/a.json'
components:
  schemas:
    Tree: {properties: {children: {type: array, items: {$ref: '#/components/schemas/Tree'}}}}
    Named: {$ref: '../shared.yaml#/defs/Name'}
    Anchored: {$ref: '../shared.yaml#here'}
    Deep: {$ref: '#/components/schemas/Tree/properties/children'}
  parameters:
    P: {$ref: '#/components/parameters/Q'}
    Q: {$ref: '../shared.yaml#/parameters/R'}
`)},
		"api/paths/a.json": {Data: []byte(`{"get": {"responses": {"200": {"$ref": "../../shared.yaml#/ok"}}}}`)},
		"shared.yaml": {Data: []byte(`
defs:
  Name: {type: string, x: {$anchor: here, type: integer}}
parameters:
  R: {name: r, in: query, schema: {$ref: '#/defs/Name'}}
ok: {description: Fine., content: {application/json: {schema: {$ref: 'api/main.yaml#/components/schemas/Tree'}}}}
`)},
	}
	doc, err := openapi.Load(files, "api/main.yaml")
	if err != nil {
		t.Fatal(err)
	}
	get := func(name string) *openapi.Schema { s, _ := doc.Components.Schemas.Get(name); return s }
	tree := get("Tree")
	children, _ := tree.Properties.Get("children")
	if children.Items.Resolve() != tree || get("Deep").Resolve() != children {
		t.Error("a cycle is not the same schema")
	}
	if !get("Named").Resolve().Is("string") || !get("Anchored").Resolve().Is("integer") {
		t.Error("a schema of another file is not found")
	}
	if p, _ := doc.Components.Parameters.Get("P"); p.Value.Name != "r" || !p.Value.Schema.Resolve().Is("string") {
		t.Errorf("got %+v", p.Value)
	}
	item, _ := doc.Paths.Get("/a")
	for method, op := range item.All() {
		ok, _ := op.Responses.Get("200")
		m, _ := ok.Value.Content.Get("application/json")
		if method != "GET" || m.Schema.Resolve() != tree {
			t.Error("a path item of another file does not lead back")
		}
		if p := ok.Value.Place().String(); p != "shared.yaml:6:5: /ok" {
			t.Errorf("place %s", p)
		}
	}
}

func TestLoadRefusals(t *testing.T) {
	for name, want := range map[string]string{
		"../../secret.yaml":        "is outside of the directory",
		"/etc/passwd":              "is outside of the directory",
		"missing.yaml":             "file does not exist",
		"https://x.example/a.yaml": "remote references are refused",
		"//x.example/a.yaml":       "remote references are refused",
	} {
		files := fstest.MapFS{"main.yaml": {Data: []byte(head + "components: {schemas: {A: {$ref: '" + name + "'}}}")}}
		if _, err := openapi.Load(files, "main.yaml"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", name, err, want)
		}
	}
}

func TestLoadRemote(t *testing.T) {
	files := fstest.MapFS{"main.yaml": {Data: []byte(head + "components: {schemas: {A: {$ref: 'https://x.example/dir/a.yaml#/A'}}}")}}
	remote := func(uri string) ([]byte, error) {
		switch uri {
		case "https://x.example/dir/a.yaml":
			return []byte("A: {$ref: 'b.yaml'}"), nil
		case "https://x.example/dir/b.yaml":
			return []byte("type: boolean"), nil
		}
		return nil, errors.New("unexpected " + uri)
	}
	doc, err := openapi.Load(files, "main.yaml", openapi.LoadOptions{Remote: remote})
	if err != nil {
		t.Fatal(err)
	}
	if a, _ := doc.Components.Schemas.Get("A"); !a.Resolve().Is("boolean") {
		t.Errorf("got %v", a.Resolve().Type)
	}
}

// TestOrderAndChange reads a document, changes it and looks at every byte.
func TestOrderAndChange(t *testing.T) {
	doc, err := openapi.FromJSON([]byte(`{"paths":{},"x-z":null,"info":{"version":1.10,"title":"t","license":null},"openapi":"3.1.0","tags":[{"name":"b","description":""}]}`))
	if err != nil {
		t.Fatal(err)
	}
	doc.Info.Description = "new"
	doc.Tags[0].Name = "c"
	got, _ := doc.MarshalJSON()
	want := `{"paths":{},"x-z":null,"info":{"version":1.10,"title":"t","license":null,"description":"new"},"openapi":"3.1.0","tags":[{"name":"c","description":""}]}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// FuzzFromYAML: no input panics; what can be read can be written as JSON and as YAML,
// and means the same when it is read again.
func FuzzFromYAML(f *testing.F) {
	for _, s := range []string{head, head + "paths: {/a: {get: {responses: {200: {$ref: '#/x'}}}}}", `{"openapi":"3.0.0","components":{"schemas":{"A":{"type":["string","null"],"items":true,"minimum":1e3}}}}`,
		head + "x-a: &a [1]\nx-b: *a\nx-c: {<<: {a: 1}}", head + "x-a: |\n  a\n\n  b\n", "openapi: 3.2\nx: ? [a] : b", head + "tags: [{name: 'no'}, {name: '1:2'}, {name: ' a'}, {name: \"\\t\\n\"}]"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		doc, err := openapi.FromYAML([]byte(text))
		if err != nil {
			return
		}
		for _, written := range [][]byte{doc.JSON(), doc.YAML()} {
			again, err := openapi.FromYAML(written)
			if err != nil {
				t.Fatalf("%v\n%s", err, written)
			}
			if !again.Value().Equal(doc.Value()) {
				t.Fatalf("written as\n%s\nread as\n%s", written, again.JSON())
			}
		}
	})
}
