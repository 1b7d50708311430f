package schema

import (
	"fmt"
	"reflect"
	"strings"
)

// Derivation happens in two passes over a type's graph.
//
// The first pass gives every type its shape: kind, elements, fields, cases. A type
// that is met again, because it contains itself, is given out while it is still
// being built, so cycles close by themselves.
//
// The second pass reads the tags. It comes after the first because a tag refines a
// copy of the schema of the field's type, and a copy can only be made of something
// complete: in
//
//	type Tree []Node
//	type Node struct { Children Tree `maxItems:"10"` }
//
// Tree is still without its element when the field Children is met.

// A DeriveError says why a Go type cannot be described.
type DeriveError struct {
	// Path is the way through the Go types: "books.Shelf.Books[].Notify".
	Path string
	// Type is the Go type at that place. It is nil when there is none.
	Type reflect.Type
	// Tag is the tag at fault, such as `minLength:"x"`, or "".
	Tag string
	// Reason says what was wanted.
	Reason string
}

// Error returns path, tag and reason on one line.
func (e *DeriveError) Error() string {
	if e.Tag != "" {
		return fmt.Sprintf("schema: %s: tag %s: %s", e.Path, e.Tag, e.Reason)
	}
	return fmt.Sprintf("schema: %s: %s", e.Path, e.Reason)
}

// builder derives one graph.
type builder struct {
	reg        *registry
	generation int // of the registry, when the work began
	building   map[reflect.Type]*Schema
	path       []string
	tagged     []*tagReader // for the second pass
	structs    []*Schema
}

// errorf returns an error at the place the builder has come to.
func (b *builder) errorf(t reflect.Type, format string, args ...any) error {
	return &DeriveError{Path: strings.Join(b.path, ""), Type: t, Reason: fmt.Sprintf(format, args...)}
}

// at runs f with one more step on the path.
func (b *builder) at(step string, f func() error) error {
	b.path = append(b.path, step)
	err := f()
	b.path = b.path[:len(b.path)-1]
	return err
}

// below returns the schema of a type one step further down.
func (b *builder) below(step string, t reflect.Type) (s *Schema, err error) {
	err = b.at(step, func() error {
		s, err = b.schema(t)
		return err
	})
	return s, err
}

// schema returns the schema of t: a finished one, the one being built, or a new one.
func (b *builder) schema(t reflect.Type) (*Schema, error) {
	if s, ok := b.reg.lookup(t); ok {
		return s, nil
	}
	if s, ok := b.building[t]; ok {
		return s, nil
	}
	s := &Schema{typ: t}
	b.building[t] = s
	if err := b.shape(s); err != nil {
		return nil, err
	}
	s.enum = b.reg.enum(t).values
	if _, known := wellKnown[t]; !known && s.kind != KindOptional {
		s.name = componentName(t, 0)
	}
	s.annotations.Doc = typeDoc(t)
	return s, nil
}

// shape gives s its kind and what it contains. The order of the questions is that
// of encoding/json: methods win over structure.
func (b *builder) shape(s *Schema) (err error) {
	t := s.typ
	if kind, ok := wellKnown[t]; ok {
		s.kind = kind
		return nil
	}
	if elem, ok := optionalOf(t); ok {
		s.kind = KindOptional
		s.elem, err = b.below("", elem)
		return err
	}
	switch {
	case t.Kind() == reflect.Interface:
		return b.interfaceShape(s)
	case t.Kind() == reflect.Pointer && t.Name() == "":
		s.kind = KindPointer
		s.elem, err = b.below("", t.Elem())
		return err
	case hasJSONMethods(t):
		s.kind = KindCustom
		return nil
	case hasTextMethods(t):
		s.kind = KindText
		return nil
	}
	return b.plainShape(s)
}

