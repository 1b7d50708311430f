package openapi

import "strconv"

// children returns the schemas inside a schema by their relative pointers.
func (s *Schema) children() Map[*Schema] {
	var all Map[*Schema]
	one := func(keyword string, c *Schema) {
		if c != nil {
			all = append(all, Entry[*Schema]{"/" + keyword, c})
		}
	}
	list := func(keyword string, cs []*Schema) {
		for i, c := range cs {
			one(keyword+"/"+strconv.Itoa(i), c)
		}
	}
	named := func(keyword string, cs Map[*Schema]) {
		for name, c := range cs.All() {
			one(keyword+"/"+escapePointer(name), c)
		}
	}
	list("prefixItems", s.PrefixItems)
	one("items", s.Items)
	one("contains", s.Contains)
	one("unevaluatedItems", s.UnevaluatedItems)
	named("properties", s.Properties)
	named("patternProperties", s.PatternProperties)
	one("propertyNames", s.PropertyNames)
	one("additionalProperties", s.AdditionalProperties)
	one("unevaluatedProperties", s.UnevaluatedProperties)
	named("dependentSchemas", s.DependentSchemas)
	list("allOf", s.AllOf)
	list("anyOf", s.AnyOf)
	list("oneOf", s.OneOf)
	one("not", s.Not)
	one("if", s.If)
	one("then", s.Then)
	one("else", s.Else)
	one("contentSchema", s.ContentSchema)
	named("$defs", s.Defs)
	return all
}
