package msgpack

import (
	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/memory"
	"github.com/weft-go/weft/schema"
)

// sliceFunctions returns the functions of a slice.
func (c *compiler) sliceFunctions(s *schema.Schema) (encodeFunc, decodeFunc) {
	elem := c.plan(s.Elem())
	size := s.Elem().Type().Size()
	encode := func(dst []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
		list := p.Slice()
		return appendList(dst, elem, list.Data, list.Len, size, depth)
	}
	if s.Elem().Kind() == schema.KindString {
		encode = encodeStrings
	}
	return encode, sliceDecoder(s, elem)
}

// encodeStrings appends the most common of arrays.
func encodeStrings(dst []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
	list := *memory.As[[]string](p)
	if uint64(len(list)) > maxLength {
		return dst, fault.New(tooLong)
	}
	dst = appendArrayHead(dst, len(list))
	for i := range list {
		var f *fault.Fault
		if dst, f = encodeString(dst, memory.Hidden(&list[i]), depth); f != nil {
			return dst, f.In(fault.Index(i))
		}
	}
	return dst, nil
}

// appendList appends n values that lie one behind the other.
func appendList(dst []byte, elem *plan, first memory.Ref, n int, size uintptr, depth int) ([]byte, *fault.Fault) {
	if depth >= maxDepth {
		return dst, fault.New(tooDeep)
	}
	if uint64(n) > maxLength {
		return dst, fault.New(tooLong)
	}
	dst = appendArrayHead(dst, n)
	encode := elem.encode
	for i := range n {
		var f *fault.Fault
		if dst, f = encode(dst, first.At(uintptr(i)*size), depth+1); f != nil {
			return dst, f.In(fault.Index(i))
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
	create := memory.SliceMaker(s)
	return func(in []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
		if isNil(in) {
			return in[1:], nil
		}
		n, rest, ok := readCount(in, famArray)
		if !ok {
			return in, refuse(in, "array")
		}
		if depth >= maxDepth {
			return in, fault.Before(in, tooDeep)
		}
		made := min(n, 16+8*len(rest)/(int(size)+1))
		first := create(p, made)
		decode := elem.decode
		for i := range n {
			if i == made {
				more := min(n-made, made)
				first = p.Lengthen(t, more)
				made += more
			}
			var f *fault.Fault
			if rest, f = decode(rest, first.At(uintptr(i)*size), depth+1); f != nil {
				return rest, f.In(fault.Index(i))
			}
		}
		return rest, nil
	}
}

// arrayFunctions returns the functions of an array.
func (c *compiler) arrayFunctions(s *schema.Schema) (encodeFunc, decodeFunc) {
	elem := c.plan(s.Elem())
	size, length := s.Elem().Type().Size(), s.Len()
	encode := func(dst []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
		return appendList(dst, elem, p, length, size, depth)
	}
	decode := func(in []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
		n, rest, ok := readCount(in, famArray)
		switch {
		case !ok:
			return in, refuse(in, "array")
		case n != length:
			return in, fault.Before(in, "want an array of %d, got %d", length, n)
		case depth >= maxDepth:
			return in, fault.Before(in, tooDeep)
		}
		for i := range n {
			var f *fault.Fault
			if rest, f = elem.decode(rest, p.At(uintptr(i)*size), depth+1); f != nil {
				return rest, f.In(fault.Index(i))
			}
		}
		return rest, nil
	}
	return encode, decode
}
