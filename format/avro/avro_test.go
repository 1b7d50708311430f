package avro_test

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
	"testing/iotest"
	"time"
	"uuid"

	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/avro"
	"github.com/weft-go/weft/internal/golden"
	"github.com/weft-go/weft/schema"
)

func encode[A any](t testing.TB, v A) []byte {
	t.Helper()
	b, err := avro.SchemaBasedBinaryCodec[A]().Encode(v)
	if err != nil {
		t.Fatalf("encode %+v: %v", v, err)
	}
	return b
}

func TestRoundTripEverything(t *testing.T) {
	v := everything()
	got, err := avro.SchemaBasedBinaryCodec[Everything]().Decode(encode(t, v))
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
	v := Everything{Sum: Cat{}, SumP: Cat{}, SumText: Cat{}, Enum: Red}
	b := encode(t, v)
	got, err := avro.SchemaBasedBinaryCodec[Everything]().Decode(b)
	if err != nil {
		t.Fatal(err)
	}
	if got.Audit != nil || !got.Absent.IsAbsent() || !got.Optional.IsAbsent() || got.Pointer != nil || got.Any != nil || !got.Time.IsZero() {
		t.Errorf("got %+v", got)
	}
	if got.Strings == nil || got.Map == nil {
		t.Error("a nil slice or map is written as an empty one")
	}
	if again := encode(t, got); !bytes.Equal(b, again) {
		t.Errorf("not stable:\n%x\n%x", b, again)
	}
}

func TestGolden(t *testing.T) {
	v := Book{Title: "Dune", Pages: 412, Tags: []string{"sf"}, Price: 9.5, Added: time.Unix(1700000000, 5).UTC()}
	golden.Check(t, "book.avro", encode(t, v))
	golden.Check(t, "book.avsc", []byte(avro.Definition[Book]()+"\n"))
	golden.Check(t, "everything.avsc", []byte(avro.Definition[Everything]()+"\n"))
}

// check is a table test of one type: the bytes of a value, and other bytes that mean
// the same.
func check[A any](t *testing.T, name, definition string, v A, want string, others ...string) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		c := avro.SchemaBasedBinaryCodec[A]()
		if b, err := c.Encode(v); err != nil || string(b) != want {
			t.Errorf("encode: got %q %v, want %q", b, err, want)
		}
		for _, in := range append(others, want) {
			got, err := c.Decode([]byte(in))
			if err != nil || !reflect.DeepEqual(got, v) {
				t.Errorf("decode %q: got %#v %v, want %#v", in, got, err, v)
			}
			i := 0
			for got, err := range c.StreamDecoder(iotest.OneByteReader(strings.NewReader(in + in))) {
				if err != nil || !reflect.DeepEqual(got, v) {
					t.Errorf("stream of %q: got %#v %v, want %#v", in, got, err, v)
				}
				i++
			}
			if len(in) > 0 && i != 2 {
				t.Errorf("stream of %q: got %d values", in, i)
			}
		}
		text := jsontext.Value(avro.Definition[A]())
		if err := text.Compact(); err != nil || string(text) != definition {
			t.Errorf("definition: got %s %v, want %s", text, err, definition)
		}
	})
}

const ns = `"namespace":"com.github.weft_go.weft.format.avro_test"`

type (
	Hash    [2]byte
	Nothing struct{}
	Doc     struct {
		_    struct{} `doc:"A document."`
		Size int32    `json:"size" default:"3" doc:"How \"long\"."`
		Next *Doc     `json:"next-one"`
	}
	Maybe struct {
		Pet    Animal `json:"pet,omitzero"`
		Colour Colour `json:"colour,omitzero"`
	}
)

