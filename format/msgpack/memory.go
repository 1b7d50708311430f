package msgpack

import (
	"reflect"
	"unsafe"
)

// A compiled plan reads and writes the fields of a struct at their offsets, which Go
// can only say with package unsafe. All of it is in this file. These are the rules
// that make it safe.
//
//   - A ptr always points to a live Go variable of the type the plan was compiled
//     for. It starts as the address of a variable of type A and moves only by the
//     offsets of fields, to elements of slices and arrays below their length, and
//     through pointers. So it never leaves its object, which checkptr verifies in
//     tests with -race.
//   - A ptr is a real pointer all the time, but for an instant in hide, so the garbage
//     collector and the growth of stacks see it.
//   - Memory is set aside with its Go type, by new, make or reflect, so that the
//     collector knows the pointers in it. Pointers are written by typed assignments,
//     which have their write barriers.
//   - hide keeps a variable on the stack although its address is handed to functions
//     that the compiler cannot see through. That holds only because nobody keeps
//     such an address, not even for a moment in an object on the heap, which would not
//     follow when the stack moves. Plans do not store a ptr. A reflect.Value made from
//     one stays in local variables and is not given to fmt. The methods of users'
//     types, which might keep it, are called on copies (see box).
//   - No decoded value points into the input: strings and bytes are copied.

// ptr is the address of a value that is being encoded or decoded.
type ptr struct{ p unsafe.Pointer }

// at returns p as a pointer to the type that is known to be there, or to one with
// the same memory layout, as the defined type's underlying type.
func at[T any](p ptr) *T { return (*T)(p.p) }

// add returns the address of something inside the object p points to.
func (p ptr) add(offset uintptr) ptr { return ptr{unsafe.Add(p.p, offset)} }

// follow returns what the pointer variable at p points to.
func (p ptr) follow() (ptr, bool) {
	target := *(*unsafe.Pointer)(p.p)
	return ptr{target}, target != nil
}

// setNew lets the pointer variable at p point to a new zero value of type t.
func (p ptr) setNew(t reflect.Type) ptr {
	target := reflect.New(t).UnsafePointer()
	*(*unsafe.Pointer)(p.p) = target
	return ptr{target}
}

// slice returns the first element and the length of the slice variable at p,
// whatever the type of its elements.
func (p ptr) slice() (ptr, int) {
	s := *(*[]struct{})(p.p)
	return ptr{unsafe.Pointer(unsafe.SliceData(s))}, len(s)
}

// newSlice sets the slice variable at p to n zero elements.
func newSlice[T any](p ptr, n int) ptr {
	s := make([]T, n)
	*(*[]T)(p.p) = s
	return ptr{unsafe.Pointer(unsafe.SliceData(s))}
}

// lengthen makes the slice of type t at p longer, by zero elements.
func lengthen(t reflect.Type, p ptr, n int) ptr {
	v := reflect.NewAt(t, p.p).Elem()
	length := v.Len()
	v.Grow(n)
	v.SetLen(length + n)
	return ptr{v.UnsafePointer()}
}

// value returns the variable of type t at p for reflection. It must not be kept.
func value(t reflect.Type, p ptr) reflect.Value { return reflect.NewAt(t, p.p).Elem() }

// box returns a copy of the variable on the heap, for methods of users' types.
func box(t reflect.Type, p ptr) reflect.Value {
	b := reflect.New(t).Elem()
	b.Set(value(t, p))
	return b
}

// addressOf returns the address of an addressable value.
func addressOf(v reflect.Value) ptr { return ptr{v.Addr().UnsafePointer()} }

// hide returns the address of v and keeps v from escaping to the heap. The address is
// read through a variable of type uintptr, where the compiler loses sight of it. There
// is no call in between, so the stack cannot move while it is an integer.
//
//go:nosplit
func hide[T any](v *T) ptr {
	address := uintptr(unsafe.Pointer(v))
	return ptr{*(*unsafe.Pointer)(unsafe.Pointer(&address))}
}

// bytes returns the array of n bytes at p as a slice, which must not be kept.
func (p ptr) bytes(n int) []byte { return unsafe.Slice((*byte)(p.p), n) }
