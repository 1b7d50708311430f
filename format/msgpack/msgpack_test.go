package msgpack_test

import (
	"bytes"
	"encoding/json/jsontext"
	"errors"
	"math"
	"math/big"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/msgpack"
	"github.com/weft-go/weft/internal/golden"
	"github.com/weft-go/weft/schema"
)

func encode[A any](t testing.TB, v A) []byte {
	t.Helper()
	b, err := msgpack.MessagePackCodec[A]().Encode(v)
	if err != nil {
		t.Fatalf("encode %+v: %v", v, err)
	}
	return b
}

func TestRoundTripEverything(t *testing.T) {
	v := everything()
	got, err := msgpack.MessagePackCodec[Everything]().Decode(encode(t, v))
	if err != nil {
		t.Fatal(err)
	}
	want, have := reflect.ValueOf(v), reflect.ValueOf(got)
	for i := range want.NumField() {
		if w, h := want.Field(i).Interface(), have.Field(i).Interface(); !reflect.DeepEqual(w, h) {
			t.Errorf("%s: got %#v, want %#v", want.Type().Field(i).Name, h, w)
		}
	}
}

func TestRoundTripZero(t *testing.T) {
	v := Everything{Sum: Cat{}, SumP: Cat{}, SumText: Cat{}}
	b := encode(t, v)
	got, err := msgpack.MessagePackCodec[Everything]().Decode(b)
	if err != nil {
		t.Fatal(err)
	}
	if got.Audit != nil || !got.Absent.IsAbsent() || !got.Optional.IsAbsent() || got.Pointer != nil || got.Any != nil {
		t.Errorf("got %+v", got)
	}
	if got.Strings == nil || got.Map == nil {
		t.Error("a nil slice or map is written as an empty one")
	}
	again := encode(t, got)
	if !bytes.Equal(b, again) {
		t.Errorf("not stable:\n%x\n%x", b, again)
	}
}

func TestGoldenBytes(t *testing.T) {
	v := Book{Title: "Dune", Pages: 412, Tags: []string{"sf"}, Price: 9.5, Added: time.Unix(1700000000, 5).UTC()}
	golden.Check(t, "book.msgpack", encode(t, v))
}

// check is a table test of one type: the bytes of a value, and other bytes that mean
// the same.
func check[A any](t *testing.T, name string, v A, want string, others ...string) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		c := msgpack.MessagePackCodec[A]()
		if b, err := c.Encode(v); err != nil || string(b) != want {
			t.Errorf("encode: got %q %v, want %q", b, err, want)
		}
		for _, in := range append(others, want) {
			got, err := c.Decode([]byte(in))
			if err != nil || !reflect.DeepEqual(got, v) {
				t.Errorf("decode %q: got %#v %v, want %#v", in, got, err, v)
			}
		}
	})
}

