package protobuf

import "reflect"

// pointed is a pointer to a message where a message has to be: in a list, in a
// map, as the whole body. There a nil pointer has nothing to stand for it.
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

func (t *pointed) parse(b []byte, pos int, p ref, depth int) *fault {
	return t.elem.parse(b, pos, p.make(t.typ), depth)
}

// nullable is a [schema.Optional]. A field that is absent is not written, one that
// is null is an empty message, and a value stands in the message's only field.
type nullable struct {
	name   string
	typ    reflect.Type
	field  field // number 1, always written
	strict bool
}

func (n *nullable) absent(p ref) bool { return p.optional(n.typ).IsAbsent() }

func (n *nullable) append(b []byte, p ref, depth int) ([]byte, *fault) {
	held := p.optional(n.typ).Pointer()
	if held == nil {
		return b, nil
	}
	return n.field.append(b, refOf(reflect.ValueOf(held)), depth)
}

func (n *nullable) parse(b []byte, pos int, p ref, depth int) *fault {
	o := p.optional(n.typ)
	if o.IsAbsent() {
		o.SetNull()
	}
	for pos < len(b) {
		number, wire, next := fieldTag(b, pos)
		if next < 0 {
			return unreadable(pos, next)
		}
		var err *fault
		switch {
		case number == 1 && wire == n.field.value.wire:
			at := refOf(reflect.ValueOf(o.SetPresent()))
			next, err = n.field.parse(b, next, at, wire, depth, nil)
		case n.strict:
			err = faultf(pos, "unknown field %d", number)
		default:
			if next = skip(b, next, number, wire, depth); next < 0 {
				err = unreadable(pos, next)
			}
		}
		if err != nil {
			return err
		}
		pos = next
	}
	return nil
}
