package thrift

import "reflect"

// pointed is a pointer to a struct where a struct has to be: in a list, in a map, as
// the whole body. There a nil pointer has nothing to stand for it.
type pointed struct {
	elem body
	typ  reflect.Type // what is pointed to
}

func (t *pointed) absent(p ref) bool { return p.follow().isNil() }

func (t *pointed) append(b []byte, p ref, depth int) ([]byte, *fault) {
	q := p.follow()
	if q.isNil() {
		return b, faultf(-1, "want a value, got a nil pointer")
	}
	return t.elem.append(b, q, depth)
}

func (t *pointed) parse(b []byte, pos int, p ref, depth int) (int, *fault) {
	return t.elem.parse(b, pos, p.make(t.typ), depth)
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

func (n *nullable) absent(p ref) bool { return p.optional(n.typ).IsAbsent() }

func (n *nullable) append(b []byte, p ref, depth int) ([]byte, *fault) {
	if depth > maxDepth {
		return b, faultf(-1, "the value is nested more than %d deep", maxDepth)
	}
	if held := p.optional(n.typ).Pointer(); held != nil {
		var err *fault
		if b, err = n.field.append(b, refOf(reflect.ValueOf(held)), n.protocol, 0, depth); err != nil {
			return b, err
		}
	}
	return append(b, typeStop), nil
}

func (n *nullable) parse(b []byte, pos int, p ref, depth int) (int, *fault) {
	if depth > maxDepth {
		return 0, unreadable(pos, tooDeep)
	}
	o, last := p.optional(n.typ), 0
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
		var err *fault
		switch {
		case number == 1 && t == n.field.value.thrift:
			at := refOf(reflect.ValueOf(o.SetPresent()))
			pos, err = n.field.parse(b, next, at, n.protocol, flag, depth)
		case n.strict:
			err = faultf(pos, "unknown field %d", number)
		default:
			pos, err = n.protocol.pass(b, next, t)
		}
		if err != nil {
			return 0, err
		}
	}
}
