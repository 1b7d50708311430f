package pattern_test

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/weft-go/weft/internal/pattern"
)

// joined returns a part of a mixed segment that is not its first.
func joined(s pattern.Segment) pattern.Segment {
	s.Joined = true
	return s
}

func TestParseMixed(t *testing.T) {
	tests := []struct {
		name, in, canonical, shape string
		segments                   []pattern.Segment
	}{
		{"suffix", "/{id}.json", "/{id}.json", "/{}.json", []pattern.Segment{par(pattern.String, "id"), joined(lit(".json"))}},
		{"prefix", "/v{n:int}/x", "/v{n:int}/x", "/v{:int}/x", []pattern.Segment{lit("v"), joined(par(pattern.Int, "n")), lit("x")}},
		{"two parameters", "/{owner}:{repo:string}/", "/{owner}:{repo}/", "/{}:{}/",
			[]pattern.Segment{par(pattern.String, "owner"), joined(lit(":")), joined(par(pattern.String, "repo")), lit("")}},
		{"dots between", "/a/{from}...{to}", "/a/{from}...{to}", "/a/{}...{}",
			[]pattern.Segment{lit("a"), par(pattern.String, "from"), joined(lit("...")), joined(par(pattern.String, "to"))}},
		{"dots around", "/.{a}.", "/.{a}.", "/.{}.", []pattern.Segment{lit("."), joined(par(pattern.String, "a")), joined(lit("."))}},
		{"escapes", "/{a}%2f%c3%A9{b}", "/{a}%2Fé{b}", "/{}%2Fé{}",
			[]pattern.Segment{par(pattern.String, "a"), joined(lit("/é")), joined(par(pattern.String, "b"))}},
		{"side by side", "/{a}/{b}.c", "/{a}/{b}.c", "/{}/{}.c", []pattern.Segment{par(pattern.String, "a"), par(pattern.String, "b"), joined(lit(".c"))}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, err := pattern.Parse(tt.in)
			if err != nil {
				t.Fatal(err)
			}
			if got := p.Segments(); !slices.Equal(got, tt.segments) {
				t.Errorf("Segments() = %v, want %v", got, tt.segments)
			}
			if p.String() != tt.canonical || p.Shape() != tt.shape {
				t.Errorf("%q with the shape %q, want %q and %q", p, p.Shape(), tt.canonical, tt.shape)
			}
		})
	}
}

