package codegen_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/weft-go/weft/codegen"
	"github.com/weft-go/weft/openapi"
)

// TestCompare_faults changes a document in one place. The comparison has to find it, and
// has to keep silent if the report names it.
func TestCompare_faults(t *testing.T) {
	text, err := os.ReadFile("testdata/" + everything)
	if err != nil {
		t.Fatal(err)
	}
	want := parsed(t, string(text))
	if found := compare(want, parsed(t, string(text)), nil); len(found) > 0 {
		t.Errorf("the same document differs: %q", found)
	}
	const list, add, book = "/paths/~1shops~1{shop}~1books/get", "/paths/~1shops~1{shop}~1books/post", "/components/schemas/Book/allOf/1"
	for _, tt := range []struct{ name, old, new, excuse string }{
		{"operationId", "books.list", "list", list + "/operationId"},
		{"tags", "[books, search]", "[search, books]", list + "/tags"},
		{"summary", "Lists books.", "Counts books.", list + "/description"},
		{"security", "[{token: []}, {login: []}]", "[{token: []}]", list + "/security"},
		{"deprecated", "      deprecated: true\n", "", add + "/deprecated"},
		{"parameter", "name: limit", "name: most", ""},
		{"parameter required", "in: header, required: true", "in: header", list + "/parameters/4/required"},
		{"parameter description", "How many.", "So many.", list + "/parameters/0/description"},
		{"parameter default", "default: 20", "default: 30", list + "/parameters/0/schema/default"},
		{"parameter limit", "maximum: 100", "maximum: 10", list + "/parameters/0/schema/maximum"},
		{"parameter style", "{name: tag, in: query,", "{name: tag, in: query, explode: false,", list + "/parameters/1/explode"},
		{"parameter example", "2024-05", "2023-05", list + "/parameters/2/example"},
		{"unique items", "uniqueItems: true", "uniqueItems: false", list + "/parameters/1/schema/uniqueItems"},
		{"pattern", "^[a-z]+$", "^[a-y]+$", list + "/parameters/5/schema/pattern"},
		{"header field", "X-Total", "X-Sum", list + "/responses/200"},
		{"header field required", "required: true, schema: {type: integer}", "schema: {type: integer}", list + "/responses/200/headers/X-Total/required"},
		{"answer", "'404':", "'410':", ""},
		{"answer description", "No such shop.", "No shop.", list + "/responses/404/description"},
		{"media type", "application/problem+json", "application/json", list + "/responses/404"},
		{"body required", "        required: true\n        content: {app", "        content: {app", add + "/requestBody/required"},
		{"part required", "required: [image]", "required: [title]", ""},
		{"enum", "[title, -title, '1']", "[title, -title]", "/components/schemas/Sort/enum"},
		{"enum value", "[hard, soft]", "[hard, soft, none]", book + "/properties/binding/enum"},
		{"property", "label: {type", "name: {type", ""},
		{"required", "[title, isbn]", "[title]", book + "/required"},
		{"read only", ", readOnly: true", "", "/components/schemas/Thing/properties/id/readOnly"},
		{"null", "isbn: {type: [string, 'null']}", "isbn: {type: string}", book + "/properties/isbn/type"},
		{"exclusive", "exclusiveMinimum: 0", "minimum: 0", ""},
		{"multiple", "multipleOf: 0.5", "multipleOf: 0.1", book + "/properties/price/multipleOf"},
		{"format", "format: byte", "format: uri", book + "/properties/cover/format"},
		{"map", "additionalProperties: {type: integer}", "additionalProperties: {type: string}", book + "/properties/words/additionalProperties"},
		{"description", "As on the cover.", "As on the back.", book + "/properties/title/description"},
		{"example", "Emma", "Persuasion", book + "/properties/title/example"},
		{"reference", "next: {$ref: '#/components/schemas/Book'}", "next: {$ref: '#/components/schemas/Thing'}", ""},
		{"title", "title: Row", "title: Line", "/components/schemas/Shelf/properties/row/title"},
		{"title of an object", "title: Nothing found", "title: Nothing", "/components/schemas/Missing/title"},
		{"title of a parameter", "title: Tags", "title: Words", ""},
		{"title that is new", "label: {type", "label: {title: A, type", "/components/schemas/Box/properties/label/description"},
		{"case", "        - {$ref: '#/components/schemas/Box'}\n", "", "/components/schemas/Place/oneOf"},
		{"choice", "{type: integer}, {type: 'null'}]", "{type: boolean}, {type: 'null'}]", "/components/schemas/Move/properties/by"},
		{"discriminator", "    Place:\n", "    Place:\n      discriminator: {propertyName: kind}\n", "/components/schemas/Place/discriminator"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if strings.Count(string(text), tt.old) != 1 {
				t.Fatalf("%q is there %d times", tt.old, strings.Count(string(text), tt.old))
			}
			got := parsed(t, strings.Replace(string(text), tt.old, tt.new, 1))
			if len(compare(want, got, nil)) == 0 {
				t.Error("no difference was found")
			}
			if tt.excuse == "" {
				return
			}
			if found := compare(want, got, []string{tt.excuse}); len(found) > 0 {
				t.Errorf("in spite of the report: %q", found)
			}
			if len(compare(want, got, []string{"/components/schemas/Sort/description", "/paths/~1moved/post/operationId"})) == 0 {
				t.Error("excused by entries of other places")
			}
		})
	}
}

