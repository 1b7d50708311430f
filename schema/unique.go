package schema

import (
	"encoding/binary"
	"encoding/json/v2"
	"reflect"
	"slices"
)

// The items of a list are unique when no two are equal as JSON. Short lists of
// strings and integers are compared pairwise, which needs no memory. All others are
// written as bytes that are equal exactly when the values are, and gathered in a
// set, so that a hostile list of a million items takes no quadratic time.

const pairwiseItems = 16

func checkUnique(r *run, items *Schema, list reflect.Value) {
	var i, j int
	switch n := list.Len(); {
	case n < 2:
		return
	case n <= pairwiseItems && items.kind == KindString:
		i, j = firstEqual(n, func(i, j int) bool { return list.Index(i).String() == list.Index(j).String() })
	case n <= pairwiseItems && items.kind.IsInt():
		i, j = firstEqual(n, func(i, j int) bool { return list.Index(i).Int() == list.Index(j).Int() })
	default:
		i, j = firstEqualKey(items, list)
	}
	if j >= 0 {
		r.fault("uniqueItems", "want no item twice, items %d and %d are equal", i, j)
	}
}

func firstEqual(n int, equal func(i, j int) bool) (int, int) {
	for j := 1; j < n; j++ {
		for i := range j {
			if equal(i, j) {
				return i, j
			}
		}
	}
	return -1, -1
}

func firstEqualKey(items *Schema, list reflect.Value) (int, int) {
	seen := make(map[string]int, list.Len())
	var key []byte
	for j := range list.Len() {
		key = appendKey(key[:0], items, list.Index(j), 0)
		if i, ok := seen[string(key)]; ok {
			return i, j
		}
		seen[string(key)] = j
	}
	return -1, -1
}

// appendKey appends bytes that identify a value among others of its schema. Every
// part has its length in front, so that no two lists of parts run together.
func appendKey(dst []byte, s *Schema, v reflect.Value, depth int) []byte {
	if depth > maxDepth {
		return dst // the walk over the value reports it
	}
	switch s.kind {
	case KindPointer:
		if v.IsNil() {
			return append(dst, 'n')
		}
		return appendKey(append(dst, 'v'), s.elem, v.Elem(), depth+1)
	case KindOptional:
		p := addressable(v).Addr().Interface().(AnyOptional).Pointer()
		if p == nil {
			return append(dst, 'n')
		}
		return appendKey(append(dst, 'v'), s.elem, reflect.ValueOf(p).Elem(), depth+1)
	case KindSlice, KindArray:
		dst = binary.AppendUvarint(dst, uint64(v.Len()))
		for i := range v.Len() {
			dst = appendKey(dst, s.elem, v.Index(i), depth+1)
		}
		return dst
	case KindMap:
		return appendMapKey(dst, s, v, depth)
	case KindStruct:
		for _, f := range s.fields {
			if fv, ok := f.Get(v); ok {
				dst = appendKey(append(dst, 'v'), f.Schema, fv, depth+1)
			} else {
				dst = append(dst, 'n')
			}
		}
		return dst
	case KindSum:
		c, value, ok := s.CaseOf(v)
		if !ok {
			return append(dst, 'n')
		}
		return appendKey(appendPart(append(dst, 'v'), []byte(c.Name)), c.Schema, value, depth+1)
	}
	text, err := s.AppendText(nil, v)
	if err != nil {
		text, _ = json.Marshal(v.Interface(), json.Deterministic(true))
	}
	return appendPart(dst, text)
}

func appendMapKey(dst []byte, s *Schema, v reflect.Value, depth int) []byte {
	var entries []string
	for iter := v.MapRange(); iter.Next(); {
		entry := appendKey(nil, s.key, iter.Key(), depth+1)
		entries = append(entries, string(appendKey(entry, s.elem, iter.Value(), depth+1)))
	}
	slices.Sort(entries)
	dst = binary.AppendUvarint(dst, uint64(len(entries)))
	for _, e := range entries {
		dst = appendPart(dst, []byte(e))
	}
	return dst
}

func appendPart(dst, part []byte) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(part))), part...)
}
