package protobuf

import (
	"reflect"
	"strconv"

	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/mapping"
	"github.com/weft-go/weft/format/internal/memory"
	"github.com/weft-go/weft/format/internal/varint"
	"github.com/weft-go/weft/schema"
)

// A map is a list of messages with the fields key, 1, and value, 2. Both are
// always written; on reading, a missing one is zero, and of two entries with one
// key the last counts. The order of the entries is not defined, by Go or by Protobuf.
//
// Go's maps can be read only with their type known to the compiler, or by
// reflection. Maps from strings to strings are so common that they have the
// former. All others have entries (package mapping).

// The tags of an entry's fields without their wire types.
const (
	keyTag   = 1 << 3
	valueTag = 2 << 3
)

// table is the plan of a map.
type table struct {
	typ        reflect.Type
	key, value value
	strings    bool   // a map[string]string
	message    string // name of the entry message, when map<> cannot be written
	entries    *mapping.Entries
}

func newTable(s *schema.Schema, key, val value) *table {
	tb := &table{typ: s.Type(), key: key, value: val, entries: mapping.NewEntries(s)}
	tb.strings = key.op == opString && val.op == opString
	return tb
}

func (tb *table) append(b []byte, tag uint64, p memory.Ref, depth int) ([]byte, *fault.Fault) {
	if p.Follow().IsNil() {
		return b, nil
	}
	if tb.strings {
		return appendStrings(b, tag, *memory.As[map[string]string](p))
	}
	e := tb.entries.Get()
	defer tb.entries.Put(e)
	// Only the map itself is copied: reflection never sees the address p.
	memory.Of(e.Map).Assign(p)
	e.Iter.Reset(e.Map)
	key, val := memory.Of(e.Key), memory.Of(e.Elem)
	for e.Iter.Next() {
		e.Key.SetIterKey(&e.Iter)
		e.Elem.SetIterValue(&e.Iter)
		var err *fault.Fault
		if b, err = tb.appendEntry(b, tag, key, val, depth); err != nil {
			return b, err.In(fault.Key(tb.entries.KeyText(e.Key)))
		}
	}
	return b, nil
}

func (tb *table) appendEntry(b []byte, tag uint64, key, val memory.Ref, depth int) ([]byte, *fault.Fault) {
	b, start := open(varint.Append(b, tag))
	b, err := tb.key.append(append(b, keyTag|tb.key.wire), key, depth+1)
	if err != nil {
		return b, err
	}
	b, err = tb.value.append(append(b, valueTag|tb.value.wire), val, depth+1)
	if err != nil {
		return b, err
	}
	return shut(b, start), nil
}

func appendStrings(b []byte, tag uint64, m map[string]string) ([]byte, *fault.Fault) {
	var start int
	var err *fault.Fault
	for k, v := range m {
		b, start = open(varint.Append(b, tag))
		b, err = appendString(append(b, keyTag|wireBytes), k)
		if err == nil {
			b, err = appendString(append(b, valueTag|wireBytes), v)
		}
		if err != nil {
			return b, err.In(fault.Key(strconv.Quote(k)))
		}
		b = shut(b, start)
	}
	return b, nil
}

// parse decodes one entry into the map at p.
func (tb *table) parse(b []byte, pos int, p memory.Ref, depth int) (int, *fault.Fault) {
	start, end := content(b, pos)
	if end < 0 {
		return 0, unreadable(pos, end)
	}
	if tb.strings {
		return end, parseStrings(b[:end], start, p)
	}
	e := tb.entries.Get()
	defer tb.entries.Put(e)
	if err := tb.parseEntry(b[:end], start, memory.Of(e.Key), memory.Of(e.Elem), depth+1); err != nil {
		return 0, err.In(fault.Key(tb.entries.KeyText(e.Key)))
	}
	tb.complete(memory.Of(e.Elem))
	m := p.Value(tb.typ)
	if m.IsNil() {
		m.Set(reflect.MakeMap(tb.typ))
	}
	m.SetMapIndex(e.Key, e.Elem)
	return end, nil
}

// complete makes an empty message of a value that did not come.
func (tb *table) complete(val memory.Ref) {
	switch t := tb.value.body.(type) {
	case *pointed:
		val.Ensure(t.typ)
	case *nullable:
		if o := val.Optional(t.typ); o.IsAbsent() {
			o.SetNull()
		}
	}
}

func (tb *table) parseEntry(b []byte, pos int, key, val memory.Ref, depth int) *fault.Fault {
	if depth > maxDepth {
		return fault.At(pos, "messages are nested more than %d deep", maxDepth)
	}
	for pos < len(b) {
		number, wire, next := fieldTag(b, pos)
		if next < 0 {
			return unreadable(pos, next)
		}
		var err *fault.Fault
		switch {
		case number == 1 && wire == tb.key.wire:
			next, err = tb.key.parse(b, next, key, depth)
		case number == 2 && wire == tb.value.wire:
			next, err = tb.value.parse(b, next, val, depth)
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

var stringValue = value{op: opString, wire: wireBytes, scalar: "string"}

func parseStrings(b []byte, pos int, p memory.Ref) *fault.Fault {
	var entry struct{ key, value string }
	tb := table{key: stringValue, value: stringValue}
	if err := tb.parseEntry(b, pos, memory.To(&entry.key), memory.To(&entry.value), 0); err != nil {
		return err.In(fault.Key(strconv.Quote(entry.key)))
	}
	m := memory.As[map[string]string](p)
	if *m == nil {
		*m = map[string]string{}
	}
	(*m)[entry.key] = entry.value
	return nil
}
