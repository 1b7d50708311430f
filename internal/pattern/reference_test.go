package pattern_test

import (
	"math/rand/v2"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/weft-go/weft/internal/pattern"
)

// reference matches as the package documentation says, in the plainest way: it
// looks at every route and sorts those that match by precedence.
type reference []refRoute

type refRoute struct {
	method  string
	pattern pattern.Pattern
}

// refMatch is a route that matches a path.
type refMatch struct {
	index    int
	segments [][]pattern.Segment
	values   []string // decoded
}

// matches returns all the routes whose pattern matches the path, best first.
func (r reference) matches(path string) []refMatch {
	if !strings.HasPrefix(path, "/") {
		return nil
	}
	raw := strings.Split(path[1:], "/")
	decoded := make([]string, len(raw))
	for i := range raw {
		var err error
		if decoded[i], err = url.PathUnescape(raw[i]); err != nil {
			return nil
		}
	}
	var found []refMatch
	for i := range r {
		if m, ok := refTry(refSegments(r[i].pattern), decoded); ok {
			m.index = i
			found = append(found, m)
		}
	}
	slices.SortStableFunc(found, func(a, b refMatch) int { return slices.CompareFunc(a.segments, b.segments, refCompare) })
	return found
}

// refTry compares the segments of one pattern with those of a path.
func refTry(segments [][]pattern.Segment, path []string) (m refMatch, ok bool) {
	m.segments = segments
	for i, parts := range segments {
		s := parts[0]
		if s.Kind == pattern.Trailing {
			m.values = append(m.values, strings.Join(path[i:], "/"))
			return m, true
		}
		if i >= len(path) {
			return m, false
		}
		switch {
		case len(parts) > 1:
			values, ok := refSplit(parts, path[i])
			if !ok {
				return m, false
			}
			m.values = append(m.values, values...)
		case s.Kind == pattern.Literal && path[i] != s.Text:
			return m, false
		case s.Kind != pattern.Literal && !refFits(s.Kind, path[i]):
			return m, false
		case s.Kind != pattern.Literal:
			m.values = append(m.values, path[i])
		}
		if i == len(segments)-1 {
			return m, len(path) == len(segments)
		}
		if i == len(path)-1 && segments[i+1][0].Kind != pattern.Trailing {
			return m, false
		}
	}
	return m, false
}

var (
	refNumber = regexp.MustCompile(`\A-?[0-9]+\z`)
	refZero   = regexp.MustCompile(`\A-0+\z`)
	refUUID   = regexp.MustCompile(`(?i)\A[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\z`)
)

func refFits(k pattern.Kind, s string) bool {
	number := func(bits int) bool {
		_, err := strconv.ParseInt(s, 10, bits)
		return err == nil && refNumber.MatchString(s) && !refZero.MatchString(s)
	}
	switch k {
	case pattern.Int:
		return number(32)
	case pattern.Long:
		return number(64)
	case pattern.UUID:
		return refUUID.MatchString(s)
	case pattern.Bool:
		return s == "true" || s == "false"
	}
	return s != ""
}

// serves ranks the way in which a route of the pattern answers a method: 0 is
// best, -1 not at all.
func refServes(route, method string) int {
	switch {
	case route == method:
		return 0
	case route == "GET" && method == "HEAD":
		return 1
	case route == pattern.Any:
		return 2
	}
	return -1
}

// match returns the route for a request, and its values.
func (r reference) match(method, path string) (result pattern.Result, index int, values []string) {
	index = -1
	best := -1
	var segments [][]pattern.Segment
	for _, m := range r.matches(path) {
		if index >= 0 && slices.CompareFunc(segments, m.segments, refCompare) != 0 {
			break // a pattern of lower precedence
		}
		rank := refServes(r[m.index].method, method)
		if rank >= 0 && (index < 0 || rank < best) {
			index, best, segments, values = m.index, rank, m.segments, m.values
		}
		if index < 0 {
			result = pattern.MethodNotAllowed
		}
	}
	if index >= 0 {
		result = pattern.Found
	}
	return result, index, values
}

// allowed returns what Tree.Allowed should.
func (r reference) allowed(path string) []string {
	set := map[string]bool{}
	for _, m := range r.matches(path) {
		set["OPTIONS"] = true
		switch method := r[m.index].method; method {
		case pattern.Any:
			for m := range strings.FieldsSeq("GET HEAD POST PUT DELETE PATCH TRACE CONNECT") {
				set[m] = true
			}
		case "GET":
			set["GET"], set["HEAD"] = true, true
		default:
			set[method] = true
		}
	}
	var methods []string
	for m := range set {
		methods = append(methods, m)
	}
	slices.Sort(methods)
	return methods
}

