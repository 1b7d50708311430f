package protobuf_test

import (
	"bytes"
	"encoding/hex"
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
	"uuid"

	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/protobuf"
	"github.com/weft-go/weft/internal/golden"
	"github.com/weft-go/weft/schema"
)

// roundTrip checks the bytes, given as hexadecimal digits, and the way back.
func roundTrip[A any](name string, v A, want string) func(*testing.T) {
	return func(t *testing.T) {
		c := protobuf.ProtobufCodec[A]()
		b, err := c.Encode(v)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := hex.EncodeToString(b); got != strings.ReplaceAll(want, " ", "") {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
		back, err := c.Decode(b)
		if err != nil || !reflect.DeepEqual(back, v) {
			t.Errorf("%s: got back %+v, %v, want %+v", name, back, err, v)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	type pair struct {
		X int  `json:"x"`
		Y *int `json:"y"`
	}
	id := uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")
	for name, test := range map[string]func(*testing.T){
		"bool":               roundTrip("bool", true, "08 01"),
		"zero":               roundTrip("zero", 0, ""),
		"int":                roundTrip("int", 150, "08 9601"),
		"negative int":       roundTrip("negative", -1, "08 ffffffffffffffffff01"),
		"int8":               roundTrip("int8", int8(-128), "08 80ffffffffffffffff01"),
		"int16":              roundTrip("int16", int16(300), "08 ac02"),
		"uint8":              roundTrip("uint8", uint8(255), "08 ff01"),
		"uint64":             roundTrip("uint64", uint64(math.MaxUint64), "08 ffffffffffffffffff01"),
		"float32":            roundTrip("float32", float32(1.5), "0d 0000c03f"),
		"minus zero":         roundTrip("minus zero", math.Copysign(0, -1), "09 0000000000000080"),
		"string":             roundTrip("string", "testing", "0a07 74657374696e67"),
		"bytes":              roundTrip("bytes", []byte{1, 2}, "0a02 0102"),
		"byte array":         roundTrip("byte array", [2]byte{}, "0a02 0000"),
		"time":               roundTrip("time", time.Unix(1, 2).UTC(), "0801 1002"),
		"time before 1970":   roundTrip("time", time.Unix(-1, 5).UTC(), "08ffffffffffffffffff01 1005"),
		"duration":           roundTrip("duration", -1500*time.Millisecond, "08ffffffffffffffffff01 1080b6ca91feffffffff01"),
		"smallest duration":  roundTrip("duration", time.Duration(math.MinInt64), "08fc85fad1ddffffffff01 1080d0b4e8fcffffffff01"),
		"uuid":               roundTrip("uuid", id, "0a24"+hex.EncodeToString([]byte(id.String()))),
		"big integer":        roundTrip("big", *big.NewInt(255), "0a02 00ff"),
		"negative big":       roundTrip("big", *big.NewInt(-129), "0a02 ff7f"),
		"list":               roundTrip("list", []int{3, 270, 86942}, "0a06 03 8e02 9ea705"),
		"list of strings":    roundTrip("strings", []string{"a", ""}, "0a0161 0a00"),
		"list of lists":      roundTrip("lists", [][]bool{{true}, nil}, "0a03 0a0101 0a00"),
		"array":              roundTrip("array", [2]float32{0, 1}, "0a08 00000000 0000803f"),
		"map":                roundTrip("map", map[string]int{"a": 0}, "0a05 0a0161 1000"),
		"map of strings":     roundTrip("map", map[string]string{"a": ""}, "0a05 0a0161 1200"),
		"map by time":        roundTrip("map", map[time.Time]bool{time.Unix(1, 0).UTC(): true}, "0a06 0a020801 1001"),
		"struct":             roundTrip("struct", pair{X: 1}, "08 01"),
		"struct zero":        roundTrip("struct", pair{Y: new(0)}, "10 00"),
		"pointer":            roundTrip("pointer", new(0), "08 00"),
		"nil pointer":        roundTrip("nil", (*int)(nil), ""),
		"pointer to struct":  roundTrip("pointer", &pair{X: 1}, "08 01"),
		"list of pointers":   roundTrip("pointers", []*int{new(1), nil}, "0a020801 0a00"),
		"null":               roundTrip("null", schema.Null[int](), ""),
		"some":               roundTrip("some", schema.Some(0), "0800"),
		"some list":          roundTrip("some list", schema.Some([]string(nil)), "0a00"),
		"null in a list":     roundTrip("optionals", []schema.Optional[int]{schema.Null[int](), schema.Some(1)}, "0a00 0a020801"),
		"sum":                roundTrip[Animal]("sum", Cat{Lives: 9}, "0a02 0809"),
		"sum by pointer":     roundTrip[Animal]("sum", &Dog{Name: "x", Friend: Cat{}}, "1207 0a0178 1202 0a00"),
		"sum of a scalar":    roundTrip[Animal]("sum", Fish(""), "3a00"),
		"sum of a list":      roundTrip[Animal]("sum", School{"a"}, "4a03 0a0161"),
		"nil sum":            roundTrip[Animal]("sum", nil, ""),
		"enum":               roundTrip("enum", Level(2), "0802"),
		"negative enum":      roundTrip("enum", Sign(-1), "08ffffffffffffffffff01"),
		"string enum":        roundTrip("enum", Colour("red"), "0a03 726564"),
		"text":               roundTrip("text", Weekday(1), "0a03 747565"),
		"custom":             roundTrip("custom", Money{Cents: 7}, "0a01 37"),
		"any":                roundTrip[any]("any", map[string]any{"a": true}, "0a0a"+hex.EncodeToString([]byte(`{"a":true}`))),
		"raw":                roundTrip("raw", jsontext.Value(`[1]`), "0a03"+hex.EncodeToString([]byte(`[1]`))),
		"tree":               roundTrip("tree", Tree{1, []*Tree{{Value: 2}, {}}}, "0801 1202 0802 1200"),
		"forest":             roundTrip("forest", Forest{Forest{nil}, nil}, "0a02 0a00 0a00"),
		"embedded by value":  roundTrip("embedded", struct{ Base }{Base{BaseID: 3}}, "0803"),
		"embedded pointer":   roundTrip("embedded", struct{ *Base }{&Base{}}, "0800 1200"),
		"embedded nil":       roundTrip("embedded", struct{ *Base }{}, ""),
		"empty struct":       roundTrip("empty", struct{}{}, ""),
		"list of no content": roundTrip("empty", []struct{}{{}, {}}, "0a00 0a00"),
	} {
		t.Run(name, test)
	}
}

func TestLongMessages(t *testing.T) {
	// Lengths of one, two, three and four bytes, at every level.
	type inner struct{ Text string }
	type outer struct{ Inner []inner }
	c := protobuf.ProtobufCodec[outer]()
	for _, n := range []int{0, 120, 123, 124, 125, 126, 127, 128, 129, 16383, 16384, 2097152} {
		v := outer{[]inner{{strings.Repeat("x", n)}, {"y"}}}
		b, err := c.Encode(v)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := c.Decode(b); err != nil || !reflect.DeepEqual(back, v) {
			t.Errorf("%d characters do not come back: %v", n, err)
		}
	}
}

func TestDecode(t *testing.T) {
	type message struct {
		A int32            `json:"a"`
		B string           `json:"b"`
		C []int            `json:"c"`
		D *message         `json:"d"`
		E map[string]int32 `json:"e"`
		F []string         `json:"f"`
		T time.Time        `json:"t" protobuf:"100"`
	}
	for _, test := range []struct {
		name, in string
		want     message
	}{
		{"empty", "", message{}},
		{"last wins", "0801 0802", message{A: 2}},
		{"upper bits are cut", "08 ffffffffff01", message{A: -1}},
		{"unpacked", "1801 1802", message{C: []int{1, 2}}},
		{"packed in parts", "1a0101 1802 1a020304 1a00", message{C: []int{1, 2, 3, 4}}},
		{"merged message", "22020801 22030a0178 2203120179", message{D: &message{A: 1, B: "y"}}},
		{"map entry twice", "2a050a01611001 2a050a01611002", message{E: map[string]int32{"a": 2}}},
		{"map entry without parts", "2a00", message{E: map[string]int32{"": 0}}},
		{"map entry with more", "2a09 0a0161 1801 1002 2200", message{E: map[string]int32{"a": 2}}},
		{"merged time", "a206020801 a206021002", message{T: time.Unix(1, 2).UTC()}},
		{"unknown varint", "f807 ffffffffffffffffff01 0801", message{A: 1}},
		{"unknown fixed", "f907 0000000000000000 fd07 00000000 0801", message{A: 1}},
		{"unknown bytes", "fa07 03 616263 0801", message{A: 1}},
		{"unknown groups", "fb07 0801 13 0801 14 1a0161 fc07 0801", message{A: 1}},
		{"other wire type", "0d00000000 0801", message{A: 1}},
		{"other wire type of a list", "1d00000000 0801", message{A: 1}},
		{"long tag", "8880808000 03", message{A: 3}},
		{"out of order", "1201780801", message{A: 1, B: "x"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := protobuf.ProtobufCodec[message]().Decode(unhex(t, test.in))
			if err != nil || !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %+v, %v, want %+v", got, err, test.want)
			}
		})
	}
}

func TestDecodeErrors(t *testing.T) {
	type item struct {
		Tags []string `json:"tags"`
		N    int8     `json:"n"`
	}
	type message struct {
		Items []item           `json:"items"`
		Small uint16           `json:"small"`
		Three [3]int           `json:"three"`
		Four  [4]byte          `json:"four"`
		Time  time.Time        `json:"time"`
		Long  time.Duration    `json:"long"`
		ID    uuid.UUID        `json:"id"`
		Day   Weekday          `json:"day"`
		Any   any              `json:"any"`
		Map   map[string]int16 `json:"map"`
	}
	for _, test := range []struct{ name, in, want string }{
		{"no tag", "80", `Protobuf (byte 0): unexpected end of input`},
		{"long varint", "10 ffffffffffffffffffff01", `Protobuf at small (byte 1): a varint is longer than 64 bits`},
		{"number 0", "00", `Protobuf (byte 0): field number out of range`},
		{"number too large", "8080808010", `Protobuf (byte 0): field number out of range`},
		{"wire type 6", "0e", `Protobuf (byte 0): unknown wire type`},
		{"end of no group", "0c", `Protobuf (byte 0): a group ends that has not begun`},
		{"end of another group", "fb07 f407", `Protobuf (byte 0): a group ends that has not begun`},
		{"group without end", "fb07", `Protobuf (byte 0): unexpected end of input`},
		{"huge length", "0a ffffffff07 00", `Protobuf at items[0] (byte 1): unexpected end of input`},
		{"inside a list", "0a00 0a04 0a00 0a05", `Protobuf at items[1].tags[1] (byte 7): unexpected end of input`},
		{"not UTF-8", "0a03 0a01ff", `Protobuf at items[0].tags[0] (byte 4): the string is not valid UTF-8`},
		{"int8", "0a03 10 8001", `Protobuf at items[0].n (byte 3): want int8, got 128`},
		{"uint16", "10 808004", `Protobuf at small (byte 1): want uint16, got 65536`},
		{"short array", "1a02 0102", `Protobuf at three (byte 4): want 3 items, got 2`},
		{"long array", "1a04 01020304", `Protobuf at three (byte 5): want 3 items, got more`},
		{"short bytes", "2201 00", `Protobuf at four (byte 2): want 4 bytes, got 1`},
		{"bad time", "2a06 10 8094ebdc03", `Protobuf at time (byte 2): want a time in the years 1 to 9999, got 0 seconds and 1000000000 nanoseconds`},
		{"bad duration", "320d 0801 10 ffffffffffffffffff01", `Protobuf at long (byte 2): want a duration, got 1 seconds and -1 nanoseconds`},
		{"long duration", "3206 08 85fa85ae22", `Protobuf at long (byte 2): want a duration of at most 292 years, got 9223372037 seconds`},
		{"bad uuid", "3a01 78", `Protobuf at id (byte 2): want a UUID, got "x"`},
		{"bad text", "4201 78", `Protobuf at day (byte 2): want protobuf_test.Weekday: not a day`},
		{"bad JSON", "4a01 78", ``},
		{"map", "5207 0a0161 10 808004", `Protobuf at map["a"] (byte 6): want int16, got 65536`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := protobuf.ProtobufCodec[message]().Decode(unhex(t, test.in))
			var problem *format.DecodeError
			if !errors.As(err, &problem) || (test.want != "" && err.Error() != test.want) {
				t.Errorf("got %v, want %v", err, test.want)
			}
		})
	}
}

func TestRejectExtraFields(t *testing.T) {
	c := protobuf.ProtobufCodecWith[Page[Animal]](format.Config{RejectExtraFields: true})
	for in, want := range map[string]string{
		"1801":         `Protobuf (byte 0): unknown field 3`,
		"0a02 5001":    `Protobuf at items[0] (byte 2): unknown field 10`,
		"0a0408011001": "Protobuf at items[0] (byte 2): unknown field 1",
	} {
		if _, err := c.Decode(unhex(t, in)); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", in, err, want)
		}
	}
}

