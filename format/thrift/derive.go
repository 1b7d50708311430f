package thrift

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/naming"
	"github.com/weft-go/weft/format/internal/text"
	"github.com/weft-go/weft/schema"
)

// A plan is compiled from a schema in one walk. Every schema that needs a struct of
// its own is entered into a map before its fields are compiled, so that a recursive
// type finds itself there. The same plan is what the definition is printed from.

// compiler holds what is known while one type is compiled.
type compiler struct {
	names    *naming.Names
	protocol protocol
	records  map[*schema.Schema]*record
	unions   map[*schema.Schema]*union
	nulls    map[*schema.Schema]*nullable
	enums    map[*schema.Schema]*enum
	order    []any // the above, each after what it refers to
	clock    bool  // whether there are times
	strict   bool
	foreign  bool // whether methods of other packages' types get addresses
	err      error
}

// A plan encodes and decodes the values of one type.
type plan struct {
	root      body
	order     []any
	clock     string // name of the struct for times, if there are any
	namespace string
	foreign   bool
}

// compile returns the plan of a type for a protocol.
func compile(s *schema.Schema, c protocol, strict bool) (*plan, error) {
	s = s.Base()
	k := &compiler{
		names:    naming.New(s),
		protocol: c,
		records:  map[*schema.Schema]*record{},
		unions:   map[*schema.Schema]*union{},
		nulls:    map[*schema.Schema]*nullable{},
		enums:    map[*schema.Schema]*enum{},
		strict:   strict,
	}
	clock := k.names.Unique("Timestamp") // first, so that it keeps the name
	root := k.body(s, "Value")
	p := &plan{root: root, order: k.order, namespace: naming.Package(s), foreign: k.foreign}
	if k.clock {
		p.clock = clock
	}
	return p, k.err
}

// body returns the struct for a schema, a wrapper if it is not one by nature. The
// hint is a name for what has none.
func (k *compiler) body(s *schema.Schema, hint string) body {
	s = s.Base()
	switch s.Kind() {
	case schema.KindTime:
		k.clock = true
		return timestamp{k.protocol}
	case schema.KindSum:
		return k.union(s)
	case schema.KindOptional:
		return k.nullable(s, hint)
	case schema.KindPointer:
		if isStruct(s.Elem()) {
			return &pointed{elem: k.body(s.Elem(), hint), typ: s.Elem().Type()}
		}
	case schema.KindStruct:
		return k.record(s, hint)
	}
	return k.wrapper(s, hint)
}

// isStruct reports whether a schema is a struct without a wrapper.
func isStruct(s *schema.Schema) bool {
	switch s.Kind() {
	case schema.KindStruct, schema.KindSum, schema.KindTime:
		return true
	}
	return false
}

// value returns how a value of the schema stands on the wire.
func (k *compiler) value(s *schema.Schema, hint string) value {
	s = s.Base()
	v := value{protocol: k.protocol, typ: s.Type(), size: s.Type().Size(), length: s.Len()}
	switch kind := s.Kind(); {
	case isContainer(s) && !holdsItself(s):
		k.container(&v, s, hint)
	case kind == schema.KindTime, !kind.IsScalar() && kind < schema.KindAny:
		v.op, v.thrift, v.body = opBody, typeStruct, k.body(s, hint)
		if r, ok := v.body.(*record); ok {
			v.op, v.record = opStruct, r
		}
	default:
		k.scalar(&v, s)
	}
	return v
}

// container sets what a list or a map needs.
func (k *compiler) container(v *value, s *schema.Schema, hint string) {
	if s.Kind() == schema.KindMap {
		v.op, v.thrift = opMap, typeMap
		v.table = newTable(s, k.protocol, k.value(s.Key(), hint+"Key"), k.value(s.Elem(), hint))
		return
	}
	elem := k.value(s.Elem(), hint)
	v.op, v.thrift, v.elem = opList, typeList, &elem
	if s.Kind() == schema.KindArray {
		v.op = opArray
	}
}

func isContainer(s *schema.Schema) bool {
	return s.Kind() == schema.KindSlice || s.Kind() == schema.KindArray || s.Kind() == schema.KindMap
}

