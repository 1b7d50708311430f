package thrift

import (
	"reflect"

	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/memory"
)

// pointed is a pointer to a struct where a struct has to be: in a list, in a map, as
// the whole body. There a nil pointer has nothing to stand for it.
type pointed struct {
	elem body
	typ  reflect.Type // what is pointed to
}

func (t *pointed) absent(p memory.Ref) bool { return p.Follow().IsNil() }

func (t *pointed) append(b []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
	q := p.Follow()
	if q.IsNil() {
		return b, fault.New("want a value, got a nil pointer")
	}
	return t.elem.append(b, q, depth)
}

func (t *pointed) parse(b []byte, pos int, p memory.Ref, depth int) (int, *fault.Fault) {
	return t.elem.parse(b, pos, p.Ensure(t.typ), depth)
}

// nullable is a [schema.Optional]. A field that is absent is not written, one that
// is null is an empty struct, and a value stands in the struct's only field.
type nullable struct {
	name     string
	typ      reflect.Type
	protocol protocol
	field    field // number 1
	strict   bool
}

func (n *nullable) absent(p memory.Ref) bool { return p.Optional(n.typ).IsAbsent() }

func (n *nullable) append(b []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
	if depth > maxDepth {
		return b, fault.New("the value is nested more than %d deep", maxDepth)
	}
	if held := p.Optional(n.typ).Pointer(); held != nil {
		var err *fault.Fault
		if b, err = n.field.append(b, memory.Target(reflect.ValueOf(held)), n.protocol, 0, depth); err != nil {
			return b, err
		}
	}
	return append(b, typeStop), nil
}

func (n *nullable) parse(b []byte, pos int, p memory.Ref, depth int) (int, *fault.Fault) {
	if depth > maxDepth {
		return 0, unreadable(pos, tooDeep)
	}
	o, last := p.Optional(n.typ), 0
	o.SetNull()
	for {
		t, number, flag, next := n.protocol.field(b, pos, last)
		switch {
		case next < 0:
			return 0, unreadable(pos, next)
		case t == typeStop:
			return next, nil
		}
		last = number
		var err *fault.Fault
		switch {
		case number == 1 && t == n.field.value.thrift:
			at := memory.Target(reflect.ValueOf(o.SetPresent()))
			pos, err = n.field.parse(b, next, at, n.protocol, flag, depth)
		case n.strict:
			err = fault.At(pos, "unknown field %d", number)
		default:
			pos, err = n.protocol.pass(b, next, t)
		}
		if err != nil {
			return 0, err
		}
	}
}
