package openapi_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/weft-go/weft/openapi"
)

func parsed(t *testing.T, text string) *openapi.Document {
	t.Helper()
	doc, err := openapi.FromYAML([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

const empty = "responses: {'204': {description: d}}"

func TestCompareOperations(t *testing.T) {
	get := func(rest string) string { return head + "paths: {'/a/{id}': {get: {" + rest + "}}}\n" }
	answers := func(rest string) string { return get("responses: {" + rest + "}") }
	schemes := "components: {securitySchemes: {k: {type: apiKey, in: header, name: K}, j: {type: apiKey, in: header, name: K}, b: {type: http, scheme: basic}}}\n"
	for _, tt := range []struct {
		name, old, now string
		impact         openapi.Impact
		want           string
	}{
		{"operation gone", get(empty), head + "paths: {'/a/{id}': {put: {" + empty + "}}}\n", openapi.Breaking, "the operation was taken away"},
		{"operation new", get(empty), head + "paths: {'/a/{id}': {get: {" + empty + "}, put: {" + empty + "}}}\n", openapi.Compatible, "the operation is new"},
		{"path gone", get(empty), head + "paths: {}\n", openapi.Breaking, "the operation was taken away"},
		{"path new", head + "paths: {}\n", get(empty), openapi.Compatible, "the operation is new"},
		{"another id", get("operationId: a, " + empty), get("operationId: b, " + empty), openapi.Risky, `operationId "a" became "b"`},
		{"deprecated", get(empty), get("deprecated: true, " + empty), openapi.Compatible, "became deprecated"},
		{"parameter new", get(empty), get("parameters: [{name: q, in: query, schema: {}}], " + empty), openapi.Compatible, `the query parameter "q" is new`},
		{"parameter new and required", get(empty), get("parameters: [{name: q, in: query, required: true, schema: {}}], " + empty), openapi.Breaking, `the query parameter "q" is new and required`},
		{"parameter required", get("parameters: [{name: q, in: query, schema: {}}], " + empty), get("parameters: [{name: q, in: query, required: true, schema: {}}], " + empty), openapi.Breaking, "became required"},
		{"parameter optional", get("parameters: [{name: q, in: query, required: true, schema: {}}], " + empty), get("parameters: [{name: q, in: query, schema: {}}], " + empty), openapi.Compatible, "became optional"},
		{"parameter gone", get("parameters: [{name: q, in: query, schema: {}}], " + empty), get(empty), openapi.Risky, `the query parameter "q" was taken away`},
		{"parameter of another form", get("parameters: [{name: q, in: query, schema: {type: array, items: {}}}], " + empty), get("parameters: [{name: q, in: query, explode: false, schema: {type: array, items: {}}}], " + empty), openapi.Breaking, `"form, exploded" became "form"`},
		{"parameter narrowed", get("parameters: [{name: q, in: query, schema: {type: string}}], " + empty), get("parameters: [{name: q, in: query, schema: {type: integer}}], " + empty), openapi.Breaking, "the type string became integer, in requests"},
		{"body new", get(empty), get("requestBody: {content: {a/b: {}}}, " + empty), openapi.Compatible, "may have a body now"},
		{"body new and required", get(empty), get("requestBody: {required: true, content: {a/b: {}}}, " + empty), openapi.Breaking, "needs a body now"},
		{"body required", get("requestBody: {content: {a/b: {}}}, " + empty), get("requestBody: {required: true, content: {a/b: {}}}, " + empty), openapi.Breaking, "became required"},
		{"body gone", get("requestBody: {content: {a/b: {}}}, " + empty), get(empty), openapi.Risky, "no body any more"},
		{"media type gone", get("requestBody: {content: {a/b: {}, c/d: {}}}, " + empty), get("requestBody: {content: {a/b: {}}}, " + empty), openapi.Breaking, "the media type c/d was taken away from requests"},
		{"media type new", answers("'200': {description: d, content: {a/b: {}}}"), answers("'200': {description: d, content: {a/b: {}, c/d: {}}}"), openapi.Compatible, "the media type c/d is new in answers"},
		{"success gone", answers("'200': {description: d}, '201': {description: d}"), answers("'200': {description: d}"), openapi.Breaking, "the answer 201 was taken away"},
		{"failure gone", answers("'200': {description: d}, '404': {description: d}"), answers("'200': {description: d}"), openapi.Compatible, "the answer 404 was taken away"},
		{"success by default only", answers("'200': {description: d}, default: {description: d}"), answers("default: {description: d}"), openapi.Breaking, "the answer 200 was taken away"},
		{"only answer gone", answers("default: {description: d}"), answers("'200': {description: d}"), openapi.Breaking, "the answer default was taken away"},
		{"answer new", answers("'200': {description: d}"), answers("'200': {description: d}, '404': {description: d}"), openapi.Compatible, "the answer 404 is new"},
		{"body of an answer gone", answers("'200': {description: d, content: {a/b: {}}}"), answers("'200': {description: d}"), openapi.Breaking, "the answer 200 has no body any more"},
		{"header gone", answers("'200': {description: d, headers: {X: {schema: {}}}}"), answers("'200': {description: d}"), openapi.Breaking, "the header field X was taken away"},
		{"header optional", answers("'200': {description: d, headers: {X: {required: true, schema: {}}}}"), answers("'200': {description: d, headers: {x: {schema: {}}}}"), openapi.Breaking, "the header field X became optional"},
		{"authentication", get(empty), get("security: [{k: []}], "+empty) + schemes, openapi.Breaking, "nothing is not enough any more to authenticate; want k"},
		{"another authentication", get("security: [{k: []}], "+empty) + schemes, get("security: [{b: []}], "+empty) + schemes, openapi.Breaking, "k is not enough any more"},
		{"scopes", get("security: [{k: [r]}], "+empty) + schemes, get("security: [{k: [r, w]}], "+empty) + schemes, openapi.Breaking, "k (r) is not enough any more"},
	} {
		t.Run(tt.name, func(t *testing.T) { wantChange(t, parsed(t, tt.old), parsed(t, tt.now), tt.impact, tt.want) })
	}
	for _, tt := range []struct{ name, old, now string }{
		{"names of path parameters", get("parameters: [{name: id, in: path, required: true, schema: {}}], " + empty), head + "paths: {'/a/{key}': {get: {parameters: [{name: key, in: path, required: true, schema: {}}], " + empty + "}}}\n"},
		{"parameter moved to the path item", get("parameters: [{name: q, in: query, schema: {}}], " + empty), head + "paths: {'/a/{id}': {parameters: [{name: q, in: query, schema: {}}], get: {" + empty + "}}}\n"},
		{"a range of answers", answers("'200': {description: d}"), answers("2XX: {description: d}")},
		{"names of schemes", get("security: [{k: []}], "+empty) + schemes, get("security: [{j: []}], "+empty) + schemes},
		{"less authentication", get("security: [{k: [], b: []}], "+empty) + schemes, get("security: [{k: []}], "+empty) + schemes},
		{"a form that does not matter", get("parameters: [{name: q, in: query, schema: {type: string}}], " + empty), get("parameters: [{name: q, in: query, explode: false, schema: {type: string}}], " + empty)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, c := range openapi.Compare(parsed(t, tt.old), parsed(t, tt.now)) {
				if c.Impact != openapi.Compatible {
					t.Error(c)
				}
			}
		})
	}
}

func wantChange(t *testing.T, old, now *openapi.Document, impact openapi.Impact, want string) {
	t.Helper()
	changes := openapi.Compare(old, now)
	if !slices.ContainsFunc(changes, func(c openapi.Change) bool {
		return c.Impact == impact && strings.Contains(c.Problem, want) && len(c.Operations) == 1
	}) {
		t.Errorf("want %v: %s in %v", impact, want, changes)
	}
	for _, c := range changes {
		if c.Impact > impact {
			t.Errorf("want nothing worse than %v, got %v", impact, c)
		}
	}
}

// TestCompareSchemas compares each pair in both directions: as what is sent and as
// what is received.
func TestCompareSchemas(t *testing.T) {
	const compatible, risky, breaking = openapi.Compatible, openapi.Risky, openapi.Breaking
	for _, tt := range []struct {
		name, old, now  string
		request, answer openapi.Impact
		want            string // "" for no change at all
	}{
		{"same", "{type: string}", "{type: string}", compatible, compatible, ""},
		{"other words", "{type: string, description: a}", "{type: string, description: b}", compatible, compatible, ""},
		{"type", "{type: string}", "{type: boolean}", breaking, breaking, "the type string became boolean"},
		{"type narrowed", "{type: number}", "{type: integer}", breaking, compatible, "the type number became integer"},
		{"type widened", "{type: integer}", "{type: number}", compatible, breaking, "the type integer became number"},
		{"type for anything", "{}", "{type: integer}", breaking, compatible, "the type anything became integer"},
		{"type that went without saying", "{properties: {a: {}}}", "{type: object, properties: {a: {}}}", compatible, compatible, ""},
		{"null", "{type: string}", "{type: [string, 'null']}", compatible, breaking, "null is allowed now"},
		{"no null", "{oneOf: [{type: string}, {type: 'null'}]}", "{type: string}", breaking, compatible, "null is not allowed any more"},
		{"null in other words", "{oneOf: [{type: string}, {type: 'null'}]}", "{type: [string, 'null']}", compatible, compatible, ""},
		{"null beside a reference", "{$ref: '#/components/schemas/A', nullable: true}", "{$ref: '#/components/schemas/A'}", breaking, compatible, "null is not allowed any more"},
		{"null beside an allOf", "{allOf: [{$ref: '#/components/schemas/A'}], nullable: true}", "{oneOf: [{$ref: '#/components/schemas/A'}, {type: 'null'}]}", compatible, compatible, ""},
		{"enum less", "{enum: [a, b]}", "{enum: [a]}", breaking, compatible, `the value "b" was taken away`},
		{"enum more", "{enum: [a]}", "{enum: [a, b]}", compatible, breaking, `the value "b" is new`},
		{"enum new", "{type: string}", "{type: string, enum: [a]}", breaking, compatible, "limited by an enum now"},
		{"enum gone", "{type: string, enum: [a]}", "{type: string}", compatible, breaking, "not limited by an enum any more"},
		{"const for enum", "{enum: [a]}", "{const: a}", compatible, compatible, ""},
		{"format", "{type: string}", "{type: string, format: uuid}", breaking, compatible, `the format "" became "uuid"`},
		{"another format", "{type: string, format: date}", "{type: string, format: uuid}", breaking, breaking, `the format "date" became "uuid"`},
		{"wider integer", "{type: integer, format: int32}", "{type: integer, format: int64}", compatible, breaking, `"int32" became "int64"`},
		{"maxLength", "{type: string, maxLength: 5}", "{type: string, maxLength: 4}", breaking, compatible, "maxLength: 5 became 4"},
		{"no maxLength", "{type: string, maxLength: 5}", "{type: string}", compatible, breaking, "maxLength: 5 became none"},
		{"minItems", "{type: array, items: {}}", "{type: array, items: {}, minItems: 1}", breaking, compatible, "minItems: none became 1"},
		{"minItems that says nothing", "{type: array, items: {}}", "{type: array, items: {}, minItems: 0}", compatible, compatible, ""},
		{"minimum", "{type: integer, minimum: 1}", "{type: integer, exclusiveMinimum: 1}", breaking, compatible, "minimum: 1 became 1 (excluded)"},
		{"maximum", "{type: integer, maximum: 1}", "{type: integer, maximum: 10}", compatible, breaking, "maximum: 1 became 10"},
		{"multipleOf", "{type: integer, multipleOf: 2}", "{type: integer, multipleOf: 4}", breaking, compatible, "multipleOf: 2 became 4"},
		{"pattern", "{type: string, pattern: a}", "{type: string, pattern: b}", risky, risky, "the pattern a became b"},
		{"pattern new", "{type: string}", "{type: string, pattern: b}", breaking, compatible, "there is a pattern now: b"},
		{"unique", "{type: array, items: {}}", "{type: array, items: {}, uniqueItems: true}", breaking, compatible, "items have to be unique now"},
		{"items", "{type: array, items: {type: string}}", "{type: array, items: {type: integer}}", breaking, breaking, "the type string became integer"},
		{"property gone", "{properties: {a: {}, b: {}}}", "{properties: {a: {}}}", risky, breaking, `the property "b" was taken away`},
		{"property refused", "{properties: {a: {}, b: {}}, additionalProperties: false}", "{properties: {a: {}}, additionalProperties: false}", breaking, breaking, `the property "b" was taken away`},
		{"property new", "{properties: {a: {}}}", "{properties: {a: {}, b: {}}}", compatible, compatible, `the property "b" is new`},
		{"property new and required", "{properties: {a: {}}}", "{properties: {a: {}, b: {}}, required: [b]}", breaking, compatible, `the property "b" is new`},
		{"property new and required, with a default", "{properties: {a: {}}}", "{properties: {a: {}, b: {default: 1}}, required: [b]}", compatible, compatible, `the property "b" is new`},
		{"property required", "{properties: {a: {}}}", "{properties: {a: {}}, required: [a]}", breaking, compatible, `the property "a" became required`},
		{"property optional", "{properties: {a: {}}, required: [a]}", "{properties: {a: {}}}", compatible, breaking, `the property "a" became optional`},
		{"property deep inside", "{properties: {a: {items: {properties: {b: {type: string}}}}}}", "{properties: {a: {items: {properties: {b: {type: integer}}}}}}", breaking, breaking, "the type string became integer"},
		{"closed", "{properties: {a: {}}}", "{properties: {a: {}}, additionalProperties: false}", breaking, compatible, "refused now"},
		{"map", "{additionalProperties: {type: string}}", "{additionalProperties: {type: number}}", breaking, breaking, "the type string became number"},
		{"reference", "{$ref: '#/components/schemas/A'}", "{properties: {a: {type: string}}, required: [a]}", compatible, compatible, ""},
		{"allOf", "{allOf: [{$ref: '#/components/schemas/A'}, {properties: {b: {}}}]}", "{properties: {a: {type: string}, b: {}}, required: [a]}", compatible, compatible, ""},
		{"beside a reference", "{$ref: '#/components/schemas/A'}", "{$ref: '#/components/schemas/A', required: [b], properties: {b: {}}}", breaking, compatible, `the property "b" is new`},
		{"case gone", "{oneOf: [{type: string}, {type: integer}, {type: boolean}]}", "{oneOf: [{type: string}, {type: integer}]}", breaking, compatible, "the case of type boolean was taken away"},
		{"case new", "{oneOf: [{type: string}, {type: integer}]}", "{oneOf: [{type: boolean}, {type: integer}, {type: string}]}", compatible, breaking, "the case of type boolean is new"},
		{"cases in another order", "{oneOf: [{type: string}, {type: integer}]}", "{anyOf: [{type: integer}, {type: string}]}", compatible, compatible, ""},
		{"case changed", "{oneOf: [{properties: {a: {type: string}}}, {type: integer}]}", "{oneOf: [{properties: {a: {type: integer}}}, {type: integer}]}", breaking, breaking, "the type string became integer"},
		{"the type of a case beside it", "{type: object, oneOf: [{required: [a]}, {required: [b]}]}", "{oneOf: [{type: object, required: [a]}, {type: object, required: [b]}]}", compatible, compatible, ""},
		{"properties beside a choice", "{type: object, properties: {a: {type: string}, b: {}}, oneOf: [{required: [a]}, {required: [b]}]}",
			"{oneOf: [{type: object, properties: {a: {type: string}, b: {}}, required: [a]}, {type: object, properties: {a: {type: string}, b: {}}, required: [b]}]}", compatible, compatible, ""},
		{"a property beside a choice", "{type: object, properties: {a: {type: string}, b: {}}, oneOf: [{required: [a]}, {required: [b]}]}",
			"{oneOf: [{type: object, properties: {a: {type: integer}, b: {}}, required: [a]}, {type: object, properties: {a: {type: string}, b: {}}, required: [b]}]}", breaking, breaking, "the type string became integer"},
		{"the type beside a choice", "{type: object, oneOf: [{required: [a]}, {required: [b]}]}", "{type: array, oneOf: [{required: [a]}, {required: [b]}]}", breaking, breaking, "the type object became array"},
		{"a choice of it", "{type: string}", "{oneOf: [{type: string}, {type: integer}]}", compatible, breaking, "the case of type integer is new"},
		{"the rest of a choice", "{oneOf: [{type: string}, {type: integer}]}", "{type: string}", breaking, compatible, "the case of type integer was taken away"},
		{"recursion", "{$ref: '#/components/schemas/R'}", "{$ref: '#/components/schemas/S'}", breaking, compatible, "maxLength: none became 3"},
		{"a choice among choices", "{anyOf: [{type: string}, {$ref: '#/components/schemas/D'}]}", "{oneOf: [{type: string}, {type: integer}, {type: boolean}]}", compatible, compatible, ""},
		{"a case of a choice among choices", "{anyOf: [{type: string}, {$ref: '#/components/schemas/D'}]}", "{oneOf: [{type: string}, {type: integer}]}", breaking, compatible, "the case of type boolean was taken away"},
		{"null beside a choice of one", "{anyOf: [{$ref: '#/components/schemas/A'}], nullable: true}", "{oneOf: [{$ref: '#/components/schemas/A'}, {type: 'null'}]}", compatible, compatible, ""},
		{"a choice of itself", "{$ref: '#/components/schemas/C'}", "{$ref: '#/components/schemas/C'}", compatible, compatible, ""},
		{"discriminator", "{oneOf: [{type: string}, {type: integer}], discriminator: {propertyName: a}}", "{oneOf: [{type: string}, {type: integer}], discriminator: {propertyName: b}}", breaking, breaking, `the discriminator "a" became "b"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for side, impact := range map[bool]openapi.Impact{false: tt.request, true: tt.answer} {
				old, now := parsed(t, carrying(tt.old, side)), parsed(t, carrying(tt.now, side))
				if tt.want == "" {
					for _, c := range openapi.Compare(old, now) {
						t.Error(c)
					}
					continue
				}
				wantChange(t, old, now, impact, tt.want)
			}
		})
	}
}

// carrying returns a document with a schema in a request or in an answer.
func carrying(schema string, answer bool) string {
	content := "content: {application/json: {schema: " + schema + "}}"
	body := "requestBody: {" + content + "}, " + empty
	if answer {
		body = "responses: {'200': {description: d, " + content + "}}"
	}
	return head + "paths: {/a: {post: {" + body + "}}}\n" +
		"components: {schemas: {C: {oneOf: [{$ref: '#/components/schemas/C'}, {type: string}]}, D: {anyOf: [{type: integer}, {type: boolean}]}, A: {properties: {a: {type: string}}, required: [a]}, " +
		"R: {type: object, properties: {r: {$ref: '#/components/schemas/R'}, s: {type: string}}}, " +
		"S: {type: object, properties: {r: {$ref: '#/components/schemas/S'}, s: {type: string, maxLength: 3}}}}}\n"
}

// TestCompareDirections looks at members that are sent in one direction only.
func TestCompareDirections(t *testing.T) {
	old, now := "{properties: {a: {}}}", "{properties: {a: {}, b: {readOnly: true}}, required: [b]}"
	for _, c := range openapi.Compare(parsed(t, carrying(old, false)), parsed(t, carrying(now, false))) {
		t.Errorf("a member that is read only, in a request: %v", c)
	}
	old, now = "{properties: {a: {}, b: {writeOnly: true}}}", "{properties: {a: {}}}"
	for _, c := range openapi.Compare(parsed(t, carrying(old, true)), parsed(t, carrying(now, true))) {
		t.Errorf("a member that is write only, in an answer: %v", c)
	}
}

// TestCompareGroups has one change in a schema that two operations use.
func TestCompareGroups(t *testing.T) {
	doc := func(typ string) *openapi.Document {
		op := "get: {responses: {'200': {description: d, content: {a/b: {schema: {$ref: '#/components/schemas/A'}}}}}}"
		return parsed(t, head+"paths: {/a: {"+op+"}, /b: {"+op+"}}\ncomponents: {schemas: {A: {type: "+typ+"}}}\n")
	}
	changes := openapi.Compare(doc("string"), doc("integer"))
	if len(changes) != 1 || !slices.Equal(changes[0].Operations, []string{"GET /a", "GET /b"}) {
		t.Fatalf("%v", changes)
	}
	want := "4:27: /components/schemas/A: breaking: GET /a and 1 more: the type string became integer, in answers"
	if got := changes[0].String(); got != want {
		t.Errorf("got %s", got)
	}
}

// TestCompareCorpus compares real documents with themselves, which must be silent.
func TestCompareCorpus(t *testing.T) {
	for name, doc := range corpus(t) {
		again, err := doc.Resolve()
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range openapi.Compare(doc, again) {
			t.Errorf("%s: %v", name, c)
		}
	}
}
