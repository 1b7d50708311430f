package thrift

import (
	"encoding/binary"
	"unicode/utf8"

	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/memory"
	"github.com/weft-go/weft/schema"
)

// A record is the plan of a struct, or of another value that has to be wrapped in a
// struct because Thrift has no other place for it: a pointer in a list, and a body
// that is no struct. A wrapper has one field at the address of the value itself.
type record struct {
	name, doc string
	protocol  protocol
	strict    bool // refuse unknown fields

	fields  []field // by number
	numbers map[int]int
}

// field is the plan of one field of a struct.
type field struct {
	number  int
	pointer bool // left out when nil; value is what it points to
	omits   bool // the value can be absent
	value   value
	fast    op // the value's op, if record.append can write it

	offset uintptr
	hops   []schema.Hop

	// For paths and for the definition.
	step       fault.Step // none inside a wrapper
	name       string
	doc        string
	deprecated bool
	optional   bool
}

func (r *record) absent(memory.Ref) bool { return false }

// append writes the commonest fields of the binary protocol itself and leaves the
// others to field.append.
func (r *record) append(b []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
	if depth > maxDepth {
		return b, fault.New("the value is nested more than %d deep", maxDepth)
	}
	last := 0
	for i := range r.fields {
		f := &r.fields[i]
		n := f.number
		var err *fault.Fault
		switch f.fast {
		case opInt: // 64 bits wide
			b = append(b, typeI64, byte(n>>8), byte(n))
			b = binary.BigEndian.AppendUint64(b, *memory.As[uint64](p.At(f.offset)))
		case opFloat64:
			b = append(b, typeDouble, byte(n>>8), byte(n))
			b = binary.BigEndian.AppendUint64(b, *memory.As[uint64](p.At(f.offset)))
		case opString:
			s := *memory.As[string](p.At(f.offset))
			if !utf8.ValidString(s) || len(s) > 1<<30 {
				_, err = r.protocol.appendString(nil, s)
			}
			b = append(b, typeString, byte(n>>8), byte(n))
			b = append(binary.BigEndian.AppendUint32(b, uint32(len(s))), s...)
		default:
			before := len(b)
			if b, err = f.append(b, p, r.protocol, last, depth); len(b) > before {
				last = n
			}
		}
		if err != nil {
			return b, err.In(f.step)
		}
	}
	return append(b, typeStop), nil
}

// append encodes a field of the struct at p. last is the number of the field that
// was written before.
func (f *field) append(b []byte, p memory.Ref, c protocol, last, depth int) ([]byte, *fault.Fault) {
	at := p.Reach(f.hops, f.offset)
	if at.IsNil() {
		return b, nil
	}
	if f.pointer {
		if at = at.Follow(); at.IsNil() {
			return b, nil
		}
	} else if f.omits && f.value.absent(at) {
		return b, nil
	}
	v := &f.value
	if v.op == opBool {
		flag := *memory.As[bool](at)
		b = c.appendField(b, typeBool, f.number, last, flag)
		if c == compactProtocol {
			return b, nil
		}
		return append(b, c.boolByte(flag)), nil
	}
	return v.append(c.appendField(b, v.thrift, f.number, last, false), at, depth)
}

// parse decodes the fields up to the stop byte.
func (r *record) parse(b []byte, pos int, p memory.Ref, depth int) (int, *fault.Fault) {
	if depth > maxDepth {
		return 0, unreadable(pos, tooDeep)
	}
	last, i := 0, -1
	for {
		t, number, flag, next := r.protocol.field(b, pos, last)
		if next < 0 {
			return 0, unreadable(pos, next)
		}
		if t == typeStop {
			return next, nil
		}
		last = number
		i = r.find(number, i+1)
		var err *fault.Fault
		switch {
		case i >= 0 && r.fields[i].fast != opNone && r.fields[i].value.thrift == t:
			f := &r.fields[i]
			if pos, err = f.parseFast(b, next, p); err != nil {
				err.In(f.step)
			}
		case i < 0 && r.strict:
			return 0, fault.At(pos, "unknown field %d", number)
		case i < 0 || r.fields[i].value.thrift != t:
			// Thrift treats a field of another type like an unknown one.
			pos, err = r.protocol.pass(b, next, t)
		default:
			f := &r.fields[i]
			if pos, err = f.parse(b, next, p, r.protocol, flag, depth); err != nil {
				err.In(f.step)
			}
		}
		if err != nil {
			return 0, err
		}
	}
}

// find returns the index of a field, or -1. Writers keep the order of the numbers, so
// it is most often the one at from or soon after.
func (r *record) find(number, from int) int {
	for from < len(r.fields) && r.fields[from].number < number {
		from++
	}
	if from < len(r.fields) && r.fields[from].number == number {
		return from
	}
	if i, ok := r.numbers[number]; ok {
		return i
	}
	return -1
}

// parseFast is field.parse for the commonest fields, those with a fast op: the
// protocol is the binary one.
func (f *field) parseFast(b []byte, pos int, p memory.Ref) (int, *fault.Fault) {
	at := p.At(f.offset)
	if f.fast == opString {
		start, end := binaryProtocol.content(b, pos)
		if end < 0 {
			return 0, unreadable(pos, end)
		}
		data := b[start:end]
		if !utf8.Valid(data) {
			return 0, fault.At(start, "the string is not valid UTF-8")
		}
		*memory.As[string](at) = string(data)
		return end, nil
	}
	if len(b)-pos < 8 {
		return 0, unreadable(pos, endOfInput)
	}
	*memory.As[uint64](at) = binary.BigEndian.Uint64(b[pos:])
	return pos + 8, nil
}

// pass skips the value of a field.
func (c protocol) pass(b []byte, pos int, t byte) (int, *fault.Fault) {
	if t == typeBool && c == compactProtocol {
		return pos, nil
	}
	next := c.skip(b, pos, t)
	if next < 0 {
		return 0, unreadable(pos, next)
	}
	return next, nil
}

// parse decodes the value of a field into the struct at p.
func (f *field) parse(b []byte, pos int, p memory.Ref, c protocol, flag bool, depth int) (int, *fault.Fault) {
	at := p.Settle(f.hops, f.offset)
	if f.pointer {
		at = at.Ensure(f.value.typ)
	}
	if f.value.op == opBool && c == compactProtocol {
		*memory.As[bool](at) = flag
		return pos, nil
	}
	return f.value.parse(b, pos, at, depth)
}