// tree puts the routes into a tree in the given order. Routes in conflict with an
// earlier one are left out of the reference too.
func (r *reference) tree(t testing.TB) *pattern.Tree {
	t.Helper()
	tree := new(pattern.Tree)
	var kept reference
	for _, route := range *r {
		same := slices.ContainsFunc(kept, func(k refRoute) bool {
			return k.method == route.method && k.pattern.Shape() == route.pattern.Shape()
		})
		err := tree.Add(route.method, route.pattern, len(kept))
		if same != (err != nil) {
			t.Fatalf("Add(%s %s) = %v, conflict expected: %v", route.method, route.pattern, err, same)
		}
		if !same {
			kept = append(kept, route)
		}
	}
	*r = kept
	return tree
}

// check compares one request in the tree and in the reference.
func (r reference) check(t testing.TB, tree *pattern.Tree, method, path string) {
	t.Helper()
	m := pattern.Match{Index: 99, N: 3}
	result := tree.Match(method, path, &m)
	wantResult, wantIndex, wantValues := r.match(method, path)
	if result != wantResult || m.Index != wantIndex {
		t.Fatalf("%s %s = %v, %d; want %v, %d\nroutes %v", method, path, result, m.Index, wantResult, wantIndex, r)
	}
	if got := decodedValues(t, &m, path); !slices.Equal(got, wantValues) {
		t.Fatalf("%s %s: values %q, want %q\nroutes %v", method, path, got, wantValues, r)
	}
	if got, want := tree.Allowed(path), r.allowed(path); !slices.Equal(got, want) {
		t.Fatalf("Allowed(%s) = %q, want %q\nroutes %v", path, got, want, r)
	}
}

func decodedValues(t testing.TB, m *pattern.Match, path string) []string {
	t.Helper()
	var values []string
	for i := range m.N {
		value, ok := pattern.Unescape(m.Param(i).Of(path))
		if !ok {
			t.Fatalf("path %s: value %q is malformed", path, m.Param(i).Of(path))
		}
		values = append(values, value)
	}
	return values
}

func TestTreeMatchesReferenceInEveryOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	found := 0
	for range 150 {
		routes := randomRoutes(random)
		routes.tree(t) // drops the conflicts, so that each order has the same routes
		paths := make([]string, 60)
		for i := range paths {
			paths[i] = randomPath(random)
		}
		for range 3 {
			random.Shuffle(len(routes), func(i, j int) { routes[i], routes[j] = routes[j], routes[i] })
			tree := routes.tree(t)
			for _, path := range paths {
				method := pick(random, randomMethods)
				routes.check(t, tree, method, path)
				if result, _, _ := routes.match(method, path); result == pattern.Found {
					found++
				}
			}
		}
	}
	if found < 3000 {
		t.Errorf("only %d requests found a route; the test says little", found)
	}
}

func TestShadowedAgreesWithTrial(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	parts := strings.Fields("a true false 0 1099511627776 00000000-0000-4000-8000-000000000000 other")
	paths := []string{"/", "//other"}
	for _, a := range parts {
		paths = append(paths, "/"+a, "/"+a+"/", "/"+a+"//other")
		for _, b := range parts {
			paths = append(paths, "/"+a+"/"+b, "/"+a+"/"+b+"/", "/"+a+"/"+b+"//other")
		}
	}
	segments := strings.Fields("a true true false false {:bool} {:bool} {:bool} {} {:int}")
	shadowed := 0
	for range 400 {
		var routes reference
		for range 12 {
			text := "/" + strings.Replace(pick(random, segments), "{", "{p", 1)
			if random.IntN(2) == 0 {
				text += "/" + strings.Replace(pick(random, segments), "{", "{q", 1)
			}
			text += pick(random, []string{"", "", "", "/", "/{rest...}"})
			routes = append(routes, refRoute{pick(random, []string{"GET", "GET", "GET", "HEAD", "*"}), mustParse(text)})
		}
		tree := routes.tree(t)
		alive := map[int]bool{}
		for _, path := range paths {
			for _, method := range []string{"GET", "HEAD", "OTHER"} {
				_, index, _ := routes.match(method, path)
				alive[index] = true
			}
		}
		dead := map[int]bool{}
		for _, s := range tree.Shadowed() {
			dead[s.Index] = true
			shadowed++
		}
		for i := range routes {
			if alive[i] == dead[i] {
				t.Fatalf("%s %s: shadowed is %v, but reached is %v\nroutes %v", routes[i].method, routes[i].pattern, dead[i], alive[i], routes)
			}
		}
	}
	if shadowed < 100 {
		t.Errorf("only %d routes were shadowed; the test says little", shadowed)
	}
}
