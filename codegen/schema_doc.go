package codegen

import (
	"iter"
	"slices"

	"github.com/weft-go/weft/openapi"
)

// docOf returns the description of a member: its own, or that of the scalar, list or
// map that it refers to, or a title for want of one. Models have theirs themselves.
func docOf(s *openapi.Schema) string {
	if from := describedBy(s); from != nil {
		if from != s && isModel(from) {
			return ""
		}
		return from.Description
	}
	for at := range chain(s) {
		if at.Title != "" && !isModel(at) {
			return at.Title
		}
	}
	return ""
}

// describedBy returns the schema whose description is that of another one: itself, or
// one behind it. It is nil if there is none.
func describedBy(s *openapi.Schema) *openapi.Schema {
	for at := range chain(s) {
		if at.Description != "" {
			return at
		}
	}
	return nil
}

// chain iterates over a schema and those behind it.
func chain(s *openapi.Schema) iter.Seq[*openapi.Schema] {
	return func(yield func(*openapi.Schema) bool) {
		for range 10 {
			if s == nil || !yield(s) {
				return
			}
			s = behind(s)
		}
	}
}

// isModel reports whether a schema becomes a type with a name.
func isModel(s *openapi.Schema) bool {
	return behind(s) == nil && len(s.Properties)+len(s.Enum)+len(s.OneOf)+len(s.AnyOf)+len(s.AllOf) > 0
}

// behind returns the schema that another one is: what it refers to, its only part, or
// its only case beside null. It is nil if there is none.
func behind(s *openapi.Schema) *openapi.Schema {
	if t := s.Target(); t != nil {
		return t
	}
	if only := onlyPart(s); only != nil {
		return only
	}
	if len(s.AllOf) > 0 || len(s.OneOf) > 0 && len(s.AnyOf) > 0 || len(s.Properties) > 0 {
		return nil
	}
	cases := slices.DeleteFunc(slices.Concat(s.OneOf, s.AnyOf), func(c *openapi.Schema) bool {
		r := c.Resolve()
		return r != nil && isNull(r)
	})
	if len(cases) == 1 {
		return cases[0]
	}
	return nil
}