func TestEncodeErrors(t *testing.T) {
	loop := &Tree{}
	loop.Children = []*Tree{loop}
	fails(t, "Protobuf at items[1]: want a value, got a nil pointer", Page[*Book]{Items: []*Book{{}, nil}})
	fails(t, "Protobuf: want a value, got a nil pointer", (*Book)(nil))
	fails(t, `Protobuf at ["a"]: the string is not valid UTF-8`, map[string]string{"a": "\xff"})
	fails(t, "Protobuf at name: the string is not valid UTF-8", Author{Name: "\xff"})
	fails(t, "Protobuf at Born: want a time in the years 1 to 9999 (UTC), got the year 10000",
		Author{Born: time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)})
	fails(t, "Protobuf at [1]: not a day", []Weekday{1, 2})
	fails(t, "Protobuf: the text is not valid JSON", jsontext.Value("{"))
	fails(t, "Protobuf at dog.friend: *protobuf_test.Dog is not a case of protobuf_test.Animal, or nil", Animal(&Dog{Friend: (*Dog)(nil)}))
	fails(t, "", *loop)
}

func fails[A any](t *testing.T, want string, v A) {
	t.Helper()
	dst := []byte("kept")
	b, err := protobuf.ProtobufCodec[A]().Append(dst, v)
	var problem *format.EncodeError
	if !errors.As(err, &problem) || (want != "" && err.Error() != want) {
		t.Errorf("got %v, want %s", err, want)
	}
	if string(b) != "kept" {
		t.Errorf("the failed Append left %q", b)
	}
}

