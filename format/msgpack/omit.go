package msgpack

import (
	"reflect"
	"time"

	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/internal/memory"
	"github.com/weft-go/weft/schema"
)

// A field is left out when it is an absent Optional, when its tag says omitzero or
// omitempty and the value is, and when the configuration says so for nulls and empty
// collections.

// omission returns the test for leaving a field out, or nil when it is always
// written.
func omission(f *schema.Field, cfg format.Config) func(p memory.Ref) bool {
	var tests []func(p memory.Ref) bool
	s := f.Schema
	switch s.Kind() {
	case schema.KindOptional:
		tests = append(tests, func(p memory.Ref) bool {
			o := p.Optional(s.Type())
			return o.IsAbsent() || cfg.OmitNulls && o.IsNull()
		})
	case schema.KindPointer:
		if cfg.OmitNulls {
			tests = append(tests, isNilPointer)
		}
	case schema.KindAny:
		if cfg.OmitNulls {
			tests = append(tests, func(p memory.Ref) bool { return *memory.As[any](p) == nil })
		}
	case schema.KindRawJSON:
		if cfg.OmitNulls {
			tests = append(tests, emptiness(s))
		}
	case schema.KindSlice, schema.KindMap:
		if cfg.OmitEmptyCollections {
			tests = append(tests, emptiness(s))
		}
	case schema.KindSum:
		if !f.Required {
			tests = append(tests, func(p memory.Ref) bool { return p.Value(s.Type()).IsNil() })
		}
	}
	if test := zeroness(s); f.OmitZero && test != nil {
		tests = append(tests, test)
	}
	if test := emptiness(s); f.OmitEmpty && test != nil {
		tests = append(tests, test)
	}
	return anyOf(tests)
}

// anyOf returns a test that is true when one of the tests is.
func anyOf(tests []func(p memory.Ref) bool) func(p memory.Ref) bool {
	switch len(tests) {
	case 0:
		return nil
	case 1:
		return tests[0]
	}
	return func(p memory.Ref) bool {
		for _, test := range tests {
			if test(p) {
				return true
			}
		}
		return false
	}
}

func isNilPointer(p memory.Ref) bool { return p.Follow().IsNil() }

// zeroness returns the test of omitzero: an IsZero method, or Go's zero value. It is
// nil for an Optional.
func zeroness(s *schema.Schema) func(p memory.Ref) bool {
	type zeroer interface{ IsZero() bool }
	t := s.Type()
	switch kind := s.Kind(); {
	case kind == schema.KindPointer:
		return isNilPointer
	case kind == schema.KindTime:
		return func(p memory.Ref) bool { return memory.As[time.Time](p).IsZero() }
	case kind == schema.KindOptional:
		return nil // its own test says the same
	case reflect.PointerTo(t).Implements(reflect.TypeFor[zeroer]()):
		return func(p memory.Ref) bool { return p.Copy(t).Addr().Interface().(zeroer).IsZero() }
	case kind == schema.KindString:
		return isZeroAt[string]
	case kind == schema.KindBool:
		return isZeroAt[bool]
	case kind == schema.KindInt64, kind == schema.KindUint64, kind == schema.KindDuration:
		return isZeroAt[int64]
	case kind == schema.KindInt, kind == schema.KindUint:
		return isZeroAt[int]
	}
	return func(p memory.Ref) bool { return p.Value(t).IsZero() }
}

func isZeroAt[T comparable](p memory.Ref) bool {
	var zero T
	return *memory.As[T](p) == zero
}

// emptiness returns the test of omitempty, or nil for kinds that are never empty.
func emptiness(s *schema.Schema) func(p memory.Ref) bool {
	t := s.Type()
	switch t.Kind() {
	case reflect.String:
		return isZeroAt[string]
	case reflect.Slice:
		return func(p memory.Ref) bool { return p.Slice().Len == 0 }
	case reflect.Map, reflect.Array:
		return func(p memory.Ref) bool { return p.Value(t).Len() == 0 }
	case reflect.Pointer:
		return isNilPointer
	case reflect.Interface:
		return func(p memory.Ref) bool { return p.Value(t).IsNil() }
	}
	return nil
}