func TestForms(t *testing.T) {
	check(t, "int zero", 0, "\x00", "\xcc\x00", "\xd3\x00\x00\x00\x00\x00\x00\x00\x00", "\xca\x00\x00\x00\x00", "\xcb\x00\x00\x00\x00\x00\x00\x00\x00")
	check(t, "int 127", 127, "\x7f")
	check(t, "int 128", 128, "\xcc\x80", "\xd1\x00\x80", "\xca\x43\x00\x00\x00")
	check(t, "int 256", 256, "\xcd\x01\x00")
	check(t, "int 65536", 65536, "\xce\x00\x01\x00\x00")
	check(t, "int 1<<32", int64(1<<32), "\xcf\x00\x00\x00\x01\x00\x00\x00\x00")
	check(t, "int -1", int8(-1), "\xff", "\xd0\xff", "\xd3\xff\xff\xff\xff\xff\xff\xff\xff")
	check(t, "int -32", -32, "\xe0")
	check(t, "int -33", -33, "\xd0\xdf")
	check(t, "int -129", -129, "\xd1\xff\x7f")
	check(t, "int -32769", -32769, "\xd2\xff\xff\x7f\xff")
	check(t, "int min", int64(math.MinInt64), "\xd3\x80\x00\x00\x00\x00\x00\x00\x00", "\xcb\xc3\xe0\x00\x00\x00\x00\x00\x00")
	check(t, "uint max", uint64(math.MaxUint64), "\xcf\xff\xff\xff\xff\xff\xff\xff\xff")
	check(t, "uint from float", uint64(1<<63), "\xcf\x80\x00\x00\x00\x00\x00\x00\x00", "\xcb\x43\xe0\x00\x00\x00\x00\x00\x00")
	check(t, "bool", true, "\xc3")
	check(t, "float32", float32(1.5), "\xca\x3f\xc0\x00\x00", "\xcb\x3f\xf8\x00\x00\x00\x00\x00\x00")
	check(t, "float64", 1.5, "\xcb\x3f\xf8\x00\x00\x00\x00\x00\x00", "\xca\x3f\xc0\x00\x00")
	check(t, "float from int", 5.0, "\xcb\x40\x14\x00\x00\x00\x00\x00\x00", "\x05", "\xcc\x05")
	check(t, "infinity", math.Inf(-1), "\xcb\xff\xf0\x00\x00\x00\x00\x00\x00", "\xca\xff\x80\x00\x00")
	check(t, "str", "a", "\xa1a", "\xd9\x01a", "\xda\x00\x01a", "\xdb\x00\x00\x00\x01a", "\xc4\x01a")
	check(t, "str 32", strings.Repeat("a", 32), "\xd9\x20"+strings.Repeat("a", 32))
	check(t, "str 256", strings.Repeat("a", 256), "\xda\x01\x00"+strings.Repeat("a", 256))
	check(t, "str 65536", strings.Repeat("a", 65536), "\xdb\x00\x01\x00\x00"+strings.Repeat("a", 65536))
	check(t, "bin", []byte{1}, "\xc4\x01\x01", "\xc5\x00\x01\x01", "\xc6\x00\x00\x00\x01\x01", "\xa1\x01")
	check(t, "bin empty", []byte{}, "\xc4\x00", "\xa0")
	check(t, "byte array", [2]byte{1, 2}, "\xc4\x02\x01\x02", "\xa2\x01\x02")
	check(t, "array", []int{1}, "\x91\x01", "\xdc\x00\x01\x01", "\xdd\x00\x00\x00\x01\x01")
	check(t, "array 16", make([]int8, 16), "\xdc\x00\x10"+strings.Repeat("\x00", 16))
	check(t, "map", map[string]int{"a": 1}, "\x81\xa1a\x01", "\xde\x00\x01\xa1a\x01", "\xdf\x00\x00\x00\x01\xa1a\x01")
	check(t, "integer keys", map[int]int{-1: 1}, "\x81\xff\x01", "\x81\xa2-1\x01")
	check(t, "pointer nil", (*int)(nil), "\xc0")
	check(t, "duration", time.Duration(300), "\xcd\x01\x2c")
	check(t, "big integer", big.NewInt(-5), "\xa2-5", "\xfb", "\xd0\xfb")
	check(t, "timestamp 32", time.Unix(1, 0).UTC(), "\xd6\xff\x00\x00\x00\x01", "\xc7\x04\xff\x00\x00\x00\x01", "\xb41970-01-01T00:00:01Z")
	check(t, "timestamp 64", time.Unix(1, 1).UTC(), "\xd7\xff\x00\x00\x00\x04\x00\x00\x00\x01")
	check(t, "timestamp 96", time.Unix(-1, 1).UTC(), "\xc7\x0c\xff\x00\x00\x00\x01\xff\xff\xff\xff\xff\xff\xff\xff")
	check(t, "sum", Pair[Animal, Animal]{Cat{1}, &Dog{"r"}}, "\x82\xa5first\x81\xa3cat\x81\xa5lives\x01\xa6second\x81\xa3dog\x81\xa4name\xa1r")
	check(t, "custom", Money{5}, "\xa15")
	check(t, "ext", msgpack.Ext{Type: 1, Data: []byte("abc")}, "\xc7\x03\x01abc", "\xc8\x00\x03\x01abc")
	check(t, "fields in another order", Pair[int, int]{1, 2}, "\x82\xa5first\x01\xa6second\x02", "\x82\xa6second\x02\xa5first\x01",
		"\x83\xa1x\x81\xa1y\x93\x01\x02\xc0\xa6second\x02\xa5first\x01", "\x84\x07\xc0\xa6second\x02\xc0\xc0\xd9\x05first\x01")
}

