package msgpack

import (
	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/memory"
	"github.com/weft-go/weft/schema"
)

// sumPlan is a compiled sum: a map with one entry, {"cat": {…}}.
type sumPlan struct {
	schema *schema.Schema
	cases  map[*schema.SumCase]int
	list   []sumCase
	byName map[string]int
}

type sumCase struct {
	decl *schema.SumCase
	name string
	head []byte // of the map, and the key
	plan *plan
}

// sumFunctions returns the functions of a sum.
func (c *compiler) sumFunctions(s *schema.Schema) (encodeFunc, decodeFunc) {
	p := &sumPlan{schema: s, cases: map[*schema.SumCase]int{}, byName: map[string]int{}}
	for i, decl := range s.Cases() {
		name := c.cfg.Discriminator.CaseName(decl)
		p.list = append(p.list, sumCase{
			decl: decl, name: name, head: appendStr(appendMapHead(nil, 1), name), plan: c.plan(decl.Schema),
		})
		p.cases[decl], p.byName[name] = i, i
	}
	return p.encode, p.decode
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
	c := &s.list[s.cases[decl]]
	dst, f := c.plan.encode(append(dst, c.head...), memory.Of(memory.Addressable(v)), depth+1)
	if f != nil {
		return dst, f.In(fault.Field(c.name))
	}
	return dst, nil
}

func (s *sumPlan) decode(in []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
	n, rest, ok := readCount(in, famMap)
	switch {
	case !ok:
		return in, refuse(in, "map")
	case n != 1:
		return in, fault.Before(in, "want a map with one entry, the case of %s, got %d entries", s.schema, n)
	case depth >= maxDepth:
		return in, fault.Before(in, tooDeep)
	}
	key, content, ok := readBytes(rest)
	if !ok {
		return rest, refuse(rest, "the name of a case")
	}
	i, ok := s.byName[string(key)]
	if !ok {
		return rest, fault.Before(rest, "%s has no case %.64q", s.schema, key)
	}
	c := &s.list[i]
	v := c.decl.New()
	rest, f := c.plan.decode(content, memory.Of(v.Elem()), depth+1)
	if f != nil {
		return rest, f.In(fault.Field(c.name))
	}
	p.Value(s.schema.Type()).Set(c.decl.Interface(v))
	return rest, nil
}