func TestMatchMixed(t *testing.T) {
	const id = "c0ffee00-0000-4000-8000-000000000000"
	tests := []struct {
		name, pattern, path string
		values              []string // nil if it does not match
	}{
		{"suffix", "/{id}.json", "/7.json", []string{"7"}},
		{"suffix twice", "/{id}.json", "/a.json.json", []string{"a.json"}},
		{"suffix alone", "/{id}.json", "/.json", nil},
		{"suffix not at the end", "/{id}.json", "/a.jsonx", nil},
		{"suffix in the next segment", "/{id}.json", "/a/.json", nil},
		{"case", "/{id}.json", "/a.JSON", nil},
		{"prefix", "/v{n}/x", "/v2/x", []string{"2"}},
		{"prefix alone", "/v{n}/x", "/v/x", nil},
		{"prefix twice", "/v{n}", "/vv", []string{"v"}},
		{"prefix and suffix", "/a{n}a", "/aaa", []string{"a"}},
		{"prefix and suffix overlap", "/aa{n}aa", "/aaa", nil},
		{"no room for a value", "/aa{n}aa", "/aaaa", nil},
		{"two parameters", "/{owner}:{repo}", "/weft:go:1", []string{"weft", "go:1"}},
		{"first is empty", "/{owner}:{repo}", "/:go", nil},
		{"last is empty", "/{owner}:{repo}", "/weft:", nil},
		{"first begins with the literal", "/{owner}:{repo}", "/:a:b", []string{":a", "b"}},
		{"dots", "/a/{from}...{to}", "/a/x....y", []string{"x", ".y"}},
		{"three parameters", "/{a}-{b}-{c}.zip", "/1-2-3-4.zip", []string{"1", "2", "3-4"}},
		{"literal of the end inside", "/{a}-{b}.z", "/1.z-2.z", []string{"1.z", "2"}},
		{"no way back", "/{a}-{b:int}", "/x-y-5", nil},
		{"int", "/v{a:int}.{b:int}", "/v1.-2", []string{"1", "-2"}},
		{"no int", "/v{a:int}.{b:int}", "/v1.x", nil},
		{"negative before a hyphen", "/{a:int}-{b:int}", "/-5--3", []string{"-5", "-3"}},
		{"negative zero is no value", "/{a:int}0{b}", "/-0050x", []string{"-005", "x"}},
		{"digit as a literal", "/{a:int}0{b}", "/100x", []string{"1", "0x"}},
		{"int too big", "/{a:int}-{b}", "/4294967296-x", nil},
		{"long", "/{a:long}-{b}", "/4294967296-x", []string{"4294967296", "x"}},
		{"uuid before a hyphen", "/{a:uuid}-{b}", "/" + id + "-7", []string{id, "7"}},
		{"uuid too short", "/{a:uuid}-{b}", "/" + id[1:] + "-7", nil},
		{"bool before its own letter", "/{a:bool}e{b}", "/truee1", []string{"true", "1"}},
		{"bool false before its own letter", "/{a:bool}e{b}", "/falseee", []string{"false", "e"}},
		{"no bool", "/{a:bool}e{b}", "/tree1", nil},
		{"escaped value", "/{id}.json", "/a%2Fb%20.json", []string{"a/b "}},
		{"escaped literal", "/{id}.json", "/%61%2e%6Ason", []string{"a"}},
		{"escaped slash as a literal", "/{a}%2F{b}", "/x%2fy%2Fz", []string{"x", "y/z"}},
		{"literal inside of an escape", "/{a}2F{b}", "/x%2Fy", nil},
		{"literal behind an escape", "/{a}2F{b}", "/%2F2Fy", []string{"/", "y"}},
		{"suffix inside of an escape", "/{a}2F", "/x%2F", nil},
		{"suffix F inside of an escape", "/{a}F", "/x%2F", nil},
		{"prefix inside of an escape", "/%25{a}", "/%2F", nil},
		{"percent as a literal", "/{a}%25", "/100%25", []string{"100"}},
		{"percent as a value", "/{a}-{b}", "/%25-%2525", []string{"%", "%25"}},
		{"malformed escape", "/{a}.x", "/%2.x", nil},
		{"UTF-8", "/{a}é{b}", "/%C3%A9%c3%a9%C3%A9", []string{"é", "é"}},
		{"spans behind a decoded segment", "/é/{a}.{b}/{c}", "/%C3%A9/%41.%2E%2F/%43", []string{"A", "./", "C"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var m pattern.Match
			result := newTree(t, "GET "+tt.pattern).Match("GET", tt.path, &m)
			if (result == pattern.Found) != (tt.values != nil) {
				t.Fatalf("%s: %v", tt.path, result)
			}
			if got := decodedValues(t, &m, tt.path); !slices.Equal(got, tt.values) {
				t.Errorf("values %q, want %q", got, tt.values)
			}
		})
	}
}

