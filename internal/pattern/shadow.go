package pattern

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Which routes are never reached
//
// The kinds overlap, but of all of them only bool has so few values that literals
// can take every one away: beside /a/true and /a/false, /a/{x:bool} is dead. Every
// other kind has values that no literal of the tree and no kind before it takes.
// So it is enough to try each route with a bool on witnesses: paths which have
// such a free value for every other parameter, and all combinations of true and
// false. A route that wins on one of them is alive. If another wins on each, it
// does so on all the paths of the same combination, because its kinds take the
// free values only if they take all values of that parameter.

// maxBools bounds the combinations that are tried. A route with more bool
// parameters is taken to be alive.
const maxBools = 10

// Shadow is a route that can never be reached.
type Shadow struct {
	// Index is the number of the route.
	Index int
	// By are the numbers of the routes that serve its requests instead, in
	// increasing order.
	By []int
}

// Shadowed returns the routes that can never be reached, because others of higher
// precedence serve all their requests, in the order in which they were added. An
// example is /a/{x:bool} beside /a/true and /a/false with the same method. Routes
// with more than 10 bool parameters are not examined.
func (t *Tree) Shadowed() []Shadow {
	var shadows []Shadow
	w := t.newWitness()
	for _, r := range t.routes {
		if by := t.shadowers(r, w); by != nil {
			shadows = append(shadows, Shadow{Index: r.index, By: by})
		}
	}
	return shadows
}

// shadowers returns the routes that win on all the witnesses for r, or nil if r
// wins on one.
func (t *Tree) shadowers(r route, w witness) []int {
	bools := 0
	for _, s := range r.pattern.segments {
		if s.Kind == Bool {
			bools++
		}
	}
	if bools == 0 || bools > maxBools {
		return nil
	}
	method := r.method
	if method == Any {
		method = w.method
	}
	var by []int
	var m Match
	for combination := range 1 << bools {
		t.Match(method, w.path(r.pattern, combination), &m)
		if m.Index == r.index {
			return nil
		}
		by = append(by, m.Index)
	}
	slices.Sort(by)
	return slices.Compact(by)
}

// witness has the free values: no literal of the tree is equal to one, and no
// kind of higher precedence takes it.
type witness struct {
	values [Trailing + 1]string
	method string
}

func (t *Tree) newWitness() witness {
	texts, methods := map[string]bool{}, map[string]bool{}
	for _, r := range t.routes {
		methods[r.method] = true
		for _, s := range r.pattern.segments {
			texts[s.Text] = true
		}
	}
	var w witness
	w.values[Int] = free(texts, strconv.Itoa)
	w.values[Long] = free(texts, func(i int) string { return strconv.FormatInt(1<<40+int64(i), 10) })
	w.values[UUID] = free(texts, func(i int) string { return fmt.Sprintf("00000000-0000-4000-8000-%012x", i) })
	w.values[String] = free(texts, func(i int) string { return fmt.Sprint("x", i) })
	// No pattern but a trailing one takes an empty segment inside of a path.
	w.values[Trailing] = "/" + w.values[String]
	w.method = free(methods, func(i int) string { return fmt.Sprint("X", i) })
	return w
}

// free returns the first value that is not taken.
func free(taken map[string]bool, value func(int) string) string {
	for i := 0; ; i++ {
		if v := value(i); !taken[v] {
			return v
		}
	}
}

// path returns the raw path of a witness for p. The bits of combination are the
// values of its bool parameters.
func (w *witness) path(p Pattern, combination int) string {
	var out strings.Builder
	for _, s := range p.segments {
		out.WriteByte('/')
		switch s.Kind {
		case Literal:
			out.Write(appendSegment(nil, s.Text))
		case Bool:
			out.WriteString(strconv.FormatBool(combination&1 != 0))
			combination >>= 1
		default:
			out.WriteString(w.values[s.Kind])
		}
	}
	return out.String()
}
