package protobuf

import (
	"fmt"
	"reflect"
	"sync"

	"github.com/weft-go/weft/schema"
)

// A map is a list of messages with the fields key, 1, and value, 2. Both are
// always written; on reading, a missing one is zero, and of two entries with one
// key the last counts. The order of the entries is not defined, by Go or by Protobuf.
//
// Go's maps can be read only with their type known to the compiler, or by
// reflection. Maps from strings to strings are so common that they have the
// former. For others there is a frame: the places that reflection copies keys and
// values to, kept in a pool so that a map costs no allocation for each entry.

// The tags of an entry's fields without their wire types.
const (
	keyTag   = 1 << 3
	valueTag = 2 << 3
)

// table is the plan of a map.
type table struct {
	typ        reflect.Type
	key, value value
	keys       *schema.Schema // to write a key into a path
	strings    bool           // a map[string]string
	message    string         // name of the entry message, when map<> cannot be written
	frames     sync.Pool      // of *frame
}

// frame holds copies while a map is encoded or decoded.
type frame struct {
	m, key, value reflect.Value
	iter          reflect.MapIter
}

func newTable(t reflect.Type, key, val value, keys *schema.Schema) *table {
	tb := &table{typ: t, key: key, value: val, keys: keys}
	tb.strings = key.op == opString && val.op == opString
	tb.frames.New = func() any {
		return &frame{m: reflect.New(t).Elem(), key: reflect.New(t.Key()).Elem(), value: reflect.New(t.Elem()).Elem()}
	}
	return tb
}

// release empties the frame, so that the pool keeps nothing of a value alive.
func (tb *table) release(fr *frame) {
	fr.iter.Reset(reflect.Value{})
	fr.m.SetZero()
	fr.key.SetZero()
	fr.value.SetZero()
	tb.frames.Put(fr)
}

func (tb *table) append(b []byte, tag uint64, p ref, depth int) ([]byte, *fault) {
	if p.follow().isNil() {
		return b, nil
	}
	if tb.strings {
		return appendStrings(b, tag, *as[map[string]string](p))
	}
	fr := tb.frames.Get().(*frame)
	defer tb.release(fr)
	// Only the map itself is copied: reflection never sees the address p.
	refOf(fr.m.Addr()).setPointer(p)
	fr.iter.Reset(fr.m)
	key, val := refOf(fr.key.Addr()), refOf(fr.value.Addr())
	for fr.iter.Next() {
		fr.key.SetIterKey(&fr.iter)
		fr.value.SetIterValue(&fr.iter)
		var err *fault
		if b, err = tb.appendEntry(b, tag, key, val, depth); err != nil {
			return b, err.in(tb.step(fr.key))
		}
	}
	return b, nil
}

func (tb *table) appendEntry(b []byte, tag uint64, key, val ref, depth int) ([]byte, *fault) {
	b, start := open(appendVarint(b, tag))
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

func appendStrings(b []byte, tag uint64, m map[string]string) ([]byte, *fault) {
	var start int
	var err *fault
	for k, v := range m {
		b, start = open(appendVarint(b, tag))
		b, err = appendString(append(b, keyTag|wireBytes), k)
		if err == nil {
			b, err = appendString(append(b, valueTag|wireBytes), v)
		}
		if err != nil {
			return b, err.in(fmt.Sprintf("[%q]", k))
		}
		b = shut(b, start)
	}
	return b, nil
}

// step returns a key as a step of a path.
func (tb *table) step(key reflect.Value) string {
	text, err := tb.keys.AppendText(nil, key)
	if err != nil {
		return "[?]"
	}
	if k := tb.keys.Kind(); k.IsInt() || k.IsUint() {
		return "[" + string(text) + "]"
	}
	return fmt.Sprintf("[%q]", text)
}

// parse decodes one entry into the map at p.
func (tb *table) parse(b []byte, pos int, p ref, depth int) (int, *fault) {
	start, end := content(b, pos)
	if end < 0 {
		return 0, unreadable(pos, end)
	}
	if tb.strings {
		return end, parseStrings(b[:end], start, p)
	}
	fr := tb.frames.Get().(*frame)
	defer tb.release(fr)
	if err := tb.parseEntry(b[:end], start, refOf(fr.key.Addr()), refOf(fr.value.Addr()), depth+1); err != nil {
		return 0, err.in(tb.step(fr.key))
	}
	tb.complete(refOf(fr.value.Addr()))
	m := p.value(tb.typ)
	if m.IsNil() {
		m.Set(reflect.MakeMap(tb.typ))
	}
	m.SetMapIndex(fr.key, fr.value)
	return end, nil
}

// complete makes an empty message of a value that did not come.
func (tb *table) complete(val ref) {
	switch t := tb.value.body.(type) {
	case *pointed:
		val.make(t.typ)
	case *nullable:
		if o := val.optional(t.typ); o.IsAbsent() {
			o.SetNull()
		}
	}
}

func (tb *table) parseEntry(b []byte, pos int, key, val ref, depth int) *fault {
	if depth > maxDepth {
		return faultf(pos, "messages are nested more than %d deep", maxDepth)
	}
	for pos < len(b) {
		number, wire, next := fieldTag(b, pos)
		if next < 0 {
			return unreadable(pos, next)
		}
		var err *fault
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

func parseStrings(b []byte, pos int, p ref) *fault {
	var entry struct{ key, value string }
	tb := table{key: stringValue, value: stringValue}
	if err := tb.parseEntry(b, pos, refTo(&entry.key), refTo(&entry.value), 0); err != nil {
		return err.in(fmt.Sprintf("[%q]", entry.key))
	}
	m := as[map[string]string](p)
	if *m == nil {
		*m = map[string]string{}
	}
	(*m)[entry.key] = entry.value
	return nil
}
