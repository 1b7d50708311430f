package avro

import (
	"fmt"
	"reflect"

	"github.com/weft-go/weft/schema"
)

// sumPlan is a compiled sum: a union with a branch for each case. The branches of a
// union have to be told apart by name, so a case that is not a record is wrapped in
// one.
type sumPlan struct {
	schema *schema.Schema
	index  map[*schema.SumCase]int
	nodes  []*node
}

// sum compiles a sum.
func (c *compiler) sum(n *node, s *schema.Schema) {
	n.kind = avroUnion
	p := &sumPlan{schema: s, index: map[*schema.SumCase]int{}}
	for i, decl := range s.Cases() {
		branch := c.node(decl.Schema)
		if branch.kind != avroRecord {
			branch = c.caseRecord(s, decl, branch)
		}
		p.index[decl] = i
		p.nodes = append(p.nodes, branch)
	}
	n.branches = p.nodes
	n.encode, n.decode = p.encode, p.decode
}

// caseRecord wraps a case that is not a record.
func (c *compiler) caseRecord(s *schema.Schema, decl *schema.SumCase, inner *node) *node {
	namespace := namespaceOf(s.Package())
	r := &node{
		kind: avroRecord, namespace: namespace, doc: decl.Doc,
		name:   c.claim(namespace, typeName(s.Name())+pascal(decl.Name)),
		fields: []nodeField{{name: "value", node: inner}},
	}
	r.encode, r.decode = inner.late()
	return r
}

func (s *sumPlan) encode(dst []byte, p ptr, depth int) ([]byte, *fault) {
	if depth >= maxDepth {
		return dst, newFault(tooDeep)
	}
	held := value(s.schema.Type(), p)
	decl, v, ok := s.schema.CaseOf(held)
	if !ok {
		return dst, newFault(fmt.Sprintf("want a case of %s, got %s", s.schema, heldType(held)))
	}
	if !v.CanAddr() {
		v = copyOf(v)
	}
	i := s.index[decl]
	dst, f := s.nodes[i].encode(appendLong(dst, int64(i)), addressOf(v), depth+1)
	if f != nil {
		return dst, f.field(decl.Name)
	}
	return dst, nil
}

// heldType names what an interface holds.
func heldType(v reflect.Value) string {
	if v.IsNil() {
		return "nil"
	}
	if e := v.Elem(); e.Kind() == reflect.Pointer && e.IsNil() {
		return "a nil " + e.Type().String()
	}
	return "a " + v.Elem().Type().String()
}

// copyOf returns a copy that has an address.
func copyOf(v reflect.Value) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	return c
}

func (s *sumPlan) decode(in []byte, p ptr, depth int) ([]byte, *fault) {
	if depth >= maxDepth {
		return in, faultAt(in, tooDeep)
	}
	i, rest, f := readBranch(in, len(s.nodes))
	if f != nil {
		return in, f
	}
	decl := s.schema.Cases()[i]
	v := decl.New()
	if rest, f = s.nodes[i].decode(rest, addressOf(v.Elem()), depth+1); f != nil {
		return rest, f.field(decl.Name)
	}
	value(s.schema.Type(), p).Set(decl.Interface(v))
	return rest, nil
}
