package protobuf

import (
	"encoding/binary"
	"unicode/utf8"

	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/memory"
	"github.com/weft-go/weft/format/internal/varint"
)

// A message is the plan of a struct, or of another value that has to be wrapped in
// a message because Protobuf has no other place for it: a list inside a list, a
// pointer in a list, a list as the whole body. A wrapper is a message with one
// field at the address of the value itself.
type message struct {
	name   string
	doc    string
	strict bool // refuse unknown fields

	fields  []field // by number
	numbers []int16 // number → index in fields, or -1
	sparse  map[uint64]int
	arrays  int // how many fields are arrays, whose items are counted
}

// index prepares the look-up of fields.
func (m *message) index() {
	m.sparse = map[uint64]int{}
	for i := range m.fields {
		f := &m.fields[i]
		n := f.number
		if n > 4*len(m.fields)+16 {
			m.sparse[uint64(n)] = i
			continue
		}
		for len(m.numbers) <= n {
			m.numbers = append(m.numbers, -1)
		}
		m.numbers[n] = int16(i)
	}
}

func (m *message) find(number uint64) int {
	if number < uint64(len(m.numbers)) {
		return int(m.numbers[number])
	}
	if i, ok := m.sparse[number]; ok {
		return i
	}
	return -1
}

func (m *message) absent(memory.Ref) bool { return false }

// append writes the commonest fields itself and leaves the others to field.append.
func (m *message) append(b []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
	if depth > maxDepth {
		return b, fault.New("the value is nested more than %d deep", maxDepth)
	}
	for i := range m.fields {
		f := &m.fields[i]
		var err *fault.Fault
		switch f.fast {
		case op64:
			if x := *memory.As[uint64](p.At(f.offset)); x != 0 {
				b = varint.Append(varint.Append(b, f.tag), x)
			}
		case opInt32:
			if x := *memory.As[int32](p.At(f.offset)); x != 0 {
				b = varint.Append(varint.Append(b, f.tag), uint64(x))
			}
		case opBool:
			if *memory.As[bool](p.At(f.offset)) {
				b = append(varint.Append(b, f.tag), 1)
			}
		case opDouble:
			if x := *memory.As[uint64](p.At(f.offset)); x != 0 {
				b = binary.LittleEndian.AppendUint64(varint.Append(b, f.tag), x)
			}
		case opString:
			s := *memory.As[string](p.At(f.offset))
			if s == "" {
				continue
			}
			if utf8.ValidString(s) {
				b = append(varint.Append(varint.Append(b, f.tag), uint64(len(s))), s...)
				continue
			}
			err = fault.New("the string is not valid UTF-8")
		case opMessage:
			var start int
			b, start = open(varint.Append(b, f.tag))
			if b, err = f.value.message.append(b, p.At(f.offset), depth+1); err == nil {
				b = shut(b, start)
			}
		default:
			b, err = f.append(b, p, depth)
		}
		if err != nil {
			return b, err.In(f.step)
		}
	}
	return b, nil
}

// parse goes through the fields in the order of the input. Writers keep the order
// of the numbers, so the next field is most often the same or the following one.
func (m *message) parse(b []byte, pos int, p memory.Ref, depth int) *fault.Fault {
	if depth > maxDepth {
		return fault.At(pos, "messages are nested more than %d deep", maxDepth)
	}
	var counts []int
	if m.arrays > 0 {
		counts = make([]int, m.arrays)
	}
	i := 0
	for pos < len(b) {
		tag, next := varint.Read(b, pos)
		if next < 0 {
			return unreadable(pos, next)
		}
		switch {
		case i < len(m.fields) && m.fields[i].tag == tag:
		case i+1 < len(m.fields) && m.fields[i+1].tag == tag:
			i++
		default:
			found := m.find(tag >> 3)
			if found < 0 || !m.fields[found].accepts(byte(tag&7)) {
				end, err := m.skip(b, pos, depth)
				if err != nil {
					return err
				}
				pos = end
				continue
			}
			i = found
		}
		f := &m.fields[i]
		var err *fault.Fault
		if f.fast != opNone {
			pos, err = f.parseFast(b, next, p, depth)
		} else {
			pos, err = f.parse(b, next, p, byte(tag&7), depth, counts)
		}
		if err != nil {
			return err.In(f.step)
		}
	}
	if counts != nil {
		return m.checkCounts(counts, pos)
	}
	return nil
}

// skip passes over a field that the type does not have, or that has another wire
// type than the definition says, which Protobuf treats alike.
func (m *message) skip(b []byte, pos, depth int) (int, *fault.Fault) {
	number, wire, next := fieldTag(b, pos)
	if next < 0 {
		return 0, unreadable(pos, next)
	}
	if m.strict {
		return 0, fault.At(pos, "unknown field %d", number)
	}
	end := skip(b, next, number, wire, depth)
	if end < 0 {
		return 0, unreadable(pos, end)
	}
	return end, nil
}

// checkCounts refuses arrays of which only a part came. One that did not come at
// all is zero, like any other field.
func (m *message) checkCounts(counts []int, pos int) *fault.Fault {
	for i := range m.fields {
		f := &m.fields[i]
		if f.card != array {
			continue
		}
		if n := counts[f.array]; n != 0 && n != f.length {
			return fault.At(pos, "want %d items, got %d", f.length, n).In(f.step)
		}
	}
	return nil
}
