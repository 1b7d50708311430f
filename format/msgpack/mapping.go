package msgpack

import (
	"reflect"
	"strconv"
	"sync"
	"unicode/utf8"

	"github.com/weft-go/weft/schema"
)

// Maps from strings to common types are read and written as Go maps. For all others
// there is reflection, with variables for one key and one element that are used for
// all entries, and kept for the next map.

// mapFunctions returns the functions of a map.
func (c *compiler) mapFunctions(s *schema.Schema) (encodeFunc, decodeFunc) {
	elem := c.plan(s.Elem())
	if s.Key().Kind() == schema.KindString {
		switch s.Elem().Kind() {
		case schema.KindString:
			return stringMapFunctions[string](elem)
		case schema.KindInt:
			return stringMapFunctions[int](elem)
		case schema.KindInt64:
			return stringMapFunctions[int64](elem)
		case schema.KindFloat64:
			return stringMapFunctions[float64](elem)
		case schema.KindBool:
			return stringMapFunctions[bool](elem)
		case schema.KindAny:
			return stringMapFunctions[any](elem)
		}
	}
	m := &mapPlan{typ: s.Type(), keySchema: s.Key(), key: keyFunctions(s.Key()), elem: elem}
	m.entrySize = int(s.Key().Type().Size() + s.Elem().Type().Size())
	return m.encode, m.decode
}

// stringMapFunctions returns the functions of a map[string]V.
func stringMapFunctions[V any](elem *plan) (encodeFunc, decodeFunc) {
	encode := func(dst []byte, p ptr, depth int) ([]byte, *fault) {
		m := *at[map[string]V](p)
		if depth >= maxDepth {
			return dst, newFault(tooDeep)
		}
		dst = appendMapHead(dst, len(m))
		for k, v := range m {
			if !utf8.ValidString(k) {
				return dst, newFault("a key is not valid UTF-8")
			}
			dst = appendStr(dst, k)
			var f *fault
			if dst, f = elem.encode(dst, hide(&v), depth+1); f != nil {
				return dst, f.key(strconv.Quote(k))
			}
		}
		return dst, nil
	}
	decode := func(in []byte, p ptr, depth int) ([]byte, *fault) {
		if isNil(in) {
			return in[1:], nil
		}
		n, rest, ok := readCount(in, famMap)
		if !ok {
			return in, refuse(in, "map")
		}
		if depth >= maxDepth {
			return in, faultAt(in, tooDeep)
		}
		m := make(map[string]V, min(n, 16+len(rest)/8))
		for range n {
			var k string
			var v V
			var f *fault
			if rest, f = decodeString(rest, hide(&k), depth); f != nil {
				return rest, f
			}
			if rest, f = elem.decode(rest, hide(&v), depth+1); f != nil {
				return rest, f.key(strconv.Quote(k))
			}
			m[k] = v
		}
		*at[map[string]V](p) = m
		return rest, nil
	}
	return encode, decode
}

// mapPlan handles the maps of all other types.
type mapPlan struct {
	typ       reflect.Type
	keySchema *schema.Schema
	key       functionPair
	elem      *plan
	entrySize int
	spare     sync.Pool // of *mapEntry
}

// mapEntry holds the variables for one walk over a map.
type mapEntry struct {
	whole, key, elem reflect.Value
	iter             reflect.MapIter
}

func (m *mapPlan) entry() *mapEntry {
	if e, ok := m.spare.Get().(*mapEntry); ok {
		return e
	}
	return &mapEntry{
		whole: reflect.New(m.typ).Elem(),
		key:   reflect.New(m.typ.Key()).Elem(),
		elem:  reflect.New(m.typ.Elem()).Elem(),
	}
}

// release forgets the values, so that the pool keeps nothing alive.
func (m *mapPlan) release(e *mapEntry) {
	e.whole.SetZero()
	e.key.SetZero()
	e.elem.SetZero()
	e.iter.Reset(reflect.Value{})
	m.spare.Put(e)
}

func (m *mapPlan) encode(dst []byte, p ptr, depth int) ([]byte, *fault) {
	if depth >= maxDepth {
		return dst, newFault(tooDeep)
	}
	e := m.entry()
	defer m.release(e)
	e.whole.Set(value(m.typ, p))
	dst = appendMapHead(dst, e.whole.Len())
	e.iter.Reset(e.whole)
	for e.iter.Next() {
		e.key.SetIterKey(&e.iter)
		e.elem.SetIterValue(&e.iter)
		var f *fault
		if dst, f = m.key.encode(dst, addressOf(e.key), depth+1); f == nil {
			dst, f = m.elem.encode(dst, addressOf(e.elem), depth+1)
		}
		if f != nil {
			return dst, f.key(m.keyText(e.key))
		}
	}
	return dst, nil
}

func (m *mapPlan) decode(in []byte, p ptr, depth int) ([]byte, *fault) {
	if isNil(in) {
		return in[1:], nil
	}
	n, rest, ok := readCount(in, famMap)
	if !ok {
		return in, refuse(in, "map")
	}
	if depth >= maxDepth {
		return in, faultAt(in, tooDeep)
	}
	e := m.entry()
	defer m.release(e)
	result := reflect.MakeMapWithSize(m.typ, min(n, 16+4*len(rest)/(m.entrySize+1)))
	for range n {
		e.key.SetZero()
		e.elem.SetZero()
		var f *fault
		if rest, f = m.key.decode(rest, addressOf(e.key), depth+1); f != nil {
			return rest, f
		}
		if rest, f = m.elem.decode(rest, addressOf(e.elem), depth+1); f != nil {
			return rest, f.key(m.keyText(e.key))
		}
		result.SetMapIndex(e.key, e.elem)
	}
	value(m.typ, p).Set(result)
	return rest, nil
}

// keyText returns a key as paths show it.
func (m *mapPlan) keyText(key reflect.Value) string {
	text, err := m.keySchema.AppendText(nil, key)
	if err != nil {
		return "?"
	}
	if k := m.keySchema.Kind(); k.IsInt() || k.IsUint() {
		return string(text)
	}
	return strconv.Quote(string(text))
}

// keyFunctions returns the functions for a map's keys: integers and durations as
// integers, all others as str. Integers are also read from text, which is how
// formats with string keys only write them.
func keyFunctions(s *schema.Schema) functionPair {
	if s.Kind() == schema.KindString {
		return functionPair{encodeString, decodeString}
	}
	encode, decode := textFunctions(s)
	if f, ok := scalarFunctions(s.Kind()); ok && (s.Kind().IsInt() || s.Kind().IsUint() || s.Kind() == schema.KindDuration) {
		return functionPair{f.encode, func(in []byte, p ptr, depth int) ([]byte, *fault) {
			if _, _, isText := readBytes(in); isText {
				return decode(in, p, depth)
			}
			return f.decode(in, p, depth)
		}}
	}
	return functionPair{encode, decode}
}
