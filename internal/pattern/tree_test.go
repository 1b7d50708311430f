package pattern_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/weft-go/weft/internal/pattern"
)

// newTree makes a tree from lines such as "GET /a"; the numbers are those of the
// lines.
func newTree(t testing.TB, routes ...string) *pattern.Tree {
	t.Helper()
	tree := new(pattern.Tree)
	for i, line := range routes {
		method, text, _ := strings.Cut(line, " ")
		if err := tree.Add(method, mustParse(text), i); err != nil {
			t.Fatal(err)
		}
	}
	return tree
}

func TestPrecedenceOfEveryPair(t *testing.T) {
	const id = "c0ffee00-0000-4000-8000-000000000000"
	kinds := []string{"{p:int}", "{p:long}", "{p:uuid}", "{p:bool}", "{p}", "{p...}"}
	// For each kind, the segments that it takes and those before it do not.
	own := map[string][]string{
		"{p:int}": {"7", "-1"}, "{p:long}": {"4294967296"}, "{p:uuid}": {id}, "{p:bool}": {"true", "false"},
		"{p}": {"x", "+7"}, "{p...}": {"", "x/y", "7/8"},
	}
	literals := map[string]string{"{p:int}": "7", "{p:long}": "4294967296", "{p:uuid}": id, "{p:bool}": "true", "{p}": "x", "{p...}": "x"}
	check := func(t *testing.T, first, second, segment, want string) {
		t.Helper()
		for _, order := range [][]string{{first, second}, {second, first}} {
			tree := newTree(t, "GET /a/"+order[0], "GET /a/"+order[1])
			var m pattern.Match
			if result := tree.Match("GET", "/a/"+segment, &m); result != pattern.Found || order[m.Index] != want {
				t.Errorf("%v: %q is %v, %d; want %s", order, segment, result, m.Index, want)
			}
		}
	}
	for i, first := range kinds {
		t.Run("literal before "+first, func(t *testing.T) {
			check(t, literals[first], first, literals[first], literals[first])
			check(t, "other", first, literals[first], first)
		})
		for _, second := range kinds[i+1:] {
			t.Run(first+" before "+second, func(t *testing.T) {
				for _, segment := range own[first] {
					check(t, first, second, segment, first)
				}
				for _, segment := range own[second] {
					check(t, first, second, segment, second)
				}
			})
		}
	}
}

func TestMatch(t *testing.T) {
	routes := []string{
		0: "GET /",
		1: "GET /a",
		2: "GET /a/",
		3: "GET /users/me",
		4: "GET /users/{id:int}",
		5: "GET /users/{name}/posts",
		6: "GET /users/{name}/{section}/{page:int}",
		7: "GET /files/{rest...}",
		8: "GET /files/index",
		9: "GET /café/a%2Fb/100%25",
	}
	tests := []struct {
		name, path string
		want       int // -1 is not found
		values     []string
	}{
		{"root", "/", 0, nil},
		{"literal", "/a", 1, nil},
		{"slash at the end", "/a/", 2, nil},
		{"two slashes at the end", "/a//", -1, nil},
		{"two slashes at the beginning", "//a", -1, nil},
		{"case matters", "/A", -1, nil},
		{"prefix of a literal", "/user", -1, nil},
		{"longer than a literal", "/ab", -1, nil},
		{"node without a route", "/users", -1, nil},
		{"empty parameter", "/users/", -1, nil},
		{"literal before parameter", "/users/me", 3, nil},
		{"comes back from the literal", "/users/me/posts", 5, []string{"me"}},
		{"comes back from the kind", "/users/7/posts", 5, []string{"7"}},
		{"comes back twice", "/users/7/posts/2", 6, []string{"7", "posts", "2"}},
		{"kind", "/users/7", 4, []string{"7"}},
		{"not the kind", "/users/seven", -1, nil},
		{"encoded number", "/users/%37", 4, []string{"7"}},
		{"slash missing at the end", "/users/7/", -1, nil},
		{"trailing without a slash", "/files", 7, []string{""}},
		{"trailing with a slash", "/files/", 7, []string{""}},
		{"trailing with one segment", "/files/x", 7, []string{"x"}},
		{"trailing with more", "/files/x/y/", 7, []string{"x/y/"}},
		{"trailing with empty segments", "/files//x", 7, []string{"/x"}},
		{"trailing inside of a segment", "/filesystem", -1, nil},
		{"trailing after the literal", "/files/index/x", 7, []string{"index/x"}},
		{"encoded literal", "/caf%C3%A9/a%2Fb/100%25", 9, nil},
		{"lower case escapes", "/caf%c3%a9/a%2fb/100%25", 9, nil},
		{"raw bytes", "/café/a%2Fb/100%25", 9, nil},
		{"needless escapes", "/%63af%C3%A9/%61%2F%62/%31%30%30%25", 9, nil},
		{"slash is no separator", "/café/a/b/100%25", -1, nil},
		{"percent is no literal", "/café/a%2Fb/100%", -1, nil},
		{"twice encoded", "/caf%25C3%25A9/a%2Fb/100%25", -1, nil},
		{"encoded slash in a parameter", "/users/a%2Fb/posts", 5, []string{"a/b"}},
		{"malformed escape in a parameter", "/users/%zz/posts", -1, nil},
		{"malformed escape in a trailing value", "/files/a/%2", -1, nil},
		{"escape across a slash", "/files/%2/F", -1, nil},
		{"no path", "", -1, nil},
		{"asterisk", "*", -1, nil},
		{"authority", "example.com:80", -1, nil},
	}
	tree := newTree(t, routes...)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := pattern.Match{Index: 99, N: 2}
			result := tree.Match("GET", tt.path, &m)
			if (result == pattern.Found) != (tt.want >= 0) || m.Index != tt.want {
				t.Fatalf("%s is %v, %d; want %d", tt.path, result, m.Index, tt.want)
			}
			if got := decodedValues(t, &m, tt.path); !slices.Equal(got, tt.values) {
				t.Errorf("values %q, want %q", got, tt.values)
			}
		})
	}
}

