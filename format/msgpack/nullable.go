package msgpack

import (
	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/memory"
	"github.com/weft-go/weft/schema"
)

// pointerFunctions returns the functions of a pointer: nil or the value.
func (c *compiler) pointerFunctions(s *schema.Schema) (encodeFunc, decodeFunc) {
	elem := c.plan(s.Elem())
	t := s.Elem().Type()
	encode := func(dst []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
		target := p.Follow()
		if target.IsNil() {
			return append(dst, nilByte), nil
		}
		if depth >= maxDepth {
			return dst, fault.New(tooDeep)
		}
		return elem.encode(dst, target, depth+1)
	}
	decode := func(in []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
		if isNil(in) {
			return in[1:], nil
		}
		if depth >= maxDepth {
			return in, fault.Before(in, tooDeep)
		}
		return elem.decode(in, p.New(t), depth+1)
	}
	return encode, decode
}

// optionalFunctions returns the functions of an Optional. A struct leaves out an
// absent one; anywhere else it is nil, as a null one is.
func (c *compiler) optionalFunctions(s *schema.Schema) (encodeFunc, decodeFunc) {
	elem := c.plan(s.Elem())
	encode := func(dst []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
		if o := p.Optional(s.Type()); o.IsAbsent() || o.IsNull() {
			return append(dst, nilByte), nil
		}
		// The value has the Optional's own address.
		return elem.encode(dst, p, depth)
	}
	decode := func(in []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
		o := p.Optional(s.Type())
		if isNil(in) {
			o.SetNull()
			return in[1:], nil
		}
		o.SetPresent()
		return elem.decode(in, p, depth)
	}
	return encode, decode
}
