package schema

import "reflect"

// Documenter is implemented by types that document themselves. A struct does it
// with the tag of a blank field instead: _ struct{} `doc:"…"`.
type Documenter interface {
	// SchemaDoc returns the documentation. It is called on a zero value.
	SchemaDoc() string
}

// typeDoc returns what a type that is not a plain struct says about itself.
func typeDoc(t reflect.Type) string {
	if t.Name() == "" || t.Kind() == reflect.Interface {
		return ""
	}
	if d, ok := reflect.TypeAssert[Documenter](reflect.New(t)); ok {
		return d.SchemaDoc()
	}
	return ""
}

// applyTypeTags reads the tag of a struct's blank field.
func applyTypeTags(s *Schema) error {
	s.annotations.Doc = ""
	for sf := range s.typ.Fields() {
		if sf.Name != "_" || sf.Tag == "" {
			continue
		}
		f := &Field{GoName: "_", Tag: sf.Tag, Schema: s}
		r := newTagReader(f, s.typ.String()+"._")
		if err := r.readTags(); err != nil {
			return err
		}
		if !r.refine.empty() || r.required != nil || r.nullable != nil {
			return r.errorf(string(sf.Tag), "a blank field documents the struct; want doc, example or deprecated")
		}
		if err := r.readLiterals(); err != nil {
			return err
		}
		s.annotations = f.Annotations
	}
	return nil
}