// plainShape handles the types that mean what their Go structure says.
func (b *builder) plainShape(s *Schema) (err error) {
	t := s.typ
	switch t.Kind() {
	case reflect.Slice:
		if isByte(t.Elem()) {
			s.kind = KindBytes
			return nil
		}
		s.kind = KindSlice
		s.elem, err = b.below("[]", t.Elem())
	case reflect.Array:
		s.length = t.Len()
		if isByte(t.Elem()) {
			s.kind = KindByteArray
			return nil
		}
		s.kind = KindArray
		s.elem, err = b.below("[]", t.Elem())
	case reflect.Map:
		return b.mapShape(s)
	case reflect.Struct:
		s.kind = KindStruct
		return b.structShape(s)
	case reflect.Pointer:
		s.kind = KindPointer
		s.elem, err = b.below("", t.Elem())
	default:
		kind, ok := plainKinds[t.Kind()]
		if !ok {
			return b.errorf(t, "%s cannot be described%s", t, kindHint(t))
		}
		s.kind = kind
	}
	return err
}

func kindHint(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Chan, reflect.Func, reflect.UnsafePointer:
		return `; leave the field out with json:"-"`
	case reflect.Uintptr:
		return "; use uint64"
	}
	return ""
}

// isByte reports whether t is byte itself. As in encoding/json/v2 a slice of a
// defined byte type is an ordinary slice.
func isByte(t reflect.Type) bool { return t.Kind() == reflect.Uint8 && t.PkgPath() == "" }

func (b *builder) mapShape(s *Schema) (err error) {
	s.kind = KindMap
	if s.key, err = b.below("[key]", s.typ.Key()); err != nil {
		return err
	}
	switch k := s.key.kind; {
	case k == KindString, k.IsInt(), k.IsUint(), k == KindText, k == KindUUID, k == KindTime, k == KindDuration:
	default:
		return b.errorf(s.typ, "map key %s: want a string, an integer or a type with text methods", s.typ.Key())
	}
	s.elem, err = b.below("[]", s.typ.Elem())
	return err
}

func (b *builder) interfaceShape(s *Schema) error {
	if s.typ.NumMethod() == 0 {
		s.kind = KindAny
		return nil
	}
	sum, ok := b.reg.sum(s.typ)
	if !ok {
		return b.errorf(s.typ, "the interface %s is not registered; list its cases with schema.Sum[%s](…)", s.typ, s.typ)
	}
	s.kind = KindSum
	for _, c := range sum.cases {
		schema, err := b.below("("+c.typ.String()+")", indirectType(c.typ))
		if err != nil {
			return err
		}
		s.cases = append(s.cases, &SumCase{
			Name: c.name, Number: c.number, Doc: c.doc,
			Schema: schema, Pointer: c.typ.Kind() == reflect.Pointer,
		})
	}
	return nil
}

// finish runs the second pass. Literals come last: they are checked against the
// tags of other fields too.
func (b *builder) finish() error {
	for _, s := range b.building {
		if s.Indirect().kind == KindPointer {
			return &DeriveError{Path: b.path[0], Type: s.typ, Reason: fmt.Sprintf("the pointer type %s points to nothing but pointers", s.typ)}
		}
	}
	markRecursive(b.building)
	for _, r := range b.tagged {
		if err := r.apply(); err != nil {
			return err
		}
	}
	for _, s := range b.structs {
		if err := numberFields(s); err != nil {
			return err
		}
		if err := applyTypeTags(s); err != nil {
			return err
		}
	}
	for _, r := range b.tagged {
		if err := r.readLiterals(); err != nil {
			return err
		}
	}
	return nil
}

// children returns the schemas that a schema refers to directly.
func (s *Schema) children() []*Schema {
	var list []*Schema
	if s.key != nil {
		list = append(list, s.key)
	}
	if s.elem != nil {
		list = append(list, s.elem)
	}
	for _, f := range s.fields {
		list = append(list, f.Schema)
	}
	for _, c := range s.cases {
		list = append(list, c.Schema)
	}
	return list
}
