package weft

import (
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/weft-go/weft/internal/ascii"
)

// A Header is one header field.
type Header struct {
	// Name is the field's name. Names are compared without regard to case.
	Name string

	// Value is the field's value without surrounding white space.
	Value string
}

// Headers is a list of header fields. A name may occur several times; order is
// kept. The zero value is empty.
//
// Headers is an immutable value: every operation returns new Headers and leaves
// the old ones as they were, so they may be shared freely, also between
// goroutines.
//
// A name that is not a token, or a value with a CR, LF, NUL or another control
// character, is refused: the field is left out and [Headers.Err] says so. A
// response whose headers have an error is never sent; its client gets 500.
type Headers struct {
	list *headerList
}

// headerList is what Headers point to. It is written while it is made only.
// Most lists are short, so their fields live in the same piece of memory.
type headerList struct {
	fields []Header
	err    error
	inline [4]Header
}

// newHeaderList returns an empty list with room for n fields.
func newHeaderList(n int) *headerList {
	l := &headerList{}
	if n <= len(l.inline) {
		l.fields = l.inline[:0]
	} else {
		l.fields = make([]Header, 0, n)
	}
	return l
}

// add appends one field, or the reason why it was refused.
func (l *headerList) add(name, value string) {
	if err := checkField(name, value); err != nil {
		l.err = errors.Join(l.err, err)
		return
	}
	l.fields = append(l.fields, Header{name, value})
}

// An InvalidHeader is the error of a field that must not be sent.
type InvalidHeader struct {
	// Name is the field's name.
	Name string

	// Problem is the fact, for example "value contains a line break".
	Problem string
}

// Error returns the field's name and the problem.
func (e *InvalidHeader) Error() string { return fmt.Sprintf("header %q: %s", e.Name, e.Problem) }

func checkField(name, value string) error {
	switch {
	case !ascii.IsToken(name):
		return &InvalidHeader{name, "the name is not a token"}
	case !ascii.IsFieldValue(value):
		return &InvalidHeader{name, "the value contains a control character"}
	}
	return nil
}

// NewHeaders returns the fields given as pairs of name and value. It panics if
// a value is missing, since that is a mistake in the program's text.
func NewHeaders(pairs ...string) Headers {
	if len(pairs)%2 != 0 {
		panic("weft.NewHeaders: want pairs of name and value, got an odd number of strings")
	}
	if len(pairs) == 0 {
		return Headers{}
	}
	l := newHeaderList(len(pairs) / 2)
	for i := 0; i < len(pairs); i += 2 {
		l.add(pairs[i], pairs[i+1])
	}
	return Headers{l}
}

// fields returns the fields for reading.
func (h Headers) fields() []Header {
	if h.list == nil {
		return nil
	}
	return h.list.fields
}

// Err returns the refusals of invalid fields, or nil.
func (h Headers) Err() error {
	if h.list == nil {
		return nil
	}
	return h.list.err
}

// Len returns the number of fields.
func (h Headers) Len() int { return len(h.fields()) }

// Get returns the value of the first field with the name.
func (h Headers) Get(name string) (string, bool) {
	for _, f := range h.fields() {
		if ascii.EqualFold(f.Name, name) {
			return f.Value, true
		}
	}
	return "", false
}

// Has says whether there is a field with the name.
func (h Headers) Has(name string) bool {
	_, ok := h.Get(name)
	return ok
}

// Values returns the values of all fields with the name, in order.
func (h Headers) Values(name string) []string {
	var values []string
	for _, f := range h.fields() {
		if ascii.EqualFold(f.Name, name) {
			values = append(values, f.Value)
		}
	}
	return values
}

// All iterates over names and values in order.
func (h Headers) All() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for _, f := range h.fields() {
			if !yield(f.Name, f.Value) {
				return
			}
		}
	}
}

// Add returns the headers with one more field.
func (h Headers) Add(name, value string) Headers {
	l := h.copy(1)
	l.add(name, value)
	return Headers{l}
}

// AddAll returns the headers followed by the others.
func (h Headers) AddAll(others Headers) Headers {
	if h.list == nil {
		return others
	}
	if others.list == nil {
		return h
	}
	l := h.copy(others.Len())
	l.fields = append(l.fields, others.list.fields...)
	l.err = errors.Join(l.err, others.list.err)
	return Headers{l}
}

// Set returns the headers with one field of that name: the first one is
// replaced in its place, others are removed; without one it is added.
func (h Headers) Set(name, value string) Headers {
	l := newHeaderList(h.Len() + 1)
	l.err = h.Err()
	done := false
	for _, f := range h.fields() {
		switch {
		case !ascii.EqualFold(f.Name, name):
			l.fields = append(l.fields, f)
		case !done:
			l.add(name, value)
			done = true
		}
	}
	if !done {
		l.add(name, value)
	}
	return Headers{l}
}

// SetDefault returns the headers as they are if there is a field with the name,
// and with that field added otherwise.
func (h Headers) SetDefault(name, value string) Headers {
	if h.Has(name) {
		return h
	}
	return h.Add(name, value)
}

// Remove returns the headers without the fields of these names.
func (h Headers) Remove(names ...string) Headers {
	if !slices.ContainsFunc(names, h.Has) {
		return h
	}
	l := newHeaderList(h.Len())
	l.err = h.Err()
	for _, f := range h.fields() {
		if !slices.ContainsFunc(names, func(n string) bool { return ascii.EqualFold(n, f.Name) }) {
			l.fields = append(l.fields, f)
		}
	}
	return Headers{l}
}

// copy returns a list with the same fields and room for n more.
func (h Headers) copy(n int) *headerList {
	l := newHeaderList(h.Len() + n)
	l.fields = append(l.fields, h.fields()...)
	l.err = h.Err()
	return l
}
