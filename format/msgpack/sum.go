package msgpack

import (
	"fmt"
	"reflect"

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
	c := &s.list[s.cases[decl]]
	dst, f := c.plan.encode(append(dst, c.head...), addressOf(v), depth+1)
	if f != nil {
		return dst, f.field(c.name)
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
	n, rest, ok := readCount(in, famMap)
	switch {
	case !ok:
		return in, refuse(in, "map")
	case n != 1:
		return in, faultAt(in, fmt.Sprintf("want a map with one entry, the case of %s, got %d entries", s.schema, n))
	case depth >= maxDepth:
		return in, faultAt(in, tooDeep)
	}
	key, content, ok := readBytes(rest)
	if !ok {
		return rest, refuse(rest, "the name of a case")
	}
	i, ok := s.byName[string(key)]
	if !ok {
		return rest, faultAt(rest, fmt.Sprintf("%s has no case %.64q", s.schema, key))
	}
	c := &s.list[i]
	v := c.decl.New()
	rest, f := c.plan.decode(content, addressOf(v.Elem()), depth+1)
	if f != nil {
		return rest, f.field(c.name)
	}
	value(s.schema.Type(), p).Set(c.decl.Interface(v))
	return rest, nil
}
