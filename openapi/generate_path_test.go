package openapi_test

import (
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/internal/fixtures"
	"github.com/weft-go/weft/openapi"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/wefttest"
)

// TestMixedPaths wants the paths of endpoints as they were written, without the kinds
// of their parameters.
func TestMixedPaths(t *testing.T) {
	id, to := codec.Long("id"), codec.String("to")
	doc := openapi.FromEndpoints("T", "1",
		route.GET("/articles/{id:long}.json").Path(id).OutEmpty(),
		route.GET("/v{id}/x").Path(id).OutEmpty(),
		route.GET("/{id}:{to}").Path(id).Path(to).OutEmpty(),
		route.GET("/é{id}...{to}%2F").Path(id).Path(to).OutEmpty(),
	)
	want := map[string]string{
		"/articles/{id}.json":   "getArticlesByIdJson",
		"/v{id}/x":              "getVByIdX",
		"/{id}:{to}":            "getByIdByTo",
		"/%C3%A9{id}...{to}%2F": "getC3A9ByIdByTo2F",
	}
	for path, item := range doc.Paths.All() {
		for _, op := range item.All() {
			if id, ok := want[path]; !ok || op.OperationID != id {
				t.Errorf("%s has the ID %s, want %s", path, op.OperationID, id)
			}
			var names []string
			for _, p := range op.Parameters {
				names = append(names, p.Value.Name)
			}
			if slices.Sort(names); strings.Join(names, " ") != strings.TrimSpace("id "+strings.Repeat("to", strings.Count(path, "{to}"))) {
				t.Errorf("%s has the parameters %q", path, names)
			}
		}
		delete(want, path)
	}
	if len(want) > 0 {
		t.Errorf("missing: %v", want)
	}
	for _, f := range openapi.Lint(doc) {
		if !f.Rule.Warns() {
			t.Error(f)
		}
	}
}

// TestMixedPaths_socket reads the document of a server from the server, and makes the
// calls that its paths describe.
func TestMixedPaths_socket(t *testing.T) {
	described := named("BookText", "Compare", "Edition")
	document := openapi.FromEndpoints("Books", "1.0", described...).JSON()
	served := route.GET("/openapi.json").Handle(func(*weft.Request) (weft.Response, error) {
		return weft.OK().WithBody(weft.BodyBytes(document, "application/json")), nil
	})
	base := "http://" + wefttest.Start(t, weft.NewRoutes(served, fixtures.Routes())).Addr
	doc, err := openapi.FromJSON([]byte(fetch(t, base+"/openapi.json")))
	if err != nil {
		t.Fatal(err)
	}
	values := strings.NewReplacer("{id}", "7", "{from}", url.PathEscape("a/b"), "{to}", ".c",
		"{major}", "2", "{isbn}", "0441172717", "{number}", "-3", "{order}", "0191d3a4-6b1c-7c5e-8f00-1a2b3c4d5e6f")
	want := map[string]string{
		"/books/{id}.txt":                                "the text of book 7",
		"/comparisons/{from}...{to}":                     "from a/b to .c",
		"/v{major}/editions/{isbn}:{number}-{order}.txt": "v2: edition -3 of 0441172717 in 0191d3a4-6b1c-7c5e-8f00-1a2b3c4d5e6f",
	}
	calls := 0
	for path := range doc.Paths.All() {
		if got := fetch(t, base+values.Replace(path)); want[path] == "" || got != want[path] {
			t.Errorf("%s: %q, want %q", path, got, want[path])
		}
		calls++
	}
	if calls != len(want) {
		t.Errorf("%d paths, want %d", calls, len(want))
	}
}

func fetch(t *testing.T, address string) string {
	t.Helper()
	resp, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d %s %v", address, resp.StatusCode, body, err)
	}
	return string(body)
}
