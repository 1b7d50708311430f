package protobuf

import (
	"reflect"
	"unicode/utf8"

	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/memory"
	"github.com/weft-go/weft/format/internal/varint"
	"github.com/weft-go/weft/schema"
)

// cardinality is how often a field comes and what its absence means.
type cardinality uint8

const (
	implicit cardinality = iota // left out when zero
	always                      // written even when zero
	pointer                     // left out when nil
	repeated                    // a slice
	array                       // an array of a fixed length
	mapped                      // a map
)

// field is the plan of one field of a message.
type field struct {
	number int
	tag    uint64 // number and wire type, as it is written
	card   cardinality
	value  value // of one item, or of what a pointer points to
	fast   op    // the value's op, if message.append can write it

	offset uintptr
	hops   []schema.Hop

	typ    reflect.Type // of the Go field
	length int          // of an array
	array  int          // which of the message's arrays it is
	table  *table       // of a map

	// For paths and for the definition.
	step       fault.Step // none inside a wrapper
	name       string
	jsonName   string
	doc        string
	deprecated bool
}

// setTag is called when everything else is known.
func (f *field) setTag() {
	wire := f.value.wire
	if f.packed() {
		wire = wireBytes
	}
	f.tag = uint64(f.number)<<3 | uint64(wire)
	if f.card == implicit && f.hops == nil {
		switch f.value.op {
		case op64, opInt32, opBool, opDouble, opString, opMessage:
			f.fast = f.value.op
		}
	}
}

func (f *field) packed() bool {
	return (f.card == repeated || f.card == array) && f.value.packable()
}

// accepts reports whether the field can be read from the wire type. A list of
// numbers may come packed or not.
func (f *field) accepts(wire byte) bool {
	return wire == f.value.wire || (wire == wireBytes && f.packed())
}

// append encodes a field of the struct at p.
func (f *field) append(b []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
	at := p.Reach(f.hops, f.offset)
	if at.IsNil() {
		return b, nil
	}
	switch f.card {
	case implicit:
		if f.value.absent(at) {
			return b, nil
		}
	case pointer:
		if at = at.Follow(); at.IsNil() {
			return b, nil
		}
	case repeated:
		h := at.Slice()
		if h.Len == 0 {
			return b, nil
		}
		return f.appendItems(b, h, depth)
	case array:
		if f.length == 0 {
			return b, nil
		}
		a := at.Array(f.length)
		return f.appendItems(b, &a, depth)
	case mapped:
		return f.table.append(b, f.tag, at, depth)
	}
	return f.value.append(varint.Append(b, f.tag), at, depth)
}

func (f *field) appendItems(b []byte, h *memory.Slice, depth int) ([]byte, *fault.Fault) {
	v := &f.value
	var err *fault.Fault
	if f.packed() {
		b, start := open(varint.Append(b, f.tag))
		for i := range h.Len {
			b, _ = v.append(b, h.Elem(i, v.size), depth) // numbers cannot fail
		}
		return shut(b, start), nil
	}
	for i := range h.Len {
		if b, err = v.append(varint.Append(b, f.tag), h.Elem(i, v.size), depth); err != nil {
			return b, err.In(fault.Index(i))
		}
	}
	return b, nil
}

// parse decodes one occurrence of the field into the struct at p. counts are those
// of the message's arrays.
func (f *field) parse(b []byte, pos int, p memory.Ref, wire byte, depth int, counts []int) (int, *fault.Fault) {
	at := p.Settle(f.hops, f.offset)
	switch f.card {
	case pointer:
		at = at.Ensure(f.value.typ)
	case repeated:
		return f.parseItems(b, pos, at, wire, depth)
	case array:
		return f.parseArray(b, pos, at, wire, depth, &counts[f.array])
	case mapped:
		return f.table.parse(b, pos, at, depth)
	}
	return f.value.parse(b, pos, at, depth)
}

