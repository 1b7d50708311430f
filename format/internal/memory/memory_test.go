package memory_test

import (
	"fmt"
	"reflect"
	"runtime"
	"testing"

	"github.com/weft-go/weft/format/internal/memory"
	"github.com/weft-go/weft/schema"
)

type inner struct{ Text string }

type outer struct {
	Number int
	Inner  *inner
	List   []string
	Bytes  [4]byte
	Any    fmt.Stringer
}

type word string

func (w word) String() string { return string(w) }

func offset(t *testing.T, field string) uintptr {
	t.Helper()
	f, ok := reflect.TypeFor[outer]().FieldByName(field)
	if !ok {
		t.Fatalf("outer has no field %s", field)
	}
	return f.Offset
}

func TestFieldsAreReadAndSet(t *testing.T) {
	v := outer{Number: 7, Bytes: [4]byte{1, 2, 3, 4}, Any: word("held")}
	r := memory.To(&v)
	*memory.As[int](r.At(offset(t, "Number")))++
	if v.Number != 8 {
		t.Errorf("number is %d, want 8", v.Number)
	}
	copy(r.At(offset(t, "Bytes")).Bytes(4), "abcd")
	if string(v.Bytes[:]) != "abcd" {
		t.Errorf("bytes are %q", v.Bytes)
	}
	held := r.At(offset(t, "Any"))
	if got := held.Interface(); got != word("held") {
		t.Errorf("the interface holds %v", got)
	}
	if got := *memory.As[string](held.Held()); got != "held" {
		t.Errorf("the interface's data is %q", got)
	}
}

func TestPointers(t *testing.T) {
	var v outer
	r := memory.To(&v).At(offset(t, "Inner"))
	if !r.Follow().IsNil() {
		t.Error("a nil pointer leads somewhere")
	}
	first := r.Ensure(reflect.TypeFor[inner]())
	*memory.As[string](first) = "text"
	if v.Inner == nil || v.Inner.Text != "text" {
		t.Fatalf("inner is %v", v.Inner)
	}
	if r.Ensure(reflect.TypeFor[inner]()) != first {
		t.Error("Ensure replaced what was there")
	}
	if r.New(reflect.TypeFor[inner]()) == first || v.Inner.Text != "" {
		t.Error("New kept what was there")
	}
	var other *inner
	memory.To(&other).Assign(r)
	if other != v.Inner {
		t.Error("Assign copied another pointer")
	}
}

func TestHops(t *testing.T) {
	var v outer
	hops := []schema.Hop{{Offset: offset(t, "Inner"), Type: reflect.TypeFor[inner]()}}
	r := memory.To(&v)
	if !r.Reach(hops, 0).IsNil() {
		t.Error("a nil pointer was passed")
	}
	*memory.As[string](r.Settle(hops, 0)) = "text"
	if v.Inner == nil || *memory.As[string](r.Reach(hops, 0)) != "text" {
		t.Errorf("inner is %v", v.Inner)
	}
}

func TestSlices(t *testing.T) {
	var list []string
	r, typ, size := memory.To(&list), reflect.TypeFor[[]string](), reflect.TypeFor[string]().Size()
	for i := range 10 {
		*memory.As[string](r.Extend(typ, size, 3)) = fmt.Sprint(i)
	}
	if got := fmt.Sprint(list); got != "[0 1 2 3 4 5 6 7 8 9]" {
		t.Errorf("list is %s", got)
	}
	first := r.Lengthen(typ, 2)
	if *memory.As[string](first) != "0" || len(list) != 12 || list[11] != "" {
		t.Errorf("list is %q", list)
	}
	if s := r.Slice(); s.Len != 12 || *memory.As[string](s.Elem(3, size)) != "3" {
		t.Errorf("slice is %v", s)
	}
	if r.Empty(typ); list == nil || len(list) != 0 {
		t.Errorf("list is %#v", list)
	}
	array := [2]string{"a", "b"}
	if s := memory.To(&array).Array(2); *memory.As[string](s.Elem(1, size)) != "b" {
		t.Errorf("array is %v", s)
	}
}

func TestSliceMaker(t *testing.T) {
	type pair struct{ A, B any }
	makes := func(name string, made func(n int) int) {
		for _, n := range []int{0, 1, 1000} {
			if got := made(n); got != n {
				t.Errorf("%s: made %d elements, want %d", name, got, n)
			}
		}
	}
	makes("strings", madeBy[string])
	makes("int64", madeBy[int64])
	makes("float32", madeBy[float32])
	makes("uint8 enum", madeBy[uint16])
	makes("structs", madeBy[pair])
}

// madeBy returns the length of the slice that was made, or -1 when it is nil or its
// elements are not zero.
func madeBy[T any](n int) int {
	var list []T
	first := memory.SliceMaker(schema.Of[[]T]())(memory.To(&list), n)
	if list == nil {
		return -1
	}
	if len(list) > 0 && memory.As[T](first) != &list[0] {
		return -1
	}
	for _, v := range list {
		if !reflect.ValueOf(&v).Elem().IsZero() {
			return -1
		}
	}
	return len(list)
}

func TestValueAndCopy(t *testing.T) {
	v := 1
	r := memory.To(&v)
	c := r.Copy(reflect.TypeFor[int]())
	c.SetInt(2)
	if v != 1 {
		t.Error("the copy is the variable")
	}
	r.Value(reflect.TypeFor[int]()).SetInt(3)
	if v != 3 {
		t.Error("the value is not the variable")
	}
	if got := *memory.As[int](memory.Of(memory.Addressable(reflect.ValueOf(4)))); got != 4 {
		t.Errorf("addressable is %d", got)
	}
	if memory.Of(memory.Addressable(reflect.ValueOf(&v).Elem())) != memory.Target(reflect.ValueOf(&v)) {
		t.Error("what has an address was copied")
	}
}

func TestOptional(t *testing.T) {
	var v schema.Optional[int]
	o := memory.To(&v).Optional(reflect.TypeFor[schema.Optional[int]]())
	if o.SetNull(); !v.IsNull() {
		t.Error("not the variable's own")
	}
}

func TestViews(t *testing.T) {
	b := []byte("text")
	if memory.Text(b) != "text" || memory.Text(nil) != "" {
		t.Error("Text changed the bytes")
	}
	if string(memory.View("text")) != "text" || len(memory.View("")) != 0 {
		t.Error("View changed the string")
	}
}

// TestHiddenStaysOnTheStack also grows the stack while the address is in use.
func TestHiddenStaysOnTheStack(t *testing.T) {
	f := func(r memory.Ref) {}
	calls := []func(memory.Ref){func(r memory.Ref) { *memory.As[int](r) += deep(100) }, f}
	got := testing.AllocsPerRun(10, func() {
		v := 1
		for _, call := range calls {
			call(memory.Hidden(&v))
		}
		runtime.KeepAlive(&v)
		if v != 101 {
			t.Errorf("v is %d, want 101", v)
		}
	})
	if got != 0 {
		t.Errorf("%v allocations, want 0", got)
	}
}

func deep(n int) int {
	var room [1 << 10]byte
	if n == 0 {
		return int(room[n])
	}
	return 1 + deep(n-1)
}
