package schema

import (
	"iter"
	"reflect"
	"strconv"
)

// Names gives the components of one document names that do not collide. A type
// keeps its short name as long as no other component of the document has the same.
// Where two do, all of them are led by the last element of their package's path,
// or by as many elements as it takes: BooksBook and MusicBook. Only types local to
// functions can still be alike; they are numbered in the order of the walk.
//
// The names depend on the roots and on nothing else, not even on what else the
// process derived before. A Names is immutable and safe for concurrent use.
type Names struct {
	order  []*Schema
	byType map[reflect.Type]string
}

// NewNames names all components that can be reached from the roots.
func NewNames(roots ...*Schema) *Names {
	n := &Names{byType: map[reflect.Type]string{}}
	seen := map[*Schema]bool{}
	for _, root := range roots {
		n.collect(root, seen)
	}
	groups, order := map[string][]*Schema{}, []string{}
	for _, s := range n.order {
		if len(groups[s.name]) == 0 {
			order = append(order, s.name)
		}
		groups[s.name] = append(groups[s.name], s)
	}
	taken := map[string]bool{}
	for _, name := range order {
		if group := groups[name]; len(group) == 1 {
			n.byType[group[0].typ] = name
			taken[name] = true
		}
	}
	for _, name := range order {
		if group := groups[name]; len(group) > 1 {
			n.separate(group, taken)
		}
	}
	return n
}

// Of returns the name of a component, or "" for a schema that is none or cannot be
// reached from the roots.
func (n *Names) Of(s *Schema) string {
	if !s.Component() {
		return ""
	}
	return n.byType[s.typ]
}

// All returns the components in the order in which a walk from the roots meets
// them, with their names.
func (n *Names) All() iter.Seq2[string, *Schema] {
	return func(yield func(string, *Schema) bool) {
		for _, s := range n.order {
			if !yield(n.byType[s.typ], s) {
				return
			}
		}
	}
}

func (n *Names) collect(s *Schema, seen map[*Schema]bool) {
	if seen[s] {
		return
	}
	seen[s] = true
	if s.Component() {
		n.order = append(n.order, s)
	}
	for _, c := range s.children() {
		n.collect(c, seen)
	}
}

// maxPathElements is more than any import path has.
const maxPathElements = 32

// separate finds names for types that share a short name: with the fewest path
// elements that tell apart all those that paths can tell apart at all.
func (n *Names) separate(group []*Schema, taken map[string]bool) {
	names, possible := qualify(group, maxPathElements)
	for elements := range maxPathElements {
		fewer, distinct := qualify(group, elements)
		if distinct == possible {
			names = fewer
			break
		}
	}
	for i, s := range group {
		name := names[i]
		for k := 2; taken[name]; k++ {
			name = names[i] + strconv.Itoa(k)
		}
		taken[name] = true
		n.byType[s.typ] = name
	}
}

// qualify returns the names with so many path elements, and how many differ.
func qualify(group []*Schema, elements int) (names []string, distinct int) {
	set := map[string]bool{}
	for _, s := range group {
		name := componentName(s.typ, elements)
		names = append(names, name)
		set[name] = true
	}
	return names, len(set)
}
