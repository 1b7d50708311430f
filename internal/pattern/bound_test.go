package pattern_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/weft-go/weft/internal/pattern"
)

// TestWorkIsBoundedByTheTree has trees that are made to branch as much as they can
// on a path, and counts the nodes that a failing match enters. A matcher that comes
// to a node on several ways would need the product of the branches, not the sum.
func TestWorkIsBoundedByTheTree(t *testing.T) {
	tests := []struct {
		name   string
		routes []string
		path   string
	}{
		{"every combination of four kinds", combinations([]string{"1", "{p%d:int}", "{p%d:long}", "{p%d}"}, 6), strings.Repeat("/1", 6) + "/none"},
		{"chains with a wish at the end", chains(2000), strings.Repeat("/1", 2000) + "/none"},
		{"chains and a shorter path", chains(2000), strings.Repeat("/1", 1999)},
		{"chains and a longer path", chains(300), strings.Repeat("/1", 2000)},
		{"trailing at every depth", trailings(300), strings.Repeat("/1", 2000)},
		{"path of slashes", trailings(300), strings.Repeat("/", 2000)},
		{"mixed segments", combinations([]string{"1-1", "{p%[1]d}-{q%[1]d}", "{p%[1]d:int}-{q%[1]d}", "{p%[1]d}-1", "{p%[1]d}"}, 5), strings.Repeat("/1-1", 5) + "/none"},
		{"encoded path", chains(300), strings.Repeat("/%31", 2000)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tree := newTree(t, tt.routes...)
			nodes, steps := tree.Nodes(), tree.Steps("NONE", tt.path)
			if steps > nodes {
				t.Errorf("%d steps in a tree of %d nodes", steps, nodes)
			}
			segments := 0
			for _, r := range tt.routes {
				segments += strings.Count(r, "/")
			}
			if nodes > segments+1 {
				t.Errorf("%d nodes for %d segments", nodes, segments)
			}
			t.Logf("%d routes, %d nodes, %d steps", len(tt.routes), nodes, steps)
		})
	}
}

// TestStepsGrowWithTheTreeOnly doubles the path and finds the same number of steps.
func TestStepsGrowWithTheTreeOnly(t *testing.T) {
	tree := newTree(t, combinations([]string{"1", "{p%d:int}", "{p%d}"}, 5)...)
	short, long := tree.Steps("GET", strings.Repeat("/1", 50)), tree.Steps("GET", strings.Repeat("/1", 4000))
	if short != long {
		t.Errorf("%d steps for 50 segments, %d for 4,000", short, long)
	}
}

// combinations returns a route for each way to choose a part for each segment.
func combinations(parts []string, depth int) []string {
	routes := []string{"GET "}
	for i := range depth {
		var longer []string
		for _, r := range routes {
			for _, part := range parts {
				if strings.Contains(part, "%") {
					part = fmt.Sprintf(part, i)
				}
				longer = append(longer, r+"/"+part)
			}
		}
		routes = longer
	}
	for i := range routes {
		routes[i] += "/end"
	}
	return routes
}

// chains returns ten long routes of strings with an int at different places.
func chains(depth int) []string {
	var routes []string
	for n := range 10 {
		var r strings.Builder
		for i := range depth {
			kind := ""
			if i == n*depth/10 {
				kind = ":int"
			}
			fmt.Fprintf(&r, "/{p%d%s}", i, kind)
		}
		routes = append(routes, "GET "+r.String()+"/end")
	}
	return routes
}

// trailings returns a trailing route for each depth.
func trailings(depth int) []string {
	var routes []string
	prefix := ""
	for i := range depth {
		routes = append(routes, "GET "+prefix+"/{rest...}")
		prefix += fmt.Sprintf("/{p%d}", i)
	}
	return routes
}

func BenchmarkHostilePath(b *testing.B) {
	tree := newTree(b, combinations([]string{"1", "{p%d:int}", "{p%d:long}", "{p%d}"}, 4)...)
	path := strings.Repeat("/1", 2000)
	for b.Loop() {
		tree.Match("GET", path, new(pattern.Match))
	}
}
