package pattern

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Which routes are never reached
//
// Two kinds of routes can be dead. Bool has so few values that others can take every
// one away: beside /a/true and /a/false, /a/{x:bool} is dead. And a mixed segment wins
// over a whole parameter and may take all of its values: beside /a/{x}-{y},
// /a/{id:uuid} is dead, because there are hyphens in every UUID.
//
// So each route is tried on witnesses: paths with values that are as rare as possible,
// and all combinations of true and false. A route that wins on one of them is alive.
// If another wins on each, and its pattern covers all the paths of the same
// combination, it is dead. Whether a pattern covers another is told segment by segment
// in shadow_cover.go, for most patterns but not for all; a route of which it cannot be
// told is taken to be alive. It can always be told if there are no mixed segments.

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

// Shadowed returns routes that can never be reached, because others of higher
// precedence serve all their requests, in the order in which they were added. An
// example is /a/{x:bool} beside /a/true and /a/false with the same method, or
// /a/{id:uuid} beside /a/{x}-{y}. Routes with more than 10 bool parameters are not
// examined, and with mixed segments there may be others that are not found.
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
// wins on one, or may win on another path.
func (t *Tree) shadowers(r route, w witness) []int {
	bools := 0
	for _, s := range r.pattern.segments {
		if s.Kind == Bool {
			bools++
		}
	}
	if bools == 0 && !w.mixed || bools > maxBools {
		return nil
	}
	method := r.method
	if method == Any {
		method = w.method
	}
	var by []int
	var m Match
	for combination := range 1 << bools {
		fixed := r.pattern.fix(combination)
		t.Match(method, w.path(fixed), &m)
		if m.Index == r.index || !covers(w.patterns[m.Index], r.pattern, fixed) {
			return nil
		}
		by = append(by, m.Index)
	}
	slices.Sort(by)
	return slices.Compact(by)
}

// fix returns the pattern with literals in the places of its bool parameters. The
// bits of combination are their values.
func (p Pattern) fix(combination int) Pattern {
	fixed := Pattern{segments: p.Segments()}
	for i, s := range fixed.segments {
		if s.Kind == Bool {
			fixed.segments[i] = Segment{Text: strconv.FormatBool(combination&1 != 0), Joined: s.Joined}
			combination >>= 1
		}
	}
	return fixed
}

// witness has the values of parameters in the paths that routes are tried on.
type witness struct {
	values   [Trailing + 1]string // percent-encoded
	method   string
	patterns map[int]Pattern // by the numbers of their routes
	mixed    bool            // there are mixed segments
}

func (t *Tree) newWitness() witness {
	w := witness{patterns: map[int]Pattern{}}
	texts, methods := map[string]bool{}, map[string]bool{}
	var inMixed []string
	for _, r := range t.routes {
		methods[r.method] = true
		w.patterns[r.index] = r.pattern
		for parts := range r.pattern.whole() {
			for _, s := range parts {
				texts[s.Text] = true
				if len(parts) > 1 && s.Kind == Literal {
					inMixed = append(inMixed, s.Text)
				}
			}
		}
	}
	w.mixed = inMixed != nil
	taken := func(v string) bool {
		return texts[v] || slices.ContainsFunc(inMixed, func(text string) bool {
			return strings.Contains(text, v) || strings.Contains(v, text) && text != "-"
		})
	}
	tries := len(texts) + maxTries
	w.values[Int] = free(tries, taken, strconv.Itoa)
	w.values[Long] = free(tries, taken, func(i int) string { return strconv.FormatInt(int64(i+1)*111_111_111_111, 10) })
	w.values[UUID] = free(tries, taken, someUUID)
	// No literal has a control character.
	w.values[String] = "%01"
	// No pattern but a trailing one takes an empty segment inside of a path.
	w.values[Trailing] = "/" + w.values[String]
	w.method = free(len(methods)+1, func(m string) bool { return methods[m] }, func(i int) string { return fmt.Sprint("X", i) })
	return w
}

// someUUID returns a UUID for each number. The first ones have one digit only.
func someUUID(i int) string {
	const digits = "abcdefABCDEF0123456789"
	if i < len(digits) {
		return strings.ReplaceAll("xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx", "x", digits[i:i+1])
	}
	return fmt.Sprintf("00000000-0000-4000-8000-%012x", i)
}

// maxTries bounds the search for a value that has no literal of a mixed segment in it.
const maxTries = 1000

// free returns the first value that is not taken, or any if there is none.
func free(tries int, taken func(string) bool, value func(int) string) string {
	for i := range tries {
		if v := value(i); !taken(v) {
			return v
		}
	}
	return value(0)
}

// path returns the raw path of a witness for a pattern without bool parameters.
func (w *witness) path(p Pattern) string {
	var out []byte
	for _, s := range p.segments {
		if !s.Joined {
			out = append(out, '/')
		}
		if s.Kind == Literal {
			out = appendSegment(out, s.Text)
		} else {
			out = append(out, w.values[s.Kind]...)
		}
	}
	if len(out) == 0 {
		return "/"
	}
	return string(out)
}
