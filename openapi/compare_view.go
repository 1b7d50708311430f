package openapi

import (
	"maps"
	"slices"
	"strings"
)

// A types is a set of the types of JSON Schema without null. A number that may have a
// fraction may have none.
type types uint8

const (
	typeBoolean types = 1 << iota
	typeObject
	typeArray
	typeInteger
	typeFraction
	typeString

	typeNumber = typeInteger | typeFraction
	typeAny    = typeBoolean | typeObject | typeArray | typeNumber | typeString
)

var typeNames = []struct {
	name string
	set  types
}{
	{"boolean", typeBoolean}, {"object", typeObject}, {"array", typeArray},
	{"number", typeNumber}, {"integer", typeInteger}, {"string", typeString},
}

// String returns the types as messages name them.
func (t types) String() string {
	if t == typeAny {
		return "anything"
	}
	if t == 0 {
		return "nothing"
	}
	return strings.Join(t.names(), " or ")
}

// names returns the types as schemas name them.
func (t types) names() []string {
	var all []string
	for _, n := range typeNames {
		if t&n.set == n.set && (n.name != "integer" || t&typeFraction == 0) {
			all = append(all, n.name)
		}
	}
	return all
}

// A view is what a schema says about values, all of its references and allOf taken
// together. It is what two schemas are compared by.
type view struct {
	types    types
	null     bool
	enum     []*Value // nil for any value
	format   string
	parts    []*Schema // what the limits are taken from
	props    Map[*Schema]
	required []string
	items    *Schema
	values   *Schema // of additional members
	closed   bool    // there are no additional members
	choices  [][]*Schema
	property string // of a discriminator
}

// viewOf returns the view of a schema. That of nil allows everything.
func viewOf(s *Schema) *view {
	v := &view{types: typeAny, null: true}
	v.collect(s, map[*Schema]bool{})
	return v
}

// collect adds what a schema says, and what it refers to. A nullable beside a
// reference or a combination is meant, although by the letter of 3.0 it says nothing.
func (v *view) collect(s *Schema, seen map[*Schema]bool) {
	if s == nil || seen[s] {
		return
	}
	seen[s] = true
	if s.Bool != nil {
		if !*s.Bool {
			v.types, v.null = 0, false
		}
		return
	}
	null := v.null
	v.collect(s.target, seen)
	for _, part := range s.AllOf {
		v.collect(part, seen)
	}
	v.collectType(s)
	v.collectObject(s)
	v.collectChoice(s.OneOf, seen)
	v.collectChoice(s.AnyOf, seen)
	v.null = v.null || null && s.Nullable
	v.parts = append(v.parts, s)
	if s.Format != "" {
		v.format = s.Format
	}
	if s.Items != nil {
		v.items = s.Items
	}
	if s.Discriminator != nil {
		v.property = s.Discriminator.PropertyName
	}
}

// collectType adds the types and the values of an enum.
func (v *view) collectType(s *Schema) {
	values := s.Enum
	if s.Const != nil {
		values = []*Value{s.Const}
	}
	set, null := s.typeSet(values)
	v.types &= set
	v.null = v.null && null
	if values != nil {
		v.enum = slices.DeleteFunc(slices.Clone(values), func(e *Value) bool { return e.kind == Null })
	}
}

// typeSet returns the types of a schema. One that names none has those of its enum, or
// those that its keywords are for.
func (s *Schema) typeSet(enum []*Value) (set types, null bool) {
	for _, n := range typeNames {
		if slices.Contains(s.Type, n.name) {
			set |= n.set
		}
	}
	switch {
	case len(s.Type) > 0:
		return set, s.AllowsNull()
	case enum != nil:
		for _, e := range enum {
			set |= [...]types{0, typeBoolean, typeNumber, typeString, typeArray, typeObject}[e.kind]
			null = null || e.kind == Null
		}
		return set, null || s.Nullable
	case s.Properties.Len() > 0 || s.AdditionalProperties != nil:
		return typeObject, s.Nullable
	case s.Items != nil:
		return typeArray, s.Nullable
	}
	return typeAny, true
}

func (v *view) collectObject(s *Schema) {
	for name, p := range s.Properties.All() {
		v.props.Set(name, p)
	}
	for _, name := range s.Required {
		if !slices.Contains(v.required, name) {
			v.required = append(v.required, name)
		}
	}
	for _, extra := range []*Schema{s.AdditionalProperties, s.UnevaluatedProperties} {
		switch {
		case extra == nil:
		case extra.Bool != nil:
			v.closed = v.closed || !*extra.Bool
		default:
			v.values = extra
		}
	}
}

// collectChoice adds the cases of a choice. One of a single case and null is that case.
func (v *view) collectChoice(cases []*Schema, seen map[*Schema]bool) {
	if len(cases) == 0 {
		return
	}
	rest := slices.DeleteFunc(slices.Clone(cases), func(s *Schema) bool { return s.Resolve().isNull() })
	null := v.null && (len(rest) < len(cases) || slices.ContainsFunc(rest, func(s *Schema) bool { return caseNull(s, seen) }))
	if len(rest) == 1 {
		v.collect(rest[0], seen)
	} else {
		v.choices = append(v.choices, rest)
	}
	v.null = null
}

// caseNull reports whether a case may be null. One that leads back to the choice adds
// nothing.
func caseNull(s *Schema, seen map[*Schema]bool) bool {
	for at := s; at != nil; at = at.target {
		if seen[at] {
			return false
		}
	}
	v := &view{types: typeAny, null: true}
	v.collect(s, maps.Clone(seen))
	return v.null
}

// isNull reports whether null is the only value.
func (s *Schema) isNull() bool {
	if s == nil {
		return false
	}
	return len(s.Type) == 1 && s.Type[0] == "null" || len(s.Type) == 0 && len(s.Enum) == 1 && s.Enum[0].kind == Null
}
