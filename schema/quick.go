package schema

import (
	"reflect"
	"unsafe"
)

// Nearly all values that are validated are valid, and most of them are made of structs,
// lists, strings and numbers. For those there is a quick answer: the plan is walked over
// the memory of the value, and the walk says yes, or that it does not know. Only then
// does the walk by reflection find out what is wrong and where.
//
// The memory is always read as what reflection found to be there: the walk starts at the
// address of a variable of the schema's type and goes on by the offsets of fields, the
// sizes of elements below a slice's length, and through pointers that are not nil. It
// keeps no address.

// Surely reports whether the value at v, whose type s describes, keeps all limits. False
// means that it may not, and that [Schema.Validate] tells. It is many times faster than
// that, and v stays where it is.
func Surely[T any](s *Schema, v *T) bool {
	n := s.compiled()
	return n == nil || n.quick && s.typ == reflect.TypeFor[T]() && n.holds(unsafe.Pointer(v), 0)
}

// markQuick finds the nodes that holds has an answer for: those of which everything that
// is checked is plain. A field's node is plain until something is found.
func (c *compiler) markQuick() {
	for _, n := range c.nodes {
		n.quick = n.plain()
	}
	for changed := true; changed; {
		changed = false
		for _, n := range c.nodes {
			if n.quick && !n.quickBelow() {
				n.quick, changed = false, true
			}
		}
	}
}

func (n *node) plain() bool {
	switch {
	case !n.needed:
		return true
	case n.method || len(n.embedded) > 0 || n.unique || len(n.bigs) > 0:
		return false
	case n.enum != nil && n.kind != KindString:
		return false
	case n.kind.IsInt(), n.kind.IsUint(), n.kind.IsFloat():
		return true
	}
	switch n.kind {
	case KindString, KindStruct, KindPointer, KindSlice:
		return true
	case KindBytes:
		return n.typ.Kind() == reflect.Slice
	}
	return false
}

func (n *node) quickBelow() bool {
	if n.elem != nil && !n.elem.quick {
		return false
	}
	for i := range n.fields {
		f := &n.fields[i]
		if f.node.needed && !f.node.quick || len(f.field.Hops) > 0 || f.node.kind != KindPointer && f.checksPresence() {
			return false
		}
	}
	return true
}

// holds reports whether the value at p keeps all limits; false is a doubt.
func (n *node) holds(p unsafe.Pointer, depth int) bool {
	switch n.kind {
	case KindString:
		return n.stringHolds(*(*string)(p))
	case KindStruct:
		return n.fieldsHold(p, depth)
	case KindSlice:
		return n.itemsHold(p, depth)
	case KindPointer:
		p = *(*unsafe.Pointer)(p)
		return p == nil || n.elem == nil || depth < maxDepth && n.elem.holds(p, depth+1)
	case KindBytes:
		return n.length.holds(len(*(*[]byte)(p)))
	case KindFloat32:
		return hold(n.floats, float64(*(*float32)(p)))
	case KindFloat64:
		return hold(n.floats, *(*float64)(p))
	}
	if n.kind.IsUint() {
		return hold(n.uints, loadUint(n.kind, p))
	}
	return hold(n.ints, loadInt(n.kind, p))
}

func (n *node) stringHolds(s string) bool {
	return n.length.holdsText(s) &&
		(n.enum == nil || n.enum.strings[s]) &&
		(n.pattern == nil || n.pattern.MatchString(s)) &&
		(n.format == nil || n.format.ok(s))
}

func (n *node) fieldsHold(p unsafe.Pointer, depth int) bool {
	if depth >= maxDepth {
		return false
	}
	for i := range n.fields {
		f := &n.fields[i]
		at := unsafe.Add(p, f.field.Offset)
		if f.node.kind == KindPointer && *(*unsafe.Pointer)(at) == nil {
			if f.checksPresence() {
				return false
			}
			continue
		}
		if f.node.needed && !f.node.holds(at, depth+1) {
			return false
		}
	}
	return true
}

func (n *node) itemsHold(p unsafe.Pointer, depth int) bool {
	count := len(*(*[]struct{})(p)) // the length is where it is in every slice
	if !n.length.holds(count) {
		return false
	}
	if n.elem == nil || count == 0 {
		return true
	}
	if depth >= maxDepth {
		return false
	}
	first := *(*unsafe.Pointer)(p)
	for i := range count {
		if !n.elem.holds(unsafe.Add(first, uintptr(i)*n.elem.size), depth+1) {
			return false
		}
	}
	return true
}

func loadInt(k Kind, p unsafe.Pointer) int64 {
	switch k {
	case KindInt8:
		return int64(*(*int8)(p))
	case KindInt16:
		return int64(*(*int16)(p))
	case KindInt32:
		return int64(*(*int32)(p))
	case KindInt64:
		return *(*int64)(p)
	}
	return int64(*(*int)(p))
}

func loadUint(k Kind, p unsafe.Pointer) uint64 {
	switch k {
	case KindUint8:
		return uint64(*(*uint8)(p))
	case KindUint16:
		return uint64(*(*uint16)(p))
	case KindUint32:
		return uint64(*(*uint32)(p))
	case KindUint64:
		return *(*uint64)(p)
	}
	return uint64(*(*uint)(p))
}

// hold leaves multiples to the long way.
func hold[T int64 | uint64 | float64](limits []limit[T], x T) bool {
	for i := range limits {
		if !limits[i].holds(x) {
			return false
		}
	}
	return true
}