func TestDecodeErrors(t *testing.T) {
	type shape struct {
		Items []Pair[int8, []string] `json:"items"`
	}
	tests := []struct {
		name, in      string
		offset        int64
		path, problem string
	}{
		{"empty", "", 0, "", "unexpected end of input"},
		{"trailing", "\x81\xa5items\x90\x00", 8, "", "unexpected bytes after the value"},
		{"wrong type", "\x01", 0, "", "want map, got 1"},
		{"missing", "\x80", 1, "items", "the field is missing"},
		{"twice", "\x82\xa5items\x90\xa5items\x90", 8, "items", "twice"},
		{"range", "\x81\xa5items\x91\x82\xa5first\xcc\x80\xa6second\x90", 15, "items[0].first", "want int8, got 128"},
		{"deep path", "\x81\xa5items\x91\x82\xa5first\x01\xa6second\x92\xa0\x05", 25, "items[0].second[1]", "want string, got 5"},
		{"truncated string", "\x81\xa5items\x91\x82\xa5first\x01\xa6second\x91\xa5abc", 24, "items[0].second[0]", "unexpected end of input in a value of type str"},
		{"truncated key", "\x81\xa5ite", 1, "", "unexpected end of input"},
		{"hostile array", "\x81\xa5items\xdd\x7f\xff\xff\xff", 7, "items", "unexpected end of input in a value of type array with a length of 2147483647"},
		{"hostile map", "\xdf\xff\xff\xff\xff", 0, "", "unexpected end of input in a value of type map with a length of 4294967295"},
		{"invalid UTF-8", "\x81\xa5items\x91\x82\xa5first\x01\xa6second\x91\xa1\xff", 24, "items[0].second[0]", "not valid UTF-8"},
		{"never used", "\xc1", 0, "", "0xc1"},
		{"truncated unknown", "\x82\xa1x\x92\x01", 5, "", "unexpected end of input in a value that is skipped"},
	}
	c := msgpack.MessagePackCodec[shape]()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := c.Decode([]byte(test.in))
			var d *format.DecodeError
			if !errors.As(err, &d) {
				t.Fatalf("got %v, want a DecodeError", err)
			}
			if d.Offset != test.offset || d.Path != test.path || !strings.Contains(d.Problem, test.problem) {
				t.Errorf("got offset %d, path %q, problem %q; want %d, %q, %q", d.Offset, d.Path, d.Problem, test.offset, test.path, test.problem)
			}
		})
	}
}

func refused[A any](t *testing.T, name, in string) {
	t.Helper()
	if v, err := msgpack.MessagePackCodec[A]().Decode([]byte(in)); err == nil {
		t.Errorf("%s: %q decoded to %v", name, in, v)
	}
}

func TestRefused(t *testing.T) {
	refused[int](t, "fraction", "\xcb\x3f\xf8\x00\x00\x00\x00\x00\x00")
	refused[int64](t, "too large", "\xcf\x80\x00\x00\x00\x00\x00\x00\x00")
	refused[int64](t, "float too large", "\xcb\x43\xe0\x00\x00\x00\x00\x00\x00")
	refused[uint8](t, "negative", "\xff")
	refused[uint64](t, "NaN", "\xcb\x7f\xf8\x00\x00\x00\x00\x00\x00")
	refused[float32](t, "float32 overflow", "\xcb\x7f\xef\xff\xff\xff\xff\xff\xff")
	refused[string](t, "nil string", "\xc0")
	refused[bool](t, "bool from int", "\x01")
	refused[[2]int](t, "array length", "\x91\x01")
	refused[[2]byte](t, "byte array length", "\xc4\x01\x01")
	refused[time.Time](t, "nanoseconds", "\xd7\xff\xff\xff\xff\xff\x00\x00\x00\x01")
	refused[time.Time](t, "timestamp length", "\xd5\xff\x00\x00")
	refused[time.Time](t, "other ext", "\xd6\x01\x00\x00\x00\x01")
	refused[any](t, "timestamp length in any", "\xd5\xff\x00\x00")
	refused[Animal](t, "unknown case", "\x81\xa3cow\x80")
	refused[Animal](t, "two cases", "\x82\xa3cat\x81\xa5lives\x01\xa3dog\x81\xa4name\xa1r")
	refused[Weekday](t, "text", "\xa3sun")
	refused[any](t, "list as key", "\x81\x90\x01")
	refused[map[string]int](t, "integer as string key", "\x81\x01\x01")
}

