package json

import (
	"encoding/binary"
	"reflect"
	"unsafe"
)

// All use of package unsafe is in this file. Plans work on the address of a value
// and on the offsets of fields, which the schema took from reflect, instead of on
// reflect.Values: a field is then one addition away and not four calls. These are
// the reasons why that is safe.
//
//   - An address is only ever that of a Go variable whose type the plan's node was
//     compiled for, or of a field or element inside it: offsets and sizes come from
//     reflect.StructField.Offset and reflect.Type.Size of that very type. Nothing is
//     computed from input.
//   - Addresses are kept as unsafe.Pointer, never as an integer, so that the garbage
//     collector sees them and a growing stack moves them. What they are read as has
//     the memory layout of the real type: a defined string type is read as string, a
//     slice as [sliceHeader], whose first word is a pointer for the collector too.
//   - Memory for new values comes from reflect.New and reflect.Value.Grow, with the
//     type that will live there, so that the collector knows where its pointers are.
//     Stores of pointers are stores to variables of pointer type and so have their
//     write barriers.
//   - [textView] and [bytesView] look at memory that nobody changes while they are
//     in use: a view of the input is never stored in a result, and a view of a string
//     is never written to.
//   - [arena] hands out strings that lie in a chunk of bytes. A byte of the chunk is
//     written once, before the string that contains it is made, and never again.
//   - [hide] keeps an argument on the stack. It is used only with plans that call no
//     code that could keep the address (see plan.pure).

// pointer is the address of a value whose type only the plan knows.
type pointer = unsafe.Pointer

// as reads an address as that of a T.
func as[T any](p pointer) *T { return (*T)(p) }

// at returns the address of a field or an element.
func at(p pointer, offset uintptr) pointer { return unsafe.Add(p, offset) }

// hide returns the address of v in a way that the compiler does not follow, so that
// v can stay on the caller's stack. The caller keeps v alive until the last use of it.
// No call comes between the two lines, and stacks move only at calls.
func hide[A any](v *A) pointer {
	x := uintptr(unsafe.Pointer(v))
	return *(*unsafe.Pointer)(unsafe.Pointer(&x))
}

// address returns the address of v, which escapes to the heap.
func address[A any](v *A) pointer { return unsafe.Pointer(v) }

// valueAt returns the variable of type t at p as a reflect.Value that can be set.
func valueAt(t reflect.Type, p pointer) reflect.Value { return reflect.NewAt(t, p).Elem() }

// newValue allocates a zero value of type t.
func newValue(t reflect.Type) pointer { return reflect.New(t).UnsafePointer() }

// sliceHeader is the layout of every slice.
type sliceHeader struct {
	data pointer
	len  int
	cap  int
}

// interfaceData returns the second word of the interface value at p: the value
// itself if it is a pointer, else the address of the value.
func interfaceData(p pointer) pointer { return (*[2]pointer)(p)[1] }

// interfaceValue returns what the interface with methods at p holds. All interfaces
// with methods have one layout, whichever their methods are, and the conversion to
// any reads only the type from it.
func interfaceValue(p pointer) any { return *(*interface{ layout() })(p) }

// textView returns the bytes as a string that shares their memory.
func textView(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// bytesView returns the string's bytes, which must not be written to.
func bytesView(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

// bytesAt returns the n bytes from p on.
func bytesAt(p pointer, n int) []byte { return unsafe.Slice((*byte)(p), n) }

// load8 returns the eight bytes at b[i:]; the caller has checked that they exist.
func load8(b []byte, i int) uint64 { return binary.LittleEndian.Uint64(b[i:]) }

// store8 sets the eight bytes at b[i:]; the caller has checked that they exist.
func store8(b []byte, i int, w uint64) { binary.LittleEndian.PutUint64(b[i:], w) }

// An arena holds the bytes of a decoded value's strings, many to a chunk, which
// saves an allocation for each. A string that is kept keeps its chunk, so chunks
// are small, and long strings do not go into one.
type arena struct{ chunk []byte }

const (
	chunkSize   = 2048
	ownFromSize = 512
)

// text returns a string with a copy of b. The rest is how many bytes of input there
// are for this string and all that follow.
func (a *arena) text(b []byte, rest int) string {
	n := len(b)
	if n == 0 {
		return ""
	}
	start := len(a.chunk)
	if n > cap(a.chunk)-start {
		if n >= ownFromSize {
			return string(b)
		}
		a.chunk, start = make([]byte, 0, min(chunkSize, max(rest, n))), 0
	}
	a.chunk = append(a.chunk, b...)
	return unsafe.String(&a.chunk[start], n)
}
