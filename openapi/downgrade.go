package openapi

import "slices"

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
	isNull := func(c *Schema) bool {
		return len(c.Type) == 0 && c.Nullable && len(c.Enum) == 1 && c.Enum[0].Kind() == Null
	}
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
		s.Type, s.Enum = nil, []*Value{nullValue()}
	case 1:
	default:
		for _, name := range s.Type {
			s.AnyOf = append(s.AnyOf, &Schema{Type: []string{name}})
		}
		s.Type = nil
	}
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