func TestDepth(t *testing.T) {
	c := protobuf.ProtobufCodec[Tree]()
	v := Tree{}
	for range 1000 {
		inner := v
		v = Tree{Children: []*Tree{&inner}}
	}
	b, err := c.Encode(v)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Decode(b); err != nil {
		t.Error(err)
	}
	if _, err := c.Encode(Tree{Children: []*Tree{&v}}); err == nil || len(err.Error()) > 500 {
		t.Errorf("a value of 1001 levels: %v", err)
	}
	deep := append([]byte{0x12}, lengthOf(len(b))...)
	if _, err := c.Decode(append(deep, b...)); err == nil {
		t.Error("a message of 1001 levels was read")
	}
	if _, err := c.Decode(bytes.Repeat([]byte{0xfb, 0x07}, 100_000)); err == nil {
		t.Error("100000 groups were read")
	}
}

func lengthOf(n int) []byte {
	var b []byte
	for ; n >= 0x80; n >>= 7 {
		b = append(b, byte(n)|0x80)
	}
	return append(b, byte(n))
}

func TestConstruction(t *testing.T) {
	type bad struct {
		A int `protobuf:"19500"`
	}
	_, err := protobuf.NewProtobufCodec[[]bad](format.Config{})
	if err == nil || !strings.Contains(err.Error(), "protobuf_test.bad.A") || !strings.Contains(err.Error(), "19500") {
		t.Errorf("got %v, want an error that names place and number", err)
	}
	if _, err := protobuf.NewProtobufCodec[chan int](format.Config{}); err == nil {
		t.Error("a channel has a codec")
	}
	defer func() {
		if recover() == nil {
			t.Error("want a panic")
		}
	}()
	protobuf.ProtobufCodec[bad]()
}

