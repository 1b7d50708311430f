package msgpack

import (
	"fmt"
	"reflect"

	"github.com/weft-go/weft/schema"
)

// sliceFunctions returns the functions of a slice.
func (c *compiler) sliceFunctions(s *schema.Schema) (encodeFunc, decodeFunc) {
	elem := c.plan(s.Elem())
	size := s.Elem().Type().Size()
	encode := func(dst []byte, p ptr, depth int) ([]byte, *fault) {
		first, n := p.slice()
		return appendList(dst, elem, first, n, size, depth)
	}
	if s.Elem().Kind() == schema.KindString {
		encode = encodeStrings
	}
	return encode, sliceDecoder(s, elem)
}

// encodeStrings appends the most common of arrays.
func encodeStrings(dst []byte, p ptr, depth int) ([]byte, *fault) {
	list := *at[[]string](p)
	if uint64(len(list)) > maxLength {
		return dst, newFault(tooLong)
	}
	dst = appendArrayHead(dst, len(list))
	for i := range list {
		var f *fault
		if dst, f = encodeString(dst, hide(&list[i]), depth); f != nil {
			return dst, f.index(i)
		}
	}
	return dst, nil
}

// appendList appends n values that lie one behind the other.
func appendList(dst []byte, elem *plan, first ptr, n int, size uintptr, depth int) ([]byte, *fault) {
	if depth >= maxDepth {
		return dst, newFault(tooDeep)
	}
	if uint64(n) > maxLength {
		return dst, newFault(tooLong)
	}
	dst = appendArrayHead(dst, n)
	encode := elem.encode
	for i := range n {
		var f *fault
		if dst, f = encode(dst, first.add(uintptr(i)*size), depth+1); f != nil {
			return dst, f.index(i)
		}
	}
	return dst, nil
}

// sliceDecoder reads an array into a new slice. A hostile length costs nothing: an
// item takes a byte of input at least, and memory for more than eight times the
// input is set aside only as items do come.
func sliceDecoder(s *schema.Schema, elem *plan) decodeFunc {
	t := s.Type()
	size := s.Elem().Type().Size()
	create := sliceMaker(s)
	return func(in []byte, p ptr, depth int) ([]byte, *fault) {
		if isNil(in) {
			return in[1:], nil
		}
		n, rest, ok := readCount(in, famArray)
		if !ok {
			return in, refuse(in, "array")
		}
		if depth >= maxDepth {
			return in, faultAt(in, tooDeep)
		}
		made := min(n, 16+8*len(rest)/(int(size)+1))
		first := create(p, made)
		decode := elem.decode
		for i := range n {
			if i == made {
				more := min(n-made, made)
				first = lengthen(t, p, more)
				made += more
			}
			var f *fault
			if rest, f = decode(rest, first.add(uintptr(i)*size), depth+1); f != nil {
				return rest, f.index(i)
			}
		}
		return rest, nil
	}
}

// sliceMaker returns the function that makes the slice. For the common element types
// it is Go's own make, which is faster than reflection.
func sliceMaker(s *schema.Schema) func(p ptr, n int) ptr {
	switch s.Elem().Kind() {
	case schema.KindString:
		return newSlice[string]
	case schema.KindInt64, schema.KindUint64, schema.KindFloat64, schema.KindInt, schema.KindUint:
		// All but the last two have the size of an int64, and those have it mostly.
		if s.Elem().Type().Size() == 8 {
			return newSlice[int64]
		}
	case schema.KindInt32, schema.KindUint32, schema.KindFloat32:
		return newSlice[int32]
	}
	t := s.Type()
	return func(p ptr, n int) ptr {
		if n == 0 {
			value(t, p).Set(reflect.MakeSlice(t, 0, 0))
			return ptr{}
		}
		return lengthen(t, p, n)
	}
}

// arrayFunctions returns the functions of an array.
func (c *compiler) arrayFunctions(s *schema.Schema) (encodeFunc, decodeFunc) {
	elem := c.plan(s.Elem())
	size, length := s.Elem().Type().Size(), s.Len()
	encode := func(dst []byte, p ptr, depth int) ([]byte, *fault) {
		return appendList(dst, elem, p, length, size, depth)
	}
	decode := func(in []byte, p ptr, depth int) ([]byte, *fault) {
		n, rest, ok := readCount(in, famArray)
		switch {
		case !ok:
			return in, refuse(in, "array")
		case n != length:
			return in, faultAt(in, fmt.Sprintf("want an array of %d, got %d", length, n))
		case depth >= maxDepth:
			return in, faultAt(in, tooDeep)
		}
		for i := range n {
			var f *fault
			if rest, f = elem.decode(rest, p.add(uintptr(i)*size), depth+1); f != nil {
				return rest, f.index(i)
			}
		}
		return rest, nil
	}
	return encode, decode
}
