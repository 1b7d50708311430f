package thrift

import (
	"reflect"

	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/memory"
	"github.com/weft-go/weft/schema"
)

// union is the plan of a sum: on the wire a struct with exactly one field. A nil
// interface has no form of its own; as a field it is left out.
type union struct {
	name, doc string
	typ       reflect.Type
	protocol  protocol
	schema    *schema.Schema
	cases     []field // in the order of the schema's cases
	strict    bool
}

func (u *union) absent(p memory.Ref) bool { return p.Value(u.typ).IsNil() }

func (u *union) append(b []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
	if depth > maxDepth {
		return b, fault.New("the value is nested more than %d deep", maxDepth)
	}
	held := p.Value(u.typ)
	if held.IsNil() {
		return b, fault.New("want one of the cases of %s, got nil", u.typ)
	}
	c, v, ok := u.schema.CaseOf(held)
	if !ok {
		return b, fault.New("%s is not a case of %s, or nil", held.Elem().Type(), u.typ)
	}
	f := &u.cases[u.position(c)]
	b, err := f.append(b, memory.Of(memory.Addressable(v)), u.protocol, 0, depth)
	if err != nil {
		return b, err.In(f.step)
	}
	return append(b, typeStop), nil
}

func (u *union) position(c *schema.SumCase) int {
	for i, other := range u.schema.Cases() {
		if other == c {
			return i
		}
	}
	return -1 // CaseOf returns one of them
}

// parse wants one case that it knows. Of several the last counts.
func (u *union) parse(b []byte, pos int, p memory.Ref, depth int) (int, *fault.Fault) {
	if depth > maxDepth {
		return 0, unreadable(pos, tooDeep)
	}
	start, last := pos, 0
	for {
		t, number, flag, next := u.protocol.field(b, pos, last)
		switch {
		case next < 0:
			return 0, unreadable(pos, next)
		case t == typeStop && p.Value(u.typ).IsNil():
			return 0, fault.At(start, "want one of the cases of %s, got none", u.schema.Name())
		case t == typeStop:
			return next, nil
		}
		last = number
		i := u.find(number, t)
		var err *fault.Fault
		switch {
		case i >= 0:
			if pos, err = u.parseCase(b, next, p, i, flag, depth); err != nil {
				err.In(u.cases[i].step)
			}
		case u.strict:
			err = fault.At(pos, "unknown field %d", number)
		default:
			pos, err = u.protocol.pass(b, next, t)
		}
		if err != nil {
			return 0, err
		}
	}
}

func (u *union) find(number int, t byte) int {
	for i := range u.cases {
		if f := &u.cases[i]; f.number == number && f.value.thrift == t {
			return i
		}
	}
	return -1
}

func (u *union) parseCase(b []byte, pos int, p memory.Ref, i int, flag bool, depth int) (int, *fault.Fault) {
	c := u.schema.Cases()[i]
	ptr := c.New()
	end, err := u.cases[i].parse(b, pos, memory.Target(ptr), u.protocol, flag, depth)
	if err != nil {
		return 0, err
	}
	p.Value(u.typ).Set(c.Interface(ptr))
	return end, nil
}
