package pattern_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/weft-go/weft/internal/pattern"
)

// FuzzParse has these properties: Parse does not panic; a fault lies inside of the
// text or at its end; the canonical form parses to the same pattern and is its own
// canonical form; the empty path is neutral for Concat.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"/", "/a/{b:int}/", "/{a...}", "/caf%C3%A9/%2F", "/{a}{b}", "/{a:x}", "//", "/%", "/\uFFFD\xff", "/{a}/{a}",
		"/{a}.json", "/v{a:int}.{b}/x", "/a/{b}...{c}", "/{a}%2F{b:uuid}", "/x{a...}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p, err := pattern.Parse(s)
		if err != nil {
			syntax, ok := errors.AsType[*pattern.SyntaxError](err)
			if !ok || syntax.Offset < 0 || syntax.Offset > len(s) || syntax.Msg == "" {
				t.Fatalf("%q: %+v", s, err)
			}
			return
		}
		again, err := pattern.Parse(p.String())
		if err != nil {
			t.Fatalf("%q: canonical form: %v", s, err)
		}
		if again.String() != p.String() || again.Shape() != p.Shape() || !slices.Equal(again.Segments(), p.Segments()) {
			t.Fatalf("%q is %q %v, and again %q %v", s, p, p.Segments(), again, again.Segments())
		}
		for _, pair := range [][2]pattern.Pattern{{{}, p}, {p, {}}} {
			if joined, err := pattern.Concat(pair[0], pair[1]); err != nil || joined.String() != p.String() {
				t.Fatalf("Concat(%q, %q) = %q, %v", pair[0], pair[1], joined, err)
			}
		}
	})
}

// FuzzMatch has the property that a tree answers as the reference does, whatever
// the routes (one a line), the method and the path, and never panics.
func FuzzMatch(f *testing.F) {
	f.Add("GET /a\nPOST /{b}\n* /{c...}", "HEAD", "/a")
	f.Add("GET /a%2Fb/{c:bool}/\nGET /{a}/true/", "GET", "/a%2fb/true/")
	f.Add("GET /{a:int}/x\nGET /{a:long}/{b...}\nGET /{a:uuid}", "GET", "/7/%20")
	f.Add("GET /a/b/c/{d}\nGET /a/{x...}", "GET", "/a/b/%zz/")
	f.Add("GET /{a}.x\nGET /{a:int}.x\nGET /{a}-{b}.x\nGET /{a}", "GET", "/1-2%2Ex")
	f.Add("GET /{a:uuid}-{b}/c\nGET /{a}-{b}/{c}\nGET /{a:uuid}/{b}", "GET", "/c0ffee00-0000-4000-8000-000000000000-7/c")
	f.Add("GET /{a}2F{b}\nGET /{a}%2F{b:int}\nPOST /v{a:bool}e{b}", "POST", "/x%2f2F7")
	f.Fuzz(func(t *testing.T, lines, method, path string) {
		var routes reference
		for line := range strings.SplitSeq(lines, "\n") {
			m, text, _ := strings.Cut(line, " ")
			if p, err := pattern.Parse(text); err == nil && len(routes) < 50 {
				routes = append(routes, refRoute{m, p})
			}
		}
		tree := routes.tree(t)
		routes.check(t, tree, method, path)
		if steps, nodes := tree.Steps(method, path), tree.Nodes(); steps > nodes {
			t.Fatalf("%d steps, %d nodes", steps, nodes)
		}
		var m pattern.Match
		tree.Match(method, path, &m)
		for _, s := range tree.Shadowed() {
			if s.Index == m.Index {
				t.Fatalf("%s %s is served by %v, which is shadowed by %v", method, path, routes[s.Index], s.By)
			}
		}
	})
}

// FuzzMixed has the properties of FuzzMatch with routes of many mixed segments, which
// a seed chooses. The path is tried as it is and inside of another one.
func FuzzMixed(f *testing.F) {
	f.Add(uint64(1), "a-b.x")
	f.Add(uint64(2), "c0ffee00-0000-4000-8000-000000000000-7/truee1")
	f.Add(uint64(3), "x%2F2Fy/v1.-2/%2e")
	f.Fuzz(func(t *testing.T, seed uint64, path string) {
		random := rand.New(rand.NewPCG(seed, 7))
		routes := randomRoutes(random)
		tree := routes.tree(t)
		for _, p := range []string{"/" + path, randomPath(random) + "/" + path, "/" + path + randomPath(random), randomPath(random)} {
			routes.check(t, tree, pick(random, randomMethods), p)
		}
	})
}

// FuzzFormat has the property that a path made by Format is matched by its pattern,
// with the same values, and has no dot segment and no escape that is malformed.
func FuzzFormat(f *testing.F) {
	f.Add("/a/{b}/{c:int}", "x y/../z", "7", "")
	f.Add("/{rest...}", "a//b/%2F", "", "")
	f.Add("/é/{x:bool}/{y}/{z...}", "true", "%", "/")
	f.Add("/{a}.json", "a.json", "", "")
	f.Add("/{a}2F{b}/{c:int}x", "/", "2F", "7")
	f.Add("/.{a}...{b:long}-{c}", "..", "-5", "-")
	f.Fuzz(func(t *testing.T, text, a, b, c string) {
		p, err := pattern.Parse(text)
		if err != nil {
			return
		}
		params := p.Params()
		if len(params) > 3 {
			return
		}
		values := []string{a, b, c}[:len(params)]
		path, err := p.Format(values...)
		if err != nil {
			return
		}
		var tree pattern.Tree
		if err := tree.Add("GET", p, 1); err != nil {
			t.Fatal(err)
		}
		var m pattern.Match
		if result := tree.Match("GET", path, &m); result != pattern.Found {
			t.Fatalf("%q: path %q is %v", p, path, result)
		}
		if got := decodedValues(t, &m, path); !slices.Equal(got, values) {
			t.Fatalf("%q: path %q has %q, want %q", p, path, got, values)
		}
		for part := range strings.SplitSeq(path, "/") {
			if decoded, ok := pattern.Unescape(part); !ok || decoded == "." || decoded == ".." {
				t.Fatalf("%q: path %q has the segment %q", p, path, part)
			}
		}
		if strings.HasPrefix(path, "//") {
			t.Fatalf("%q: path %q begins with two slashes", p, path)
		}
	})
}
