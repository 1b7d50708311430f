package avro

import (
	"reflect"
	"strconv"
	"sync"

	"github.com/weft-go/weft/schema"
)

// Avro's maps have strings as keys. A map with other keys is an array of records with
// the fields key and value, whose bytes are those of a map but for the form of the
// key, so both are handled alike.
//
// Maps from strings to common types are read and written as Go maps. For all others
// there is reflection, with variables for one key and one element that are used for
// all entries, and kept for the next map.

// mapping compiles a map.
func (c *compiler) mapping(n *node, s *schema.Schema) {
	text := s.Key().Kind() == schema.KindString && len(s.Key().Enum()) == 0
	if text {
		n.kind = avroMap
		n.elem = c.node(s.Elem())
		if fillStringMap(n, s.Elem().Kind()) {
			return
		}
	} else {
		n.kind = avroArray
		c.entries(n, s)
	}
	m := &mapPlan{typ: s.Type(), keySchema: s.Key(), key: c.node(s.Key()), elem: c.node(s.Elem())}
	m.entrySize = int(s.Key().Type().Size() + s.Elem().Type().Size())
	n.encode, n.decode = m.encode, m.decode
}

// entries makes n an array of records.
func (c *compiler) entries(n *node, s *schema.Schema) {
	entry := &node{kind: avroRecord, namespace: c.scope.namespace, name: c.claim(c.scope.namespace, c.scope.name+"Entry")}
	n.elem = entry
	c.within(scope{entry.namespace, entry.name}, func() {
		entry.fields = []nodeField{{name: "key", node: c.node(s.Key())}, {name: "value", node: c.node(s.Elem())}}
	})
}

// fillStringMap compiles a map from strings to a common type.
func fillStringMap(n *node, elem schema.Kind) bool {
	switch elem {
	case schema.KindString:
		fillMapOf[string](n)
	case schema.KindInt:
		fillMapOf[int](n)
	case schema.KindInt64:
		fillMapOf[int64](n)
	case schema.KindFloat64:
		fillMapOf[float64](n)
	case schema.KindBool:
		fillMapOf[bool](n)
	case schema.KindAny:
		fillMapOf[any](n)
	default:
		return false
	}
	return true
}

// fillMapOf compiles a map[string]V.
func fillMapOf[V any](n *node) {
	elem := n.elem
	n.encode = func(dst []byte, p ptr, depth int) ([]byte, *fault) {
		m := *at[map[string]V](p)
		if len(m) == 0 {
			return append(dst, 0), nil
		}
		if depth >= maxDepth {
			return dst, newFault(tooDeep)
		}
		dst = appendLong(dst, int64(len(m)))
		for k, v := range m {
			var f *fault
			if dst, f = appendString(dst, k); f != nil {
				return dst, f.key(strconv.Quote(k))
			}
			if dst, f = elem.encode(dst, hide(&v), depth+1); f != nil {
				return dst, f.key(strconv.Quote(k))
			}
		}
		return append(dst, 0), nil
	}
	n.decode = func(in []byte, p ptr, depth int) ([]byte, *fault) {
		if depth >= maxDepth {
			return in, faultAt(in, tooDeep)
		}
		count, rest, f := readCount(in, "map", 1)
		if f != nil {
			return in, f
		}
		m := make(map[string]V, min(count, 16+len(rest)/8))
		for count > 0 {
			for range count {
				var k string
				var v V
				if rest, f = decodeString(rest, hide(&k), depth); f != nil {
					return rest, f
				}
				if rest, f = elem.decode(rest, hide(&v), depth+1); f != nil {
					return rest, f.key(strconv.Quote(k))
				}
				m[k] = v
			}
			if count, rest, f = readCount(rest, "map", 1); f != nil {
				return rest, f
			}
		}
		*at[map[string]V](p) = m
		return rest, nil
	}
}

// mapPlan handles the maps of all other types.
type mapPlan struct {
	typ       reflect.Type
	keySchema *schema.Schema
	key, elem *node
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
	e := m.entry()
	defer m.release(e)
	e.whole.Set(value(m.typ, p))
	if e.whole.Len() == 0 {
		return append(dst, 0), nil
	}
	if depth >= maxDepth {
		return dst, newFault(tooDeep)
	}
	dst = appendLong(dst, int64(e.whole.Len()))
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
	return append(dst, 0), nil
}

func (m *mapPlan) decode(in []byte, p ptr, depth int) ([]byte, *fault) {
	if depth >= maxDepth {
		return in, faultAt(in, tooDeep)
	}
	least := m.key.least() + m.elem.least()
	count, rest, f := readCount(in, "map", least)
	if f != nil {
		return in, f
	}
	e := m.entry()
	defer m.release(e)
	result := reflect.MakeMapWithSize(m.typ, min(count, 16+4*len(rest)/(m.entrySize+1)))
	for count > 0 {
		for range count {
			e.key.SetZero()
			e.elem.SetZero()
			if rest, f = m.key.decode(rest, addressOf(e.key), depth+1); f != nil {
				return rest, f
			}
			if rest, f = m.elem.decode(rest, addressOf(e.elem), depth+1); f != nil {
				return rest, f.key(m.keyText(e.key))
			}
			result.SetMapIndex(e.key, e.elem)
		}
		if count, rest, f = readCount(rest, "map", least); f != nil {
			return rest, f
		}
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
