package codec

import (
	"fmt"
	"reflect"

	"github.com/weft-go/weft"
)

// An Any is a codec whose type is not known where it is used. Every [Codec] is one.
type Any interface {
	// Tree returns the description of the codec.
	Tree() Tree

	// Type returns the Go type of its values.
	Type() reflect.Type

	// EncodeAny writes a value, which has to be of that type or convertible to it
	// without loss; otherwise the target gets the error.
	EncodeAny(t *Target, v any)

	// DecodeAny reads a value.
	DecodeAny(s *Source) any

	// Beside returns the codec with one beside it whose value is always the same.
	Beside(c Codec[None]) Any
}

// Type returns the Go type of the codec's values.
func (c Codec[T]) Type() reflect.Type { return reflect.TypeFor[T]() }

// DecodeAny is [Codec.Decode] without the type.
func (c Codec[T]) DecodeAny(s *Source) any { return c.decode(s) }

// EncodeAny is [Codec.Encode] for a value whose type is not known before. A number
// of another type is converted if nothing is lost.
func (c Codec[T]) EncodeAny(t *Target, v any) {
	if typed, ok := v.(T); ok {
		c.encode(t, typed)
		return
	}
	converted, ok := convert(reflect.ValueOf(v), reflect.TypeFor[T]())
	if !ok {
		t.Fail(fmt.Errorf("want %v, got %T", reflect.TypeFor[T](), v))
		return
	}
	c.encode(t, converted.Interface().(T))
}

// Beside returns the codec with c beside it, which adds something fixed to the
// message: a header field, a status.
func (c Codec[T]) Beside(fixed Codec[None]) Any {
	return Codec[T]{
		tree:    Tree{Op: OpBoth, Children: []Tree{c.tree, fixed.tree}},
		present: c.present,
		decode: func(s *Source) T {
			fixed.decode(s)
			return c.decode(s)
		},
		encode: func(t *Target, v T) {
			c.encode(t, v)
			fixed.encode(t, None{})
		},
	}
}

// UnionOf is [Union] for cases whose types are not known where it is called.
func UnionOf[R any](cases []Any) Codec[R] {
	typed := make([]Case[R], len(cases))
	for i, c := range cases {
		typed[i] = Case[R]{
			tree: c.Tree(),
			typ:  c.Type(),
			decode: func(s *Source) R {
				v, _ := c.DecodeAny(s).(R)
				return v
			},
			encode: func(t *Target, v R) bool {
				if reflect.TypeOf(v) != c.Type() {
					return false
				}
				c.EncodeAny(t, v)
				return true
			},
		}
	}
	return Union(typed...)
}

// convert converts numbers and strings between types of their kind.
func convert(v reflect.Value, to reflect.Type) (reflect.Value, bool) {
	if !v.IsValid() || !v.CanConvert(to) || (v.Kind() == reflect.String) != (to.Kind() == reflect.String) {
		return reflect.Value{}, false
	}
	converted := v.Convert(to)
	if !converted.CanConvert(v.Type()) || !converted.Convert(v.Type()).Equal(v) {
		return reflect.Value{}, false
	}
	return converted, true
}

// StatusOf returns the status that a response of this codec has, or 0 if it says
// none.
func StatusOf(t Tree) weft.Status {
	for _, p := range t.Parts() {
		if p.In == InStatus {
			return p.Status
		}
	}
	return 0
}
