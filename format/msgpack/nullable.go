package msgpack

import (
	"github.com/weft-go/weft/schema"
)

// pointerFunctions returns the functions of a pointer: nil or the value.
func (c *compiler) pointerFunctions(s *schema.Schema) (encodeFunc, decodeFunc) {
	elem := c.plan(s.Elem())
	t := s.Elem().Type()
	encode := func(dst []byte, p ptr, depth int) ([]byte, *fault) {
		target, ok := p.follow()
		if !ok {
			return append(dst, nilByte), nil
		}
		if depth >= maxDepth {
			return dst, newFault(tooDeep)
		}
		return elem.encode(dst, target, depth+1)
	}
	decode := func(in []byte, p ptr, depth int) ([]byte, *fault) {
		if isNil(in) {
			return in[1:], nil
		}
		if depth >= maxDepth {
			return in, faultAt(in, tooDeep)
		}
		return elem.decode(in, p.setNew(t), depth+1)
	}
	return encode, decode
}

// optionalFunctions returns the functions of an Optional. A struct leaves out an
// absent one; anywhere else it is nil, as a null one is.
func (c *compiler) optionalFunctions(s *schema.Schema) (encodeFunc, decodeFunc) {
	elem := c.plan(s.Elem())
	encode := func(dst []byte, p ptr, depth int) ([]byte, *fault) {
		if o := optionalAt(s, p); o.IsAbsent() || o.IsNull() {
			return append(dst, nilByte), nil
		}
		// The value has the Optional's own address.
		return elem.encode(dst, p, depth)
	}
	decode := func(in []byte, p ptr, depth int) ([]byte, *fault) {
		o := optionalAt(s, p)
		if isNil(in) {
			o.SetNull()
			return in[1:], nil
		}
		o.SetPresent()
		return elem.decode(in, p, depth)
	}
	return encode, decode
}

func optionalAt(s *schema.Schema, p ptr) schema.AnyOptional {
	return value(s.Type(), p).Addr().Interface().(schema.AnyOptional)
}
