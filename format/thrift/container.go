package thrift

import (
	"math"
	"reflect"
	"strconv"

	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/mapping"
	"github.com/weft-go/weft/format/internal/memory"
	"github.com/weft-go/weft/schema"
)

// appendItems encodes a list.
func (v *value) appendItems(b []byte, h *memory.Slice, depth int) ([]byte, *fault.Fault) {
	if depth > maxDepth {
		return b, fault.New("the value is nested more than %d deep", maxDepth)
	}
	if h.Len > math.MaxInt32 {
		return b, fault.New("want at most 2147483647 items, got %d", h.Len)
	}
	e := v.elem
	b = v.protocol.appendList(b, e.thrift, h.Len)
	var err *fault.Fault
	for i := range h.Len {
		if b, err = e.append(b, h.Elem(i, e.size), depth); err != nil {
			return b, err.In(fault.Index(i))
		}
	}
	return b, nil
}

// firstRoom is for how many bytes of elements a slice is made before any was
// read. After that it grows as they come.
const firstRoom = 1 << 16

// parseItems decodes a list into the slice or array at p.
func (v *value) parseItems(b []byte, pos int, p memory.Ref, depth int) (int, *fault.Fault) {
	if depth > maxDepth {
		return 0, unreadable(pos, tooDeep)
	}
	e := v.elem
	t, n, next := v.protocol.list(b, pos)
	switch {
	case next < 0:
		return 0, unreadable(pos, next)
	case n > 0 && t != e.thrift:
		return 0, fault.At(pos, "want a list of %s, got one of %s", typeNames[e.thrift], typeNames[t])
	case n > (len(b)-next)/v.protocol.minSize(e.thrift):
		return 0, fault.At(pos, "unexpected end of input: a list of %d items", n)
	case v.op == opArray && n != v.length:
		return 0, fault.At(pos, "want %d items, got %d", v.length, n)
	}
	if v.op == opList {
		if *p.Slice() = (memory.Slice{}); n == 0 {
			p.Empty(v.typ)
		}
	}
	pos = next
	room := min(n, int(firstRoom/max(e.size, 1))+1)
	var err *fault.Fault
	for i := range n {
		var item memory.Ref
		if v.op == opArray {
			item = p.At(uintptr(i) * e.size)
		} else {
			item = p.Extend(v.typ, e.size, room)
			room = min(n-i, i+1)
		}
		if pos, err = e.parse(b, pos, item, depth); err != nil {
			return 0, err.In(fault.Index(i))
		}
	}
	return pos, nil
}

// Go's maps can be read only with their type known to the compiler, or by
// reflection. Maps from strings to strings are so common that they have the
// former. All others have entries (package mapping).

// table is the plan of a map.
type table struct {
	typ        reflect.Type
	protocol   protocol
	key, value value
	strings    bool // a map[string]string
	entries    *mapping.Entries
}

func newTable(s *schema.Schema, c protocol, key, val value) *table {
	tb := &table{typ: s.Type(), protocol: c, key: key, value: val, entries: mapping.NewEntries(s)}
	tb.strings = key.op == opString && val.op == opString
	return tb
}

func (tb *table) append(b []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
	if depth > maxDepth {
		return b, fault.New("the value is nested more than %d deep", maxDepth)
	}
	if p.Follow().IsNil() {
		return tb.protocol.appendMap(b, tb.key.thrift, tb.value.thrift, 0), nil
	}
	if tb.strings {
		return tb.appendStrings(b, *memory.As[map[string]string](p))
	}
	e := tb.entries.Get()
	defer tb.entries.Put(e)
	// Only the map itself is copied: reflection never sees the address p.
	memory.Of(e.Map).Assign(p)
	b = tb.protocol.appendMap(b, tb.key.thrift, tb.value.thrift, e.Map.Len())
	e.Iter.Reset(e.Map)
	key, val := memory.Of(e.Key), memory.Of(e.Elem)
	var err *fault.Fault
	for e.Iter.Next() {
		e.Key.SetIterKey(&e.Iter)
		e.Elem.SetIterValue(&e.Iter)
		if b, err = tb.key.append(b, key, depth); err == nil {
			b, err = tb.value.append(b, val, depth)
		}
		if err != nil {
			return b, err.In(fault.Key(tb.entries.KeyText(e.Key)))
		}
	}
	return b, nil
}

func (tb *table) appendStrings(b []byte, m map[string]string) ([]byte, *fault.Fault) {
	b = tb.protocol.appendMap(b, typeString, typeString, len(m))
	var err *fault.Fault
	for k, v := range m {
		if b, err = tb.protocol.appendString(b, k); err == nil {
			b, err = tb.protocol.appendString(b, v)
		}
		if err != nil {
			return b, err.In(fault.Key(strconv.Quote(k)))
		}
	}
	return b, nil
}

// parse decodes a map. Of two entries with one key the last counts.
func (tb *table) parse(b []byte, pos int, p memory.Ref, depth int) (int, *fault.Fault) {
	if depth > maxDepth {
		return 0, unreadable(pos, tooDeep)
	}
	c := tb.protocol
	key, val, n, next := c.mapping(b, pos)
	switch {
	case next < 0:
		return 0, unreadable(pos, next)
	case n > 0 && (key != tb.key.thrift || val != tb.value.thrift):
		return 0, fault.At(pos, "want a map from %s to %s, got one from %s to %s",
			typeNames[tb.key.thrift], typeNames[tb.value.thrift], typeNames[key], typeNames[val])
	case n > (len(b)-next)/(c.minSize(tb.key.thrift)+c.minSize(tb.value.thrift)):
		return 0, fault.At(pos, "unexpected end of input: a map of %d entries", n)
	}
	e := tb.entries.Get()
	defer tb.entries.Put(e)
	m := p.Value(tb.typ)
	m.Set(reflect.MakeMapWithSize(tb.typ, min(n, 1024)))
	pos = next
	for range n {
		e.Key.SetZero()
		e.Elem.SetZero()
		var err *fault.Fault
		if pos, err = tb.key.parse(b, pos, memory.Of(e.Key), depth); err != nil {
			return 0, err.In(fault.Key("key"))
		}
		if pos, err = tb.value.parse(b, pos, memory.Of(e.Elem), depth); err != nil {
			return 0, err.In(fault.Key(tb.entries.KeyText(e.Key)))
		}
		m.SetMapIndex(e.Key, e.Elem)
	}
	return pos, nil
}
