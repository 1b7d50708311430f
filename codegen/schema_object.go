package codegen

import (
	"slices"
	"strconv"

	"github.com/weft-go/weft/openapi"
)

// object returns the type of an object: a map if it has no properties, else a struct.
func (g *generation) object(key, s *openapi.Schema, hint string) *typ {
	more := s.AdditionalProperties
	closed := more != nil && more.Bool != nil && !*more.Bool
	if len(s.Properties) == 0 && len(s.Required) == 0 && !closed {
		if more == nil || more.Bool != nil {
			return &typ{kind: kindMap, elem: &typ{schema: &openapi.Schema{}}}
		}
		elem := g.typeOf(more, hint+"Value")
		g.mark(elem)
		g.lost(more, elem, "the values of a map")
		return &typ{kind: kindMap, elem: elem}
	}
	at := s.Place().Pointer
	if closed {
		g.say(at+"/additionalProperties", "a struct does not refuse other members; set RejectExtraFields in the codec configuration")
	} else if more != nil && more.Bool == nil {
		g.say(at+"/additionalProperties", "a struct has no room for other members; they are ignored")
	}
	if s.MinProperties != "" {
		g.say(at+"/minProperties", "the number of a struct's members is not checked")
	}
	if s.MaxProperties != "" {
		g.say(at+"/maxProperties", "the number of a struct's members is not checked")
	}
	m := g.newModel(key, s, structModel, hint)
	g.fields(m, s)
	return &typ{kind: kindModel, model: m, schema: s}
}

// fields gives a struct its members.
func (g *generation) fields(m *model, s *openapi.Schema) {
	taken := newNames()
	for wire, p := range s.Properties.All() {
		f := &field{wire: wire, required: slices.Contains(s.Required, wire)}
		f.name = taken.take(identifier(wire))
		f.typ = g.typeOf(p, m.name+f.name)
		g.mark(f.typ)
		f.doc = docOf(p)
		if !g.fits(wire) {
			g.say(p.Place().Pointer, "a struct cannot have a member of the name "+strconv.Quote(wire))
			continue
		}
		f.tags = g.fieldTags(p, f.typ, f.required)
		m.fields = append(m.fields, f)
	}
	for _, wire := range s.Required {
		if !s.Properties.Has(wire) && g.fits(wire) {
			m.fields = append(m.fields, &field{name: taken.take(identifier(wire)), wire: wire, required: true, typ: &typ{schema: &openapi.Schema{}}})
		}
	}
}

// enum returns the type of a schema with listed values: a type with constants for
// strings and integers, a scalar whose tag lists them for other scalars.
func (g *generation) enum(key, s *openapi.Schema, hint string) *typ {
	values, kinds := enumValues(s)
	types := s.Types()
	switch {
	case len(values) == 0:
		g.say(nullPlace(s), onlyNull)
		return &typ{nullable: true}
	case kinds[openapi.Object] || kinds[openapi.Array] || len(kinds) > 1:
		g.say(s.Place().Pointer+"/enum", "the values have no type in common; it is any value")
		return &typ{}
	}
	base := map[openapi.Kind]string{openapi.Text: "string", openapi.Bool: "boolean", openapi.Num: "number"}[values[0].Kind()]
	if base == "number" && !slices.ContainsFunc(values, func(v *openapi.Value) bool { _, err := strconv.ParseInt(v.Text(), 10, 64); return err != nil }) {
		base = "integer"
	}
	if len(types) == 1 && types[0] != base && !(types[0] == "number" && base == "integer") {
		g.say(s.Place().Pointer+"/enum", "the values are not of the type "+types[0]+"; they are left out")
		c := *s
		c.Enum, c.Const = nil, nil
		return g.shapeOf(key, &c, hint)
	}
	if base == "boolean" || base == "number" || len(types) == 1 && types[0] == "number" {
		return g.scalar(s, base)
	}
	c := *s
	c.Format = ""
	if s.Format == "int32" || s.Format == "int64" {
		c.Format = s.Format
	}
	m := g.newModel(key, s, enumModel, hint)
	m.base = g.scalar(&c, base)
	g.constants(m, values)
	for _, limit := range limitsOf(&typ{kind: kindScalar, scalar: m.base.scalar, schema: s}) {
		if limit.key == "enum" {
			continue
		}
		g.say(s.Place().Pointer+"/"+limit.key, "an enum has no other limits than its values")
	}
	return &typ{kind: kindModel, model: m, schema: s}
}

// enumValues returns the values without null and repetitions, and their kinds.
func enumValues(s *openapi.Schema) ([]*openapi.Value, map[openapi.Kind]bool) {
	all := s.Enum
	if s.Const != nil {
		all = []*openapi.Value{s.Const}
	}
	var values []*openapi.Value
	kinds := map[openapi.Kind]bool{}
	for _, v := range all {
		if v.Kind() == openapi.Null || slices.ContainsFunc(values, v.Equal) {
			continue
		}
		values = append(values, v)
		kinds[v.Kind()] = true
	}
	return values, kinds
}

// constants gives an enum its values.
func (g *generation) constants(m *model, values []*openapi.Value) {
	for _, v := range values {
		text := v.Text()
		literal := text
		if m.base.scalar == "string" {
			literal = strconv.Quote(text)
		}
		m.values = append(m.values, enumValue{name: g.names.take(m.name + identifier(text)), literal: literal, text: text})
	}
}
