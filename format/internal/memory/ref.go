package memory

import (
	"reflect"
	"unsafe"

	"github.com/weft-go/weft/schema"
)

// A Ref is the address of a value that is being encoded or decoded. Its type is known
// to the plan alone.
type Ref struct{ p unsafe.Pointer }

// To returns the address of v, which escapes to the heap.
func To[T any](v *T) Ref { return Ref{unsafe.Pointer(v)} }

// Hidden returns the address of v and keeps v from escaping to the heap. The address is
// read through a variable of type uintptr, where the compiler loses sight of it. There
// is no call in between, so the stack cannot move while it is an integer. The package
// documentation says what the caller has to promise.
//
//go:nosplit
func Hidden[T any](v *T) Ref {
	x := uintptr(unsafe.Pointer(v))
	return Ref{*(*unsafe.Pointer)(unsafe.Pointer(&x))}
}

// Of returns the address of an addressable value.
func Of(v reflect.Value) Ref { return Ref{v.Addr().UnsafePointer()} }

// Target returns the address that a pointer holds.
func Target(pointer reflect.Value) Ref { return Ref{pointer.UnsafePointer()} }

// As returns the address as a *T. The plan knows that a T is there, or a value with
// the memory layout of one.
func As[T any](r Ref) *T { return (*T)(r.p) }

// At returns the address of a field or an element.
func (r Ref) At(offset uintptr) Ref { return Ref{unsafe.Add(r.p, offset)} }

// IsNil reports whether r points to nothing.
func (r Ref) IsNil() bool { return r.p == nil }

// Follow returns what the pointer or the map at r points to, possibly nil.
func (r Ref) Follow() Ref { return Ref{*(*unsafe.Pointer)(r.p)} }

// Assign copies the pointer, or the map, that is at q.
func (r Ref) Assign(q Ref) { *(*unsafe.Pointer)(r.p) = *(*unsafe.Pointer)(q.p) }

// New lets the pointer at r point to a new zero value of type t, whose address it
// returns.
func (r Ref) New(t reflect.Type) Ref {
	target := reflect.New(t).UnsafePointer()
	*(*unsafe.Pointer)(r.p) = target
	return Ref{target}
}

// Ensure returns what the pointer at r points to. If that is nothing, it gets a new
// zero value of type t.
func (r Ref) Ensure(t reflect.Type) Ref {
	if target := r.Follow(); !target.IsNil() {
		return target
	}
	return r.New(t)
}

// Reach follows the embedded pointers on the way to a field of the struct at r. The
// result is nil when one of them is.
func (r Ref) Reach(hops []schema.Hop, offset uintptr) Ref {
	for _, h := range hops {
		if r = r.At(h.Offset).Follow(); r.IsNil() {
			return r
		}
	}
	return r.At(offset)
}

// Settle is like [Ref.Reach] and allocates what is nil.
func (r Ref) Settle(hops []schema.Hop, offset uintptr) Ref {
	for _, h := range hops {
		r = r.At(h.Offset).Ensure(h.Type)
	}
	return r.At(offset)
}

// Value returns the variable of type t at r as a reflect.Value that can be set. It must
// not be kept.
func (r Ref) Value(t reflect.Type) reflect.Value { return reflect.NewAt(t, r.p).Elem() }

// Copy returns a copy of the variable of type t at r. The copy is on the heap and may
// be given to methods of users' types.
func (r Ref) Copy(t reflect.Type) reflect.Value {
	c := reflect.New(t).Elem()
	c.Set(r.Value(t))
	return c
}

// Optional returns the [schema.Optional] of type t at r.
func (r Ref) Optional(t reflect.Type) schema.AnyOptional {
	return reflect.NewAt(t, r.p).Interface().(schema.AnyOptional)
}

// Interface returns what the interface with methods at r holds. All interfaces with
// methods have one layout, whichever their methods are, and the conversion to any
// reads only the type from it.
func (r Ref) Interface() any { return *(*interface{ layout() })(r.p) }

// Held returns the second word of the interface value at r: the value itself if it is
// a pointer, else the address of the value.
func (r Ref) Held() Ref { return Ref{(*[2]unsafe.Pointer)(r.p)[1]} }

// Addressable returns v itself if it has an address, else a copy that has one. What an
// interface holds has none.
func Addressable(v reflect.Value) reflect.Value {
	if v.CanAddr() {
		return v
	}
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	return c
}
