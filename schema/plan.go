package schema

import (
	"reflect"
	"regexp"
)

// Validation is compiled. A schema becomes a graph of nodes, one for a schema, each
// holding only what it has to check: limits already parsed, regular expressions
// compiled, children without anything to check left out. Then what remains of most
// types is a handful of comparisons, and of a type without constraints nothing.
//
// Which nodes are needed cannot be seen from one node alone, since types may be
// recursive. So all nodes are made first; those with checks of their own are
// marked; the mark is handed on to whoever refers to a marked node until nothing
// changes; and the edges to unmarked nodes are cut.

// node is the compiled form of one schema.
type node struct {
	kind   Kind
	typ    reflect.Type
	size   uintptr // of a value of the type
	needed bool
	quick  bool // holds has an answer

	length   lengthLimits // of strings, bytes, slices and maps
	pattern  *regexp.Regexp
	format   *format
	ints     []limit[int64]
	uints    []limit[uint64]
	floats   []limit[float64]
	bigs     []bigLimit
	enum     *enumSet
	unique   bool
	elem     *node
	key      *node
	keys     *Schema // of a map, to write the key into a path
	items    *Schema // of a list with unique items
	fields   []fieldNode
	sum      *Schema
	cases    []*node // by position in sum.cases
	method   bool    // *typ implements Validator
	embedded []reflect.StructField
}

// fieldNode is a field that has something to check.
type fieldNode struct {
	field     *Field
	node      *node
	skipsZero bool
}

// compile returns the root node, or nil when it has nothing to check. Without
// methods the types' own Validate methods are not called.
func compile(s *Schema, methods bool) *node {
	c := compiler{nodes: map[*Schema]*node{}, methods: methods}
	root := c.node(s)
	for c.propagate() {
	}
	for _, n := range c.nodes {
		n.prune()
	}
	c.markQuick()
	if !root.needed {
		return nil
	}
	return root
}

type compiler struct {
	nodes   map[*Schema]*node
	methods bool
}

func (c *compiler) node(s *Schema) *node {
	if s == nil {
		return nil
	}
	if n, ok := c.nodes[s]; ok {
		return n
	}
	n := &node{kind: s.kind, typ: s.typ, size: s.typ.Size()}
	c.nodes[s] = n
	n.compileChecks(s)
	if c.methods {
		n.compileMethods(s)
	}
	n.elem, n.key = c.node(s.elem), c.node(s.key)
	if s.kind == KindMap {
		n.keys = s.key
	}
	for _, f := range s.fields {
		n.fields = append(n.fields, c.fieldNode(f))
	}
	if s.kind == KindSum {
		n.sum = s
		for _, cs := range s.cases {
			n.cases = append(n.cases, c.node(cs.Schema))
		}
	}
	return n
}

func (c *compiler) fieldNode(f *Field) fieldNode {
	return fieldNode{field: f, node: c.node(f.Schema), skipsZero: f.ReadOnly || f.WriteOnly}
}

var validatorType = reflect.TypeFor[Validator]()

// compileChecks sets what the node checks itself.
func (n *node) compileChecks(s *Schema) {
	c := s.constraints
	n.length = newLengthLimits(s)
	n.pattern = c.regexp
	n.format = formatFor(s)
	n.compileNumbers(s)
	n.enum = newEnumSet(s)
	if c.UniqueItems {
		n.unique, n.items = true, s.elem
	}
	n.needed = n.length.any || n.pattern != nil || n.format != nil || n.enum != nil || n.unique ||
		len(n.ints)+len(n.uints)+len(n.floats)+len(n.bigs) > 0 || n.kind == KindSum
}

// compileMethods sets which Validate methods the node calls.
func (n *node) compileMethods(s *Schema) {
	n.method = s.kind != KindSum && s.kind != KindPointer && reflect.PointerTo(s.typ).Implements(validatorType)
	if s.kind == KindStruct && !n.method {
		n.embedded = embeddedValidators(s.typ)
	}
	n.needed = n.needed || n.method || len(n.embedded) > 0
}

// embeddedValidators returns the embedded structs whose Validate method the outer
// struct did not get, which happens when two of them have one.
func embeddedValidators(t reflect.Type) []reflect.StructField {
	var list []reflect.StructField
	for sf := range t.Fields() {
		if sf.Anonymous && sf.IsExported() && sf.Type.Kind() != reflect.Interface && hasMethods(indirectType(sf.Type), validatorType) {
			list = append(list, sf)
		}
	}
	return list
}

// checksPresence reports whether a field can be at fault by being absent or null.
func (f *fieldNode) checksPresence() bool {
	switch f.node.kind {
	case KindPointer, KindOptional:
		return f.field.Required || !f.field.Nullable
	}
	return f.field.Required && (f.field.OmitZero || f.field.OmitEmpty || len(f.field.Hops) > 0)
}

// propagate marks the nodes that refer to a marked one and reports whether any were.
func (c *compiler) propagate() bool {
	changed := false
	for _, n := range c.nodes {
		if !n.needed && n.hasNeededChild() {
			n.needed, changed = true, true
		}
	}
	return changed
}

func (n *node) hasNeededChild() bool {
	if (n.elem != nil && n.elem.needed) || (n.key != nil && n.key.needed) {
		return true
	}
	for i := range n.fields {
		if f := &n.fields[i]; f.node.needed || f.checksPresence() {
			return true
		}
	}
	return false // a sum is needed by itself
}

func (n *node) prune() {
	if n.elem != nil && !n.elem.needed {
		n.elem = nil
	}
	if n.key != nil && !n.key.needed {
		n.key = nil
	}
	kept := n.fields[:0]
	for _, f := range n.fields {
		presence := f.checksPresence()
		if !f.node.needed {
			f.node = &node{kind: f.node.kind, typ: f.node.typ}
		}
		if f.node.needed || presence {
			kept = append(kept, f)
		}
	}
	n.fields = kept
	for i, c := range n.cases {
		if !c.needed {
			n.cases[i] = nil
		}
	}
}
