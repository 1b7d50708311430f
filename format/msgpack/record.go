package msgpack

import (
	"math/bits"
	"reflect"
	"unicode/utf8"

	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/memory"
	"github.com/weft-go/weft/schema"
)

// A struct is a map from names to values. Both directions are tuned for structs that
// are written and read by this package, where the fields come in the order of their
// declaration: the head and the bytes of each key are prepared, and a decoder first
// looks whether the next key is the one it expects, with one comparison. A key in
// another place costs a look-up.

// recordPlan is a compiled struct.
type recordPlan struct {
	fields   []recordField
	byName   map[string]int
	head     []byte // of the map, when no field can be left out
	optional bool   // whether a field can be left out
	required []uint64
	strict   bool // refuse unknown fields
}

// recordField is a compiled field.
type recordField struct {
	name     string
	key      []byte // the name as an encoded str
	offset   uintptr
	hops     []schema.Hop
	encode   encodeFunc
	decode   decodeFunc
	short    shortcut
	omit     func(p memory.Ref) bool // nil when the field is always written
	fallback []byte                  // the encoded default, read when the field is missing
	empty    func(p memory.Ref)      // sets an empty collection when the field is missing
}

// structFunctions returns the functions of a struct.
func (c *compiler) structFunctions(s *schema.Schema) (encodeFunc, decodeFunc) {
	r := &recordPlan{byName: map[string]int{}, strict: c.cfg.RejectExtraFields}
	r.required = make([]uint64, (len(s.Fields())+63)/64)
	for i, f := range s.Fields() {
		field := c.recordField(f)
		r.fields = append(r.fields, field)
		r.byName[field.name] = i
		r.optional = r.optional || field.omit != nil || len(field.hops) > 0
		if c.mustBePresent(f) {
			r.required[i/64] |= 1 << (i % 64)
		}
	}
	r.head = appendMapHead(nil, len(r.fields))
	return r.encode, r.decode
}

func (c *compiler) recordField(f *schema.Field) recordField {
	name := c.cfg.FieldNameFormat.Apply(f.Name)
	field := recordField{
		name: name, key: appendStr(nil, name), offset: f.Offset, hops: f.Hops,
		short: shortcutFor(f.Schema), omit: omission(f, c.cfg),
	}
	p := c.plan(f.Schema)
	field.encode, field.decode = p.encode, p.decode
	if f.Default != nil {
		field.fallback = c.encodedDefault(f)
	}
	if c.cfg.MissingCollectionsAsEmpty && f.Required {
		field.empty = emptyCollection(f.Schema)
	}
	return field
}

// mustBePresent reports whether a missing field is an error.
func (c *compiler) mustBePresent(f *schema.Field) bool {
	if f.ReadOnly || f.WriteOnly {
		return false // it may be the other side's to send
	}
	switch f.Schema.Kind() {
	case schema.KindSlice, schema.KindMap:
		return f.Required && !c.cfg.MissingCollectionsAsEmpty
	}
	return f.Required && !(c.cfg.MissingAsNull && f.Schema.Nullable())
}

// encodedDefault returns a field's default in MessagePack. The plan of a recursive
// type is not complete yet when its fields are compiled, so the default, which lies
// below pointers and Optionals, gets a plan of its own.
func (c *compiler) encodedDefault(f *schema.Field) []byte {
	v := reflect.New(f.Schema.Indirect().Type())
	v.Elem().Set(reflect.ValueOf(f.Default.Value))
	own := compiler{cfg: c.cfg, plans: map[*schema.Schema]*plan{}}
	b, problem := own.plan(f.Schema.Indirect()).encode(nil, memory.Of(v.Elem()), 0)
	if problem != nil {
		return nil // schema.For has checked the default; JSON can say no more than we can
	}
	return b
}

// emptyCollection returns the function that sets an empty slice or map.
func emptyCollection(s *schema.Schema) func(p memory.Ref) {
	t := s.Type()
	switch s.Kind() {
	case schema.KindSlice:
		return func(p memory.Ref) { p.Value(t).Set(reflect.MakeSlice(t, 0, 0)) }
	case schema.KindMap:
		return func(p memory.Ref) { p.Value(t).Set(reflect.MakeMap(t)) }
	}
	return nil
}

func (r *recordPlan) encode(dst []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
	if depth >= maxDepth {
		return dst, fault.New(tooDeep)
	}
	if r.optional {
		return r.encodeSome(dst, p, depth)
	}
	return r.encodeAll(dst, p, depth)
}

