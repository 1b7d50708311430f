package schema

import (
	"encoding/json/jsontext"
	"slices"
	"strconv"
)

// schema returns a reference to a component, or the schema itself.
func (j *JSONSchemaSet) schema(s *Schema) object {
	if name := j.names.Of(s); name != "" {
		return object{{"$ref", j.opts.RefPrefix + name}}
	}
	return j.inline(s)
}

// orNull adds null to what a schema allows.
func orNull(o object) object {
	for i, m := range o {
		if m.name != "type" {
			continue
		}
		kind, ok := m.value.(string)
		if !ok {
			return o // a pointer to a pointer: null is there already
		}
		out := slices.Clone(o)
		out[i].value = []any{kind, "null"}
		for k := range out {
			if out[k].name == "enum" {
				out[k].value = append(slices.Clone(out[k].value.([]any)), nil)
			}
		}
		return out
	}
	if len(o) == 0 {
		return o // anything, null included
	}
	return object{{"anyOf", []any{o, object{{"type", "null"}}}}}
}

// annotationsNotIn returns the annotations that the object does not have itself.
func annotationsNotIn(o object, a Annotations) object {
	var out object
	for _, m := range annotations(a) {
		if !o.has(m.name) && !o.has("$ref") {
			out = append(out, m)
		}
	}
	return out
}

func annotations(a Annotations) object {
	var o object
	if a.Doc != "" {
		o = append(o, member{"description", a.Doc})
	}
	if a.Default != nil {
		o = append(o, member{"default", jsontext.Value(a.Default.JSON)})
	}
	if len(a.Examples) > 0 {
		var list []any
		for _, e := range a.Examples {
			list = append(list, jsontext.Value(e.JSON))
		}
		o = append(o, member{"examples", list})
	}
	for _, flag := range []struct {
		name string
		set  bool
	}{{"deprecated", a.Deprecated}, {"readOnly", a.ReadOnly}, {"writeOnly", a.WriteOnly}} {
		if flag.set {
			o = append(o, member{flag.name, true})
		}
	}
	return o
}

// inline returns the schema itself, a component's too.
func (j *JSONSchemaSet) inline(s *Schema) object {
	o := j.shape(s)
	if len(s.enum) > 0 {
		var values []any
		for _, v := range s.enum {
			values = append(values, jsontext.Value(v.JSON))
		}
		o = append(o, member{"enum", values})
	}
	return append(o, annotationsNotIn(o, s.annotations)...)
}

// shape returns type and constraints by kind.
func (j *JSONSchemaSet) shape(s *Schema) object {
	switch k := s.kind; {
	case k == KindBool:
		return object{{"type", "boolean"}}
	case k.IsNumber():
		return numberShape(s)
	case k.IsScalar():
		return stringShape(s)
	case k == KindSlice, k == KindArray:
		return j.listShape(s)
	case k == KindMap:
		return j.mapShape(s)
	case k == KindPointer, k == KindOptional:
		return orNull(j.schema(s.elem))
	case k == KindStruct:
		return j.structShape(s)
	case k == KindSum:
		return j.sumShape(s)
	}
	var o object // any, raw JSON and custom types: nothing is known
	if f := s.constraints.Format; f != "" {
		o = append(o, member{"format", f})
	}
	return o
}

// naturalFormats are the formats of kinds, unless a tag names another.
var naturalFormats = map[Kind]string{
	KindInt: "int64", KindInt64: "int64", KindInt32: "int32",
	KindUint: "uint64", KindUint64: "uint64", KindUint32: "uint32",
	KindFloat32: "float", KindFloat64: "double",
	KindTime: "date-time", KindDuration: "duration", KindUUID: "uuid", KindBigFloat: "decimal",
}

func withFormat(o object, s *Schema) object {
	format := s.constraints.Format
	if format == "" {
		format = naturalFormats[s.kind]
	}
	if format != "" {
		o = append(o, member{"format", format})
	}
	return o
}

func numberShape(s *Schema) object {
	o := object{{"type", "integer"}}
	if s.kind.IsFloat() {
		o = object{{"type", "number"}}
	}
	o = withFormat(o, s)
	c := s.constraints
	// The narrow types and the unsigned ones have limits that no format tells.
	if k := s.kind; k == KindInt8 || k == KindInt16 {
		if c.Minimum == "" && c.ExclusiveMinimum == "" {
			c.Minimum = Number(strconv.Itoa(-1 << (k.Bits() - 1)))
		}
		if c.Maximum == "" && c.ExclusiveMaximum == "" {
			c.Maximum = Number(strconv.Itoa(1<<(k.Bits()-1) - 1))
		}
	} else if k.IsUint() {
		if c.Minimum == "" && c.ExclusiveMinimum == "" {
			c.Minimum = "0"
		}
		if k.Bits() < 32 && c.Maximum == "" && c.ExclusiveMaximum == "" {
			c.Maximum = Number(strconv.Itoa(1<<k.Bits() - 1))
		}
	}
	for _, b := range c.numbers() {
		if b.value != "" {
			o = append(o, member{b.keyword, jsontext.Value(b.value)})
		}
	}
	return o
}

func stringShape(s *Schema) object {
	o := withFormat(object{{"type", "string"}}, s)
	c := s.constraints
	switch s.kind {
	case KindBytes:
		o = append(o, member{"contentEncoding", "base64"})
		o = appendCount(o, "minLength", base64Length(c.MinLength))
		return appendCount(o, "maxLength", base64Length(c.MaxLength))
	case KindByteArray:
		n := base64Length(&s.length)
		o = append(o, member{"contentEncoding", "base64"})
		return appendCount(appendCount(o, "minLength", n), "maxLength", n)
	case KindBigRat:
		return append(o, member{"pattern", `^-?[0-9]+(/[0-9]+)?$`})
	}
	o = appendCount(o, "minLength", c.MinLength)
	o = appendCount(o, "maxLength", c.MaxLength)
	if c.Pattern != "" {
		o = append(o, member{"pattern", c.Pattern})
	}
	return o
}

// base64Length returns how many characters so many bytes take. JSON Schema counts
// characters, so a limit on bytes is told only to within three.
func base64Length(bytes *int) *int {
	if bytes == nil {
		return nil
	}
	n := (*bytes + 2) / 3 * 4
	return &n
}

func appendCount(o object, keyword string, n *int) object {
	if n == nil {
		return o
	}
	return append(o, member{keyword, jsontext.Value(strconv.Itoa(*n))})
}
