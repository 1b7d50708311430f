package openapi

// A Ref is an object that stands in its place, or a reference to one elsewhere (the
// Reference Object). Value is the object in both cases, once the document was read or
// resolved.
type Ref[T any] struct {
	Node

	// Ref is the reference, such as "#/components/parameters/page". It is "" for an
	// object that stands in its place.
	Ref string

	// Summary and Description go before those of the object. They belong to a
	// reference, from version 3.1 on.
	Summary, Description string

	// Value is the object.
	Value *T
}

// Inline returns a Ref of an object that stands in its place.
func Inline[T any](v *T) *Ref[T] { return &Ref[T]{Value: v} }

// RefTo returns a reference. It is resolved by [Document.Resolve].
func RefTo[T any](ref string) *Ref[T] { return &Ref[T]{Ref: ref} }

func (f *Ref[T]) visit(m *members) {
	m.text("$ref", &f.Ref)
	m.text("summary", &f.Summary)
	m.text("description", &f.Description)
}

func (f *Ref[T]) readFrom(r *reader, v *Value) bool {
	if v.Get("$ref").Kind() == Text {
		r.later(func() { f.Value = resolve[T](r, v, f.Ref) })
		return false
	}
	f.Value = read[T](r, v)
	return true
}

func (f *Ref[T]) writeTo() *Value {
	if f.Ref != "" {
		return nil
	}
	if f.Value == nil {
		return objectValue(nil)
	}
	return write(any(f.Value).(part))
}
