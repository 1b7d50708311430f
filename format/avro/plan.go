package avro

import (
	"reflect"
	"strconv"

	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/internal/buffer"
	"github.com/weft-go/weft/format/internal/cache"
	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/memory"
	"github.com/weft-go/weft/schema"
)

// plan is a compiled type.
type plan struct {
	root *node
	size buffer.Size
}

// planKey has what makes a difference in Avro.
type planKey struct {
	typ   reflect.Type
	names schema.NameFormat
}

var plans cache.Cache[planKey, *plan]

// planOf returns the plan for a type.
func planOf(t reflect.Type, cfg format.Config) (*plan, error) {
	return plans.Get(planKey{t, cfg.FieldNameFormat}, func() (*plan, error) {
		s, err := schema.For(t)
		if err != nil {
			return nil, err
		}
		compiler := compiler{names: cfg.FieldNameFormat, nodes: map[*schema.Schema]*node{}, taken: map[string]bool{}}
		compiler.scope = scope{name: "Root"}
		return &plan{root: compiler.node(s)}, nil
	})
}

// compiler makes the nodes of one type graph.
type compiler struct {
	names schema.NameFormat
	nodes map[*schema.Schema]*node
	taken map[string]bool // full names
	gone  *node           // of an absent Optional, when there is one
	scope scope
}

// scope is where the compiler is: it names the types that have no name in Go.
type scope struct {
	namespace string
	name      string
}

// claim returns a name that no other type of the definition has, made from the wanted
// one.
func (c *compiler) claim(namespace, name string) string {
	unique := name
	for i := 2; c.taken[namespace+"."+unique]; i++ {
		unique = name + strconv.Itoa(i)
	}
	c.taken[namespace+"."+unique] = true
	return unique
}

// within compiles something with another scope.
func (c *compiler) within(s scope, f func()) {
	outer := c.scope
	c.scope = s
	f()
	c.scope = outer
}

// node returns the node for a schema. Limits do not change how a value is written, so
// the schema of the type itself is compiled. A node is known before it is complete,
// which closes the cycles of recursive types.
func (c *compiler) node(s *schema.Schema) *node {
	s = s.Base()
	if n, ok := c.nodes[s]; ok {
		return n
	}
	n := &node{}
	c.nodes[s] = n
	if needsBox(s) {
		c.boxed(n, s)
	} else {
		c.fill(n, s)
	}
	return n
}

// fill compiles by kind.
func (c *compiler) fill(n *node, s *schema.Schema) {
	if symbols, ok := enumSymbols(s); ok {
		c.enum(n, s, symbols)
		return
	}
	if fillScalar(n, s.Kind()) {
		return
	}
	switch s.Kind() {
	case schema.KindByteArray:
		c.fixed(n, s)
	case schema.KindBigFloat, schema.KindBigRat, schema.KindText:
		fillText(n, s)
	case schema.KindSlice:
		c.slice(n, s)
	case schema.KindArray:
		c.array(n, s)
	case schema.KindMap:
		c.mapping(n, s)
	case schema.KindPointer:
		c.pointer(n, s)
	case schema.KindOptional:
		c.optional(n, s)
	case schema.KindStruct:
		c.record(n, s)
	case schema.KindSum:
		c.sum(n, s)
	case schema.KindAny:
		fillDynamic(n)
	case schema.KindRawJSON:
		n.kind, n.encode, n.decode = avroString, encodeRawJSON, decodeRawJSON
	default:
		fillCustom(n, s)
	}
}

const tooDeep = "the value nests more than 512 levels deep"

// needsBox reports whether a type contains itself without a struct, as in
// type Forest []Forest. Avro refers to types by name, and only records have one.
func needsBox(s *schema.Schema) bool {
	if !s.Recursive() || s.Name() == "" {
		return false
	}
	switch s.Kind() {
	case schema.KindSlice, schema.KindArray, schema.KindMap, schema.KindPointer:
		return true
	}
	return false
}

// boxed makes n a record whose only field is the type. A record adds no bytes.
func (c *compiler) boxed(n *node, s *schema.Schema) {
	c.nameFor(n, s)
	n.kind, n.doc = avroRecord, s.Doc()
	inner := &node{}
	c.within(scope{n.namespace, n.name}, func() { c.fill(inner, s) })
	n.fields = []nodeField{{name: "value", node: inner}}
	n.encode, n.decode = inner.late()
}

// box returns the node, or for a union a record that holds it: a union cannot be the
// branch of a union.
func (c *compiler) box(n *node) *node {
	if n.kind != avroUnion {
		return n
	}
	b := &node{
		kind: avroRecord, namespace: c.scope.namespace, name: c.claim(c.scope.namespace, c.scope.name+"Value"),
		fields: []nodeField{{name: "value", node: n}},
	}
	b.encode, b.decode = n.late()
	return b
}

// functions returns the node's functions, or those of late while it is not complete.
func (n *node) functions() (encodeFunc, decodeFunc) {
	if n.encode != nil {
		return n.encode, n.decode
	}
	return n.late()
}

// late returns functions that look up the node's own when they are called, because a
// node may be referred to before it is complete.
func (n *node) late() (encodeFunc, decodeFunc) {
	encode := func(dst []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) { return n.encode(dst, p, depth) }
	decode := func(in []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) { return n.decode(in, p, depth) }
	return encode, decode
}
