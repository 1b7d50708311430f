package memory

import (
	"reflect"
	"unsafe"

	"github.com/weft-go/weft/schema"
)

// A Slice is the memory of a slice of any type. Its first word is a pointer for the
// collector too.
type Slice struct {
	Data     Ref // of the first element
	Len, Cap int
}

// Slice returns the slice variable at r.
func (r Ref) Slice() *Slice { return (*Slice)(r.p) }

// Array returns the array of n elements at r as a slice.
func (r Ref) Array(n int) Slice { return Slice{r, n, n} }

// Elem returns the address of element i, which has to be below the slice's length.
// The size is that of an element.
func (s *Slice) Elem(i int, size uintptr) Ref { return s.Data.At(uintptr(i) * size) }

// Empty sets the slice of type t at r to an empty one that is not nil.
func (r Ref) Empty(t reflect.Type) { r.Value(t).Set(reflect.MakeSlice(t, 0, 0)) }

// Extend makes the slice of type t at r longer by one zero element and returns the
// element's address. The size is that of an element, and room is how many of them are
// expected to come, this one included.
func (r Ref) Extend(t reflect.Type, size uintptr, room int) Ref {
	s := r.Slice()
	if s.Len == s.Cap {
		r.Value(t).Grow(max(room, 1))
	}
	s.Len++
	return s.Elem(s.Len-1, size)
}

// Lengthen makes the slice of type t at r longer by n zero elements and returns the
// address of the first element, which may have moved.
func (r Ref) Lengthen(t reflect.Type, n int) Ref {
	v := r.Value(t)
	length := v.Len()
	v.Grow(n)
	v.SetLen(length + n)
	return Ref{v.UnsafePointer()}
}

// SliceMaker returns the function that sets a slice with the schema s, which is nil, to
// n zero elements and returns the address of the first one. For the common types of
// elements it is Go's own make, which is faster than reflection.
func SliceMaker(s *schema.Schema) func(r Ref, n int) Ref {
	switch s.Elem().Kind() {
	case schema.KindString:
		return makeSlice[string]
	case schema.KindInt64, schema.KindUint64, schema.KindFloat64, schema.KindInt, schema.KindUint:
		// All but the last two have the size of an int64, and those have it mostly.
		if s.Elem().Type().Size() == 8 {
			return makeSlice[int64]
		}
	case schema.KindInt32, schema.KindUint32, schema.KindFloat32:
		return makeSlice[int32]
	}
	t := s.Type()
	return func(r Ref, n int) Ref {
		if n == 0 {
			r.Empty(t)
			return Ref{}
		}
		return r.Lengthen(t, n)
	}
}

func makeSlice[T any](r Ref, n int) Ref {
	s := make([]T, n)
	*(*[]T)(r.p) = s
	return Ref{unsafe.Pointer(unsafe.SliceData(s))}
}

// Bytes returns the array of n bytes at r as a slice, which must not be kept.
func (r Ref) Bytes(n int) []byte { return unsafe.Slice((*byte)(r.p), n) }

// Text returns the bytes as a string that shares their memory. They must not change
// while the string is in use.
func Text(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// View returns the string's bytes, which must not be written to.
func View(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