func TestEncodeErrors(t *testing.T) {
	loop := &Tree{Children: []*Tree{nil}}
	loop.Children[0] = loop
	endless := map[string]any{}
	endless["x"] = []any{endless}
	expect := func(name string, err error, path, problem string) {
		t.Helper()
		var e *format.EncodeError
		if !errors.As(err, &e) || !strings.HasPrefix(e.Path, path) || !strings.Contains(e.Problem, problem) {
			t.Errorf("%s: got %v, want path %q and problem %q", name, err, path, problem)
		}
	}
	_, err := msgpack.MessagePackCodec[*Tree]().Encode(loop)
	expect("cycle", err, "children[0].children[0]", "512 levels")
	_, err = msgpack.MessagePackCodec[any]().Encode(endless)
	expect("cycle in any", err, `["x"][0]["x"]`, "512 levels")
	_, err = msgpack.MessagePackCodec[map[string]Pair[string, Animal]]().Encode(map[string]Pair[string, Animal]{"k": {}})
	expect("nil sum", err, `["k"].second`, "got nil")
	_, err = msgpack.MessagePackCodec[[]Weekday]().Encode([]Weekday{0, 7})
	expect("text", err, "[1]", "not a day")
	_, err = msgpack.MessagePackCodec[[]any]().Encode([]any{make(chan int)})
	expect("channel", err, "[0]", "chan int")
	dst := []byte("before")
	got, err := msgpack.MessagePackCodec[Pair[int, string]]().Append(dst, Pair[int, string]{1, "\xff"})
	expect("UTF-8", err, "second", "UTF-8")
	if string(got) != "before" {
		t.Errorf("after a failure Append returned %q", got)
	}
}

