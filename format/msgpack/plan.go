package msgpack

import (
	"reflect"
	"sync"
	"sync/atomic"

	"github.com/weft-go/weft/format"
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
type encodeFunc func(dst []byte, p ptr, depth int) ([]byte, *fault)

// A decodeFunc reads one value from the start of the input into the zero variable at
// p and returns the rest of the input.
type decodeFunc func(in []byte, p ptr, depth int) ([]byte, *fault)

// plan is a compiled type.
type plan struct {
	encode encodeFunc
	decode decodeFunc
	size   atomic.Int64 // of the last value that was encoded
}

// sizeHint returns a good size for a new buffer: that of the last value and a little.
func (p *plan) sizeHint() int {
	n := p.size.Load()
	return int(n + n/8 + 16)
}

// noteSize remembers the size of a value, but not that of a very large one.
func (p *plan) noteSize(n int) {
	if n = min(n, 64<<10); int64(n) != p.size.Load() {
		p.size.Store(int64(n))
	}
}

// planCache holds the plans made so far. Types and configurations are few, and fixed
// by the program's text.
type planCache struct{ m sync.Map } // planKey → *plan

type planKey struct {
	typ reflect.Type
	cfg format.Config
}

var plans planCache

// of returns the plan for a type. Two goroutines may compile the same one; both get
// the plan that was stored first.
func (c *planCache) of(t reflect.Type, cfg format.Config) (*plan, error) {
	if p, ok := c.m.Load(planKey{t, cfg}); ok {
		return p.(*plan), nil
	}
	s, err := schema.For(t)
	if err != nil {
		return nil, err
	}
	compiler := compiler{cfg: cfg, plans: map[*schema.Schema]*plan{}}
	p, _ := c.m.LoadOrStore(planKey{t, cfg}, compiler.plan(s))
	return p.(*plan), nil
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
			encode: func(dst []byte, v ptr, depth int) ([]byte, *fault) { return p.encode(dst, v, depth) },
			decode: func(in []byte, v ptr, depth int) ([]byte, *fault) { return p.decode(in, v, depth) },
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
