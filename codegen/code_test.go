package codegen_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/weft-go/weft/codegen"
	"github.com/weft-go/weft/openapi"
)

// generated returns the code for schemas and paths in YAML, as one text without
// alignment, and its report.
func generated(t *testing.T, schemas, paths string) (string, []codegen.Entry) {
	t.Helper()
	text := "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {" + paths + "}\ncomponents: {schemas: {" + schemas + "}}\n"
	doc, err := openapi.FromYAML([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	code := codegen.FromOpenAPI(doc)
	files, err := code.Files("example.org/api", nil)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, f := range files {
		b.Write(f.Text)
	}
	return strings.Join(strings.Fields(b.String()), " "), code.Report
}

func TestModels(t *testing.T) {
	for _, test := range []struct{ name, schemas, want string }{
		{"required", "A: {type: object, required: [x], properties: {x: {type: string}}}", "X string `json:\"x\"`"},
		{"optional", "A: {type: object, properties: {x: {type: string}}}", "X *string `json:\"x,omitzero\" nullable:\"false\"`"},
		{"null", "A: {type: object, required: [x], properties: {x: {type: [string, 'null']}}}", "X *string `json:\"x\" required:\"true\" nullable:\"true\"`"},
		{"optional and null", "A: {type: object, properties: {x: {type: [string, 'null']}}}", "X schema.Optional[string] `json:\"x,omitzero\"`"},
		{"optional list", "A: {type: object, properties: {x: {type: array, maxItems: 3, items: {type: integer}}}}", "X []int64 `json:\"x,omitzero\" maxItems:\"3\"`"},
		{"default", "A: {type: object, properties: {x: {type: integer, default: 3, minimum: 1}}}", "X int64 `json:\"x\" minimum:\"1\" default:\"3\"`"},
		{"limits of a component", "A: {type: object, required: [x], properties: {x: {$ref: '#/components/schemas/B'}}}, B: {type: string, maxLength: 4}", "X string `json:\"x\" maxLength:\"4\"`"},
		{"map", "A: {type: object, required: [x], properties: {x: {type: object, additionalProperties: {type: number}}}}", "X map[string]float64"},
		{"time", "A: {type: object, required: [x], properties: {x: {type: string, format: date-time}}}", "X time.Time"},
		{"enum", "A: {type: string, enum: [red, '+1', '-1']}", "var _ = schema.Enum(ARed, APlus1, AMinus1)"},
		{"inline enum", "A: {type: object, required: [x], properties: {x: {type: string, enum: [a]}}}", "type AX string"},
		{"sum", "A: {oneOf: [{$ref: '#/components/schemas/B'}, {type: string}]}, B: {type: object, properties: {x: {}}}", "schema.Case[B](\"B\"), schema.Case[AString](\"AString\"),"},
		{"discriminator", "A: {oneOf: [{$ref: '#/components/schemas/B'}, {$ref: '#/components/schemas/C'}], discriminator: {propertyName: kind, mapping: {bee: '#/components/schemas/B'}}}, " +
			"B: {type: object, properties: {kind: {type: string}}}, C: {type: object, properties: {kind: {type: string}}}",
			"schema.Case[B](\"bee\"), schema.Case[C](\"C\"),"},
		{"discriminator in the configuration", "A: {oneOf: [{$ref: '#/components/schemas/B'}, {$ref: '#/components/schemas/C'}], discriminator: {propertyName: kind}}, " +
			"B: {type: object, properties: {kind: {type: string}}}, C: {type: object, properties: {kind: {type: string}}}", "schema.FieldName(\"kind\", schema.Identity)"},
		{"allOf", "A: {allOf: [{$ref: '#/components/schemas/B'}, {type: object, properties: {y: {type: boolean}}}]}, B: {type: object, required: [x], properties: {x: {type: string}}}",
			"type A struct { X string `json:\"x\"` Y *bool"},
		{"recursion", "A: {type: object, required: [x], properties: {x: {$ref: '#/components/schemas/A'}}}", "X *A `json:\"x\" required:\"true\"`"},
		{"names that collide", "a-b: {type: object, properties: {x: {}}}, a_b: {type: object, properties: {x: {}}}", "type AB2 struct"},
		{"fields that collide", "A: {type: object, properties: {a-b: {}, a_b: {}}}", "AB2 any `json:\"a_b,omitzero\"`"},
		{"odd names", "A: {type: object, required: ['a,b'], properties: {'a,b': {type: string}}}", "AB string `json:\"'a,b'\"`"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got, _ := generated(t, test.schemas, ""); !strings.Contains(got, test.want) {
				t.Errorf("want %s in\n%s", test.want, got)
			}
		})
	}
}

func TestOperations(t *testing.T) {
	answer := "responses: {'204': {description: ''}}"
	query := func(schema string) string {
		return "/a: {get: {operationId: op, parameters: [{name: q, in: query, " + schema + "}], " + answer + "}}"
	}
	many := "/a: {get: {operationId: op, parameters: ["
	for name := range strings.SplitSeq("abcdefghi", "") {
		many += "{name: " + name + ", in: query, schema: {type: string}}, "
	}
	many += "], " + answer + "}}"
	for _, test := range []struct{ name, paths, want string }{
		{"operationId", query("schema: {type: string}"), `ID("op")`},
		{"optional", query("schema: {type: integer, maximum: 9}"), `Query(codec.Query[*int64]("q").Maximum(9))`},
		{"required", query("required: true, schema: {type: string}"), `Query(codec.Query[string]("q"))`},
		{"default", query("schema: {type: string, default: x}"), `Query(codec.Query[string]("q").Default("x"))`},
		{"list", query("schema: {type: array, items: {type: string}}"), `Query(codec.Query[[]string]("q").Default(nil))`},
		{"enum", query("schema: {type: string, enum: [a], default: a}"), `Query(codec.Query[OpQ]("q").Default(OpQA))`},
		{"many", many, `Input(codec.Struct[OpParams]())`},
		{"no id", "'/a/{b}': {delete: {parameters: [{name: b, in: path, required: true, schema: {type: string}}], " + answer + "}}", "var DeleteAByB = "},
		{"body", "/a: {post: {operationId: op, requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {x: {}}}}}}, " + answer + "}}",
			`Input(codec.Body[OpBody]("application/json"))`},
		{"form", "/a: {post: {operationId: op, requestBody: {content: {multipart/form-data: {schema: {type: object, required: [f], properties: {f: {type: string, format: binary}}}}}}, " + answer + "}}",
			`Input(codec.Part[codec.File]("f"))`},
		{"failure", "/a: {get: {operationId: op, responses: {'204': {description: ''}, '404': {description: Gone.}}}}",
			`OutErrors[error]( codec.WithStatus(codec.Struct[NotFoundError](), 404).Doc("Gone."), )`},
		{"several successes", "/a: {get: {operationId: op, responses: {'200': {description: a}, '202': {description: b}}}}", `codec.CaseOf[OpResult](codec.WithStatus(codec.Struct[OpAccepted](), 202).Doc("b"), 0)`},
		{"server", query("required: true, schema: {type: string}"), "Op(ctx context.Context, q string) error"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got, _ := generated(t, "", test.paths); !strings.Contains(got, test.want) {
				t.Errorf("want %s in\n%s", test.want, got)
			}
		})
	}
}

