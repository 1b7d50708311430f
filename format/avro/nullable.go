package avro

import (
	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/memory"
	"github.com/weft-go/weft/schema"
)

// A union is written as the number of its branch and the value. Where a value may be
// missing, null is branch 0, as in ["null", "string"].
const (
	branchNull   = 0
	branchValue  = 1
	branchAbsent = 2
)

// readBranch reads the number of a branch.
func readBranch(in []byte, branches int) (int, []byte, *fault.Fault) {
	n, rest, ok := readLong(in)
	switch {
	case !ok:
		return 0, in, refuseLong(in, "the branch of a union")
	case n < 0 || n >= int64(branches):
		return 0, in, fault.Before(in, "want a branch of the union from 0 to %d, got %d", branches-1, n)
	}
	return int(n), rest, nil
}

// pointer compiles a pointer, ["null", T].
func (c *compiler) pointer(n *node, s *schema.Schema) {
	n.kind = avroUnion
	elem := c.box(c.node(s.Elem()))
	n.branches = []*node{nullNode(), elem}
	t := s.Elem().Type()
	n.encode = func(dst []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
		target := p.Follow()
		if target.IsNil() {
			return appendLong(dst, branchNull), nil
		}
		if depth >= maxDepth {
			return dst, fault.New(tooDeep)
		}
		return elem.encode(appendLong(dst, branchValue), target, depth+1)
	}
	n.decode = func(in []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
		branch, rest, f := readBranch(in, 2)
		if f != nil || branch == branchNull {
			return rest, f
		}
		if depth >= maxDepth {
			return in, fault.Before(in, tooDeep)
		}
		return elem.decode(rest, p.New(t), depth+1)
	}
}

// optional compiles an Optional, ["null", T, "weft.Absent"]. A record of no fields
// says that the Optional is absent, which Avro has no word for.
func (c *compiler) optional(n *node, s *schema.Schema) {
	n.kind = avroUnion
	if c.gone == nil {
		c.gone = &node{kind: avroRecord, namespace: "weft", name: c.claim("weft", "Absent"), doc: "The field is left out, which is not the same as null."}
	}
	elem := c.box(c.node(s.Elem()))
	n.branches = []*node{nullNode(), elem, c.gone}
	n.encode = func(dst []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
		switch o := p.Optional(s.Type()); {
		case o.IsAbsent():
			return appendLong(dst, branchAbsent), nil
		case o.IsNull():
			return appendLong(dst, branchNull), nil
		}
		// The value has the Optional's own address.
		return elem.encode(appendLong(dst, branchValue), p, depth)
	}
	n.decode = func(in []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
		branch, rest, f := readBranch(in, 3)
		if f != nil {
			return in, f
		}
		o := p.Optional(s.Type())
		switch branch {
		case branchNull:
			o.SetNull()
			return rest, nil
		case branchAbsent:
			o.SetAbsent()
			return rest, nil
		}
		o.SetPresent()
		return elem.decode(rest, p, depth)
	}
}