func TestFirstUseByMany(t *testing.T) {
	type fresh struct {
		Next *fresh
		Page Page[Tree]
	}
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			c := protobuf.ProtobufCodec[fresh]()
			b, err := c.Encode(fresh{Next: &fresh{}})
			if v, err2 := c.Decode(b); err != nil || err2 != nil || v.Next == nil {
				t.Error(v, err, err2)
			}
		})
	}
	wg.Wait()
}

func TestAppendDoesNotAllocate(t *testing.T) {
	c := protobuf.ProtobufCodec[Page[Book]]()
	v := Page[Book]{Items: []Book{{Title: "Emma", Tags: []string{"a"}, Author: &Author{Born: time.Unix(1, 1)}, Rating: new(1.5)}}}
	buf := make([]byte, 0, 1024)
	if n := testing.AllocsPerRun(100, func() { c.Append(buf, v) }); n != 0 {
		t.Errorf("Append allocates %v times", n)
	}
	m := protobuf.ProtobufCodec[map[string][]int]()
	maps := map[string][]int{}
	for i := range 16 {
		maps[strings.Repeat("a", i)] = []int{i}
	}
	// The race detector empties pools at random, hence not zero but below one an entry.
	if n := testing.AllocsPerRun(100, func() { m.Append(buf, maps) }); n > 8 {
		t.Errorf("Append of a map allocates %v times", n)
	}
}

