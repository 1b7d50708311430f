package avro

import (
	"reflect"

	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/memory"
	"github.com/weft-go/weft/schema"
)

// A record is its fields one after the other, without names. All fields are there
// always. Two kinds of Go fields may have nothing to write, and are nullable for it:
// those of an embedded pointer that is nil, and those that may be left out although
// their type has no zero value in Avro, enums and sums.

// recordField is a compiled field.
type recordField struct {
	name    string
	offset  uintptr
	hops    []schema.Hop
	node    *node
	encode  encodeFunc
	decode  decodeFunc
	short   shortcut
	nothing int                     // the branch that says there is nothing, or -1
	wrapped bool                    // whether that union was put around the field's type
	omit    func(p memory.Ref) bool // whether there is nothing to write, or nil
}

// recordPlan is a compiled struct.
type recordPlan struct {
	fields []recordField
	some   bool // whether a field may have nothing to write
}

// record compiles a struct.
func (c *compiler) record(n *node, s *schema.Schema) {
	n.kind, n.doc = avroRecord, s.Doc()
	c.nameFor(n, s)
	r := &recordPlan{}
	names := fieldNames{taken: map[string]bool{}}
	for _, f := range s.Fields() {
		wire := c.names.Apply(f.Name)
		inner := scope{n.namespace, n.name + pascal(wire)}
		c.within(inner, func() {
			field := c.recordField(f)
			field.name = wire
			r.fields = append(r.fields, field)
			r.some = r.some || field.nothing >= 0
			n.fields = append(n.fields, nodeField{
				name: names.claim(wire), doc: f.Doc, node: field.node, fallback: fallback(f, field.node),
			})
		})
	}
	n.encode, n.decode = r.encode, r.decode
}

func (c *compiler) recordField(f *schema.Field) recordField {
	field := recordField{offset: f.Offset, hops: f.Hops, node: c.node(f.Schema), nothing: -1}
	field.omit = omission(f, field.node)
	field.encode, field.decode = field.node.functions()
	if len(f.Hops) == 0 && field.omit == nil {
		field.short = shortcutFor(f.Schema, field.node)
		return field
	}
	switch f.Schema.Kind() {
	case schema.KindPointer:
		if !needsBox(f.Schema.Base()) {
			field.nothing = branchNull
			return field
		}
	case schema.KindOptional:
		field.nothing = branchAbsent
		return field
	}
	inner := field.node
	field.nothing, field.wrapped = branchNull, true
	field.node = &node{kind: avroUnion, branches: []*node{nullNode(), c.box(inner)}}
	return field
}

// omission returns the test for a field that may be left out and must be, when it is
// zero, because Avro has no value for it.
func omission(f *schema.Field, n *node) func(p memory.Ref) bool {
	if f.Required || len(f.Hops) > 0 {
		return nil
	}
	t := f.Schema.Type()
	if f.Schema.Kind() == schema.KindSum || n.kind == avroEnum {
		return func(p memory.Ref) bool { return p.Value(t).IsZero() }
	}
	return nil
}

func (r *recordPlan) encode(dst []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
	if depth >= maxDepth {
		return dst, fault.New(tooDeep)
	}
	if !r.some {
		return r.encodeAll(dst, p, depth)
	}
	for i := range r.fields {
		field := &r.fields[i]
		var f *fault.Fault
		if field.nothing < 0 {
			dst, f = field.encode(dst, p.At(field.offset), depth+1)
		} else {
			dst, f = field.encodeSome(dst, p, depth)
		}
		if f != nil {
			return dst, f.In(fault.Field(field.name))
		}
	}
	return dst, nil
}

// encodeSome appends a field that may have nothing to write.
func (f *recordField) encodeSome(dst []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
	v := p.Reach(f.hops, f.offset)
	if v.IsNil() || f.omit != nil && f.omit(v) {
		return appendLong(dst, int64(f.nothing)), nil
	}
	if f.wrapped {
		dst = appendLong(dst, branchValue)
	}
	return f.encode(dst, v, depth+1)
}

func (r *recordPlan) decode(in []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
	if depth >= maxDepth {
		return in, fault.Before(in, tooDeep)
	}
	for i := range r.fields {
		field := &r.fields[i]
		var f *fault.Fault
		if field.nothing < 0 {
			in, f = field.decodeField(in, p.At(field.offset), depth+1)
		} else {
			in, f = field.decodeSome(in, p, depth)
		}
		if f != nil {
			return in, f.In(fault.Field(field.name))
		}
	}
	return in, nil
}

// decodeSome reads a field that may be nothing. Then embedded pointers stay nil.
func (f *recordField) decodeSome(in []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
	branch, rest, problem := readBranch(in, len(f.node.branches))
	switch {
	case problem != nil || branch == f.nothing:
		return rest, problem
	case f.wrapped:
		in = rest
	}
	return f.decode(in, p.Settle(f.hops, f.offset), depth+1)
}

// fallback returns a field's default for the definition, as JSON. A union's default
// belongs to its first branch, which is null.
func fallback(f *schema.Field, n *node) string {
	switch n.kind {
	case avroUnion:
		if n.branches[0].kind == avroNull {
			return "null"
		}
	case avroBoolean, avroInt, avroLong, avroFloat, avroDouble, avroString:
		// A type with a text or logical form has other JSON than Avro's.
		if f.Default != nil && n.logical == "" && isPlain(f.Schema.Kind()) {
			return f.Default.JSON
		}
	case avroEnum:
		if f.Default != nil {
			return enumDefault(f, n)
		}
	}
	return ""
}

func isPlain(k schema.Kind) bool { return k >= schema.KindBool && k <= schema.KindString }

// enumDefault returns the symbol of the default.
func enumDefault(f *schema.Field, n *node) string {
	for i, v := range f.Schema.Base().Enum() {
		if reflect.DeepEqual(v.Value, f.Default.Value) {
			return `"` + n.symbols[i] + `"`
		}
	}
	return ""
}