// TestMixedPrecedence has routes in the order of their precedence, and paths that the
// first and all the others match.
func TestMixedPrecedence(t *testing.T) {
	tests := []struct {
		path   string
		routes []string
	}{
		{"/7.x", []string{"/7.x", "/{a}.x", "/{a}", "/{r...}"}},
		{"/7.x", []string{"/7.x", "/{a:int}.x", "/{a:long}.x", "/{a}.x", "/{a}x", "/{a}"}},
		{"/12", []string{"/1{a}", "/{a:int}2", "/{a}2", "/{a:int}", "/{a:long}", "/{a}"}},
		{"/a-b-c", []string{"/{a}-{b}-{c}", "/a{a}", "/{a}-{b}"}},
		{"/a.xx", []string{"/{a}.xx", "/{a}.x{b}", "/{a}xx", "/{a}.{b}", "/{a}x"}},
		{"/axbya", []string{"/{a}x{b}", "/{a}y{b}"}},
		{"/axa", []string{"/{a}a", "/{a}x{b}"}},
		{"/true.x/b", []string{"/true.x/{q}", "/{a:bool}.x/{q}", "/{a}.x/b", "/{a}/b"}},
	}
	for _, tt := range tests {
		for i := range tt.routes {
			rest := slices.Clone(tt.routes[i:])
			for range 2 {
				slices.Reverse(rest)
				var m pattern.Match
				if newTree(t, withMethod(rest)...).Match("GET", tt.path, &m); m.Index < 0 || rest[m.Index] != tt.routes[i] {
					t.Errorf("%s in %v is number %d, want %s", tt.path, rest, m.Index, tt.routes[i])
				}
			}
		}
	}
}

func withMethod(paths []string) []string {
	routes := make([]string, len(paths))
	for i, p := range paths {
		routes[i] = "GET " + p
	}
	return routes
}

func TestMixedConflict(t *testing.T) {
	for _, tt := range []struct {
		first, second string
		conflict      bool
	}{
		{"/{a}.json", "/{b:string}.json", true},
		{"/x/v{a:int}/{b}", "/x/v{c:int}/{d}", true},
		{"/{a}é", "/{a}%C3%A9", true},
		{"/{a}-{b}", "/{b}-{a}", true},
		{"/{a}.json", "/{a:int}.json", false},
		{"/{a}.json", "/{a}.xml", false},
		{"/{a}-{b}", "/{a}-{b}-{c}", false},
		{"/{a}-{b}", "/{a}/-{b}", false},
	} {
		err := newTree(t, "GET "+tt.first).Add("GET", mustParse(tt.second), 1)
		if _, ok := errors.AsType[*pattern.ConflictError](err); ok != tt.conflict {
			t.Errorf("%s and %s: %v", tt.first, tt.second, err)
		}
	}
}