func parsed(t *testing.T, text string) *openapi.Document {
	t.Helper()
	doc, err := openapi.FromYAML([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// TestCompare_rest has a document say something beside operations and types. It has to be
// found, unless the report names it.
func TestCompare_rest(t *testing.T) {
	text, err := os.ReadFile("testdata/" + everything)
	if err != nil {
		t.Fatal(err)
	}
	const move = "/components/pathItems/Moved"
	for _, tt := range []struct{ name, old, new, excuse string }{
		{"info", "version: '1'}", "version: '1', contact: {name: A}}", "/info/contact"},
		{"extension", "security: [{key", "x-top: 1\nsecurity: [{key", "/x-top"},
		{"tag", "security: [{key", "tags: [{name: a, description: A}]\nsecurity: [{key", "/tags/0"},
		{"servers", "security: [{key", "servers: [{url: 'https://example.org'}]\nsecurity: [{key", "/servers"},
		{"external documentation", "security: [{key", "externalDocs: {url: 'https://example.org'}\nsecurity: [{key", "/externalDocs"},
		{"summary of a path", "    Moved:\n", "    Moved:\n      summary: A\n", move + "/summary"},
		{"extension of an operation", "operationId: move", "operationId: move\n        x-op: {a: 1}", move + "/post/x-op"},
		{"extension of a property", "label: {type", "label: {x-label: 1, type", "/components/schemas/Box/properties/label/x-label"},
		{"keyword", "label: {type", "label: {not: {const: a}, type", "/components/schemas/Box/properties/label/not"},
		{"scheme", "scheme: bearer", "scheme: bearer, bearerFormat: JWT", "/components/securitySchemes/token/bearerFormat"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if strings.Count(string(text), tt.old) != 1 {
				t.Fatalf("%q is there %d times", tt.old, strings.Count(string(text), tt.old))
			}
			doc := parsed(t, strings.Replace(string(text), tt.old, tt.new, 1))
			if len(compare(doc, doc, nil)) == 0 {
				t.Error("no difference was found")
			}
			if found := compare(doc, doc, []string{tt.excuse}); len(found) > 0 {
				t.Errorf("in spite of the report: %q", found)
			}
			if code := codegen.FromOpenAPI(doc); !slices.ContainsFunc(code.Report, func(e codegen.Entry) bool { return e.Pointer == tt.excuse }) {
				t.Errorf("%s is not in the report: %v", tt.excuse, code.Report)
			}
		})
	}
}
