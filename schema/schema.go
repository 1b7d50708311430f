package schema

import (
	"reflect"
	"sync/atomic"
)

// A Schema describes the values of one Go type. Schemas form a graph: a struct's
// schema points to those of its fields, and a recursive type's graph has a cycle,
// so whoever walks it has to remember where it has been.
//
// A Schema never changes after [Of] or [For] returned it and is safe for
// concurrent use. The schema of a type is the same pointer every time. The slices
// its methods return are shared and must not be modified.
type Schema struct {
	kind        Kind
	typ         reflect.Type
	name        string
	elem, key   *Schema
	length      int
	fields      []*Field
	cases       []*SumCase
	enum        []EnumValue
	constraints Constraints
	annotations Annotations
	recursive   bool
	base        *Schema // the type's own schema, when this one refines it

	plan atomic.Pointer[plan] // compiled by the first Validate
}

// Of returns the schema of T. It is derived once and then kept. Of panics with a
// [*DeriveError] when T cannot be described, which is a programmer's mistake: a
// channel or a function somewhere inside, an interface that was not registered
// with [Sum], a tag that does not parse.
func Of[T any]() *Schema {
	s, err := For(reflect.TypeFor[T]())
	if err != nil {
		panic(err)
	}
	return s
}

// For is like [Of] for a type known only at run time, and returns the error
// instead of panicking. The error is a [*DeriveError].
func For(t reflect.Type) (*Schema, error) { return derived.schema(t) }

// Kind returns the shape of the values.
func (s *Schema) Kind() Kind { return s.kind }

// Type returns the Go type the schema was derived from.
func (s *Schema) Type() reflect.Type { return s.typ }

// Name returns the short name of a defined Go type, or "" for predeclared,
// unnamed and standard types. A generic type's arguments are part of it:
// Page[Book] is "PageBook". Two packages may both have a Book; a document that
// holds both asks [NewNames] for names that do not collide. A schema refined by
// constraints has no name, because it is no longer the type's own.
func (s *Schema) Name() string { return s.name }

// Package returns the import path of the package that defines the Go type, or ""
// where Name is "".
func (s *Schema) Package() string {
	if s.name == "" {
		return ""
	}
	return s.typ.PkgPath()
}

// Elem returns the schema of what a slice, array, map, pointer or Optional holds,
// and nil for other kinds.
func (s *Schema) Elem() *Schema { return s.elem }

// Key returns the schema of a map's keys, and nil for other kinds. A key is always
// a string, an integer or another scalar that has a text form.
func (s *Schema) Key() *Schema { return s.key }

// Len returns the length of an array or byte array, and 0 for other kinds.
func (s *Schema) Len() int { return s.length }

// Fields returns a struct's fields, those of embedded structs included, in the
// order in which they are declared. It is nil for other kinds.
func (s *Schema) Fields() []*Field { return s.fields }

// Field returns the struct field with the given wire name, or nil.
func (s *Schema) Field(wireName string) *Field {
	for _, f := range s.fields {
		if f.Name == wireName {
			return f
		}
	}
	return nil
}

// Cases returns a sum's cases in the order in which they were registered. It is
// nil for other kinds.
func (s *Schema) Cases() []*SumCase { return s.cases }

// Enum returns the values that are allowed, from [Enum] or the tag enum:"…". It
// is nil when the values are not enumerated.
func (s *Schema) Enum() []EnumValue { return s.enum }

// Constraints returns the limits on the values.
func (s *Schema) Constraints() Constraints { return s.constraints }

// Annotations returns what is said about the values without limiting them.
func (s *Schema) Annotations() Annotations { return s.annotations }

// Doc returns the documentation of the type, the same as Annotations().Doc.
func (s *Schema) Doc() string { return s.annotations.Doc }

// Nullable reports whether null is one of the values: for pointers, Optionals,
// empty interfaces and raw JSON.
func (s *Schema) Nullable() bool {
	switch s.kind {
	case KindPointer, KindOptional, KindAny, KindRawJSON:
		return true
	}
	return false
}

// Recursive reports whether a value of the type can contain another one.
func (s *Schema) Recursive() bool { return s.recursive }

// Component reports whether a document should describe the type once, by name,
// and refer to it from elsewhere: named structs, sums, enums, and whatever
// contains itself.
func (s *Schema) Component() bool {
	if s.name == "" {
		return false
	}
	return s.kind == KindStruct || s.kind == KindSum || len(s.enum) > 0 || s.recursive
}

// Base returns the schema of the Go type itself. It differs from the receiver only
// for schemas refined by a field's tags or by [Schema.Constrain].
func (s *Schema) Base() *Schema {
	if s.base != nil {
		return s.base
	}
	return s
}

// Indirect follows pointers and Optionals to the schema of the value they hold.
// A schema of another kind is returned as it is. A pointer type that only ever
// points to itself ends at itself.
func (s *Schema) Indirect() *Schema {
	for range 1000 {
		if s.kind != KindPointer && s.kind != KindOptional {
			break
		}
		s = s.elem
	}
	return s
}

// String returns the Go type's name, for error messages.
func (s *Schema) String() string { return s.typ.String() }

// refine returns a copy that can be given limits of its own. It has no name, and
// no compiled plan.
func (s *Schema) refine() *Schema {
	return &Schema{
		kind: s.kind, typ: s.typ, elem: s.elem, key: s.key, length: s.length,
		fields: s.fields, cases: s.cases, enum: s.enum,
		constraints: s.constraints, annotations: s.annotations,
		recursive: s.recursive, base: s.Base(),
	}
}
