package openapi_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/internal/corpora"
	"github.com/weft-go/weft/internal/fixtures"
	"github.com/weft-go/weft/openapi"
)

// explained is an operation that no rule complains about.
const explained = "summary: s, responses: {'204': {description: d}}"

func TestLint(t *testing.T) {
	op := func(path, rest string) string {
		return head + "paths: {" + path + ": {get: {" + explained + rest + "}}}\n"
	}
	component := func(text string) string { return head + "paths: {}\ncomponents: {" + text + "}\n" }
	used := func(text string) string {
		return head + "paths: {/a: {get: {summary: s, responses: {'200': {description: d, content: {a/b: {schema: {$ref: '#/components/schemas/A'}}}}}}}}\ncomponents: {" + text + "}\n"
	}
	for _, tt := range []struct {
		name, text string
		rule       openapi.Rule
		want       string
	}{
		{"no title", "openapi: 3.1.0\ninfo: {version: '1'}\npaths: {}\n", openapi.RuleMember, `2:7: /info: error: the member "title" is missing (missing-member)`},
		{"no info", "openapi: 3.1.0\npaths: {}\n", openapi.RuleMember, `1:1: error: the member "title" is missing (missing-member)`},
		{"no responses", head + "paths: {/a: {get: {summary: s, responses: {}}}}\n", openapi.RuleMember, "GET /a has no responses"},
		{"no description of an answer", head + "paths: {/a: {get: {summary: s, responses: {'204': {}}}}}\n", openapi.RuleMember, `the member "description" is missing`},
		{"an empty description of an answer", head + "paths: {/a: {get: {summary: s, responses: {'204': {description: ''}}}}}\n", openapi.RuleDescription, "the answer 204 of GET /a is not described"},
		{"an operation without words", head + "paths: {/a: {get: {responses: {'204': {description: d}}}}}\n", openapi.RuleDescription, "GET /a has neither a summary nor a description"},
		{"an id twice", head + "paths: {/a: {get: {operationId: x, " + explained + "}, put: {operationId: x, " + explained + "}}}\n", openapi.RuleOperationID, `operationId "x" is also that of GET /a`},
		{"an id twice in a callback", op("/a", ", operationId: x, callbacks: {c: {'{$url}': {post: {operationId: x, "+explained+"}}}}"), openapi.RuleOperationID, `operationId "x" is also that of GET /a`},
		{"no slash", op("a", ""), openapi.RulePath, "no request can have the path a: it has to begin with a slash"},
		{"a query", op("'/a?b=c'", ""), openapi.RulePath, "a query or a fragment is no part of a path"},
		{"braces", op("'/a/{b'", ""), openapi.RulePath, "its braces do not match"},
		{"a parameter twice in a path", op("'/a/{b}/{b}'", ""), openapi.RulePath, "it has the parameter b twice"},
		{"an undeclared parameter", op("'/a/{b}'", ""), openapi.RulePathParameter, `the path parameter "b" is not declared`},
		{"a parameter of no path", op("/a", ", parameters: [{name: b, in: path, required: true, description: d, schema: {}}]"), openapi.RulePathParameter, `the path /a has no parameter "b"`},
		{"an optional path parameter", op("'/a/{b}'", ", parameters: [{name: b, in: path, description: d, schema: {}}]"), openapi.RulePathParameter, "has to have required: true"},
		{"a parameter twice", op("/a", ", parameters: [{name: X, in: header, description: d, schema: {}}, {name: x, in: header, description: d, schema: {}}]"), openapi.RuleParameter, `the header parameter "x" is declared twice`},
		{"a parameter nowhere", op("/a", ", parameters: [{name: x, in: body, description: d, schema: {}}]"), openapi.RuleParameter, `want one of path, query, header, cookie, got "body"`},
		{"a parameter without a schema", op("/a", ", parameters: [{name: x, in: query, description: d}]"), openapi.RuleMember, "neither a schema nor content"},
		{"a parameter without words", op("/a", ", parameters: [{name: x, in: query, schema: {}}]"), openapi.RuleDescription, `the query parameter "x" is not described`},
		{"an unknown scheme", op("/a", ", security: [{key: []}]"), openapi.RuleSecurity, `there is no security scheme "key"`},
		{"an unknown tag", op("/a", ", tags: [t]"), openapi.RuleTag, `the tag "t" of GET /a is not among the tags`},
		{"an unused schema", component("schemas: {A: {type: string}}"), openapi.RuleUnused, "nothing leads to schemas/A"},
		{"an unused schema with itself inside", component("schemas: {A: {properties: {a: {$ref: '#/components/schemas/A'}}}}"), openapi.RuleUnused, "nothing leads to schemas/A"},
		{"an unused scheme", component("securitySchemes: {key: {type: http, scheme: basic}}"), openapi.RuleUnused, "nothing leads to securitySchemes/key"},
		{"a mapping", used("schemas: {A: {type: object, discriminator: {propertyName: p, mapping: {x: Missing}}}}"), openapi.RuleMapping, `there is no schema "Missing"`},
		{"a mapping by reference", used("schemas: {A: {type: object, discriminator: {propertyName: p, mapping: {x: '#/components/schemas/M'}}}}"), openapi.RuleMapping, "leads nowhere"},
		{"the same path", head + "paths: {'/a/{b}': {}, '/a/{c}': {}}\n", openapi.RuleSamePath, "/a/{c} is the same path as /a/{b}"},
		{"ambiguous paths", head + "paths: {'/{a}/b': {get: {}}, '/a/{b}': {get: {}}}\n", openapi.RuleAmbiguous, "a request could belong to /a/{b} or to /{a}/b"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var texts []string
			for _, f := range lint(t, tt.text) {
				if f.Rule == tt.rule && strings.Contains(f.String(), tt.want) {
					return
				}
				texts = append(texts, f.String())
			}
			t.Errorf("want %s: %s in\n%s", tt.rule, tt.want, strings.Join(texts, "\n"))
		})
	}
}

