package openapi

import (
	"slices"
)

// A Schema describes values, in the words of JSON Schema 2020-12 and, in documents of
// version 3.0, of the dialect that OpenAPI had then. The names of the fields are those
// of the keywords.
type Schema struct {
	Node

	// Bool is set for the schemas true and false, which have no keywords.
	Bool *bool

	// Ref is a reference to another schema, or "". From 3.1 on other keywords may
	// stand beside it. See [Schema.Target] and [Schema.Resolve].
	Ref string

	// Keywords of identity.
	ID, Schema, Anchor, DynamicRef, DynamicAnchor, Comment string
	Defs                                                   Map[*Schema]

	// Type is one of "null", "boolean", "object", "array", "number", "integer" and
	// "string", or several of them from 3.1 on.
	Type []string

	// Format says more about the type, such as "date-time".
	Format string

	// Enum are the possible values, Const the only one. A Const of null is a Value of
	// that kind.
	Enum  []*Value
	Const *Value

	// Nullable adds null to the type, in 3.0. See [Schema.AllowsNull].
	Nullable bool

	// Limits of numbers. In 3.0 ExclusiveMinimum and ExclusiveMaximum are booleans;
	// [Schema.LowerBound] and [Schema.UpperBound] know that.
	MultipleOf, Minimum, Maximum, ExclusiveMinimum, ExclusiveMaximum Number

	// Limits of strings.
	MinLength, MaxLength Number
	Pattern              string

	// Arrays.
	Items, Contains, UnevaluatedItems            *Schema
	PrefixItems                                  []*Schema
	MinItems, MaxItems, MinContains, MaxContains Number
	UniqueItems                                  bool

	// Objects.
	Properties, PatternProperties, DependentSchemas            Map[*Schema]
	AdditionalProperties, UnevaluatedProperties, PropertyNames *Schema
	Required                                                   []string
	DependentRequired                                          Map[*Value]
	MinProperties, MaxProperties                               Number

	// Combinations.
	AllOf, AnyOf, OneOf []*Schema
	Not, If, Then, Else *Schema

	// Discriminator says which property tells the cases of OneOf or AnyOf apart.
	Discriminator *Discriminator

	// What strings contain.
	ContentEncoding, ContentMediaType string
	ContentSchema                     *Schema

	// Documentation. Example is that of 3.0, Examples those of JSON Schema.
	Title, Description              string
	Default, Example                *Value
	Examples                        []*Value
	Deprecated, ReadOnly, WriteOnly bool
	XML                             *XML
	ExternalDocs                    *ExternalDocs

	target *Schema
}

// Target returns the schema that Ref leads to, or nil if there is no reference or it
// was not resolved.
func (s *Schema) Target() *Schema { return s.target }

// Resolve returns the schema, or what it refers to if it does, however many references
// it takes. It returns nil for a nil schema.
func (s *Schema) Resolve() *Schema {
	for range maxHops {
		if s == nil || s.target == nil {
			break
		}
		s = s.target
	}
	return s
}

// AllowsNull reports whether the schema itself says that null is a value: by its type,
// by nullable, or by an enum or const with it. It does not look into combinations.
func (s *Schema) AllowsNull() bool {
	if s.Nullable || slices.Contains(s.Type, "null") {
		return true
	}
	isNull := func(v *Value) bool { return v != nil && v.kind == Null }
	return len(s.Type) == 0 && (isNull(s.Const) || slices.ContainsFunc(s.Enum, isNull))
}

// Types returns the types without "null".
func (s *Schema) Types() []string {
	return slices.DeleteFunc(slices.Clone(s.Type), func(t string) bool { return t == "null" })
}

// Is reports whether the schema has a type, and no other beside null.
func (s *Schema) Is(name string) bool {
	types := s.Types()
	return len(types) == 1 && types[0] == name
}

// LowerBound returns the smallest number allowed, whether it is excluded itself, and
// false for ok if there is none. It knows both versions of exclusiveMinimum.
func (s *Schema) LowerBound() (n Number, exclusive, ok bool) {
	switch e := s.ExclusiveMinimum; {
	case e == "true":
		return s.Minimum, true, s.Minimum != ""
	case e == "" || e == "false" || s.Minimum != "" && e.less(s.Minimum):
		return s.Minimum, false, s.Minimum != ""
	default:
		return e, true, true
	}
}

// UpperBound is like [Schema.LowerBound] for the largest number.
func (s *Schema) UpperBound() (n Number, exclusive, ok bool) {
	switch e := s.ExclusiveMaximum; {
	case e == "true":
		return s.Maximum, true, s.Maximum != ""
	case e == "" || e == "false" || s.Maximum != "" && s.Maximum.less(e):
		return s.Maximum, false, s.Maximum != ""
	default:
		return e, true, true
	}
}

// A Discriminator names the property by which the cases of a schema are told apart.
type Discriminator struct {
	Node

	// PropertyName is the property, whose value is a string.
	PropertyName string

	// Mapping are the names or references of schemas by the property's values. Values
	// that are not there are names of schemas themselves.
	Mapping Map[*Value]

	// DefaultMapping is for values that no other schema fits, from 3.2 on.
	DefaultMapping string
}

func (d *Discriminator) visit(m *members) {
	m.text("propertyName", &d.PropertyName)
	m.valueMap("mapping", &d.Mapping)
	m.text("defaultMapping", &d.DefaultMapping)
}

// XML says how a property is written in XML.
type XML struct {
	Node
	Name, Namespace, Prefix string
	NodeType                string // from 3.2 on
	Attribute, Wrapped      bool
}

func (x *XML) visit(m *members) {
	m.text("nodeType", &x.NodeType)
	m.text("name", &x.Name)
	m.text("namespace", &x.Namespace)
	m.text("prefix", &x.Prefix)
	m.flag("attribute", &x.Attribute)
	m.flag("wrapped", &x.Wrapped)
}