func TestSpansAreInTheRawPath(t *testing.T) {
	tree := newTree(t, "GET /é/{a}/{b:int}/{rest...}")
	for path, want := range map[string][]string{
		"/é/x/7/y":                      {"x", "7", "y"},
		"/%C3%A9/x/7/y":                 {"x", "7", "y"},
		"/%C3%A9/%C3%A9%2F/%37/a/%20/b": {"%C3%A9%2F", "%37", "a/%20/b"},
		"/%C3%A9/x/%37":                 {"x", "%37", ""},
		"/%C3%A9/x/%37/":                {"x", "%37", ""},
		"/%C3%A9/x/%37//":               {"x", "%37", "/"},
	} {
		var m pattern.Match
		if result := tree.Match("GET", path, &m); result != pattern.Found {
			t.Errorf("%s: %v", path, result)
			continue
		}
		var got []string
		for i := range m.N {
			got = append(got, m.Param(i).Of(path))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

func TestMethods(t *testing.T) {
	tree := newTree(t,
		"GET /a", "POST /a", "* /a",
		"GET /b", "PUT /b",
		"GET /users/me", "DELETE /users/{id}", "PURGE /users/{rest...}",
		"HEAD /users/{id}", "* /any/x", "GET /any/{y}", "HEAD /h", "POST /p/{a...}")
	tests := []struct {
		name, method, path string
		want               int // -1 is not found, -2 not allowed
	}{
		{"exact", "POST", "/a", 1},
		{"HEAD from GET", "HEAD", "/a", 0},
		{"any other", "BREW", "/a", 2},
		{"asterisk from a client", "*", "/a", 2},
		{"HEAD without any", "HEAD", "/b", 3},
		{"not allowed", "POST", "/b", -2},
		{"case matters", "get", "/b", -2},
		{"asterisk is no method", "*", "/b", -2},
		{"empty method", "", "/b", -2},
		{"not found", "GET", "/c", -1},
		{"GET is not served by HEAD", "GET", "/h", -2},
		{"own HEAD", "HEAD", "/h", 11},
		{"less specific pattern has the method", "DELETE", "/users/me", 6},
		{"trailing pattern has the method", "PURGE", "/users/me", 7},
		{"HEAD from GET before a less specific HEAD", "HEAD", "/users/me", 5},
		{"HEAD where GET is missing", "HEAD", "/users/7", 8},
		{"no pattern has the method", "PUT", "/users/me", -2},
		{"any before a less specific exact one", "GET", "/any/x", 9},
		{"less specific exact one elsewhere", "GET", "/any/y", 10},
		{"trailing not allowed", "GET", "/p", -2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var m pattern.Match
			got := -1
			switch tree.Match(tt.method, tt.path, &m) {
			case pattern.Found:
				got = m.Index
			case pattern.MethodNotAllowed:
				got = -2
			}
			if got != tt.want {
				t.Errorf("%s %s = %d, want %d", tt.method, tt.path, got, tt.want)
			}
		})
	}
}

func TestAllowed(t *testing.T) {
	tree := newTree(t, "GET /a", "POST /a", "PURGE /{x}", "DELETE /b", "* /c", "PATCH /d/{rest...}", "PUT /d", "LINK /c")
	tests := []struct{ path, want string }{
		{"/a", "GET HEAD OPTIONS POST PURGE"},
		{"/%61", "GET HEAD OPTIONS POST PURGE"},
		{"/b", "DELETE OPTIONS PURGE"},
		{"/c", "CONNECT DELETE GET HEAD LINK OPTIONS PATCH POST PURGE PUT TRACE"},
		{"/d", "OPTIONS PATCH PURGE PUT"},
		{"/d/x", "OPTIONS PATCH"},
		{"/none/here", ""},
		{"/%zz", ""},
		{"*", ""},
		{"", ""},
	}
	for _, tt := range tests {
		if got := strings.Join(tree.Allowed(tt.path), " "); got != tt.want {
			t.Errorf("Allowed(%s) = %s, want %s", tt.path, got, tt.want)
		}
	}
}

func TestConflict(t *testing.T) {
	tests := []struct {
		first, second string
		conflict      bool
	}{
		{"GET /a", "GET /a", true},
		{"GET /a", "POST /a", false},
		{"GET /a", "* /a", false},
		{"* /a", "* /a", true},
		{"GET /", "GET /", true},
		{"GET /a", "GET /a/", false},
		{"GET /é", "GET /%C3%A9", true},
		{"GET /{a}", "GET /{b:string}", true},
		{"GET /{a:int}", "GET /{a:long}", false},
		{"GET /x/{a:int}/y", "GET /x/{b:int}/y", true},
		{"GET /{a...}", "GET /{b...}", true},
		{"GET /a/{b...}", "GET /a", false},
		{"GET /a%2Fb", "GET /a/b", false},
	}
	for _, tt := range tests {
		t.Run(tt.first+" and "+tt.second, func(t *testing.T) {
			tree := newTree(t, tt.first)
			method, text, _ := strings.Cut(tt.second, " ")
			err := tree.Add(method, mustParse(text), 5)
			conflict, ok := errors.AsType[*pattern.ConflictError](err)
			if ok != tt.conflict {
				t.Fatalf("Add = %v, want a conflict: %v", err, tt.conflict)
			}
			if tt.conflict && (conflict.Index != 5 || conflict.Other != 0 || conflict.Method != method ||
				conflict.Pattern.String() != mustParse(text).String()) {
				t.Errorf("conflict %+v", conflict)
			}
		})
	}
}

func TestConflictMessage(t *testing.T) {
	tree := newTree(t, "GET /a/{b}")
	for text, want := range map[string]string{
		"/a/{b}": "route GET /a/{b} is there already",
		"/a/{c}": "route GET /a/{c} matches the same paths as /a/{b}",
	} {
		if err := tree.Add("GET", mustParse(text), 1); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func TestShadowed(t *testing.T) {
	tests := []struct {
		name   string
		routes []string
		want   []pattern.Shadow
	}{
		{"bool by both literals", []string{"GET /a/{b:bool}", "GET /a/true", "GET /a/false"}, []pattern.Shadow{{Index: 0, By: []int{1, 2}}}},
		{"one literal missing", []string{"GET /a/{b:bool}", "GET /a/true"}, nil},
		{"other method", []string{"GET /a/{b:bool}", "GET /a/true", "POST /a/false"}, nil},
		{"literals for any method", []string{"GET /a/{b:bool}", "* /a/true", "GET /a/false"}, []pattern.Shadow{{Index: 0, By: []int{1, 2}}}},
		{"any method is wider", []string{"* /a/{b:bool}", "GET /a/true", "GET /a/false"}, nil},
		{"HEAD by GET", []string{"HEAD /a/{b:bool}", "GET /a/true", "GET /a/false"}, []pattern.Shadow{{Index: 0, By: []int{1, 2}}}},
		{"GET not by HEAD", []string{"GET /a/{b:bool}", "HEAD /a/true", "HEAD /a/false"}, nil},
		{"below the bool", []string{"GET /{b:bool}/x", "GET /true/x", "GET /false/y"}, nil},
		{"below the bool by wider ones", []string{"GET /{b:bool}/x", "GET /true/{y}", "GET /false/{rest...}"}, []pattern.Shadow{{Index: 0, By: []int{1, 2}}}},
		{"two bools", []string{"GET /{a:bool}/{b:bool}", "GET /true/{b:bool}", "GET /false/true"}, nil},
		{"two bools in three", []string{"GET /{a:bool}/{b:bool}", "GET /true/{b:bool}", "GET /false/true", "GET /{a:bool}/false"},
			[]pattern.Shadow{{Index: 0, By: []int{1, 2, 3}}}},
		{"two bools in four", []string{"GET /{a:bool}/{b:bool}", "GET /true/true", "GET /false/true", "GET /true/false", "GET /false/false"},
			[]pattern.Shadow{{Index: 0, By: []int{1, 2, 3, 4}}}},
		{"free values are free", []string{"GET /{a:bool}/{n:int}", "GET /true/0", "GET /false/0", "GET /true/1"}, nil},
		{"long is more than int", []string{"GET /{a:bool}/{n:long}", "GET /true/{n:int}", "GET /false/{n:int}"}, nil},
		{"trailing", []string{"GET /{a:bool}/{r...}", "GET /true/{r...}", "GET /false/{r...}"}, []pattern.Shadow{{Index: 0, By: []int{1, 2}}}},
		{"trailing is more than one segment", []string{"GET /{a:bool}/{r...}", "GET /true/{r}", "GET /false/{r}"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := newTree(t, tt.routes...).Shadowed(); !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

func TestShadowedLeavesManyBoolsAlone(t *testing.T) {
	var tree pattern.Tree
	var text strings.Builder
	for i := range 40 {
		fmt.Fprintf(&text, "/{b%d:bool}", i)
	}
	if err := tree.Add("GET", mustParse(text.String()), 0); err != nil {
		t.Fatal(err)
	}
	if got := tree.Shadowed(); got != nil {
		t.Errorf("got %v", got)
	}
}

func TestMoreParametersThanInline(t *testing.T) {
	var text, path strings.Builder
	var want []string
	for i := range 40 {
		fmt.Fprintf(&text, "/{p%d}", i)
		fmt.Fprintf(&path, "/v%d", i)
		want = append(want, fmt.Sprintf("v%d", i))
	}
	tree := newTree(t, "GET "+text.String(), "GET /{a}")
	var m pattern.Match
	for range 2 { // a Match may be used again
		if result := tree.Match("GET", path.String(), &m); result != pattern.Found || m.N != 40 {
			t.Fatalf("%v, %d parameters", result, m.N)
		}
		if got := decodedValues(t, &m, path.String()); !slices.Equal(got, want) {
			t.Errorf("values %q", got)
		}
		if tree.Match("GET", "/x", &m); m.N != 1 || m.Param(0).Of("/x") != "x" {
			t.Errorf("second match has %d parameters", m.N)
		}
	}
}

func TestManyLiteralsBesideParameters(t *testing.T) {
	var routes []string
	for i := range 40 {
		routes = append(routes, fmt.Sprintf("GET /w%d", i))
	}
	routes = append(routes, "GET /{n:int}", "GET /", "GET /{rest...}")
	tree := newTree(t, routes...)
	for path, want := range map[string]int{"/w0": 0, "/w39": 39, "/%7739": 39, "/w40": 42, "/7": 40, "/": 41, "//": 42, "/w1/x": 42} {
		var m pattern.Match
		if tree.Match("GET", path, &m); m.Index != want {
			t.Errorf("%s is %d, want %d", path, m.Index, want)
		}
	}
}

func TestEmptyTree(t *testing.T) {
	var tree pattern.Tree
	var m pattern.Match
	if got := tree.Match("GET", "/", &m); got != pattern.NotFound || m.Index != -1 || tree.Allowed("/") != nil || tree.Shadowed() != nil {
		t.Errorf("%v, %+v", got, m)
	}
}

func TestParamOutOfRangePanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	var m pattern.Match
	m.Param(0)
}

func TestResultString(t *testing.T) {
	for r, want := range map[pattern.Result]string{pattern.NotFound: "not found", pattern.MethodNotAllowed: "method not allowed", pattern.Found: "found"} {
		if r.String() != want {
			t.Errorf("%d is %q, want %q", r, r, want)
		}
	}
}

func TestMatchDoesNotAllocate(t *testing.T) {
	tree := newTree(t, "GET /a/b", "GET /a/{b}/{c:int}", "GET /a/{r...}", "POST /x")
	for _, path := range []string{"/a/b", "/a/x/7", "/a/x/y/z", "/none", "/x"} {
		if n := testing.AllocsPerRun(100, func() {
			var m pattern.Match
			tree.Match("GET", path, &m)
		}); n != 0 {
			t.Errorf("%s: %v allocations", path, n)
		}
	}
}

func TestMatchIsConcurrent(t *testing.T) {
	tree := newTree(t, "GET /a/{b:int}", "GET /a/{b}", "GET /a/{b:bool}")
	var group sync.WaitGroup
	for g := range 4 {
		group.Go(func() {
			var m pattern.Match
			for i := range 200 {
				path := fmt.Sprintf("/a/%d", g*1000+i)
				if tree.Match("GET", path, &m) != pattern.Found || m.Param(0).Of(path) != path[3:] {
					t.Errorf("%s is %d", path, m.Index)
				}
				tree.Allowed(path)
				tree.Shadowed()
			}
		})
	}
	group.Wait()
}
