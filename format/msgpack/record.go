package msgpack

import (
	"math/bits"
	"reflect"
	"unicode/utf8"

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
	omit     func(p ptr) bool // nil when the field is always written
	fallback []byte           // the encoded default, read when the field is missing
	empty    func(p ptr)      // sets an empty collection when the field is missing
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
	b, problem := own.plan(f.Schema.Indirect()).encode(nil, addressOf(v.Elem()), 0)
	if problem != nil {
		return nil // schema.For has checked the default; JSON can say no more than we can
	}
	return b
}

// emptyCollection returns the function that sets an empty slice or map.
func emptyCollection(s *schema.Schema) func(p ptr) {
	t := s.Type()
	switch s.Kind() {
	case schema.KindSlice:
		return func(p ptr) { value(t, p).Set(reflect.MakeSlice(t, 0, 0)) }
	case schema.KindMap:
		return func(p ptr) { value(t, p).Set(reflect.MakeMap(t)) }
	}
	return nil
}

func (r *recordPlan) encode(dst []byte, p ptr, depth int) ([]byte, *fault) {
	if depth >= maxDepth {
		return dst, newFault(tooDeep)
	}
	if r.optional {
		return r.encodeSome(dst, p, depth)
	}
	return r.encodeAll(dst, p, depth)
}

// encodeSome is for structs with fields that may be left out. The head comes first
// and tells the number of entries, so the fields are gone through twice.
func (r *recordPlan) encodeSome(dst []byte, p ptr, depth int) ([]byte, *fault) {
	var few [4]uint64
	present, n := few[:], 0
	if len(r.fields) > 64*len(few) {
		present = make([]uint64, len(r.required))
	}
	for i := range r.fields {
		field := &r.fields[i]
		if v, ok := field.get(p); ok && (field.omit == nil || !field.omit(v)) {
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
		v, _ := field.get(p)
		var f *fault
		if dst, f = field.encode(dst, v, depth+1); f != nil {
			return dst, f.field(field.name)
		}
	}
	return dst, nil
}

// get returns the address of the field, and false when an embedded pointer is nil.
func (f *recordField) get(p ptr) (ptr, bool) {
	for _, hop := range f.hops {
		target, ok := p.add(hop.Offset).follow()
		if !ok {
			return ptr{}, false
		}
		p = target
	}
	return p.add(f.offset), true
}

// settable returns the address of the field; embedded pointers that are nil get
// their structs.
func (f *recordField) settable(p ptr) ptr {
	for _, hop := range f.hops {
		target, ok := p.add(hop.Offset).follow()
		if !ok {
			target = p.add(hop.Offset).setNew(hop.Type)
		}
		p = target
	}
	return p.add(f.offset)
}

func (r *recordPlan) decode(in []byte, p ptr, depth int) ([]byte, *fault) {
	n, rest, ok := readCount(in, famMap)
	if !ok {
		return in, refuse(in, "map")
	}
	if depth >= maxDepth {
		return in, faultAt(in, tooDeep)
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
			return rest, faultAt(rest, "the field is there twice").field(field.name)
		}
		seen[i/64] |= 1 << (i % 64)
		next = i + 1
		// The offset is that in the embedded struct, if there is one.
		var target ptr
		if len(field.hops) > 0 {
			target = field.settable(p)
		} else {
			target = p.add(field.offset)
		}
		if rest, f = field.decodeField(value, target, depth+1); f != nil {
			return rest, f.field(field.name)
		}
	}
	if n == len(r.fields) && next == n {
		return rest, nil // all of them, none twice
	}
	return rest, r.complete(rest, seen, p, depth)
}

// fieldAt reads a key. It returns the field's position, or -1 for an unknown one,
// and the input from the value on.
func (r *recordPlan) fieldAt(in []byte, next int) (int, []byte, *fault) {
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
			f = faultAt(in, "the key is no string, and fields that are not known are refused")
		}
		return -1, rest, f
	}
	if i, ok := r.byName[string(name)]; ok {
		return i, rest, nil
	}
	switch {
	case !utf8.Valid(name):
		return -1, in, faultAt(in, "a key is not valid UTF-8")
	case r.strict:
		return -1, in, faultAt(in, "the field is not known").field(string(name))
	}
	return -1, rest, nil
}

// complete deals with the fields that were not in the input.
func (r *recordPlan) complete(in []byte, seen []uint64, p ptr, depth int) *fault {
	for word, required := range r.required {
		if missing := required &^ seen[word]; missing != 0 {
			return faultAt(in, "the field is missing").field(r.fields[word*64+bits.TrailingZeros64(missing)].name)
		}
	}
	for i := range r.fields {
		field := &r.fields[i]
		if (field.fallback == nil && field.empty == nil) || seen[i/64]&(1<<(i%64)) != 0 {
			continue
		}
		if field.empty != nil {
			field.empty(field.settable(p))
			continue
		}
		if _, f := field.decode(field.fallback, field.settable(p), depth+1); f != nil {
			return faultAt(in, f.problem).field(field.name)
		}
	}
	return nil
}