func TestDecodedValueIsOwn(t *testing.T) {
	type own struct {
		A string
		B []byte
		C map[string]string
		D jsontext.Value
	}
	c := protobuf.ProtobufCodec[own]()
	v := own{"text", []byte("bytes"), map[string]string{"key": "value"}, jsontext.Value(`"raw"`)}
	b, err := c.Encode(v)
	if err != nil {
		t.Fatal(err)
	}
	back, err := c.Decode(b)
	clear(b)
	if err != nil || !reflect.DeepEqual(back, v) {
		t.Errorf("got %+v, %v", back, err)
	}
}

func TestDefinition(t *testing.T) {
	golden.Check(t, "everything.proto", []byte(protobuf.Definition[Everything]()))
	golden.Check(t, "books.proto", []byte(protobuf.Definition[[]Book]()))
	golden.Check(t, "level.proto", []byte(protobuf.Definition[Level]()))
	golden.Check(t, "time.proto", []byte(protobuf.Definition[time.Time]()))
}

func TestGoldenBytes(t *testing.T) {
	v := Page[Book]{Next: "2", Items: []Book{{
		ID: uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6"), Title: "Emma", Pages: 474, Tags: []string{"novel", "classic"},
		Author: &Author{Name: "Jane Austen", Born: time.Date(1775, 12, 16, 0, 0, 0, 0, time.UTC)}, Rating: new(4.5),
	}, {}}}
	b, err := protobuf.ProtobufCodec[Page[Book]]().Encode(v)
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "page.hex", []byte(hex.Dump(b)))
}

func unhex(t testing.TB, digits string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(digits, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

type Vehicle interface{ Wheels() }
type Bicycle struct{ Gears int }

func (Bicycle) Wheels() {}

var _ = schema.Sum[Vehicle](schema.Case[Bicycle]("bicycle").Number(19500))

func TestConstructionOfSum(t *testing.T) {
	_, err := protobuf.NewProtobufCodec[[]Vehicle](format.Config{})
	want := `protobuf: protobuf_test.Vehicle: case "bicycle": number 19500: want 1 to 536870911, without 19000 to 19999, which Protobuf reserves`
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestHugeClaims checks that a size in the input does not decide how much memory is
// taken.
func TestHugeClaims(t *testing.T) {
	c := protobuf.ProtobufCodec[Everything]()
	for _, in := range []string{"0a ffffffff07", "f201 ffffffff07", "ca03 ffffffff07 01", "8a02 ffffffff07"} {
		b := unhex(t, in)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := c.Decode(b); err == nil {
			t.Errorf("%s was read", in)
		}
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > 1<<18 {
			t.Errorf("%s: %d bytes were allocated", in, n)
		}
	}
}