func lint(t *testing.T, text string) []openapi.Finding {
	t.Helper()
	doc, err := openapi.FromYAML([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return openapi.Lint(doc)
}

// TestLintIsSilent has documents that look as if a rule were broken.
func TestLintIsSilent(t *testing.T) {
	body := func(ref string) string {
		return "paths: {/a: {get: {summary: s, responses: {'200': {description: d, content: {a/b: {schema: {$ref: '" + ref + "'}}}}}}}}\n"
	}
	b := "'/a/{b}': {get: {" + explained + ", parameters: [{name: b, in: path, required: true, description: d, schema: {}}]}}"
	for _, tt := range []struct{ name, text string }{
		{"literals first", head + "paths: {" + b + ", /a/b: {get: {" + explained + "}}}\n"},
		{"other methods", head + "paths: {" + b + ", '/{b}/a': {put: {" + explained + ", parameters: [{name: b, in: path, required: true, description: d, schema: {}}]}}}\n"},
		{"parameters of the path", head + "paths: {'/a/{b}': {parameters: [{name: b, in: path, required: true, description: d, schema: {}}], get: {" + explained + "}}}\n"},
		{"a chain of schemas", head + body("#/components/schemas/A") + "components: {schemas: {A: {items: {$ref: '#/components/schemas/B'}}, B: {type: string}}}\n"},
		{"a part of a schema", head + body("#/components/schemas/A/items") + "components: {schemas: {A: {items: {type: string}}}}\n"},
		{"cases by a discriminator", head + body("#/components/schemas/A") + "components: {schemas: {A: {type: object, discriminator: {propertyName: p, mapping: {b: B, c: '#/components/schemas/C'}}}, B: {}, C: {}}}\n"},
		{"cases that name their parent", head + body("#/components/schemas/A") + "components: {schemas: {A: {type: object, discriminator: {propertyName: p}}, B: {allOf: [{$ref: '#/components/schemas/A'}]}}}\n"},
		{"a scheme of the document", head + "paths: {}\nsecurity: [{key: []}]\ncomponents: {securitySchemes: {key: {type: http, scheme: basic}}}\n"},
		{"a tag of the document", head + "paths: {/a: {get: {tags: [t], " + explained + "}}}\ntags: [{name: t}]\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, f := range lint(t, tt.text) {
				t.Error(f)
			}
		})
	}
}

// TestLintOfEndpoints wants no faults in documents of ours.
func TestLintOfEndpoints(t *testing.T) {
	var all []endpoint.Described
	for _, f := range fixtures.All() {
		all = append(all, f.Endpoint)
	}
	for _, version := range []openapi.Version{openapi.V30, openapi.V31, openapi.V32} {
		doc := openapi.Generator{Version: version}.FromEndpoints("Shop", "1.0", all...)
		for _, f := range openapi.Lint(doc) {
			if !f.Rule.Warns() || f.Rule == openapi.RuleUnused {
				t.Error(version, f)
			}
		}
	}
}

// TestLintCorpus only counts: the documents are real, and so are their mistakes.
func TestLintCorpus(t *testing.T) {
	total := map[openapi.Rule]int{}
	for name, doc := range corpus(t) {
		for _, f := range openapi.Lint(doc) {
			total[f.Rule]++
			if f.Place.Line == 0 || f.Problem == "" || !slices.Contains(openapi.Rules(), f.Rule) {
				t.Errorf("%s: %v", name, f)
			}
		}
	}
	t.Log(total)
	if total[openapi.RuleDescription] == 0 || total[openapi.RuleUnused] == 0 {
		t.Error("no warnings in documents that are known to give some")
	}
}

// corpus returns the real documents by their names, but for the largest ones.
func corpus(t *testing.T) map[string]*openapi.Document {
	t.Helper()
	dir := corpora.Dir(t, "openapi")
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) < 60 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	all := map[string]*openapi.Document{}
	for _, name := range files {
		if info, err := os.Stat(name); err != nil || info.Size() > 500<<10 {
			continue
		}
		doc, err := openapi.Load(os.DirFS(dir), filepath.Base(name))
		if err != nil {
			t.Fatal(err)
		}
		all[filepath.Base(name)] = doc
	}
	return all
}
