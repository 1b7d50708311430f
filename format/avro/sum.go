package avro

import (
	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/memory"
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

func (s *sumPlan) encode(dst []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
	if depth >= maxDepth {
		return dst, fault.New(tooDeep)
	}
	held := p.Value(s.schema.Type())
	decl, v, ok := s.schema.CaseOf(held)
	if !ok {
		return dst, fault.New("want a case of %s, got %s", s.schema, fault.Held(held))
	}
	i := s.index[decl]
	dst, f := s.nodes[i].encode(appendLong(dst, int64(i)), memory.Of(memory.Addressable(v)), depth+1)
	if f != nil {
		return dst, f.In(fault.Field(decl.Name))
	}
	return dst, nil
}

func (s *sumPlan) decode(in []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
	if depth >= maxDepth {
		return in, fault.Before(in, tooDeep)
	}
	i, rest, f := readBranch(in, len(s.nodes))
	if f != nil {
		return in, f
	}
	decl := s.schema.Cases()[i]
	v := decl.New()
	if rest, f = s.nodes[i].decode(rest, memory.Of(v.Elem()), depth+1); f != nil {
		return rest, f.In(fault.Field(decl.Name))
	}
	p.Value(s.schema.Type()).Set(decl.Interface(v))
	return rest, nil
}
