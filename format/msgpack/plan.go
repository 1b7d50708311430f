package msgpack

import (
	"reflect"

	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/internal/buffer"
	"github.com/weft-go/weft/format/internal/cache"
	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/memory"
	"github.com/weft-go/weft/schema"
)

// A type is compiled once for each configuration, into two functions: one appends a
// value at an address, one reads a value into an address. The functions of a struct
// call those of its fields, so what remains of the schema at run time is a tree of
// calls without any look at types.
//
// A recursive type meets itself while it is compiled. It then gets functions that
// look up the finished ones when they are called.

// An encodeFunc appends the value at p.
type encodeFunc func(dst []byte, p memory.Ref, depth int) ([]byte, *fault.Fault)

// A decodeFunc reads one value from the start of the input into the zero variable at
// p and returns the rest of the input.
type decodeFunc func(in []byte, p memory.Ref, depth int) ([]byte, *fault.Fault)

// plan is a compiled type.
type plan struct {
	encode encodeFunc
	decode decodeFunc
	size   buffer.Size
}

type planKey struct {
	typ reflect.Type
	cfg format.Config
}

var plans cache.Cache[planKey, *plan]

// planOf returns the plan for a type.
func planOf(t reflect.Type, cfg format.Config) (*plan, error) {
	return plans.Get(planKey{t, cfg}, func() (*plan, error) {
		s, err := schema.For(t)
		if err != nil {
			return nil, err
		}
		compiler := compiler{cfg: cfg, plans: map[*schema.Schema]*plan{}}
		return compiler.plan(s), nil
	})
}

// compiler makes the plans of one type graph.
type compiler struct {
	cfg   format.Config
	plans map[*schema.Schema]*plan
}

// plan returns the plan for a schema. Limits do not change how a value is written,
// so the schema of the type itself is compiled.
func (c *compiler) plan(s *schema.Schema) *plan {
	s = s.Base()
	if p, ok := c.plans[s]; ok {
		if p.encode != nil {
			return p
		}
		return &plan{
			encode: func(dst []byte, v memory.Ref, depth int) ([]byte, *fault.Fault) { return p.encode(dst, v, depth) },
			decode: func(in []byte, v memory.Ref, depth int) ([]byte, *fault.Fault) { return p.decode(in, v, depth) },
		}
	}
	p := &plan{}
	c.plans[s] = p
	encode, decode := c.functions(s)
	p.encode, p.decode = encode, decode
	return p
}

// functions chooses by kind.
func (c *compiler) functions(s *schema.Schema) (encodeFunc, decodeFunc) {
	if s.Type() == extType {
		return encodeExt, decodeExt
	}
	if f, ok := scalarFunctions(s.Kind()); ok {
		return f.encode, f.decode
	}
	switch s.Kind() {
	case schema.KindByteArray:
		return byteArrayFunctions(s.Len())
	case schema.KindBigFloat, schema.KindBigRat, schema.KindText:
		return textFunctions(s)
	case schema.KindSlice:
		return c.sliceFunctions(s)
	case schema.KindArray:
		return c.arrayFunctions(s)
	case schema.KindMap:
		return c.mapFunctions(s)
	case schema.KindPointer:
		return c.pointerFunctions(s)
	case schema.KindOptional:
		return c.optionalFunctions(s)
	case schema.KindStruct:
		return c.structFunctions(s)
	case schema.KindSum:
		return c.sumFunctions(s)
	case schema.KindAny:
		return c.anyFunctions()
	case schema.KindRawJSON:
		return encodeRawJSON, decodeRawJSON
	}
	return customFunctions(s)
}

const tooDeep = "the value nests more than 512 levels deep"
