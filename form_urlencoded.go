package weft

import (
	"errors"
	"strconv"
)

// ParseForm reads a form in the format application/x-www-form-urlencoded, by the rules
// of [ParseQuery]. It fails with a [*MalformedForm] if an escape is malformed or if there
// are more than 1,000 fields.
func ParseForm(s string) (Form, error) {
	q, err := ParseQuery(s)
	if e, ok := errors.AsType[*MalformedQuery](err); ok {
		return Form{}, &MalformedForm{Offset: int64(e.Offset), Reason: e.Reason}
	}
	f := Form{make([]FormField, len(q.pairs))}
	for i, p := range q.pairs {
		f.fields[i] = TextField(p.name, p.value)
	}
	return f, nil
}

// EncodeURL returns the form in the format application/x-www-form-urlencoded. It fails if
// a field is binary, since the format has no place for files.
func (f Form) EncodeURL() (string, error) {
	for _, field := range f.fields {
		if field.binary {
			return "", errors.New("form field " + quoted(field.name) + ": binary data needs multipart/form-data")
		}
	}
	return f.Values().Encode(), nil
}

// MalformedForm says why and where the bytes of a form cannot be read.
type MalformedForm struct {
	Offset int64  // The index of the byte where the fault is.
	Reason string // What the fault is.
	Cause  error  // What caused it, or nil. It is io.ErrUnexpectedEOF if the form is cut off.
}

// Error returns a message such as `form: offset 120: the part has no name`.
func (e *MalformedForm) Error() string {
	return "form: offset " + strconv.FormatInt(e.Offset, 10) + ": " + e.Reason
}

// Unwrap returns the cause, which may be nil.
func (e *MalformedForm) Unwrap() error { return e.Cause }