func TestReport(t *testing.T) {
	object := func(p string) string { return "A: {type: object, properties: {x: {" + p + "}}}" }
	for _, test := range []struct{ name, schemas, paths, want string }{
		{"pattern", object("type: string, pattern: '(?=a)'"), "", "/components/schemas/A/properties/x/pattern"},
		{"default", object("type: integer, minimum: 3, default: 1"), "", "/components/schemas/A/properties/x/default"},
		{"not", object("not: {}"), "", "/components/schemas/A/properties/x/not"},
		{"null alone", object("type: 'null'"), "", "/components/schemas/A/properties/x/type"},
		{"a const of null", object("const: null"), "", "/components/schemas/A/properties/x/const"},
		{"items", object("type: array, items: {type: string, maxLength: 3}"), "", "/components/schemas/A/properties/x/items/maxLength"},
		{"an example of another type", object("type: string, example: 3"), "", "/components/schemas/A/properties/x/example"},
		{"a limit beside a choice", object("anyOf: [{type: string}, {type: integer}], pattern: a"), "", "/components/schemas/A/properties/x/pattern"},
		{"two cases of one type", object("oneOf: [{type: string, format: date}, {type: string}, {type: integer}]"), "", "/components/schemas/A/properties/x/oneOf"},
		{"the same operationId", "", "/a: {get: {operationId: a, responses: {'204': {description: ''}}}, put: {operationId: a, responses: {'204': {description: ''}}}}", "/paths/~1a/put/operationId"},
		{"callback", "", "/a: {get: {callbacks: {c: {}}, responses: {'204': {description: ''}}}}", "/paths/~1a/get/callbacks"},
		{"path parameter without a description", "", "'/a/{b}.json': {get: {responses: {'204': {description: ''}}}}", "/paths/~1a~1{b}.json/get/parameters"},
		{"a form that is closed", "", "/a: {post: {requestBody: {content: {multipart/form-data: {schema: {type: object, additionalProperties: false, properties: {f: {type: string}}}}}}, responses: {'204': {description: ''}}}}",
			"/paths/~1a/post/requestBody/content/multipart~1form-data/schema/additionalProperties"},
		{"deep object", "", "/a: {get: {parameters: [{name: q, in: query, style: deepObject, schema: {type: object}}], responses: {'204': {description: ''}}}}", "/paths/~1a/get/parameters/0/style"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, report := generated(t, test.schemas, test.paths)
			if !slices.ContainsFunc(report, func(e codegen.Entry) bool { return e.Pointer == test.want }) {
				t.Errorf("want %s in %v", test.want, report)
			}
		})
	}
}

