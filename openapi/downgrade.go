package openapi

import (
	"slices"
	"strings"
)

// How a schema is written in version 3.0.
//
// The dialect of 3.0 is older than JSON Schema 2020-12. Most keywords that it does not
// have can be said in others: null is nullable, a constant is an enum of one value,
// exclusive limits are a number and a flag. What cannot be said is left out, which
// makes the schema allow more and never less: the names of a map's members, and what is
// inside a string. A reference stands alone in 3.0, so what stands beside it moves
// outside of it.

// downgrade changes a schema, and all those inside, to the dialect of 3.0.
func downgrade(s *Schema) {
	for _, c := range s.Children() {
		downgrade(c)
	}
	if s.Bool != nil {
		return // additionalProperties may still be a boolean; there are no others
	}
	downgradeNull(s)
	downgradeLimits(s)
	if s.Const != nil {
		s.Enum, s.Const = []*Value{s.Const}, nil
	}
	if len(s.Examples) > 0 && s.Example == nil {
		s.Example = s.Examples[0]
	}
	if s.ContentEncoding == "base64" && s.Format == "" {
		s.Format = "byte"
	}
	if len(s.PrefixItems) > 0 && s.Items == nil {
		s.Items = &Schema{AnyOf: s.PrefixItems}
	}
	if slices.Contains(s.Type, "array") && s.Items == nil {
		s.Items = &Schema{}
	}
	s.Examples, s.PropertyNames, s.PatternProperties, s.PrefixItems = nil, nil, nil, nil
	s.ContentEncoding, s.ContentMediaType, s.ContentSchema = "", "", nil
	s.from = nil // the keywords that it was read with are not those it has
	separateRef(s)
}

// downgradeNull says null in the words of 3.0.
func downgradeNull(s *Schema) {
	isNull := func(c *Schema) bool { return c.Nullable && len(c.Enum) == 1 && c.Enum[0].Kind() == Null }
	if i := slices.IndexFunc(s.AnyOf, isNull); i >= 0 && len(s.AnyOf) == 2 {
		// Either something or null, which is how a pointer to a component is written.
		s.AllOf, s.AnyOf = append(s.AllOf, s.AnyOf[1-i]), nil
		s.Nullable = true
	}
	if !slices.Contains(s.Type, "null") {
		return
	}
	s.Nullable = true
	s.Type = s.Types()
	switch len(s.Type) {
	case 0:
		*s = *onlyNull()
	case 1:
	default:
		for _, name := range s.Type {
			s.AnyOf = append(s.AnyOf, &Schema{Type: []string{name}, Nullable: true})
		}
		s.Type, s.Nullable = nil, false
	}
}

// onlyNull returns the schema of null. In 3.0 nullable needs a type beside it.
func onlyNull() *Schema {
	return &Schema{Type: []string{"string"}, Nullable: true, Enum: []*Value{nullValue()}}
}

// typeNull gives schemas that are nullable a type, without which that word says nothing
// in 3.0: the type of the component that they refer to. A component of several types
// becomes a choice between it and null.
func (t *schemaTable) typeNull(s *Schema) {
	for _, c := range s.Children() {
		t.typeNull(c)
	}
	if !s.Nullable || len(s.Type) > 0 || len(s.AllOf) != 1 {
		return
	}
	inner := s.AllOf[0]
	types := inner.Type
	if inner.Ref != "" {
		types = t.typesOf(strings.TrimPrefix(inner.Ref, schemaPrefix))
	}
	if len(types) == 1 {
		s.Type = types
		return
	}
	s.Nullable, s.AllOf, s.AnyOf = false, nil, []*Schema{inner, onlyNull()}
}

// typesOf returns the types of a component.
func (t *schemaTable) typesOf(name string) []string {
	if t.types == nil {
		t.types = map[string][]string{}
		for own, text := range t.set.Components() {
			final := own
			if renamed, ok := t.rename[own]; ok {
				final = renamed
			}
			t.types[final] = t.parse(text).Types()
		}
	}
	return t.types[name]
}

// downgradeLimits says exclusive limits in the words of 3.0.
func downgradeLimits(s *Schema) {
	if n, exclusive, ok := s.LowerBound(); ok {
		s.Minimum, s.ExclusiveMinimum = n, ""
		if exclusive {
			s.ExclusiveMinimum = "true"
		}
	}
	if n, exclusive, ok := s.UpperBound(); ok {
		s.Maximum, s.ExclusiveMaximum = n, ""
		if exclusive {
			s.ExclusiveMaximum = "true"
		}
	}
}

// separateRef moves a reference inside if something stands beside it.
func separateRef(s *Schema) {
	if s.Ref == "" || write(s).Len() == 1 {
		return
	}
	s.AllOf = append([]*Schema{{Ref: s.Ref}}, s.AllOf...)
	s.Ref = ""
}
