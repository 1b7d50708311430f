package protobuf

import (
	"reflect"

	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/memory"
)

// pointed is a pointer to a message where a message has to be: in a list, in a
// map, as the whole body. There a nil pointer has nothing to stand for it.
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

func (t *pointed) parse(b []byte, pos int, p memory.Ref, depth int) *fault.Fault {
	return t.elem.parse(b, pos, p.Ensure(t.typ), depth)
}

// nullable is a [schema.Optional]. A field that is absent is not written, one that
// is null is an empty message, and a value stands in the message's only field.
type nullable struct {
	name   string
	typ    reflect.Type
	field  field // number 1, always written
	strict bool
}

func (n *nullable) absent(p memory.Ref) bool { return p.Optional(n.typ).IsAbsent() }

func (n *nullable) append(b []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
	held := p.Optional(n.typ).Pointer()
	if held == nil {
		return b, nil
	}
	return n.field.append(b, memory.Target(reflect.ValueOf(held)), depth)
}

func (n *nullable) parse(b []byte, pos int, p memory.Ref, depth int) *fault.Fault {
	o := p.Optional(n.typ)
	if o.IsAbsent() {
		o.SetNull()
	}
	for pos < len(b) {
		number, wire, next := fieldTag(b, pos)
		if next < 0 {
			return unreadable(pos, next)
		}
		var err *fault.Fault
		switch {
		case number == 1 && wire == n.field.value.wire:
			at := memory.Target(reflect.ValueOf(o.SetPresent()))
			next, err = n.field.parse(b, next, at, wire, depth, nil)
		case n.strict:
			err = fault.At(pos, "unknown field %d", number)
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