func TestForms(t *testing.T) {
	check(t, "int8", `"int"`, int8(-1), "\x01")
	check(t, "int32", `"int"`, int32(64), "\x80\x01", "\x80\x81\x00")
	check(t, "int64", `"long"`, int64(math.MinInt64), "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01")
	check(t, "duration", `"long"`, time.Duration(-2), "\x03")
	check(t, "uint32", `"long"`, uint32(math.MaxUint32), "\xfe\xff\xff\xff\x1f")
	decimal := `{"type":"bytes","logicalType":"decimal","precision":20}`
	check(t, "uint64 zero", decimal, uint64(0), "\x02\x00", "\x00", "\x04\x00\x00")
	check(t, "uint64 128", decimal, uint64(128), "\x04\x00\x80")
	check(t, "uint64 max", decimal, uint64(math.MaxUint64), "\x12\x00\xff\xff\xff\xff\xff\xff\xff\xff")
	check(t, "bool", `"boolean"`, true, "\x01")
	check(t, "float32", `"float"`, float32(1.5), "\x00\x00\xc0\x3f")
	check(t, "float64", `"double"`, 1.5, "\x00\x00\x00\x00\x00\x00\xf8\x3f")
	check(t, "string", `"string"`, "foo", "\x06foo")
	check(t, "bytes", `"bytes"`, []byte{1, 2}, "\x04\x01\x02")
	check(t, "fixed", `{"type":"fixed","name":"Bytes3","namespace":"weft","size":3}`, [3]byte{1, 2, 3}, "\x01\x02\x03")
	check(t, "named fixed", `{"type":"fixed","name":"Hash",`+ns+`,"size":2}`, Hash{1, 2}, "\x01\x02")
	check(t, "time", `{"type":"long","logicalType":"timestamp-nanos"}`, time.Unix(0, 1).UTC(), "\x02")
	check(t, "zero time", `{"type":"long","logicalType":"timestamp-nanos"}`, time.Time{}, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01")
	check(t, "uuid", `{"type":"string","logicalType":"uuid"}`, uuid.Max(), "\x48ffffffff-ffff-ffff-ffff-ffffffffffff")
	check(t, "big integer", `"string"`, *big.NewInt(-12), "\x06-12")
	check(t, "array", `{"type":"array","items":"int"}`, []int32{1, 2, 3}, "\x06\x02\x04\x06\x00",
		"\x05\x06\x02\x04\x06\x00", "\x02\x02\x04\x04\x06\x00", "\x02\x02\x01\x02\x04\x01\x02\x06\x00")
	check(t, "empty array", `{"type":"array","items":"string"}`, []string{}, "\x00")
	check(t, "array of two", `{"type":"array","items":"long"}`, [2]int{1, 2}, "\x04\x02\x04\x00", "\x02\x02\x02\x04\x00")
	check(t, "empty records", `{"type":"array","items":{"type":"record","name":"Nothing",`+ns+`,"fields":[]}}`, []Nothing{{}, {}}, "\x04\x00", "\x02\x02\x00", "\x03\x00\x00")
	check(t, "map", `{"type":"map","values":"long"}`, map[string]int{"a": 1}, "\x02\x02a\x02\x00", "\x01\x06\x02a\x02\x00")
	check(t, "map of structs", `{"type":"map","values":{"type":"record","name":"Cat",`+ns+`,"fields":[{"name":"lives","type":"long"}]}}`,
		map[string]Cat{"a": {1}}, "\x02\x02a\x02\x00")
	check(t, "integer keys", `{"type":"array","items":{"type":"record","name":"RootEntry","fields":[{"name":"key","type":"int"},{"name":"value","type":"boolean"}]}}`,
		map[int8]bool{-1: true}, "\x02\x01\x01\x00", "\x01\x04\x01\x01\x00")
	check(t, "pointer", `["null","string"]`, new("a"), "\x02\x02a")
	check(t, "nil pointer", `["null","string"]`, (*string)(nil), "\x00")
	check(t, "pointer to pointer", `["null",{"type":"record","name":"RootValue","fields":[{"name":"value","type":["null","string"]}]}]`, new((*string)(nil)), "\x02\x00")
	absent := `{"type":"record","name":"Absent","namespace":"weft","doc":"The field is left out, which is not the same as null.","fields":[]}`
	check(t, "optional", `["null","string",`+absent+`]`, schema.Some("a"), "\x02\x02a")
	check(t, "null optional", `["null","string",`+absent+`]`, schema.Null[string](), "\x00")
	check(t, "absent optional", `["null","string",`+absent+`]`, schema.Optional[string]{}, "\x04")
	check(t, "enum", `{"type":"enum","name":"Colour",`+ns+`,"symbols":["red","green"]}`, Colour("green"), "\x02")
	sum := `[{"type":"record","name":"Cat",` + ns + `,"fields":[{"name":"lives","type":"long"}]},` +
		`{"type":"record","name":"Dog",` + ns + `,"fields":[{"name":"name","type":"string"}]},` +
		`{"type":"record","name":"AnimalFish",` + ns + `,"fields":[{"name":"value","type":"string"}]}]`
	check(t, "sum", sum, Animal(&Dog{"r"}), "\x02\x02r")
	check(t, "sum of text", sum, Animal(Fish("r")), "\x04\x02r")
	check(t, "recursive list", `{"type":"record","name":"Forest",`+ns+`,"fields":[{"name":"value","type":{"type":"array","items":"com.github.weft_go.weft.format.avro_test.Forest"}}]}`,
		Forest{{}, {{}}}, "\x04\x00\x02\x00\x00\x00")
	check(t, "record", `{"type":"record","name":"Doc",`+ns+`,"doc":"A document.","fields":[{"name":"size","type":"int","doc":"How \"long\".","default":3},`+
		`{"name":"next_one","type":["null","com.github.weft_go.weft.format.avro_test.Doc"],"default":null}]}`,
		Doc{Size: 1, Next: &Doc{Size: 2}}, "\x02\x02\x04\x00")
	check(t, "left out", `{"type":"record","name":"Maybe",`+ns+`,"fields":[{"name":"pet","type":["null",{"type":"record","name":"MaybePetValue",`+ns+
		`,"fields":[{"name":"value","type":`+sum+`}]}],"default":null},{"name":"colour","type":["null",{"type":"enum","name":"Colour",`+ns+`,"symbols":["red","green"]}],"default":null}]}`,
		Maybe{}, "\x00\x00")
	check(t, "embedded pointer", `{"type":"record","name":"Root","fields":[{"name":"by","type":["null","string"],"default":null},{"name":"note","type":["null","string"],"default":null}]}`,
		struct{ *Audit }{&Audit{"a", ""}}, "\x02\x02a\x02\x00")
	check(t, "nil embedded pointer", `{"type":"record","name":"Root","fields":[{"name":"by","type":["null","string"],"default":null},{"name":"note","type":["null","string"],"default":null}]}`,
		struct{ *Audit }{}, "\x00\x00")
}

// Forest contains itself without a struct.
type Forest []Forest

func TestAny(t *testing.T) {
	c := avro.SchemaBasedBinaryCodec[any]()
	for _, test := range []struct {
		in, want any
		bytes    string
	}{
		{nil, nil, "\x00"}, {true, true, "\x02\x01"}, {uint8(1), int64(1), "\x04\x02"}, {1.5, 1.5, "\x06\x00\x00\x00\x00\x00\x00\xf8\x3f"},
		{"a", "a", "\x08\x02a"}, {[]byte("a"), []byte("a"), "\x0a\x02a"}, {[]any{"a"}, []any{"a"}, "\x0c\x02\x08\x02a\x00"},
		{map[string]any{"a": nil}, map[string]any{"a": nil}, "\x0e\x02\x02a\x00\x00"}, {Cat{9}, map[string]any{"lives": 9.0}, "\x0e\x02\x0alives\x06\x00\x00\x00\x00\x00\x00\x22\x40\x00"},
		{time.Unix(1, 0).UTC(), "1970-01-01T00:00:01Z", "\x08\x281970-01-01T00:00:01Z"},
	} {
		b, err := c.Encode(test.in)
		if err != nil || string(b) != test.bytes {
			t.Errorf("%#v: got %q %v, want %q", test.in, b, err, test.bytes)
		}
		if got, err := c.Decode(b); err != nil || !reflect.DeepEqual(got, test.want) {
			t.Errorf("%#v: got %#v %v, want %#v", test.in, got, err, test.want)
		}
	}
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
		{"empty", "", 0, "items", "unexpected end of input"},
		{"trailing", "\x00\x00", 1, "", "unexpected bytes after the value"},
		{"range", "\x02\x80\x02\x00\x00", 1, "items[0].first", "want int8, got 128"},
		{"truncated string", "\x02\x02\x02\x0aabc", 3, "items[0].second[0]", "unexpected end of input in string with a length of 5"},
		{"no end of block", "\x02\x02\x00", 3, "items", "unexpected end of input"},
		{"hostile array", "\xfe\xff\xff\xff\x0f", 0, "items", "unexpected end of input in array with 2147483647 items"},
		{"hostile block", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x00", 0, "items", "want array"},
		{"block too large", "\x01\xfe\x01\x02\x00", 0, "items", "unexpected end of input in a block of 127 bytes"},
		{"long number", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f", 0, "items", "more than 64 bits"},
		{"negative length", "\x02\x02\x02\x01", 3, "items[0].second[0]", "got the length -1"},
		{"invalid UTF-8", "\x02\x02\x02\x02\xff\x00\x00", 3, "items[0].second[0]", "not valid UTF-8"},
	}
	c := avro.SchemaBasedBinaryCodec[shape]()
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
	c := avro.SchemaBasedBinaryCodec[A]()
	if v, err := c.Decode([]byte(in)); err == nil {
		t.Errorf("%s: %q decoded to %v", name, in, v)
	}
	for v, err := range c.StreamDecoder(strings.NewReader(in)) {
		if err == nil {
			t.Errorf("%s: a stream of %q has %v", name, in, v)
		}
	}
}

func TestRefused(t *testing.T) {
	refused[bool](t, "bool", "\x02")
	refused[uint8](t, "negative", "\x01")
	refused[uint64](t, "negative decimal", "\x02\xff")
	refused[uint64](t, "large decimal", "\x12\x01\x00\x00\x00\x00\x00\x00\x00\x00")
	refused[[2]int](t, "array too short", "\x02\x02\x00")
	refused[[2]int](t, "array too long", "\x06\x02\x02\x02\x00")
	refused[*int](t, "branch", "\x04")
	refused[schema.Optional[int]](t, "branch of optional", "\x06")
	refused[any](t, "branch of any", "\x10")
	refused[Animal](t, "case", "\x06")
	refused[Colour](t, "symbol", "\x04")
	refused[uuid.UUID](t, "uuid", "\x02a")
	refused[Weekday](t, "text", "\x06sun")
	refused[[]Nothing](t, "empty records", "\x80\x80\x80\x02\x00")
	refused[[]Nothing](t, "many empty records", strings.Repeat("\x80\x0f", 20)+"\x00")
	refused[map[int]string](t, "entries", "\x80\x80\x80\x02\x00")
	refused[[3]byte](t, "short fixed", "\x01\x02")
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
	_, err := avro.SchemaBasedBinaryCodec[*Tree]().Encode(loop)
	expect("cycle", err, "children[0].children[0]", "512 levels")
	_, err = avro.SchemaBasedBinaryCodec[any]().Encode(endless)
	expect("cycle in any", err, `["x"][0]["x"]`, "512 levels")
	_, err = avro.SchemaBasedBinaryCodec[map[string]Pair[string, Animal]]().Encode(map[string]Pair[string, Animal]{"k": {}})
	expect("nil sum", err, `["k"].second`, "got nil")
	_, err = avro.SchemaBasedBinaryCodec[[]Weekday]().Encode([]Weekday{0, 7})
	expect("text", err, "[1]", "not a day")
	_, err = avro.SchemaBasedBinaryCodec[Pair[int, Colour]]().Encode(Pair[int, Colour]{})
	expect("enum", err, "second", "want one of the values of avro_test.Colour")
	_, err = avro.SchemaBasedBinaryCodec[Base]().Encode(Base{Created: time.Date(3000, 1, 1, 0, 0, 0, 0, time.UTC)})
	expect("time", err, "created", "got the year 3000")
	_, err = avro.SchemaBasedBinaryCodec[any]().Encode(uint64(math.MaxUint64))
	expect("large", err, "", "fits a long")
	_, err = avro.SchemaBasedBinaryCodec[[]Nothing]().Encode(make([]Nothing, 5000))
	expect("empty records", err, "", "take no bytes")
	dst := []byte("before")
	got, err := avro.SchemaBasedBinaryCodec[Pair[int, string]]().Append(dst, Pair[int, string]{1, "\xff"})
	expect("UTF-8", err, "second", "UTF-8")
	if string(got) != "before" {
		t.Errorf("after a failure Append returned %q", got)
	}
}

func TestDepth(t *testing.T) {
	deep := []byte(strings.Repeat("\x02", 2000) + strings.Repeat("\x00", 2001))
	c := avro.SchemaBasedBinaryCodec[Forest]()
	if _, err := c.Decode(deep); err == nil || !strings.Contains(err.Error(), "512 levels") {
		t.Errorf("got %v", err)
	}
	for _, err := range c.StreamDecoder(bytes.NewReader(deep)) {
		if err == nil || !strings.Contains(err.Error(), "512 levels") {
			t.Errorf("stream: got %v", err)
		}
	}
}

func TestConfig(t *testing.T) {
	type page struct {
		NextPage int `json:"nextPage"`
	}
	text := avro.DefinitionWith[page](format.Config{FieldNameFormat: schema.SnakeCase})
	if !strings.Contains(text, `"next_page"`) {
		t.Errorf("got %s", text)
	}
	_, err := avro.SchemaBasedBinaryCodecWith[page](format.Config{FieldNameFormat: schema.SnakeCase}).Decode(nil)
	var d *format.DecodeError
	if !errors.As(err, &d) || d.Path != "next_page" {
		t.Errorf("got %v", err)
	}
}

func TestNames(t *testing.T) {
	type Cat struct{ Other int }
	type both struct {
		Outer  Pair[[]int, *string]
		Locals []Cat
		Global Animal
		Odd    int `json:"größe"`
		Odder  int `json:"gr__e"`
	}
	text := jsontext.Value(avro.Definition[both]())
	if err := text.Compact(); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"name":"PairIntListString"`, `"name":"Cat"`, `"name":"Cat2"`, `"name":"gr__e"`, `"name":"gr__e2"`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
}

func TestNoAllocation(t *testing.T) {
	c := avro.SchemaBasedBinaryCodec[Book]()
	v := Book{Title: "Dune", Tags: []string{"a", "b"}}
	buf := make([]byte, 0, 1000)
	if n := testing.AllocsPerRun(100, func() { buf, _ = c.Append(buf[:0], v) }); n != 0 {
		t.Errorf("Append of a struct makes %v allocations", n)
	}
}

func TestResultDoesNotShareInput(t *testing.T) {
	in := encode(t, everything())
	got, err := avro.SchemaBasedBinaryCodec[Everything]().Decode(in)
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
			c := avro.SchemaBasedBinaryCodec[node]()
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
	_, err := avro.NewSchemaBasedBinaryCodec[bad](format.Config{})
	if err == nil || !strings.Contains(err.Error(), "bad.Inner.Notify") {
		t.Errorf("got %v", err)
	}
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	avro.SchemaBasedBinaryCodec[bad]()
}

func TestFormat(t *testing.T) {
	f := avro.SchemaBasedBinaryCodec[int]().Format()
	if f.Name != "Avro" || f.MediaType != "application/avro" || len(f.Aliases) != 2 {
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
			c := avro.SchemaBasedBinaryCodec[Pair[Everything, Tree]]()
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
