package protobuf

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/naming"
	"github.com/weft-go/weft/format/internal/text"
	"github.com/weft-go/weft/schema"
)

// A plan is compiled from a schema in one walk. Every schema that needs a message of
// its own is entered into a map before its fields are compiled, so that a recursive
// type finds itself there.
//
// The same plan is what the definition is printed from: codec and definition
// cannot contradict each other.

// compiler holds what is known while one type is compiled.
type compiler struct {
	names    *naming.Names
	messages map[*schema.Schema]*message
	sums     map[*schema.Schema]*sum
	nulls    map[*schema.Schema]*nullable
	enums    map[*schema.Schema]*enum
	order    []any // the above and entry tables, as they are met
	strict   bool
	foreign  bool // whether methods of other packages' types get addresses
	err      error
}

// A plan encodes and decodes the values of one type.
type plan struct {
	root    body
	order   []any
	pkg     string
	foreign bool
}

// compile returns the plan of a type. It fails with the Go path of what Protobuf
// cannot express.
func compile(s *schema.Schema, strict bool) (*plan, error) {
	s = s.Base()
	c := &compiler{
		names:    naming.New(s),
		messages: map[*schema.Schema]*message{},
		sums:     map[*schema.Schema]*sum{},
		nulls:    map[*schema.Schema]*nullable{},
		enums:    map[*schema.Schema]*enum{},
		strict:   strict,
	}
	root := c.body(s, "Value")
	return &plan{root: root, order: c.order, pkg: naming.Package(s), foreign: c.foreign}, c.err
}

// body returns the message for a schema, a wrapper if it is not one by nature. The
// hint is a name for what has none.
func (c *compiler) body(s *schema.Schema, hint string) body {
	s = s.Base()
	switch s.Kind() {
	case schema.KindTime:
		return timestamp{}
	case schema.KindDuration:
		return duration{}
	case schema.KindSum:
		return c.sum(s)
	case schema.KindOptional:
		return c.nullable(s, hint)
	case schema.KindPointer:
		if isMessage(s.Elem()) {
			return &pointed{elem: c.body(s.Elem(), hint), typ: s.Elem().Type()}
		}
	case schema.KindStruct:
		return c.message(s, hint)
	}
	return c.wrapper(s, hint)
}

// isMessage reports whether a schema is a message without a wrapper.
func isMessage(s *schema.Schema) bool {
	switch s.Kind() {
	case schema.KindStruct, schema.KindSum, schema.KindTime, schema.KindDuration:
		return true
	}
	return false
}

// value returns how a single value of the schema stands on the wire.
func (c *compiler) value(s *schema.Schema, hint string) value {
	s = s.Base()
	v := value{wire: wireBytes, typ: s.Type(), size: s.Type().Size(), length: s.Len()}
	switch k := s.Kind(); {
	case k == schema.KindUUID:
		v.op, v.text, v.scalar, v.note = opText, text.UUID{}, "string", "a UUID"
	case k == schema.KindBigInt:
		v.op, v.text, v.scalar, v.note = opText, text.Integer{}, "bytes", "a big-endian two's complement integer"
	case k == schema.KindBigFloat:
		v.op, v.text, v.scalar, v.note = opText, text.Textual{Schema: s}, "string", "a decimal number"
	case k == schema.KindBigRat:
		v.op, v.text, v.scalar, v.note = opText, text.Textual{Schema: s}, "string", "a fraction"
	case k == schema.KindText:
		v.op, v.text, v.scalar, c.foreign = opText, text.Textual{Schema: s}, "string", true
		v.note = naming.Values(s)
	case k == schema.KindAny, k == schema.KindRawJSON, k == schema.KindCustom:
		v.op, v.text, v.scalar, v.note, c.foreign = opText, text.JSON{Kind: k, Type: s.Type()}, "string", "JSON", true
	case k.IsScalar() && k != schema.KindTime && k != schema.KindDuration:
		c.plain(&v, s)
	default:
		v.op, v.body = opBody, c.body(s, hint)
		if m, ok := v.body.(*message); ok {
			v.op, v.message = opMessage, m
		}
	}
	return v
}

var plainOps = map[schema.Kind]struct {
	op     op
	wire   byte
	scalar string
}{
	schema.KindBool:      {opBool, wireVarint, "bool"},
	schema.KindInt:       {op64, wireVarint, "int64"},
	schema.KindInt64:     {op64, wireVarint, "int64"},
	schema.KindInt32:     {opInt32, wireVarint, "int32"},
	schema.KindInt16:     {opInt16, wireVarint, "int32"},
	schema.KindInt8:      {opInt8, wireVarint, "int32"},
	schema.KindUint:      {op64, wireVarint, "uint64"},
	schema.KindUint64:    {op64, wireVarint, "uint64"},
	schema.KindUint32:    {opUint32, wireVarint, "uint32"},
	schema.KindUint16:    {opUint16, wireVarint, "uint32"},
	schema.KindUint8:     {opUint8, wireVarint, "uint32"},
	schema.KindFloat32:   {opFloat, wireFixed32, "float"},
	schema.KindFloat64:   {opDouble, wireFixed64, "double"},
	schema.KindString:    {opString, wireBytes, "string"},
	schema.KindBytes:     {opBytes, wireBytes, "bytes"},
	schema.KindByteArray: {opByteArray, wireBytes, "bytes"},
}

