package msgpack

import (
	"reflect"
	"strconv"
	"unicode/utf8"

	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/mapping"
	"github.com/weft-go/weft/format/internal/memory"
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
	m := &mapPlan{typ: s.Type(), entries: mapping.NewEntries(s), key: keyFunctions(s.Key()), elem: elem}
	m.entrySize = int(s.Key().Type().Size() + s.Elem().Type().Size())
	return m.encode, m.decode
}

// stringMapFunctions returns the functions of a map[string]V.
func stringMapFunctions[V any](elem *plan) (encodeFunc, decodeFunc) {
	encode := func(dst []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
		m := *memory.As[map[string]V](p)
		if depth >= maxDepth {
			return dst, fault.New(tooDeep)
		}
		dst = appendMapHead(dst, len(m))
		for k, v := range m {
			if !utf8.ValidString(k) {
				return dst, fault.New("a key is not valid UTF-8")
			}
			dst = appendStr(dst, k)
			var f *fault.Fault
			if dst, f = elem.encode(dst, memory.Hidden(&v), depth+1); f != nil {
				return dst, f.In(fault.Key(strconv.Quote(k)))
			}
		}
		return dst, nil
	}
	decode := func(in []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
		if isNil(in) {
			return in[1:], nil
		}
		n, rest, ok := readCount(in, famMap)
		if !ok {
			return in, refuse(in, "map")
		}
		if depth >= maxDepth {
			return in, fault.Before(in, tooDeep)
		}
		m := make(map[string]V, min(n, 16+len(rest)/8))
		for range n {
			var k string
			var v V
			var f *fault.Fault
			if rest, f = decodeString(rest, memory.Hidden(&k), depth); f != nil {
				return rest, f
			}
			if rest, f = elem.decode(rest, memory.Hidden(&v), depth+1); f != nil {
				return rest, f.In(fault.Key(strconv.Quote(k)))
			}
			m[k] = v
		}
		*memory.As[map[string]V](p) = m
		return rest, nil
	}
	return encode, decode
}

// mapPlan handles the maps of all other types.
type mapPlan struct {
	typ       reflect.Type
	key       functionPair
	elem      *plan
	entrySize int
	entries   *mapping.Entries
}

func (m *mapPlan) encode(dst []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
	if depth >= maxDepth {
		return dst, fault.New(tooDeep)
	}
	e := m.entries.Get()
	defer m.entries.Put(e)
	e.Map.Set(p.Value(m.typ))
	dst = appendMapHead(dst, e.Map.Len())
	e.Iter.Reset(e.Map)
	for e.Iter.Next() {
		e.Key.SetIterKey(&e.Iter)
		e.Elem.SetIterValue(&e.Iter)
		var f *fault.Fault
		if dst, f = m.key.encode(dst, memory.Of(e.Key), depth+1); f == nil {
			dst, f = m.elem.encode(dst, memory.Of(e.Elem), depth+1)
		}
		if f != nil {
			return dst, f.In(fault.Key(m.entries.KeyText(e.Key)))
		}
	}
	return dst, nil
}

func (m *mapPlan) decode(in []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
	if isNil(in) {
		return in[1:], nil
	}
	n, rest, ok := readCount(in, famMap)
	if !ok {
		return in, refuse(in, "map")
	}
	if depth >= maxDepth {
		return in, fault.Before(in, tooDeep)
	}
	e := m.entries.Get()
	defer m.entries.Put(e)
	result := reflect.MakeMapWithSize(m.typ, min(n, 16+4*len(rest)/(m.entrySize+1)))
	for range n {
		e.Key.SetZero()
		e.Elem.SetZero()
		var f *fault.Fault
		if rest, f = m.key.decode(rest, memory.Of(e.Key), depth+1); f != nil {
			return rest, f
		}
		if rest, f = m.elem.decode(rest, memory.Of(e.Elem), depth+1); f != nil {
			return rest, f.In(fault.Key(m.entries.KeyText(e.Key)))
		}
		result.SetMapIndex(e.Key, e.Elem)
	}
	p.Value(m.typ).Set(result)
	return rest, nil
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
		return functionPair{f.encode, func(in []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
			if _, _, isText := readBytes(in); isText {
				return decode(in, p, depth)
			}
			return f.decode(in, p, depth)
		}}
	}
	return functionPair{encode, decode}
}
