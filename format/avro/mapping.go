package avro

import (
	"reflect"
	"strconv"

	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/mapping"
	"github.com/weft-go/weft/format/internal/memory"
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
	m := &mapPlan{typ: s.Type(), entries: mapping.NewEntries(s), key: c.node(s.Key()), elem: c.node(s.Elem())}
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
	n.encode = func(dst []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
		m := *memory.As[map[string]V](p)
		if len(m) == 0 {
			return append(dst, 0), nil
		}
		if depth >= maxDepth {
			return dst, fault.New(tooDeep)
		}
		dst = appendLong(dst, int64(len(m)))
		for k, v := range m {
			var f *fault.Fault
			if dst, f = appendString(dst, k); f != nil {
				return dst, f.In(fault.Key(strconv.Quote(k)))
			}
			if dst, f = elem.encode(dst, memory.Hidden(&v), depth+1); f != nil {
				return dst, f.In(fault.Key(strconv.Quote(k)))
			}
		}
		return append(dst, 0), nil
	}
	n.decode = func(in []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
		if depth >= maxDepth {
			return in, fault.Before(in, tooDeep)
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
				if rest, f = decodeString(rest, memory.Hidden(&k), depth); f != nil {
					return rest, f
				}
				if rest, f = elem.decode(rest, memory.Hidden(&v), depth+1); f != nil {
					return rest, f.In(fault.Key(strconv.Quote(k)))
				}
				m[k] = v
			}
			if count, rest, f = readCount(rest, "map", 1); f != nil {
				return rest, f
			}
		}
		*memory.As[map[string]V](p) = m
		return rest, nil
	}
}

// mapPlan handles the maps of all other types.
type mapPlan struct {
	typ       reflect.Type
	key, elem *node
	entrySize int
	entries   *mapping.Entries
}

func (m *mapPlan) encode(dst []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
	e := m.entries.Get()
	defer m.entries.Put(e)
	e.Map.Set(p.Value(m.typ))
	if e.Map.Len() == 0 {
		return append(dst, 0), nil
	}
	if depth >= maxDepth {
		return dst, fault.New(tooDeep)
	}
	dst = appendLong(dst, int64(e.Map.Len()))
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
	return append(dst, 0), nil
}

func (m *mapPlan) decode(in []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
	if depth >= maxDepth {
		return in, fault.Before(in, tooDeep)
	}
	least := m.key.least() + m.elem.least()
	count, rest, f := readCount(in, "map", least)
	if f != nil {
		return in, f
	}
	e := m.entries.Get()
	defer m.entries.Put(e)
	result := reflect.MakeMapWithSize(m.typ, min(count, 16+4*len(rest)/(m.entrySize+1)))
	for count > 0 {
		for range count {
			e.Key.SetZero()
			e.Elem.SetZero()
			if rest, f = m.key.decode(rest, memory.Of(e.Key), depth+1); f != nil {
				return rest, f
			}
			if rest, f = m.elem.decode(rest, memory.Of(e.Elem), depth+1); f != nil {
				return rest, f.In(fault.Key(m.entries.KeyText(e.Key)))
			}
			result.SetMapIndex(e.Key, e.Elem)
		}
		if count, rest, f = readCount(rest, "map", least); f != nil {
			return rest, f
		}
	}
	p.Value(m.typ).Set(result)
	return rest, nil
}