// holdsItself reports whether a list or map contains itself without a struct in
// between, as in type Forest []Forest. A definition cannot spell that type out, so it
// is wrapped in a struct.
func holdsItself(s *schema.Schema) bool {
	seen := map[*schema.Schema]bool{}
	for e := s.Elem().Base(); isContainer(e) && !seen[e]; e = e.Elem().Base() {
		if e == s {
			return true
		}
		seen[e] = true
	}
	return false
}

// scalar sets what a string, a binary, a bool or a number needs.
func (k *compiler) scalar(v *value, s *schema.Schema) {
	v.op, v.thrift, v.name = opText, typeString, "string"
	switch kind := s.Kind(); {
	case kind == schema.KindBool:
		v.op, v.thrift, v.name = opBool, typeBool, "bool"
	case kind.IsInt(), kind.IsUint(), kind == schema.KindDuration:
		k.integer(v, s)
	case kind == schema.KindFloat32:
		v.op, v.thrift, v.name = opFloat32, typeDouble, "double"
	case kind == schema.KindFloat64:
		v.op, v.thrift, v.name = opFloat64, typeDouble, "double"
	case kind == schema.KindString:
		v.op, v.note = opString, naming.Values(s)
	case kind == schema.KindBytes:
		v.op, v.name = opBytes, "binary"
	case kind == schema.KindByteArray:
		v.op, v.name, v.note = opByteArray, "binary", fmt.Sprintf("%d bytes", s.Len())
	case kind == schema.KindUUID:
		v.op, v.thrift, v.name = opUUID, typeUUID, "uuid"
	case kind == schema.KindBigInt:
		v.text, v.name, v.note = text.Integer{}, "binary", "a big-endian two's complement integer"
	case kind == schema.KindBigFloat:
		v.text, v.note = text.Textual{Schema: s}, "a decimal number"
	case kind == schema.KindBigRat:
		v.text, v.note = text.Textual{Schema: s}, "a fraction"
	case kind == schema.KindText:
		v.text, v.note, k.foreign = text.Textual{Schema: s}, naming.Values(s), true
	default: // any, raw JSON, JSON methods
		v.text, v.note, k.foreign = text.JSON{Kind: kind, Type: s.Type()}, "JSON", true
	}
}

var integers = map[schema.Kind]struct {
	width  width
	thrift byte
}{
	schema.KindInt8: {int8Width, typeI8}, schema.KindInt16: {int16Width, typeI16}, schema.KindInt32: {int32Width, typeI32},
	schema.KindInt64: {int64Width, typeI64}, schema.KindInt: {int64Width, typeI64}, schema.KindDuration: {int64Width, typeI64},
	schema.KindUint8: {uint8Width, typeI16}, schema.KindUint16: {uint16Width, typeI32}, schema.KindUint32: {uint32Width, typeI64},
	schema.KindUint64: {uint64Width, typeI64}, schema.KindUint: {uint64Width, typeI64},
}

// integer sets what a number needs. Unsigned ones take the next wider type, but
// for 64 bits, where there is none.
func (k *compiler) integer(v *value, s *schema.Schema) {
	kind := s.Kind()
	i := integers[kind]
	v.op, v.width, v.thrift, v.name = opInt, i.width, i.thrift, typeNames[i.thrift]
	if v.size == 4 && kind == schema.KindInt { // of a 32-bit machine
		v.width = int32Width
	}
	if v.size == 4 && kind == schema.KindUint {
		v.width = uint32Width
	}
	switch {
	case kind == schema.KindDuration:
		v.note = "nanoseconds"
	case i.width == uint64Width:
		v.note = "the bits of an unsigned integer"
	}
	if len(s.Enum()) > 0 && s.Name() != "" {
		if v.enum = k.enum(s); v.enum != nil {
			v.thrift, v.note = typeI32, ""
		} else {
			v.note = naming.Values(s)
		}
	}
}

