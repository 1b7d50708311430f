package avro

import (
	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/memory"
	"github.com/weft-go/weft/schema"
)

// Avro writes an array in blocks: the number of items, the items, then the next block,
// until a block of no items. We write one block, and read any number.

// slice compiles a slice.
func (c *compiler) slice(n *node, s *schema.Schema) {
	n.kind = avroArray
	n.elem = c.node(s.Elem())
	fillSlice(n, s)
}

// fillSlice makes the functions of a slice.
func fillSlice(n *node, s *schema.Schema) {
	elem, size := n.elem, s.Elem().Type().Size()
	n.encode = func(dst []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
		list := p.Slice()
		return appendItems(dst, elem, list.Data, list.Len, size, depth)
	}
	if shortcutFor(s.Elem(), elem) == shortString {
		n.encode = encodeStrings
	}
	n.decode = sliceDecoder(s, elem)
}

// encodeStrings appends the most common of arrays.
func encodeStrings(dst []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	list := *memory.As[[]string](p)
	if len(list) == 0 {
		return append(dst, 0), nil
	}
	dst = appendLong(dst, int64(len(list)))
	for i, s := range list {
		var f *fault.Fault
		if dst, f = appendString(dst, s); f != nil {
			return dst, f.In(fault.Index(i))
		}
	}
	return append(dst, 0), nil
}

// appendItems appends an array of items that lie one behind the other.
func appendItems(dst []byte, elem *node, first memory.Ref, n int, size uintptr, depth int) ([]byte, *fault.Fault) {
	if n == 0 {
		return append(dst, 0), nil
	}
	if depth >= maxDepth {
		return dst, fault.New(tooDeep)
	}
	dst = appendLong(dst, int64(n))
	encode, before := elem.encode, len(dst)
	for i := range n {
		var f *fault.Fault
		if dst, f = encode(dst, first.At(uintptr(i)*size), depth+1); f != nil {
			return dst, f.In(fault.Index(i))
		}
	}
	if n > maxEmptyItems && len(dst) == before {
		return dst, fault.New("the list has %d items that take no bytes; want at most %d", n, maxEmptyItems)
	}
	return append(dst, 0), nil
}

// sliceDecoder reads an array into a new slice. Memory for more than eight times the
// input is set aside only as items do come.
func sliceDecoder(s *schema.Schema, elem *node) decodeFunc {
	t := s.Type()
	size := s.Elem().Type().Size()
	create := memory.SliceMaker(s)
	return func(in []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
		if depth >= maxDepth {
			return in, fault.Before(in, tooDeep)
		}
		least := elem.least()
		count, rest, f := readCount(in, "array", least)
		if f != nil {
			return in, f
		}
		made := min(count, 16+8*len(rest)/(int(size)+1))
		first, i := create(p, made), 0
		decode := elem.decode
		for count > 0 {
			for range count {
				if i == made {
					first = p.Lengthen(t, max(min(count, made), 1))
					made = p.Slice().Len
				}
				if rest, f = decode(rest, first.At(uintptr(i)*size), depth+1); f != nil {
					return rest, f.In(fault.Index(i))
				}
				i++
			}
			if count, rest, f = readCount(rest, "array", least); f != nil {
				return rest, f
			}
			if least == 0 && i+count > maxEmptyItems {
				return rest, fault.Before(rest, "the list has too many items that take no bytes")
			}
		}
		if i < made {
			p.Value(t).SetLen(i) // the last block was shorter than we made room for
		}
		return rest, nil
	}
}

// array compiles an array of a fixed length. Avro does not know the length.
func (c *compiler) array(n *node, s *schema.Schema) {
	n.kind = avroArray
	n.elem = c.node(s.Elem())
	elem, size, length := n.elem, s.Elem().Type().Size(), s.Len()
	n.encode = func(dst []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
		return appendItems(dst, elem, p, length, size, depth)
	}
	n.decode = func(in []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
		if depth >= maxDepth {
			return in, fault.Before(in, tooDeep)
		}
		for i, rest := 0, in; ; {
			count, after, f := readCount(rest, "array", elem.least())
			switch {
			case f != nil:
				return rest, f
			case i+count > length || count == 0 && i < length:
				return rest, fault.Before(rest, "want an array of %d, got %d", length, i+count)
			case count == 0:
				return after, nil
			}
			rest = after
			for range count {
				if rest, f = elem.decode(rest, p.At(uintptr(i)*size), depth+1); f != nil {
					return rest, f.In(fault.Index(i))
				}
				i++
			}
		}
	}
}