func TestDepth(t *testing.T) {
	deep := []byte(strings.Repeat("\x91", 600) + "\xc0")
	for name, err := range map[string]error{
		"any":  second(msgpack.MessagePackCodec[any]().Decode(deep)),
		"tree": second(msgpack.MessagePackCodec[Forest]().Decode(deep)),
	} {
		if err == nil || !strings.Contains(err.Error(), "512 levels") {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if _, err := msgpack.MessagePackCodec[Pair[int, int]]().Decode(append([]byte("\x83\xa1x"), append(deep, "\xa5first\x01\xa6second\x02"...)...)); err != nil {
		t.Errorf("skipping needs no depth: %v", err)
	}
}

// Forest contains itself without a struct.
type Forest []Forest

func second[A any](_ A, err error) error { return err }

func TestDefaults(t *testing.T) {
	type settings struct {
		Size  int                     `json:"size" default:"10"`
		Tags  []string                `json:"tags" default:"a,b"`
		Limit *int                    `json:"limit" default:"5"`
		Mode  schema.Optional[string] `json:"mode" default:"fast"`
	}
	c := msgpack.MessagePackCodec[settings]()
	first, err := c.Decode([]byte("\x80"))
	if err != nil || first.Size != 10 || len(first.Tags) != 2 || *first.Limit != 5 || first.Mode.OrElse("") != "fast" {
		t.Fatalf("got %+v %v", first, err)
	}
	first.Tags[0] = "changed"
	if again, _ := c.Decode([]byte("\x80")); again.Tags[0] != "a" {
		t.Error("defaults share memory")
	}
	if got, _ := c.Decode([]byte("\x81\xa4size\x00")); got.Size != 0 {
		t.Errorf("a value that is there wins over the default: got %d", got.Size)
	}
}

func TestConfig(t *testing.T) {
	type page struct {
		PageItems []int  `json:"pageItems"`
		NextPage  *int   `json:"nextPage" required:"true"`
		Pet       Animal `json:"pet"`
	}
	v := page{Pet: Cat{1}}
	encodeWith := func(cfg format.Config) string {
		b, err := msgpack.MessagePackCodecWith[page](cfg).Encode(v)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	pet := "\xa3pet\x81\xa3cat\x81\xa5lives\x01"
	if got := encodeWith(format.Config{OmitEmptyCollections: true, OmitNulls: true}); got != "\x81"+pet {
		t.Errorf("omit: got %q", got)
	}
	type loose struct {
		Any any            `json:"any"`
		Raw jsontext.Value `json:"raw"`
	}
	if b, err := msgpack.MessagePackCodecWith[loose](format.Config{OmitNulls: true}).Encode(loose{}); err != nil || string(b) != "\x80" {
		t.Errorf("null any: got %q %v", b, err)
	}
	cfg := format.Config{FieldNameFormat: schema.SnakeCase, Discriminator: schema.ClassName(schema.PascalCase)}
	if got := encodeWith(cfg); got != "\x83\xaapage_items\x90\xa9next_page\xc0\xa3pet\x81\xa3Cat\x81\xa5lives\x01" {
		t.Errorf("names: got %q", got)
	}
	got, err := msgpack.MessagePackCodecWith[page](format.Config{MissingAsNull: true, MissingCollectionsAsEmpty: true}).Decode([]byte("\x81" + pet))
	if err != nil || got.PageItems == nil || got.NextPage != nil {
		t.Errorf("missing: got %+v %v", got, err)
	}
	if err := second(msgpack.MessagePackCodec[page]().Decode([]byte("\x81" + pet))); err == nil {
		t.Error("missing fields were accepted")
	}
	err = second(msgpack.MessagePackCodecWith[Cat](format.Config{RejectExtraFields: true}).Decode([]byte("\x82\xa5lives\x01\xa3age\x02")))
	var d *format.DecodeError
	if !errors.As(err, &d) || d.Path != "age" {
		t.Errorf("extra: got %v", err)
	}
}

func TestNoAllocation(t *testing.T) {
	c := msgpack.MessagePackCodec[Book]()
	v := Book{Title: "Dune", Tags: []string{"a", "b"}}
	buf := make([]byte, 0, 1000)
	if n := testing.AllocsPerRun(100, func() { buf, _ = c.Append(buf[:0], v) }); n != 0 {
		t.Errorf("Append of a struct makes %v allocations", n)
	}
	m := msgpack.MessagePackCodec[map[string]Cat]()
	cats := map[string]Cat{}
	for i := range 100 {
		cats[strings.Repeat("x", i)] = Cat{i}
	}
	// The race detector makes pools forgetful, so a few are allowed.
	large := make([]byte, 0, 10_000)
	if n := testing.AllocsPerRun(100, func() { large, _ = m.Append(large[:0], cats) }); n > 6 {
		t.Errorf("Append of a map with 100 entries makes %v allocations", n)
	}
	hostile := []byte("\xdd\x00\x00\xff\xff" + strings.Repeat("\xc0", 65535-1))
	if n := testing.AllocsPerRun(10, func() { _, _ = c.Decode(hostile) }); n > 20 {
		t.Errorf("refusing makes %v allocations", n)
	}
}

func TestResultDoesNotShareInput(t *testing.T) {
	in := encode(t, everything())
	c := msgpack.MessagePackCodec[Everything]()
	got, err := c.Decode(in)
	if err != nil {
		t.Fatal(err)
	}
	before := encode(t, got)
	clear(in)
	if after := encode(t, got); !sameBut(before, after) {
		t.Error("the value changed with the input")
	}
}

// sameBut compares encodings whose maps may be in another order.
func sameBut(a, b []byte) bool {
	var count [256]int
	for i := range a {
		count[a[i]]++
	}
	for i := range b {
		count[b[i]]--
	}
	return count == [256]int{}
}

func TestConcurrentFirstUse(t *testing.T) {
	type node struct {
		Next *node `json:"next"`
		Tree Tree  `json:"tree"`
	}
	v := node{Next: &node{Tree: Tree{Children: []*Tree{}}}, Tree: Tree{Children: []*Tree{{Value: 1, Children: []*Tree{}}}}}
	var group sync.WaitGroup
	for range 16 {
		group.Go(func() {
			c := msgpack.MessagePackCodec[node]()
			b, err := c.Encode(v)
			if got, err2 := c.Decode(b); err != nil || err2 != nil || !reflect.DeepEqual(got, v) {
				t.Errorf("got %+v, %v, %v", got, err, err2)
			}
		})
	}
	group.Wait()
}

func TestUnsupportedType(t *testing.T) {
	type bad struct {
		Inner struct{ Notify chan int } `json:"inner"`
	}
	_, err := msgpack.NewMessagePackCodec[bad](format.Config{})
	if err == nil || !strings.Contains(err.Error(), "bad.Inner.Notify") {
		t.Errorf("got %v", err)
	}
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	msgpack.MessagePackCodec[bad]()
}

func TestFormat(t *testing.T) {
	f := msgpack.MessagePackCodec[int]().Format()
	if f.Name != "MessagePack" || f.MediaType != "application/msgpack" || len(f.Aliases) != 2 {
		t.Errorf("got %+v", f)
	}
}

// TestStackGrowth encodes and decodes on small stacks, which move meanwhile, while the
// collector runs.
func TestStackGrowth(t *testing.T) {
	var group sync.WaitGroup
	for range 50 {
		group.Go(func() { runtime.GC() })
		group.Go(func() {
			c := msgpack.MessagePackCodec[Pair[Everything, Tree]]()
			v := Pair[Everything, Tree]{everything(), chain(150)}
			b, err := c.Encode(v)
			if err != nil {
				t.Error(err)
				return
			}
			if got, err := c.Decode(b); err != nil || !reflect.DeepEqual(got.Second, v.Second) || got.First.String != v.First.String {
				t.Errorf("got %v", err)
			}
		})
	}
	group.Wait()
}

// chain returns a tree of the given depth.
func chain(depth int) Tree {
	if depth == 0 {
		return Tree{Children: []*Tree{}}
	}
	below := chain(depth - 1)
	return Tree{Value: depth, Children: []*Tree{&below}}
}
