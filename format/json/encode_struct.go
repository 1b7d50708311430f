package json

import (
	"reflect"
	"time"
)

// object appends a struct. The lead, if there is one, is the opened object with a
// first member in it, which is how a sum puts the name of the case in front.
//
// Every member is written with a comma before it, and the first comma is turned
// into the opening brace in the end: nobody has to remember whether a member was
// left out before.
func (e *encoder) object(s *structPlan, p pointer, dst []byte, lead string) []byte {
	if !e.enter(dst) {
		return dst
	}
	dst = append(dst, lead...)
	start := len(dst)
	for i := range s.fields {
		f := &s.fields[i]
		var q pointer
		if f.flags == 0 {
			q = at(p, f.offset)
		} else {
			var skip bool
			if q, skip = e.special(f, p, dst); e.err != nil {
				return dst
			} else if skip {
				continue
			}
		}
		mark := len(dst)
		dst = f.appendLead(dst)
		switch f.op {
		case opString:
			dst = e.text(dst, *as[string](q))
		case opInt64:
			dst = appendInt(dst, *as[int64](q))
		case opFloat64:
			dst = e.float(dst, *as[float64](q), 64)
		case opStruct:
			dst = e.object(f.node.object, q, dst, "")
		default:
			dst = e.value(f.node, q, dst)
		}
		if e.err != nil {
			e.under(fieldStep(f.name))
			return dst
		}
		if f.drop != 0 && f.drop.applies(dst[mark+len(f.lead):]) {
			dst = dst[:mark]
		}
	}
	e.depth--
	if lead == "" {
		if len(dst) == start {
			return append(dst, "{}"...)
		}
		dst[start] = '{'
	}
	return append(dst, '}')
}

// applies reports whether a value that has been written is to be taken back.
func (r dropRule) applies(value []byte) bool {
	switch string(value) {
	case "null":
		return r&(dropNull|dropEmpty) != 0
	case "[]", "{}":
		return r&(dropCollection|dropEmpty) != 0
	case `""`:
		return r&dropEmpty != 0
	}
	return false
}

// special finds the address of a field with flags, and whether to leave it out.
func (e *encoder) special(f *fieldPlan, p pointer, dst []byte) (q pointer, skip bool) {
	for _, h := range f.hops {
		if p = *as[pointer](at(p, h.Offset)); p == nil {
			return nil, true
		}
	}
	q = at(p, f.offset)
	if f.flags&omitZero != 0 && f.isZero(q) {
		return q, true
	}
	if f.flags&omitAbsent != 0 && *as[uint8](at(q, f.node.optional.state)) == f.node.optional.absent {
		return q, true
	}
	if f.flags&neverNull != 0 && isNull(f.node, q) {
		if f.flags&mayBeAway != 0 {
			return q, true
		}
		e.fail(dst, "want a value, got nil", nil)
		e.under(fieldStep(f.name))
	}
	return q, false
}

// isNull reports whether a nullable value is null.
func isNull(n *node, p pointer) bool {
	switch n.op {
	case opPointer:
		return *as[pointer](p) == nil
	case opOptional:
		return *as[uint8](at(p, n.optional.state)) != n.optional.present
	case opAny:
		return *as[any](p) == nil
	case opRaw:
		b := *as[[]byte](p)
		return len(b) == 0 || string(b) == "null"
	}
	return false
}

// isZero answers for the option omitzero.
func (f *fieldPlan) isZero(p pointer) bool {
	switch f.zero {
	case zeroTime:
		return as[time.Time](p).IsZero()
	case zeroByMethod:
		return isZeroByMethod(valueAt(f.node.typ, p))
	}
	switch f.op {
	case opString:
		return *as[string](p) == ""
	case opInt64:
		return *as[int64](p) == 0
	case opPointer, opSlice, opStrings, opBytes, opMap:
		return *as[pointer](p) == nil
	}
	return valueAt(f.node.typ, p).IsZero()
}

func isZeroByMethod(v reflect.Value) bool {
	if k := v.Kind(); (k == reflect.Pointer || k == reflect.Interface) && v.IsNil() {
		return true
	}
	if z, ok := reflect.TypeAssert[zeroer](v); ok {
		return z.IsZero()
	}
	z, ok := reflect.TypeAssert[zeroer](v.Addr())
	return ok && z.IsZero()
}