// plain sets what the kinds with a Protobuf type of their own need.
func (c *compiler) plain(v *value, s *schema.Schema) {
	k := s.Kind()
	o := plainOps[k]
	v.op, v.wire, v.scalar = o.op, o.wire, o.scalar
	if v.op == op64 && v.size == 4 { // int and uint of a 32-bit machine
		v.op = opShortInt
		if k == schema.KindUint {
			v.op = opShortUint
		}
	}
	if k == schema.KindByteArray {
		v.note = fmt.Sprintf("%d bytes", s.Len())
	}
	if len(s.Enum()) > 0 && s.Name() != "" {
		if v.enum = c.enum(s); v.enum == nil {
			v.note = naming.Values(s)
		}
	}
}

// message compiles a struct.
func (c *compiler) message(s *schema.Schema, hint string) *message {
	if m := c.messages[s]; m != nil {
		return m
	}
	m := &message{name: c.names.Of(s, hint), doc: s.Doc(), strict: c.strict}
	c.messages[s] = m
	c.order = append(c.order, m)
	members := newMembers()
	for _, sf := range s.Fields() {
		f := c.field(sf.Schema, m.name+naming.Pascal(sf.GoName))
		f.number, f.step = sf.ProtobufNumber, fault.Field(sf.Name)
		f.name, f.jsonName = members.name(sf.Name)
		f.doc, f.deprecated = sf.Doc, sf.Deprecated
		f.offset, f.hops = sf.Offset, sf.Hops
		if f.hops != nil && f.card == implicit {
			// Written even when zero, or a struct embedded by pointer would not come
			// back when all its fields are zero.
			f.card = always
		}
		m.add(f)
	}
	m.finish()
	return m
}

// wrapper compiles a message with one field, which is the value itself.
func (c *compiler) wrapper(s *schema.Schema, hint string) *message {
	if m := c.messages[s]; m != nil {
		return m
	}
	m := &message{strict: c.strict}
	if s.Kind().IsScalar() { // the name itself may be that of an enum
		m.name = c.names.Unique(c.names.Word(s, hint) + "Value")
	} else {
		m.name = c.names.Of(s, hint)
	}
	c.messages[s] = m
	c.order = append(c.order, m)
	f := c.field(s, m.name+"Item")
	f.number, f.name = 1, "value"
	switch f.card {
	case repeated, array:
		f.name = "values"
	case mapped:
		f.name = "entries"
	}
	m.add(f)
	m.finish()
	return m
}

func (m *message) add(f field) {
	if f.card == array {
		f.array = m.arrays
		m.arrays++
	}
	m.fields = append(m.fields, f)
}

// finish puts the fields in the order in which they are written.
func (m *message) finish() {
	slices.SortFunc(m.fields, func(x, y field) int { return cmp.Compare(x.number, y.number) })
	for i := range m.fields {
		m.fields[i].setTag()
	}
	m.index()
}

// field compiles a schema in the position of a field.
func (c *compiler) field(s *schema.Schema, hint string) field {
	s = s.Base()
	f := field{typ: s.Type(), length: s.Len()}
	switch s.Kind() {
	case schema.KindPointer:
		f.card, f.value = pointer, c.value(s.Elem(), hint)
	case schema.KindSlice:
		f.card, f.value = repeated, c.value(s.Elem(), hint)
	case schema.KindArray:
		f.card, f.value = array, c.value(s.Elem(), hint)
	case schema.KindMap:
		f.card, f.value = mapped, value{wire: wireBytes}
		f.table = c.table(s, hint)
	default:
		f.value = c.value(s, hint)
	}
	return f
}

func (c *compiler) table(s *schema.Schema, hint string) *table {
	key := c.value(s.Key(), hint+"Key")
	key.enum = nil // an enum cannot be a key, but its number can
	tb := newTable(s, key, c.value(s.Elem(), hint))
	if key.body != nil { // nor can a message
		tb.message = c.names.Unique(c.names.Word(s, hint) + "Entry")
		c.order = append(c.order, tb)
	}
	return tb
}

func (c *compiler) sum(s *schema.Schema) *sum {
	if m := c.sums[s]; m != nil {
		return m
	}
	m := &sum{name: c.names.Of(s, "Sum"), doc: s.Doc(), typ: s.Type(), schema: s, strict: c.strict}
	c.sums[s] = m
	c.order = append(c.order, m)
	members := newMembers()
	for _, sc := range s.Cases() {
		// The schema checks the numbers of fields, but those of cases are free.
		if n := sc.Number; (n < 1 || n > maxNumber || (n >= 19000 && n <= 19999)) && c.err == nil {
			c.err = fmt.Errorf("protobuf: %s: case %q: number %d: want 1 to %d, without 19000 to 19999, which Protobuf reserves",
				s.Type(), sc.Name, n, maxNumber)
		}
		f := field{number: sc.Number, card: always, typ: sc.Schema.Type(), step: fault.Field(sc.Name), doc: sc.Doc}
		f.name, f.jsonName = members.name(sc.Name)
		f.value = c.value(sc.Schema, m.name+naming.Pascal(sc.Name))
		f.setTag()
		m.cases = append(m.cases, f)
	}
	m.oneof, _ = members.name("value")
	return m
}

func (c *compiler) nullable(s *schema.Schema, hint string) *nullable {
	if m := c.nulls[s]; m != nil {
		return m
	}
	m := &nullable{name: c.names.Of(s, "Nullable"+hint), typ: s.Type(), strict: c.strict}
	c.nulls[s] = m
	c.order = append(c.order, m)
	m.field = field{number: 1, name: "value", card: always, typ: s.Elem().Type(), value: c.value(s.Elem(), hint)}
	m.field.setTag()
	return m
}
