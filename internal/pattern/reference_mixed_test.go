package pattern_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/weft-go/weft/internal/pattern"
)

// refSegments returns the segments of a pattern, each with its parts.
func refSegments(p pattern.Pattern) [][]pattern.Segment {
	var segments [][]pattern.Segment
	for _, s := range p.Segments() {
		if s.Joined {
			segments[len(segments)-1] = append(segments[len(segments)-1], s)
			continue
		}
		segments = append(segments, []pattern.Segment{s})
	}
	if segments == nil {
		return [][]pattern.Segment{{{}}}
	}
	return segments
}

// refSplit takes a decoded segment apart by trying every length.
func refSplit(parts []pattern.Segment, text string) (values []string, ok bool) {
	for i, s := range parts {
		if s.Kind == pattern.Literal {
			if text, ok = strings.CutPrefix(text, s.Text); !ok {
				return nil, false
			}
			continue
		}
		n := -1
		switch last := len(parts) - 1; {
		case i == last:
			n = len(text)
		case i == last-1 && strings.HasSuffix(text, parts[last].Text):
			n = len(text) - len(parts[last].Text)
		case i < last-1:
			for length := len(text); length > 0; length-- {
				if refFits(s.Kind, text[:length]) && strings.HasPrefix(text[length:], parts[i+1].Text) {
					n = length
				}
			}
		}
		if n < 0 || !refFits(s.Kind, text[:n]) {
			return nil, false
		}
		values, text = append(values, text[:n]), text[n:]
	}
	return values, text == ""
}

// refCompare orders segments by precedence.
func refCompare(a, b []pattern.Segment) int {
	class := func(parts []pattern.Segment) int {
		switch {
		case len(parts) > 1:
			return 1
		case parts[0].Kind == pattern.Literal:
			return 0
		}
		return 1 + int(parts[0].Kind)
	}
	if c := cmp.Compare(class(a), class(b)); c != 0 || class(a) == 0 {
		return c // two literals that match the same path are the same
	}
	literals := func(parts []pattern.Segment) (n int) {
		for _, s := range parts {
			n += len(s.Text)
		}
		return n
	}
	if c := cmp.Compare(literals(b), literals(a)); c != 0 {
		return c
	}
	for i := range min(len(a), len(b)) {
		for _, c := range []int{cmp.Compare(a[i].Kind, b[i].Kind), len(b[i].Text) - len(a[i].Text), strings.Compare(a[i].Text, b[i].Text)} {
			if c != 0 {
				return c
			}
		}
	}
	return len(a) - len(b)
}

// The random routes and paths are made of few words, so that they meet often.
var (
	randomSegments = strings.Fields("a b c d e true 1 9999999999 a%2Fb 50%25 é {:int} {:long} {:uuid} {:bool} {:bool} {} {} " +
		"{}.x {:int}.x a{} {}a {}-{} {:int}-{} {:uuid}-{} {:bool}e{} {}2F{} {}%2F{} v{:long}.{:int} {}-{}-{} -{} 1{:int} {}1{:int}1 {}é .{}.")
	randomParts = append(strings.Fields("a %61 b c d true %74rue false 1 -07 2147483648 9999999999 a%2fb a%2Fb 50%25 é %C3%A9 x%zz "+
		"c0ffee00-0000-4000-8000-000000000000 C0FFEE00-0000-4000-8000-00000000000%30 "+
		"1.x 1%2ex x.x a.x.x ab ba aa a-b -1-2 1--2 a-b-c --- c0ffee00-0000-4000-8000-000000000000-7 truee1 falseee "+
		"x%2F2Fy x%2F%32Fy 2F2F v1.2 v-1.%2d2 111 1111 -1 %C3%A9%c3%a9 .a. %2e%25."), "")
	randomMethods = strings.Fields("GET GET GET POST HEAD PURGE *")
)

func pick(r *rand.Rand, from []string) string { return from[r.IntN(len(from))] }

// randomRoutes makes a set of routes.
func randomRoutes(r *rand.Rand) reference {
	var routes reference
	for range 1 + r.IntN(25) {
		var text strings.Builder
		for i := range r.IntN(4) {
			text.WriteString("/" + named(pick(r, randomSegments), fmt.Sprint("p", i, "_")))
		}
		if end := r.IntN(6); end == 0 {
			text.WriteString("/{rest...}")
		} else if end == 1 || text.Len() == 0 {
			text.WriteString("/")
		}
		routes = append(routes, refRoute{pick(r, randomMethods), mustParse(text.String())})
	}
	return routes
}

// named gives names to the parameters of a segment.
func named(segment, prefix string) string {
	var out strings.Builder
	for i := range len(segment) {
		out.WriteByte(segment[i])
		if segment[i] == '{' {
			fmt.Fprint(&out, prefix, i)
		}
	}
	return out.String()
}

func randomPath(r *rand.Rand) string {
	path := "/" + pick(r, randomParts)
	for range r.IntN(5) {
		path += "/" + pick(r, randomParts)
	}
	return path
}

// TestShadowedIsNeverReached has mixed segments, with which it is not always told that
// a route is dead. If it is told, it has to be true.
func TestShadowedIsNeverReached(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	segments := strings.Fields("a true false {:bool} {:bool}e {:bool}-{} {:uuid} {:uuid}.x {}-{} {}-{}.x {} {:int} t{} f{} {}e 1{:int} {:int}-{:int} {:long}")
	shadowed := 0
	for range 1000 {
		var routes reference
		for range 10 {
			text := "/" + named(pick(random, segments), "p") + "/" + named(pick(random, segments), "q")
			routes = append(routes, refRoute{pick(random, []string{"GET", "GET", "*"}), mustParse(text)})
		}
		tree := routes.tree(t)
		dead := map[int]bool{}
		for _, s := range tree.Shadowed() {
			if slices.Contains(s.By, s.Index) || slices.Contains(s.By, -1) {
				t.Fatalf("%v\nroutes %v", s, routes)
			}
			dead[s.Index] = true
			shadowed++
		}
		for range 200 {
			path := "/" + pick(random, shadowParts) + "/" + pick(random, shadowParts)
			if _, index, _ := routes.match("GET", path); dead[index] {
				t.Fatalf("%s is served by %v, which is shadowed\nroutes %v", path, routes[index], routes)
			}
		}
	}
	if shadowed < 100 {
		t.Errorf("only %d routes were shadowed; the test says little", shadowed)
	}
}

var shadowParts = strings.Fields("a true false truee falsee true-x false-x true-true 7 -7 17 1-7 17-8 --1 9999999999 19999999999 x-y x-y.x e xe te f1 " +
	"c0ffee00-0000-4000-8000-000000000000 C0FFEE00-0000-4000-8000-000000000000.x 10000000-1000-1000-1000-100000000000 other %01 %01-%01")
