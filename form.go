package weft

import (
	"iter"
	"slices"
)

// A Form is a list of fields, as an HTML form sends them: texts, and files or other
// binary data. A name may repeat, and the order of the fields is kept. The zero Form is
// empty.
//
// A Form is an immutable value: every operation returns a changed copy, so it may be
// shared between goroutines, except for fields that are streams.
type Form struct {
	fields []FormField
}

// NewForm returns a form with these fields.
func NewForm(fields ...FormField) Form {
	return Form{slices.Clone(fields)}
}

// FormOf returns a form of texts with the given names and values, which alternate. It
// panics if the last name has no value, since that is a mistake in the program's text.
func FormOf(pairs ...string) Form {
	if len(pairs)%2 != 0 {
		panic("weft: FormOf: the name " + quoted(pairs[len(pairs)-1]) + " has no value")
	}
	f := Form{make([]FormField, 0, len(pairs)/2)}
	for i := 0; i < len(pairs); i += 2 {
		f.fields = append(f.fields, TextField(pairs[i], pairs[i+1]))
	}
	return f
}

// Get returns the first field with a name; ok is false if there is none.
func (f Form) Get(name string) (field FormField, ok bool) {
	if i := f.index(name); i >= 0 {
		return f.fields[i], true
	}
	return FormField{}, false
}

// Text returns the text of the first field with a name; ok is false if there is none.
func (f Form) Text(name string) (text string, ok bool) {
	field, ok := f.Get(name)
	return field.Text(), ok
}

// All returns the fields with a name in their order.
func (f Form) All(name string) []FormField {
	var fields []FormField
	for _, field := range f.fields {
		if field.name == name {
			fields = append(fields, field)
		}
	}
	return fields
}

// Has reports whether there is a field with a name.
func (f Form) Has(name string) bool { return f.index(name) >= 0 }

// Len returns how many fields there are.
func (f Form) Len() int { return len(f.fields) }

// Fields iterates over the fields in their order.
func (f Form) Fields() iter.Seq[FormField] { return slices.Values(f.fields) }

// Values returns the texts of the form as parameters, so that they can be read as typed
// values: form.Values().Query[int]("age"). Binary fields are left out.
func (f Form) Values() QueryParams {
	var q QueryParams
	for _, field := range f.fields {
		if !field.binary {
			q.pairs = append(q.pairs, queryPair{field.name, field.data})
		}
	}
	return q
}

// HasBinary reports whether a field is binary or a stream, so that the form can only be
// sent as multipart/form-data.
func (f Form) HasBinary() bool {
	return slices.ContainsFunc(f.fields, FormField.IsBinary)
}

// Add returns a copy with more fields at the end.
func (f Form) Add(fields ...FormField) Form {
	return Form{slices.Concat(f.fields, fields)}
}

// Set returns a copy in which the field is the only one with its name. It stands where
// the first field with that name stood, or at the end.
func (f Form) Set(field FormField) Form {
	i := f.index(field.name)
	if i < 0 {
		return f.Add(field)
	}
	fields := slices.Clone(f.fields)
	fields[i] = field
	rest := slices.DeleteFunc(fields[i+1:], func(other FormField) bool { return other.name == field.name })
	return Form{fields[:i+1+len(rest)]}
}

// Remove returns a copy without the fields that have one of these names.
func (f Form) Remove(names ...string) Form {
	return Form{slices.DeleteFunc(slices.Clone(f.fields), func(field FormField) bool {
		return slices.Contains(names, field.name)
	})}
}

func (f Form) index(name string) int {
	return slices.IndexFunc(f.fields, func(field FormField) bool { return field.name == name })
}
