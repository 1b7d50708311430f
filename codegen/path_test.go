package codegen_test

import (
	"fmt"
	"strings"
	"testing"
)

// getting returns the YAML of a path with an operation. The parameters are names and
// schemas by turns.
func getting(path string, params ...string) string {
	var list []string
	for i := 0; i < len(params); i += 2 {
		list = append(list, fmt.Sprintf("{name: %s, in: path, required: true, schema: {%s}}", params[i], params[i+1]))
	}
	return fmt.Sprintf("'%s': {get: {parameters: [%s], responses: {'204': {description: done}}}}", path, strings.Join(list, ", "))
}

// TestMixedPaths wants operations whose parameters share a segment with text.
func TestMixedPaths(t *testing.T) {
	const text, number = "type: string", "type: integer"
	for _, test := range []struct {
		name    string
		paths   []string
		want    []string // parts of the code
		leftOut string   // why an operation is left out, or ""
	}{
		{"suffix", []string{getting("/articles/{id}.json", "id", number)},
			[]string{`GetArticlesByIDJSON = route.GET("/articles/{id}.json")`, `Path(codec.Path[int64]("id"))`}, ""},
		{"prefix", []string{getting("/v{n}/x", "n", "type: integer, format: int32")}, []string{`route.GET("/v{n}/x")`, `codec.Path[int32]("n")`}, ""},
		{"two parameters", []string{getting("/{from}...{to}", "from", text, "to", text)},
			[]string{`route.GET("/{from}...{to}")`, `Path(codec.Path[string]("from")). Path(codec.Path[string]("to"))`}, ""},
		{"other types", []string{getting("/x/{id}.json", "id", number), getting("/x/{name}.json", "name", text)},
			[]string{`route.GET("/x/{id}.json")`, `route.GET("/x/{name}.json")`}, ""},
		{"the same", []string{getting("/x/{a}.json", "a", text), getting("/x/{b}.json", "b", "type: string, enum: [c]")},
			[]string{`route.GET("/x/{a}.json")`}, "another one has the same method and path"},
		{"never reached", []string{getting("/x/{id}", "id", "type: string, format: uuid"), getting("/x/{a}-{b}", "a", text, "b", text)},
			[]string{`route.GET("/x/{a}-{b}")`}, "its requests belong to GET /x/{a}-{b}"},
		{"side by side", []string{getting("/x/{a}{b}", "a", text, "b", text)}, nil, "two parameters side by side"},
	} {
		t.Run(test.name, func(t *testing.T) {
			code, report := generated(t, "", strings.Join(test.paths, ", "))
			for _, want := range test.want {
				if !strings.Contains(code, want) {
					t.Errorf("want %s in\n%s", want, code)
				}
			}
			var leftOut []string
			for _, e := range report {
				if strings.Contains(e.Problem, "the operation is left out") {
					leftOut = append(leftOut, e.Problem)
				}
			}
			if got := strings.Count(code, "= route.GET("); got != len(test.paths)-len(leftOut) {
				t.Errorf("%d operations in\n%s", got, code)
			}
			if test.leftOut == "" && leftOut != nil || test.leftOut != "" && (len(leftOut) != 1 || !strings.Contains(leftOut[0], test.leftOut)) {
				t.Errorf("left out: %q, want %q", leftOut, test.leftOut)
			}
		})
	}
}
