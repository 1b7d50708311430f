package text

import (
	"encoding"
	"reflect"
	"sync"
)

// A Codec decodes and encodes the text form of T. Get one from [For]; the zero
// Codec is of no use. A Codec is immutable and safe for concurrent use.
type Codec[T any] struct {
	Form
	decode func(string) (T, error)
	append func([]byte, T) ([]byte, error)
}

// codecs remembers the codec of each type that was asked for. It only grows, by
// one entry for each type in the program, and all its entries are immutable.
var codecs sync.Map // of reflect.Type to *Codec[T]

// For returns the codec of T. The first call for a type resolves it; later calls
// return the same codec. The error is an [*Unsupported] if T has no text form.
func For[T any]() (*Codec[T], error) {
	t := reflect.TypeFor[T]()
	if c, ok := codecs.Load(t); ok {
		return c.(*Codec[T]), nil
	}
	c, err := resolve[T](t)
	if err != nil {
		return nil, err
	}
	shared, _ := codecs.LoadOrStore(t, c)
	return shared.(*Codec[T]), nil
}

// Decode returns the value that s is the text of. The error is an [*Error] if it
// is the text of none.
func (c *Codec[T]) Decode(s string) (T, error) {
	return c.decode(s)
}

// Append appends the text of v to dst and returns the extended slice. It fails
// only if v is a nil pointer, or if the type's own encoder fails or is missing.
func (c *Codec[T]) Append(dst []byte, v T) ([]byte, error) {
	return c.append(dst, v)
}

// Encode returns the text of v. It fails as [Codec.Append] does.
func (c *Codec[T]) Encode(v T) (string, error) {
	// Strings are the common case and need no copy.
	if s, ok := any(v).(string); ok {
		return s, nil
	}
	b, err := c.append(nil, v)
	return string(b), err
}

// resolve finds the text form of T: one of the well-known types, a type that
// decodes itself, or one that reflection can reach.
func resolve[T any](t reflect.Type) (*Codec[T], error) {
	if c := builtin[T](); c != nil {
		return c, nil
	}
	if decodesItself(t) {
		return itself[T](t), nil
	}
	d, err := ForType(t)
	if err != nil {
		return nil, err
	}
	return &Codec[T]{
		Form: d.Form,
		decode: func(s string) (v T, err error) {
			err = d.decode(reflect.ValueOf(&v).Elem(), s)
			return v, err
		},
		append: func(dst []byte, v T) ([]byte, error) {
			return d.append(dst, reflect.ValueOf(&v).Elem())
		},
	}, nil
}

var unmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()

// decodesItself reports whether the address of a T is a TextUnmarshaler. Pointers
// are excluded: they must be allocated first, which ForType does. So are
// interfaces, whose zero value has nothing to decode into.
func decodesItself(t reflect.Type) bool {
	return t.Kind() != reflect.Pointer && t.Kind() != reflect.Interface && reflect.PointerTo(t).Implements(unmarshaler)
}

// formOf describes a type that decodes itself. Its name is all that is known of it.
func formOf(t reflect.Type) Form {
	name := t.Name()
	if name == "" {
		name = t.String()
	}
	return Form{kind: Other, want: name}
}

// itself returns the codec of a type that decodes itself.
func itself[T any](t reflect.Type) *Codec[T] {
	form := formOf(t)
	return &Codec[T]{
		Form: form,
		decode: func(s string) (v T, err error) {
			if err := any(&v).(encoding.TextUnmarshaler).UnmarshalText([]byte(s)); err != nil {
				var zero T
				return zero, mismatch(form, s, err)
			}
			return v, nil
		},
		append: func(dst []byte, v T) ([]byte, error) {
			return appendItself(dst, any(&v), t)
		},
	}
}

// appendItself appends the text of the value that address points to.
func appendItself(dst []byte, address any, t reflect.Type) ([]byte, error) {
	switch v := address.(type) {
	case encoding.TextAppender:
		return v.AppendText(dst)
	case encoding.TextMarshaler:
		b, err := v.MarshalText()
		return append(dst, b...), err
	default:
		return dst, &Unsupported{Type: t, Verb: "encode"}
	}
}
