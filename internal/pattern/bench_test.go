package pattern_test

import (
	"fmt"
	"testing"

	"github.com/weft-go/weft/internal/pattern"
)

// resourceNames returns different names of resources.
func resourceNames(count int) []string {
	words := []string{"users", "repos", "orgs", "teams", "issues", "pulls", "commits", "branches", "tags", "releases",
		"gists", "events", "feeds", "search", "settings", "keys", "hooks", "labels", "projects", "columns",
		"cards", "reactions", "stars", "watchers", "forks", "licenses", "readme", "contents", "blobs", "trees"}
	names := make([]string, count)
	for i := range names {
		names[i] = words[i%len(words)]
		if round := i / len(words); round > 0 {
			names[i] += fmt.Sprint("-", round)
		}
	}
	return names
}

// resourceTree makes a tree like that of a web API, with ten routes for each name.
func resourceTree(b *testing.B, names []string) *pattern.Tree {
	b.Helper()
	var routes []string
	for _, name := range names {
		for _, template := range []string{
			"GET /api/%s", "POST /api/%s", "GET /api/%s/search",
			"GET /api/%s/{id}", "PUT /api/%s/{id}", "DELETE /api/%s/{id}",
			"GET /api/%s/{id}/comments", "POST /api/%s/{id}/comments",
			"GET /api/%s/{id}/comments/{comment}", "GET /api/%s/{id}/files/{path...}",
		} {
			routes = append(routes, fmt.Sprintf(template, name))
		}
	}
	return newTree(b, routes...)
}

// BenchmarkMatch shows the cost of the usual requests in trees of growing size.
// The requests go to resources of the whole tree in turn, so that the big trees
// are not served from the cache alone.
func BenchmarkMatch(b *testing.B) {
	requests := []struct{ name, method, path string }{
		{"static", "GET", "/search"},
		{"1param", "GET", "/8429176"},
		{"2params", "GET", "/8429176/comments/17"},
		{"trailing", "GET", "/8429176/files/docs/guide.md"},
		{"escaped", "GET", "/caf%C3%A9/comments/17"},
		{"notFound", "GET", "/8429176/nothing/here"},
		{"notAllowed", "PATCH", "/8429176/comments/17"},
	}
	for _, routes := range []int{10, 300, 10_000} {
		names := resourceNames(routes / 10)
		tree := resourceTree(b, names)
		for _, r := range requests {
			paths := make([]string, 256)
			for i := range paths {
				paths[i] = "/api/" + names[i*7919%len(names)] + r.path
			}
			b.Run(fmt.Sprintf("%s/routes=%d", r.name, routes), func(b *testing.B) {
				b.ReportAllocs()
				var m pattern.Match
				for i := 0; b.Loop(); i++ {
					tree.Match(r.method, paths[i&255], &m)
				}
			})
		}
	}
}

func mustParse(s string) pattern.Pattern {
	p, err := pattern.Parse(s)
	if err != nil {
		panic(err)
	}
	return p
}

// BenchmarkMixed shows the cost of mixed segments, and of a parameter beside them.
func BenchmarkMixed(b *testing.B) {
	tree := newTree(b, "GET /articles/{id}.json", "GET /articles/{id}.xml", "GET /articles/{from}...{to}",
		"GET /articles/{id:uuid}-{n:int}", "GET /articles/{id}", "GET /v{version:int}/x")
	for name, path := range map[string]string{
		"suffix": "/articles/8429176.json", "between": "/articles/8429176...8429180",
		"uuid": "/articles/c0ffee00-0000-4000-8000-000000000000-17", "prefix": "/v2/x", "beside": "/articles/8429176",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			var m pattern.Match
			for b.Loop() {
				if tree.Match("GET", path, &m) != pattern.Found {
					b.Fatal(path)
				}
			}
		})
	}
}
