package schema

import "reflect"

// A type is recursive when its schema lies on a cycle of the graph. The cycles are
// found as strongly connected components, by Tarjan's algorithm: a depth-first walk
// numbers the schemas as it meets them, and each learns the lowest number that it
// can get back to. One that gets back no further than itself closes a component,
// which consists of it and of everything above it on the stack.

func markRecursive(building map[reflect.Type]*Schema) {
	t := tarjan{building: building, number: map[*Schema]int{}, low: map[*Schema]int{}, onStack: map[*Schema]bool{}}
	for _, s := range building {
		if t.number[s] == 0 {
			t.visit(s)
		}
	}
}

type tarjan struct {
	building    map[reflect.Type]*Schema
	number, low map[*Schema]int
	stack       []*Schema
	onStack     map[*Schema]bool
}

func (t *tarjan) visit(s *Schema) {
	n := len(t.number) + 1
	t.number[s], t.low[s] = n, n
	t.stack = append(t.stack, s)
	t.onStack[s] = true
	refersToItself := false
	for _, c := range s.children() {
		refersToItself = refersToItself || c == s
		switch {
		case t.building[c.typ] != c:
			// Finished before: it cannot lead back here.
		case t.number[c] == 0:
			t.visit(c)
			t.low[s] = min(t.low[s], t.low[c])
		case t.onStack[c]:
			t.low[s] = min(t.low[s], t.number[c])
		}
	}
	if t.low[s] == t.number[s] {
		t.close(s, refersToItself)
	}
}

// close takes a component off the stack.
func (t *tarjan) close(root *Schema, refersToItself bool) {
	recursive := refersToItself || t.stack[len(t.stack)-1] != root
	for {
		s := t.stack[len(t.stack)-1]
		t.stack = t.stack[:len(t.stack)-1]
		t.onStack[s] = false
		s.recursive = recursive
		if s == root {
			return
		}
	}
}