func TestMixedShadowed(t *testing.T) {
	by := func(index int, by ...int) []pattern.Shadow { return []pattern.Shadow{{Index: index, By: by}} }
	tests := []struct {
		name   string
		routes []string
		want   []pattern.Shadow
	}{
		{"uuid by hyphens", []string{"/{id:uuid}", "/{a}-{b}"}, by(0, 1)},
		{"uuid by four hyphens", []string{"/x/{id:uuid}/y", "/x/{a}-{b}-{c}-{d}-{e}/{z}"}, by(0, 1)},
		{"uuid by four hyphens, but below", []string{"/x/{id:uuid}/{y}", "/x/{a}-{b}-{c}-{d}-{e}/y"}, nil},
		{"uuid not by five hyphens", []string{"/{id:uuid}", "/{a}-{b}-{c}-{d}-{e}-{f}"}, nil},
		{"uuid not by numbers", []string{"/{id:uuid}", "/{a:int}-{b}"}, nil},
		{"uuid not by a digit", []string{"/{id:uuid}", "/{a}a{b}", "/{a}0{b}"}, nil},
		{"mixed uuid", []string{"/{id:uuid}.x", "/{a}-{b}.x"}, by(0, 1)},
		{"bool by texts", []string{"/{b:bool}", "/t{a}", "/f{a}"}, by(0, 1, 2)},
		{"bool by one", []string{"/{b:bool}", "/{a}e"}, by(0, 1)},
		{"mixed bool by literals", []string{"/{b:bool}.x", "/true.x", "/false.x"}, by(0, 1, 2)},
		{"mixed bool and more", []string{"/{b:bool}.{x}", "/true.{x}", "/false.{x}"}, by(0, 1, 2)},
		{"mixed bool alive", []string{"/{b:bool}.{x}", "/true.{x}", "/false.x"}, nil},
		{"int is alive", []string{"/{n:int}", "/{n:int}0", "/1{n}", "/-{n}"}, nil},
		{"string is alive", []string{"/{n}", "/{a}.{b}", "/x{n}"}, nil},
		{"below", []string{"/{b:bool}/v{n:int}", "/true/v{n:long}", "/false/{x}"}, by(0, 1, 2)},
		{"below, a number is less", []string{"/{b:bool}/5{n:int}", "/true/{n:long}", "/false/{x}"}, nil},
		{"root", []string{"/", "/{a}.x"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := newTree(t, withMethod(tt.routes)...).Shadowed(); !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

func TestFormatMixed(t *testing.T) {
	tests := []struct {
		pattern string
		values  []string
		want    string // or a part of the message
	}{
		{"/a/{id}.json", []string{"7"}, "/a/7.json"},
		{"/a/{id}.json", []string{"a.json"}, "/a/a.json.json"},
		{"/a/{id}.json", []string{".."}, "/a/...json"},
		{"/a/{id}.json", []string{"x/y z%"}, "/a/x%2Fy%20z%25.json"},
		{"/é{id}%2F", []string{"/"}, "/%C3%A9%2F%2F"},
		{"/{a}:{b}/{c}", []string{"x", "y:z", "w"}, "/x:y:z/w"},
		{"/v{a:int}.{b:int}/{r...}", []string{"1", "-2", "p/q"}, "/v1.-2/p/q"},
		{"/{a:uuid}-{b}", []string{"c0ffee00-0000-4000-8000-000000000000", "1"}, "/c0ffee00-0000-4000-8000-000000000000-1"},
		{"/{a}2F", []string{"/"}, "/%2F2F"},
		{"/{a}:{b}", []string{"x:y", "z"}, `parameter "a": "x:y" would be read as "x", because ":" ends it`},
		{"/{a}...{b}", []string{"x.", "z"}, `parameter "a": "x." would be read as "x", because "..." ends it`},
		{"/{a}.{b}-{c}", []string{"x", "y-", "z"}, `parameter "b": "y-" would be read as "y", because "-" ends it`},
		{"/a/{id}.json", []string{""}, `want string, got an empty value`},
		{"/v{a:int}.{b:int}", []string{"1", "x"}, `parameter "b": want int, got "x"`},
		{"/{a}.", []string{"."}, `"." makes the dot segment ".."`},
		{"/.{a}", []string{"."}, `"." makes the dot segment ".."`},
	}
	for _, tt := range tests {
		got, err := mustParse(tt.pattern).Format(tt.values...)
		if strings.HasPrefix(tt.want, "/") && (err != nil || got != tt.want) {
			t.Errorf("%s with %q = %q, %v; want %q", tt.pattern, tt.values, got, err, tt.want)
		}
		if !strings.HasPrefix(tt.want, "/") && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s with %q = %q, %v; want %q", tt.pattern, tt.values, got, err, tt.want)
		}
	}
}

func TestMixedDoesNotAllocate(t *testing.T) {
	tree := newTree(t, "GET /a/{b}.json", "GET /a/{b}-{c:int}", "GET /a/v{x}.{y}.{z}/b", "GET /a/{b}", "GET /{r...}")
	for _, path := range []string{"/a/7.json", "/a/x-7", "/a/v1.2.3/b", "/a/v1.2.3", "/a/x-y", "/b"} {
		if n := testing.AllocsPerRun(100, func() {
			var m pattern.Match
			tree.Match("GET", path, &m)
		}); n != 0 {
			t.Errorf("%s: %v allocations", path, n)
		}
	}
}