// TestReport_leftovers has a document with much that is no part of code.
func TestReport_leftovers(t *testing.T) {
	doc, err := openapi.FromYAML([]byte(`openapi: 3.1.0
info: {title: T, version: '1', summary: s, description: d, termsOfService: u, contact: {name: n}, license: {name: l}, x-logo: {}}
x-top: 1
externalDocs: {url: u}
servers: [{url: 'https://example.org'}]
tags: [{name: a, description: d}, {name: b}]
paths:
  x-paths: 1
  /a:
    summary: s
    get:
      x-op: 1
      externalDocs: {url: u}
      parameters:
        - {$ref: '#/components/parameters/q', description: d}
        - {name: r, in: query, x-param: 1, schema: {type: string, title: t, description: d}, examples: {e: {summary: s, value: v}}}
      responses:
        x-responses: 1
        '200': {description: d, summary: s, content: {application/json: {x-media: 1, schema: {type: object, properties: {title: {type: string, x-prop: 1}, x-own: {type: string, not: {}}}}}}}
security: [{k: []}]
components:
  parameters: {q: {name: q, in: query, schema: {type: string, $comment: c}}, unused: {name: u, in: query, schema: {type: string}}}
  securitySchemes: {k: {type: http, scheme: bearer, bearerFormat: JWT, description: d}, unused: {type: http, scheme: basic}}
`))
	if err != nil {
		t.Fatal(err)
	}
	const get = "/paths/~1a/get"
	want := map[string]bool{ // whether it is a note
		"/x-top": true, "/info/summary": true, "/info/description": true, "/info/termsOfService": true, "/info/contact": true, "/info/license": true, "/info/x-logo": true,
		"/externalDocs": true, "/servers": true, "/tags/0": true, "/paths/x-paths": true, "/paths/~1a/summary": true, get + "/x-op": true, get + "/externalDocs": true,
		get + "/parameters/0/description": true, get + "/parameters/1/x-param": true, get + "/parameters/1/schema/title": true, get + "/parameters/1/examples/e/summary": true,
		get + "/responses/x-responses": true, get + "/responses/200/summary": true, get + "/responses/200/content/application~1json/x-media": true,
		get + "/responses/200/content/application~1json/schema/properties/title/x-prop": true,
		get + "/responses/200/content/application~1json/schema/properties/x-own/not":    false,
		"/components/parameters/q/schema/$comment":                                      true, "/components/parameters/unused": true,
		"/components/securitySchemes/k/bearerFormat": true, "/components/securitySchemes/k/description": true, "/components/securitySchemes/unused": true,
	}
	for _, e := range codegen.FromOpenAPI(doc).Report {
		if note, ok := want[e.Pointer]; ok && note != e.Note {
			t.Errorf("%v: want %v, got %v", e, note, e.Note)
		} else if !ok && e.Pointer != get+"/parameters/1/schema/description" {
			t.Errorf("unexpected: %v", e)
		}
		delete(want, e.Pointer)
	}
	for pointer := range want {
		t.Errorf("%s is not in the report", pointer)
	}
}

func TestWriteFiles(t *testing.T) {
	doc, err := openapi.FromYAML([]byte("openapi: 3.0.3\ninfo: {title: T, version: '1'}\npaths: {}\n"))
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "api")
	if err := codegen.WriteFiles(codegen.FromOpenAPI(doc), dir, "example.org/api", nil); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "models.go"))
	if err != nil || !strings.Contains(string(text), "package api\n") {
		t.Errorf("%v\n%s", err, text)
	}
	if err := codegen.WriteFiles(codegen.FromOpenAPI(doc), dir, "not a name", nil); err == nil {
		t.Error("a package with a space in its name")
	}
}

// TestReport_silence has schemas that code expresses as they are.
func TestReport_silence(t *testing.T) {
	for _, schema := range []string{
		"type: string, enum: [a, b]", "type: integer, enum: [1, 2]", "const: a", "type: [string, 'null'], maxLength: 4", "type: string, title: A title",
		"type: array, minItems: 1, items: {type: string, enum: [a]}", "oneOf: [{type: string}, {type: integer}]", "type: object, additionalProperties: {type: integer}",
	} {
		if _, report := generated(t, "A: {type: object, properties: {x: {"+schema+"}}}", ""); len(report) > 0 {
			t.Errorf("%s: %v", schema, report)
		}
	}
}

// TestNotes has properties with the names of keywords.
func TestNotes(t *testing.T) {
	const a = "/components/schemas/A/properties/"
	_, report := generated(t, "A: {type: object, properties: {title: {type: string, not: {}}, schemas: {type: string, title: t, description: d, x-a: 1}, x-b: {type: string, not: {}}}}", "")
	want := map[string]bool{a + "title/not": false, a + "schemas/title": true, a + "schemas/x-a": true, a + "x-b/not": false}
	for _, e := range report {
		if note, ok := want[e.Pointer]; !ok || note != e.Note {
			t.Errorf("%+v", e)
		}
		delete(want, e.Pointer)
	}
	if len(want) > 0 {
		t.Errorf("not in the report: %v", want)
	}
}
