package thrift

import (
	"reflect"
	"unsafe"

	"github.com/weft-go/weft/schema"
)

// All of the package's unsafe code is in this file.
//
// The plan of a type is compiled once and then run for every value, without
// reflection for the ordinary shapes. For that it has to reach a field of a type
// that is known only at run time. A ref is the address of such a value. Three
// things make it safe.
//
// First, a ref is always used as the type that reflection found at that place: the
// compiler in derive.go chooses the operation from the kind and the size of the
// Go type, and the offset comes from the same type's reflect.StructField. A named
// type has the memory layout of its underlying type, so that a schema's KindString
// may be read as a string whatever its name. A slice of any type starts with a
// pointer and two ints; header describes that, and its first field is a pointer,
// so that the collector sees what it points to.
//
// Second, a ref holds an unsafe.Pointer and never a uintptr, so that it keeps its
// value alive and is adjusted when a stack moves, and assignments through as[T]
// have their write barriers. Addresses are made with unsafe.Add inside one object
// only: a field of a struct, an element below a slice's length. The race detector's
// checkptr mode agrees.
//
// Third, nothing decoded shares memory with the input: strings are made by
// conversion, bytes by append to nil.
//
// hidden is the one trick. An address that goes through an interface or a function
// value counts as escaping, and the value would be copied to the heap for every
// call of Append. hidden takes the address without that. It is used only when
// [compiler.foreign] is false: then the plan never hands an address to methods of
// other packages' types, which might keep it, and no ref is stored anywhere. Encoding
// only passes refs down the stack, and the address is dead when it returns.

// ref is the address of a value inside a Go value that is being encoded or decoded.
type ref struct{ p unsafe.Pointer }

func refTo[T any](v *T) ref { return ref{unsafe.Pointer(v)} }

// hidden returns the address without making the value escape; see above.
//
//go:nosplit
func hidden[T any](v *T) ref {
	x := uintptr(unsafe.Pointer(v))
	return ref{*(*unsafe.Pointer)(unsafe.Pointer(&x))}
}

// as returns the address as a *T. The plan knows that T is what is there.
func as[T any](r ref) *T { return (*T)(r.p) }

func (r ref) at(offset uintptr) ref { return ref{unsafe.Add(r.p, offset)} }

func (r ref) isNil() bool { return r.p == nil }

// follow returns what the pointer at r points to, possibly nil.
func (r ref) follow() ref { return ref{*(*unsafe.Pointer)(r.p)} }

// setPointer copies the pointer, or the map, that is at q.
func (r ref) setPointer(q ref) { *(*unsafe.Pointer)(r.p) = *(*unsafe.Pointer)(q.p) }

// make returns what the pointer at r points to, and sets the pointer to a new zero
// value of t if it is nil.
func (r ref) make(t reflect.Type) ref {
	p := (*unsafe.Pointer)(r.p)
	if *p == nil {
		*p = reflect.New(t).UnsafePointer()
	}
	return ref{*p}
}

// reach follows the embedded pointers on the way to a field. The result is nil when
// one of them is.
func (r ref) reach(hops []schema.Hop, offset uintptr) ref {
	for _, h := range hops {
		if r = r.at(h.Offset).follow(); r.isNil() {
			return r
		}
	}
	return r.at(offset)
}

// settle is like reach and allocates what is nil.
func (r ref) settle(hops []schema.Hop, offset uintptr) ref {
	for _, h := range hops {
		r = r.at(h.Offset).make(h.Type)
	}
	return r.at(offset)
}

// header is the memory of a slice.
type header struct {
	data     unsafe.Pointer
	len, cap int
}

func (r ref) slice() *header { return (*header)(r.p) }

// elem returns the address of an element below the slice's length.
func (h *header) elem(i int, size uintptr) ref {
	return ref{unsafe.Add(h.data, uintptr(i)*size)}
}

// reset prepares the slice of type t at r for n elements. Without any it becomes
// empty rather than nil.
func (r ref) reset(t reflect.Type, n int) {
	if *r.slice() = (header{}); n == 0 {
		reflect.NewAt(t, r.p).Elem().Set(reflect.MakeSlice(t, 0, 0))
	}
}

// extend makes the slice of type t at r longer by one zero element and returns its
// address. room is how many elements are expected to come, this one included.
func (r ref) extend(t reflect.Type, size uintptr, room int) ref {
	h := r.slice()
	if h.len == h.cap {
		reflect.NewAt(t, r.p).Elem().Grow(max(room, 1))
	}
	h.len++
	return h.elem(h.len-1, size)
}

// bytes returns the memory of an array of n bytes.
func (r ref) bytes(n int) []byte { return unsafe.Slice((*byte)(r.p), n) }

// value returns the addressable reflect.Value of type t at r.
func (r ref) value(t reflect.Type) reflect.Value { return reflect.NewAt(t, r.p).Elem() }

// optional returns the [schema.Optional] of type t at r.
func (r ref) optional(t reflect.Type) schema.AnyOptional {
	return reflect.NewAt(t, r.p).Interface().(schema.AnyOptional)
}

// refOf returns the address a reflect pointer holds.
func refOf(ptr reflect.Value) ref { return ref{ptr.UnsafePointer()} }
