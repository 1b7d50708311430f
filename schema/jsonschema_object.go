package schema

import (
	"encoding/json/jsontext"
	"strings"
)

func (j *JSONSchemaSet) listShape(s *Schema) object {
	o := object{{"type", "array"}, {"items", j.schema(s.elem)}}
	c := s.constraints
	if s.kind == KindArray {
		c.MinItems, c.MaxItems = &s.length, &s.length
	}
	o = appendCount(o, "minItems", c.MinItems)
	o = appendCount(o, "maxItems", c.MaxItems)
	if c.UniqueItems {
		o = append(o, member{"uniqueItems", true})
	}
	return o
}

func (j *JSONSchemaSet) mapShape(s *Schema) object {
	o := object{{"type", "object"}}
	if names := keyNames(s.key); len(names) > 0 {
		o = append(o, member{"propertyNames", names})
	}
	o = append(o, member{"additionalProperties", j.schema(s.elem)})
	o = appendCount(o, "minProperties", s.constraints.MinProperties)
	return appendCount(o, "maxProperties", s.constraints.MaxProperties)
}

// keyNames describes the names of a map's members, which are always strings.
func keyNames(key *Schema) object {
	if len(key.enum) > 0 {
		var values []any
		for _, v := range key.enum {
			values = append(values, bareText(v.JSON))
		}
		return object{{"enum", values}}
	}
	switch k := key.kind; {
	case k.IsInt():
		return object{{"pattern", `^-?[0-9]+$`}}
	case k.IsUint():
		return object{{"pattern", `^[0-9]+$`}}
	case naturalFormats[k] != "":
		return object{{"format", naturalFormats[k]}}
	}
	return nil
}

// bareText returns the text of a JSON string, or the JSON of another scalar.
func bareText(raw string) string {
	if !strings.HasPrefix(raw, `"`) {
		return raw
	}
	text, _ := jsontext.AppendUnquote(nil, raw)
	return string(text)
}

func (j *JSONSchemaSet) structShape(s *Schema) object { return j.structWith(s, nil) }

// structWith writes a struct with members in front of its own.
func (j *JSONSchemaSet) structWith(s *Schema, extra object) object {
	o := object{{"type", "object"}}
	properties := append(object(nil), extra...)
	var required []any
	for _, m := range extra {
		required = append(required, m.name)
	}
	for _, f := range s.fields {
		name := j.opts.FieldNames.Apply(f.Name)
		properties = append(properties, member{name, j.field(f)})
		if f.Required {
			required = append(required, name)
		}
	}
	if len(properties) > 0 {
		o = append(o, member{"properties", properties})
	}
	if len(required) > 0 {
		o = append(o, member{"required", required})
	}
	if j.opts.Closed {
		o = append(o, member{"additionalProperties", false})
	}
	return o
}

// field returns a member's schema. What the field says about itself goes before what
// its type says.
func (j *JSONSchemaSet) field(f *Field) object {
	o := j.fieldShape(f)
	own := annotations(f.Annotations)
	if f.Quoted {
		own = quoteLiterals(own, f)
	}
	var out object
	for _, m := range o {
		if !own.has(m.name) {
			out = append(out, m)
		}
	}
	return append(out, own...)
}

func (j *JSONSchemaSet) fieldShape(f *Field) object {
	inner := f.Schema.Indirect()
	switch {
	case f.Quoted && inner != f.Schema && f.Nullable:
		return orNull(quotedShape(inner))
	case f.Quoted:
		return quotedShape(inner)
	case f.Nullable || f.Schema.Component():
		return j.schema(f.Schema)
	}
	return j.schema(inner)
}

// quotedShape is that of json:",string": a number in a string. Its limits cannot be
// told then.
func quotedShape(s *Schema) object {
	pattern := `^-?(0|[1-9][0-9]*)$`
	if s.kind.IsFloat() {
		pattern = `^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$`
	}
	return object{{"type", "string"}, {"pattern", pattern}}
}

// quoteLiterals writes the default and the examples of a quoted field as strings.
func quoteLiterals(o object, f *Field) object {
	for i, m := range o {
		switch m.name {
		case "default":
			o[i].value = f.Default.JSON
		case "examples":
			var list []any
			for _, e := range f.Examples {
				list = append(list, e.JSON)
			}
			o[i].value = list
		}
	}
	return o
}

// sumShape lists the cases in the form that the discriminator gives them.
func (j *JSONSchemaSet) sumShape(s *Schema) object {
	var cases []any
	for _, c := range s.cases {
		cases = append(cases, j.caseShape(c))
	}
	if j.opts.Discriminator.None() {
		// Without a discriminator a value may well fit two cases; the first is taken.
		return object{{"anyOf", cases}}
	}
	return object{{"oneOf", cases}}
}

func (j *JSONSchemaSet) caseShape(c *SumCase) object {
	d := j.opts.Discriminator
	name := d.CaseName(c)
	var o object
	switch {
	case d.Wraps():
		o = object{
			{"type", "object"},
			{"properties", object{{name, j.schema(c.Schema)}}},
			{"required", []any{name}},
			{"additionalProperties", false},
		}
	case d.None():
		o = j.schema(c.Schema)
	case c.Schema.kind == KindStruct && (j.opts.Closed || j.names.Of(c.Schema) == ""):
		// A closed case would refuse the discriminator from outside.
		o = j.structWith(c.Schema, object{{d.Field(), object{{"const", name}}}})
	default:
		o = object{
			{"allOf", []any{j.schema(c.Schema)}},
			{"type", "object"},
			{"properties", object{{d.Field(), object{{"const", name}}}}},
			{"required", []any{d.Field()}},
		}
	}
	if c.Doc != "" && !o.has("description") {
		o = append(o, member{"description", c.Doc})
	}
	return o
}