// parseFast is parse for the commonest fields, those with a fast op.
func (f *field) parseFast(b []byte, pos int, p memory.Ref, depth int) (int, *fault.Fault) {
	at := p.At(f.offset)
	switch f.fast {
	case op64:
		x, next := varint.Read(b, pos)
		if next < 0 {
			return 0, unreadable(pos, next)
		}
		*memory.As[uint64](at) = x
		return next, nil
	case opString:
		start, end := content(b, pos)
		if end < 0 {
			return 0, unreadable(pos, end)
		}
		data := b[start:end]
		if !utf8.Valid(data) {
			return 0, fault.At(start, "the string is not valid UTF-8")
		}
		*memory.As[string](at) = string(data)
		return end, nil
	case opMessage:
		start, end := content(b, pos)
		if end < 0 {
			return 0, unreadable(pos, end)
		}
		return end, f.value.message.parse(b[:end], start, at, depth+1)
	}
	return f.value.parse(b, pos, at, depth)
}

// parseItems appends to the slice at p.
func (f *field) parseItems(b []byte, pos int, p memory.Ref, wire byte, depth int) (int, *fault.Fault) {
	v := &f.value
	if wire == wireBytes && v.packable() {
		start, end := content(b, pos)
		if end < 0 {
			return 0, unreadable(pos, end)
		}
		return end, f.parsePacked(b[:end], start, p, depth)
	}
	h := p.Slice()
	room := h.Len // when the run was longer than counted: double
	if h.Len == 0 {
		room = f.countRun(b, pos)
	}
	end, err := v.parse(b, pos, p.Extend(f.typ, v.size, room), depth)
	if err != nil {
		return 0, err.In(fault.Index(h.Len - 1))
	}
	return end, nil
}

func (f *field) parsePacked(b []byte, pos int, p memory.Ref, depth int) *fault.Fault {
	v, h := &f.value, p.Slice()
	room := v.countPacked(b[pos:])
	var err *fault.Fault
	for pos < len(b) {
		if pos, err = v.parse(b, pos, p.Extend(f.typ, v.size, room), depth); err != nil {
			return err.In(fault.Index(h.Len - 1))
		}
		room--
	}
	return nil
}

// countPacked returns how many numbers are in a packed list.
func (v *value) countPacked(b []byte) int {
	switch v.wire {
	case wireFixed32:
		return len(b) / 4
	case wireFixed64:
		return len(b) / 8
	}
	n := 0
	for _, c := range b {
		if c < 0x80 {
			n++
		}
	}
	return n
}

// countRun returns how many items of a list follow each other, the one whose tag
// was just read included. It looks at no more than what is there, so a slice is
// never made for items that do not come.
func (f *field) countRun(b []byte, pos int) int {
	n := 0
	for pos >= 0 {
		n++
		if pos = skip(b, pos, uint64(f.number), f.value.wire, 0); pos < 0 || pos >= len(b) {
			break
		}
		tag, next := varint.Read(b, pos)
		if tag != f.tag {
			break
		}
		pos = next
	}
	return n
}

// parseArray puts items into the array at p, of which count have come already.
func (f *field) parseArray(b []byte, pos int, p memory.Ref, wire byte, depth int, count *int) (int, *fault.Fault) {
	v, end := &f.value, 0
	if wire == wireBytes && v.packable() {
		var start int
		if start, end = content(b, pos); end < 0 {
			return 0, unreadable(pos, end)
		}
		b, pos = b[:end], start
	}
	var err *fault.Fault
	for pos < end || end == 0 {
		if *count == f.length {
			return 0, fault.At(pos, "want %d items, got more", f.length)
		}
		item := p.At(uintptr(*count) * v.size)
		if pos, err = v.parse(b, pos, item, depth); err != nil {
			return 0, err.In(fault.Index(*count))
		}
		*count++
		if end == 0 {
			break
		}
	}
	return pos, nil
}
