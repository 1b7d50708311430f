package thrift

import (
	"fmt"
	"math"
	"reflect"
	"sync"

	"github.com/weft-go/weft/schema"
)

// appendItems encodes a list.
func (v *value) appendItems(b []byte, h *header, depth int) ([]byte, *fault) {
	if depth > maxDepth {
		return b, faultf(-1, "the value is nested more than %d deep", maxDepth)
	}
	if h.len > math.MaxInt32 {
		return b, faultf(-1, "want at most 2147483647 items, got %d", h.len)
	}
	e := v.elem
	b = v.protocol.appendList(b, e.thrift, h.len)
	var err *fault
	for i := range h.len {
		if b, err = e.append(b, h.elem(i, e.size), depth); err != nil {
			return b, err.inIndex(i)
		}
	}
	return b, nil
}

// firstRoom is for how many bytes of elements a slice is made before any was
// read. After that it grows as they come.
const firstRoom = 1 << 16

// parseItems decodes a list into the slice or array at p.
func (v *value) parseItems(b []byte, pos int, p ref, depth int) (int, *fault) {
	if depth > maxDepth {
		return 0, unreadable(pos, tooDeep)
	}
	e := v.elem
	t, n, next := v.protocol.list(b, pos)
	switch {
	case next < 0:
		return 0, unreadable(pos, next)
	case n > 0 && t != e.thrift:
		return 0, faultf(pos, "want a list of %s, got one of %s", typeNames[e.thrift], typeNames[t])
	case n > (len(b)-next)/v.protocol.minSize(e.thrift):
		return 0, faultf(pos, "unexpected end of input: a list of %d items", n)
	case v.op == opArray && n != v.length:
		return 0, faultf(pos, "want %d items, got %d", v.length, n)
	}
	if v.op == opList {
		p.reset(v.typ, n)
	}
	pos = next
	room := min(n, int(firstRoom/max(e.size, 1))+1)
	var err *fault
	for i := range n {
		var item ref
		if v.op == opArray {
			item = p.at(uintptr(i) * e.size)
		} else {
			item = p.extend(v.typ, e.size, room)
			room = min(n-i, i+1)
		}
		if pos, err = e.parse(b, pos, item, depth); err != nil {
			return 0, err.inIndex(i)
		}
	}
	return pos, nil
}

// Go's maps can be read only with their type known to the compiler, or by
// reflection. Maps from strings to strings are so common that they have the
// former. For others there is a place: what reflection copies keys and values to,
// kept in a pool so that a map costs no allocation for each entry.

// table is the plan of a map.
type table struct {
	typ        reflect.Type
	protocol   protocol
	key, value value
	keys       *schema.Schema // to write a key into a path
	strings    bool           // a map[string]string
	places     sync.Pool      // of *place
}

// place holds copies while a map is encoded or decoded.
type place struct {
	m, key, value reflect.Value
	iter          reflect.MapIter
}

func newTable(t reflect.Type, c protocol, key, val value, keys *schema.Schema) *table {
	tb := &table{typ: t, protocol: c, key: key, value: val, keys: keys}
	tb.strings = key.op == opString && val.op == opString
	tb.places.New = func() any {
		return &place{m: reflect.New(t).Elem(), key: reflect.New(t.Key()).Elem(), value: reflect.New(t.Elem()).Elem()}
	}
	return tb
}

// release empties the place, so that the pool keeps nothing of a value alive.
func (tb *table) release(pl *place) {
	pl.iter.Reset(reflect.Value{})
	pl.m.SetZero()
	pl.key.SetZero()
	pl.value.SetZero()
	tb.places.Put(pl)
}

func (tb *table) append(b []byte, p ref, depth int) ([]byte, *fault) {
	if depth > maxDepth {
		return b, faultf(-1, "the value is nested more than %d deep", maxDepth)
	}
	if p.follow().isNil() {
		return tb.protocol.appendMap(b, tb.key.thrift, tb.value.thrift, 0), nil
	}
	if tb.strings {
		return tb.appendStrings(b, *as[map[string]string](p))
	}
	pl := tb.places.Get().(*place)
	defer tb.release(pl)
	// Only the map itself is copied: reflection never sees the address p.
	refOf(pl.m.Addr()).setPointer(p)
	b = tb.protocol.appendMap(b, tb.key.thrift, tb.value.thrift, pl.m.Len())
	pl.iter.Reset(pl.m)
	key, val := refOf(pl.key.Addr()), refOf(pl.value.Addr())
	var err *fault
	for pl.iter.Next() {
		pl.key.SetIterKey(&pl.iter)
		pl.value.SetIterValue(&pl.iter)
		if b, err = tb.key.append(b, key, depth); err == nil {
			b, err = tb.value.append(b, val, depth)
		}
		if err != nil {
			return b, err.in(tb.step(pl.key))
		}
	}
	return b, nil
}

func (tb *table) appendStrings(b []byte, m map[string]string) ([]byte, *fault) {
	b = tb.protocol.appendMap(b, typeString, typeString, len(m))
	var err *fault
	for k, v := range m {
		if b, err = tb.protocol.appendString(b, k); err == nil {
			b, err = tb.protocol.appendString(b, v)
		}
		if err != nil {
			return b, err.in(fmt.Sprintf("[%q]", k))
		}
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

// parse decodes a map. Of two entries with one key the last counts.
func (tb *table) parse(b []byte, pos int, p ref, depth int) (int, *fault) {
	if depth > maxDepth {
		return 0, unreadable(pos, tooDeep)
	}
	c := tb.protocol
	key, val, n, next := c.mapping(b, pos)
	switch {
	case next < 0:
		return 0, unreadable(pos, next)
	case n > 0 && (key != tb.key.thrift || val != tb.value.thrift):
		return 0, faultf(pos, "want a map from %s to %s, got one from %s to %s",
			typeNames[tb.key.thrift], typeNames[tb.value.thrift], typeNames[key], typeNames[val])
	case n > (len(b)-next)/(c.minSize(tb.key.thrift)+c.minSize(tb.value.thrift)):
		return 0, faultf(pos, "unexpected end of input: a map of %d entries", n)
	}
	pl := tb.places.Get().(*place)
	defer tb.release(pl)
	m := p.value(tb.typ)
	m.Set(reflect.MakeMapWithSize(tb.typ, min(n, 1024)))
	pos = next
	for range n {
		pl.key.SetZero()
		pl.value.SetZero()
		var err *fault
		if pos, err = tb.key.parse(b, pos, refOf(pl.key.Addr()), depth); err != nil {
			return 0, err.in("[key]")
		}
		if pos, err = tb.value.parse(b, pos, refOf(pl.value.Addr()), depth); err != nil {
			return 0, err.in(tb.step(pl.key))
		}
		m.SetMapIndex(pl.key, pl.value)
	}
	return pos, nil
}
