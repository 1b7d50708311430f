package json

import (
	"reflect"
	"time"

	"github.com/weft-go/weft/format/internal/memory"
)

// object appends a struct. The lead, if there is one, is the opened object with a
// first member in it, which is how a sum puts the name of the case in front.
//
// Every member is written with a comma before it, and the first comma is turned
// into the opening brace in the end: nobody has to remember whether a member was
// left out before.
func (e *encoder) object(s *structPlan, p memory.Ref, dst []byte, lead string) []byte {
	if !e.enter(dst) {
		return dst
	}
	dst = append(dst, lead...)
	start := len(dst)
	for i := range s.fields {
		f := &s.fields[i]
		var q memory.Ref
		if f.flags == 0 {
			q = p.At(f.offset)
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
			dst = e.text(dst, *memory.As[string](q))
		case opInt64:
			dst = appendInt(dst, *memory.As[int64](q))
		case opFloat64:
			dst = e.float(dst, *memory.As[float64](q), 64)
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
func (e *encoder) special(f *fieldPlan, p memory.Ref, dst []byte) (q memory.Ref, skip bool) {
	if q = p.Reach(f.hops, f.offset); q.IsNil() {
		return q, true
	}
	if f.flags&omitZero != 0 && f.isZero(q) {
		return q, true
	}
	if f.flags&omitAbsent != 0 && *memory.As[uint8](q.At(f.node.optional.state)) == f.node.optional.absent {
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
func isNull(n *node, p memory.Ref) bool {
	switch n.op {
	case opPointer:
		return p.Follow().IsNil()
	case opOptional:
		return *memory.As[uint8](p.At(n.optional.state)) != n.optional.present
	case opAny:
		return *memory.As[any](p) == nil
	case opRaw:
		b := *memory.As[[]byte](p)
		return len(b) == 0 || string(b) == "null"
	}
	return false
}

// isZero answers for the option omitzero.
func (f *fieldPlan) isZero(p memory.Ref) bool {
	switch f.zero {
	case zeroTime:
		return memory.As[time.Time](p).IsZero()
	case zeroByMethod:
		return isZeroByMethod(p.Value(f.node.typ))
	}
	switch f.op {
	case opString:
		return *memory.As[string](p) == ""
	case opInt64:
		return *memory.As[int64](p) == 0
	case opPointer, opSlice, opStrings, opBytes, opMap:
		return p.Follow().IsNil()
	}
	return p.Value(f.node.typ).IsZero()
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