// encodeSome is for structs with fields that may be left out. The head comes first
// and tells the number of entries, so the fields are gone through twice.
func (r *recordPlan) encodeSome(dst []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
	var few [4]uint64
	present, n := few[:], 0
	if len(r.fields) > 64*len(few) {
		present = make([]uint64, len(r.required))
	}
	for i := range r.fields {
		field := &r.fields[i]
		if v := p.Reach(field.hops, field.offset); !v.IsNil() && (field.omit == nil || !field.omit(v)) {
			present[i/64] |= 1 << (i % 64)
			n++
		}
	}
	dst = appendMapHead(dst, n)
	for i := range r.fields {
		if present[i/64]&(1<<(i%64)) == 0 {
			continue
		}
		field := &r.fields[i]
		dst = append(dst, field.key...)
		v := p.Reach(field.hops, field.offset)
		var f *fault.Fault
		if dst, f = field.encode(dst, v, depth+1); f != nil {
			return dst, f.In(fault.Field(field.name))
		}
	}
	return dst, nil
}

func (r *recordPlan) decode(in []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
	n, rest, ok := readCount(in, famMap)
	if !ok {
		return in, refuse(in, "map")
	}
	if depth >= maxDepth {
		return in, fault.Before(in, tooDeep)
	}
	var few [4]uint64
	seen := few[:]
	if len(r.fields) > 64*len(few) {
		seen = make([]uint64, len(r.required))
	}
	next := 0
	for range n {
		i, value, f := r.fieldAt(rest, next)
		if f != nil {
			return rest, f
		}
		if i < 0 {
			if rest, f = skip(value); f != nil {
				return rest, f
			}
			continue
		}
		field := &r.fields[i]
		if seen[i/64]&(1<<(i%64)) != 0 {
			return rest, fault.Before(rest, "the field is there twice").In(fault.Field(field.name))
		}
		seen[i/64] |= 1 << (i % 64)
		next = i + 1
		// The offset is that in the embedded struct, if there is one.
		var target memory.Ref
		if len(field.hops) > 0 {
			target = p.Settle(field.hops, field.offset)
		} else {
			target = p.At(field.offset)
		}
		if rest, f = field.decodeField(value, target, depth+1); f != nil {
			return rest, f.In(fault.Field(field.name))
		}
	}
	if n == len(r.fields) && next == n {
		return rest, nil // all of them, none twice
	}
	return rest, r.complete(rest, seen, p, depth)
}

// fieldAt reads a key. It returns the field's position, or -1 for an unknown one,
// and the input from the value on.
func (r *recordPlan) fieldAt(in []byte, next int) (int, []byte, *fault.Fault) {
	if next < len(r.fields) {
		if key := r.fields[next].key; len(in) > len(key) && string(in[:len(key)]) == string(key) {
			return next, in[len(key):], nil
		}
	}
	name, rest, ok := readBytes(in)
	if !ok {
		// A key of another type belongs to no field.
		rest, f := skip(in)
		if f == nil && r.strict {
			f = fault.Before(in, "the key is no string, and fields that are not known are refused")
		}
		return -1, rest, f
	}
	if i, ok := r.byName[string(name)]; ok {
		return i, rest, nil
	}
	switch {
	case !utf8.Valid(name):
		return -1, in, fault.Before(in, "a key is not valid UTF-8")
	case r.strict:
		return -1, in, fault.Before(in, "the field is not known").In(fault.Field(string(name)))
	}
	return -1, rest, nil
}

// complete deals with the fields that were not in the input.
func (r *recordPlan) complete(in []byte, seen []uint64, p memory.Ref, depth int) *fault.Fault {
	for word, required := range r.required {
		if missing := required &^ seen[word]; missing != 0 {
			return fault.Before(in, "the field is missing").In(fault.Field(r.fields[word*64+bits.TrailingZeros64(missing)].name))
		}
	}
	for i := range r.fields {
		field := &r.fields[i]
		if (field.fallback == nil && field.empty == nil) || seen[i/64]&(1<<(i%64)) != 0 {
			continue
		}
		if field.empty != nil {
			field.empty(p.Settle(field.hops, field.offset))
			continue
		}
		if _, f := field.decode(field.fallback, p.Settle(field.hops, field.offset), depth+1); f != nil {
			return fault.Before(in, "%s", f.Problem).In(fault.Field(field.name))
		}
	}
	return nil
}
