package protobuf

import (
	"reflect"
	"unicode/utf8"

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
	step       string // wire name, or "" inside a wrapper
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
func (f *field) append(b []byte, p ref, depth int) ([]byte, *fault) {
	at := p.reach(f.hops, f.offset)
	if at.isNil() {
		return b, nil
	}
	switch f.card {
	case implicit:
		if f.value.absent(at) {
			return b, nil
		}
	case pointer:
		if at = at.follow(); at.isNil() {
			return b, nil
		}
	case repeated:
		h := at.slice()
		if h.len == 0 {
			return b, nil
		}
		return f.appendItems(b, h, depth)
	case array:
		if f.length == 0 {
			return b, nil
		}
		return f.appendItems(b, &header{data: at.p, len: f.length}, depth)
	case mapped:
		return f.table.append(b, f.tag, at, depth)
	}
	return f.value.append(appendVarint(b, f.tag), at, depth)
}

func (f *field) appendItems(b []byte, h *header, depth int) ([]byte, *fault) {
	v := &f.value
	var err *fault
	if f.packed() {
		b, start := open(appendVarint(b, f.tag))
		for i := range h.len {
			b, _ = v.append(b, h.elem(i, v.size), depth) // numbers cannot fail
		}
		return shut(b, start), nil
	}
	for i := range h.len {
		if b, err = v.append(appendVarint(b, f.tag), h.elem(i, v.size), depth); err != nil {
			return b, err.inIndex(i)
		}
	}
	return b, nil
}

// parse decodes one occurrence of the field into the struct at p. counts are those
// of the message's arrays.
func (f *field) parse(b []byte, pos int, p ref, wire byte, depth int, counts []int) (int, *fault) {
	at := p.settle(f.hops, f.offset)
	switch f.card {
	case pointer:
		at = at.make(f.value.typ)
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
func (f *field) parseFast(b []byte, pos int, p ref, depth int) (int, *fault) {
	at := p.at(f.offset)
	switch f.fast {
	case op64:
		x, next := varint(b, pos)
		if next < 0 {
			return 0, unreadable(pos, next)
		}
		*as[uint64](at) = x
		return next, nil
	case opString:
		start, end := content(b, pos)
		if end < 0 {
			return 0, unreadable(pos, end)
		}
		data := b[start:end]
		if !utf8.Valid(data) {
			return 0, faultf(start, "the string is not valid UTF-8")
		}
		*as[string](at) = string(data)
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
func (f *field) parseItems(b []byte, pos int, p ref, wire byte, depth int) (int, *fault) {
	v := &f.value
	if wire == wireBytes && v.packable() {
		start, end := content(b, pos)
		if end < 0 {
			return 0, unreadable(pos, end)
		}
		return end, f.parsePacked(b[:end], start, p, depth)
	}
	h := p.slice()
	room := h.len // when the run was longer than counted: double
	if h.len == 0 {
		room = f.countRun(b, pos)
	}
	end, err := v.parse(b, pos, p.extend(f.typ, v.size, room), depth)
	if err != nil {
		return 0, err.inIndex(h.len - 1)
	}
	return end, nil
}

func (f *field) parsePacked(b []byte, pos int, p ref, depth int) *fault {
	v, h := &f.value, p.slice()
	room := v.countPacked(b[pos:])
	var err *fault
	for pos < len(b) {
		if pos, err = v.parse(b, pos, p.extend(f.typ, v.size, room), depth); err != nil {
			return err.inIndex(h.len - 1)
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
		tag, next := varint(b, pos)
		if tag != f.tag {
			break
		}
		pos = next
	}
	return n
}

// parseArray puts items into the array at p, of which count have come already.
func (f *field) parseArray(b []byte, pos int, p ref, wire byte, depth int, count *int) (int, *fault) {
	v, end := &f.value, 0
	if wire == wireBytes && v.packable() {
		var start int
		if start, end = content(b, pos); end < 0 {
			return 0, unreadable(pos, end)
		}
		b, pos = b[:end], start
	}
	var err *fault
	for pos < end || end == 0 {
		if *count == f.length {
			return 0, faultf(pos, "want %d items, got more", f.length)
		}
		item := p.at(uintptr(*count) * v.size)
		if pos, err = v.parse(b, pos, item, depth); err != nil {
			return 0, err.inIndex(*count)
		}
		*count++
		if end == 0 {
			break
		}
	}
	return pos, nil
}