// record compiles a struct.
func (k *compiler) record(s *schema.Schema, hint string) *record {
	if r := k.records[s]; r != nil {
		return r
	}
	r := &record{name: k.names.Of(s, hint), doc: s.Doc(), protocol: k.protocol, strict: k.strict}
	k.records[s] = r
	members := newMembers()
	for _, sf := range s.Fields() {
		f := k.field(sf.Schema, r.name+naming.Pascal(sf.GoName))
		f.number, f.step, f.name = sf.ThriftNumber, fault.Field(sf.Name), members.name(sf.Name)
		f.doc, f.deprecated = sf.Doc, sf.Deprecated
		f.offset, f.hops = sf.Offset, sf.Hops
		f.optional = f.optional || f.hops != nil
		r.fields = append(r.fields, f)
	}
	r.finish()
	k.order = append(k.order, r)
	return r
}

// wrapper compiles a struct with one field, which is the value itself.
func (k *compiler) wrapper(s *schema.Schema, hint string) *record {
	if r := k.records[s]; r != nil {
		return r
	}
	word := k.names.Word(s, hint)
	if s.Kind() != schema.KindPointer {
		word += "Value"
	}
	r := &record{name: k.names.Unique(word), protocol: k.protocol, strict: k.strict}
	k.records[s] = r
	var f field
	if isContainer(s) {
		f.value = value{protocol: k.protocol, typ: s.Type(), size: s.Type().Size(), length: s.Len()}
		k.container(&f.value, s, r.name+"Item")
	} else {
		f = k.field(s, r.name+"Item")
	}
	f.number, f.name = 1, "value"
	r.fields = []field{f}
	r.finish()
	k.order = append(k.order, r)
	return r
}

// finish puts the fields in the order in which they are written.
func (r *record) finish() {
	slices.SortFunc(r.fields, func(x, y field) int { return cmp.Compare(x.number, y.number) })
	r.numbers = map[int]int{}
	for i := range r.fields {
		f := &r.fields[i]
		r.numbers[f.number] = i
		if r.protocol == compactProtocol || f.pointer || f.hops != nil {
			continue
		}
		switch v := &f.value; {
		case v.op == opString, v.op == opFloat64,
			v.op == opInt && v.thrift == typeI64 && (v.width == int64Width || v.width == uint64Width):
			f.fast = v.op
		}
	}
}

// field compiles a schema in the position of a field.
func (k *compiler) field(s *schema.Schema, hint string) field {
	s = s.Base()
	if s.Kind() == schema.KindPointer {
		return field{pointer: true, optional: true, value: k.value(s.Elem(), hint)}
	}
	f := field{value: k.value(s, hint)}
	switch s.Kind() {
	case schema.KindSum, schema.KindOptional, schema.KindAny, schema.KindRawJSON:
		f.omits, f.optional = true, true
	}
	return f
}

func (k *compiler) union(s *schema.Schema) *union {
	if u := k.unions[s]; u != nil {
		return u
	}
	u := &union{name: k.names.Of(s, "Union"), doc: s.Doc(), typ: s.Type(), protocol: k.protocol, schema: s, strict: k.strict}
	k.unions[s] = u
	members := newMembers()
	for _, sc := range s.Cases() {
		if n := sc.Number; (n < 1 || n > math.MaxInt16) && k.err == nil {
			k.err = fmt.Errorf("thrift: %s: case %q: number %d: want 1 to %d", s.Type(), sc.Name, n, math.MaxInt16)
		}
		u.cases = append(u.cases, field{
			number: sc.Number, step: fault.Field(sc.Name), name: members.name(sc.Name), doc: sc.Doc,
			value: k.value(sc.Schema, u.name+naming.Pascal(sc.Name)),
		})
	}
	k.order = append(k.order, u)
	return u
}

func (k *compiler) nullable(s *schema.Schema, hint string) *nullable {
	if n := k.nulls[s]; n != nil {
		return n
	}
	n := &nullable{name: k.names.Of(s, "Nullable"+hint), typ: s.Type(), protocol: k.protocol, strict: k.strict}
	k.nulls[s] = n
	n.field = field{number: 1, name: "value", optional: true, value: k.value(s.Elem(), hint)}
	k.order = append(k.order, n)
	return n
}
