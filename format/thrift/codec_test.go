package thrift_test

import (
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
	"github.com/weft-go/weft/format/thrift"
	"github.com/weft-go/weft/internal/golden"
	"github.com/weft-go/weft/schema"
)

// roundTrip checks the bytes in both protocols, given as hexadecimal digits, and
// the way back.
func roundTrip[A any](v A, binary, compact string) func(*testing.T) {
	return func(t *testing.T) {
		for _, p := range []struct {
			name  string
			codec format.Codec[A]
			want  string
		}{{"binary", thrift.ThriftBinaryCodec[A](), binary}, {"compact", thrift.ThriftCompactCodec[A](), compact}} {
			b, err := p.codec.Encode(v)
			if err != nil {
				t.Fatalf("%s: %v", p.name, err)
			}
			if got := hex.EncodeToString(b); got != strings.ReplaceAll(p.want, " ", "") {
				t.Errorf("%s: got %s, want %s", p.name, got, p.want)
			}
			back, err := p.codec.Decode(b)
			if err != nil || !reflect.DeepEqual(back, v) {
				t.Errorf("%s: got back %+v, %v, want %+v", p.name, back, err, v)
			}
		}
	}
}

func TestRoundTrip(t *testing.T) {
	type pair struct {
		X int   `json:"x"`
		Y *int8 `json:"y"`
	}
	type flags struct {
		A bool
		B *bool
		C []bool
	}
	id := uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")
	idText := "f81d4fae7dec11d0a76500a0c91e6bf6"
	for name, test := range map[string]func(*testing.T){
		"bool":              roundTrip(true, "020001 01 00", "11 00"),
		"zero":              roundTrip(0, "0a0001 0000000000000000 00", "16 00 00"),
		"int":               roundTrip(-2, "0a0001 fffffffffffffffe 00", "16 03 00"),
		"int8":              roundTrip(int8(-128), "030001 80 00", "13 80 00"),
		"int16":             roundTrip(int16(300), "060001 012c 00", "14 d804 00"),
		"int32":             roundTrip(int32(math.MinInt32), "080001 80000000 00", "15 ffffffff0f 00"),
		"uint8":             roundTrip(uint8(255), "060001 00ff 00", "14 fe03 00"),
		"uint16":            roundTrip(uint16(65535), "080001 0000ffff 00", "15 feff07 00"),
		"uint32":            roundTrip(uint32(math.MaxUint32), "0a0001 00000000ffffffff 00", "16 feffffff1f 00"),
		"uint64":            roundTrip(uint64(math.MaxUint64), "0a0001 ffffffffffffffff 00", "16 01 00"),
		"float32":           roundTrip(float32(1.5), "040001 3ff8000000000000 00", "17 000000000000f83f 00"),
		"float64":           roundTrip(1.5, "040001 3ff8000000000000 00", "17 000000000000f83f 00"),
		"string":            roundTrip("ab", "0b0001 00000002 6162 00", "18 02 6162 00"),
		"bytes":             roundTrip([]byte{1, 2}, "0b0001 00000002 0102 00", "18 02 0102 00"),
		"byte array":        roundTrip([2]byte{}, "0b0001 00000002 0000 00", "18 02 0000 00"),
		"time":              roundTrip(time.Unix(1, 2).UTC(), "0a0001 0000000000000001 080002 00000002 00", "16 02 15 04 00"),
		"zero time":         roundTrip(time.Time{}, "0a0001 fffffff1886e0900 080002 00000000 00", "16 ffdb8ff9ce03 15 00 00"),
		"duration":          roundTrip(time.Duration(-1), "0a0001 ffffffffffffffff 00", "16 01 00"),
		"uuid":              roundTrip(id, "100001"+idText+"00", "1d"+idText+"00"),
		"big integer":       roundTrip(*big.NewInt(255), "0b0001 00000002 00ff 00", "18 02 00ff 00"),
		"negative big":      roundTrip(*big.NewInt(-129), "0b0001 00000002 ff7f 00", "18 02 ff7f 00"),
		"list":              roundTrip([]int8{3, -1}, "0f0001 03 00000002 03ff 00", "19 23 03ff 00"),
		"list of 15":        roundTrip(make([]int8, 15), "0f0001 03 0000000f"+strings.Repeat("00", 16), "19 f3 0f"+strings.Repeat("00", 16)),
		"list of lists":     roundTrip([][]bool{{true, false}}, "0f0001 0f 00000001 02 00000002 0100 00", "19 19 21 0102 00"),
		"array":             roundTrip([2]int8{1, 2}, "0f0001 03 00000002 0102 00", "19 23 0102 00"),
		"map":               roundTrip(map[string]int8{"a": 1}, "0d0001 0b03 00000001 00000001 61 01 00", "1b 01 83 01 61 01 00"),
		"map of strings":    roundTrip(map[string]string{"a": ""}, "0d0001 0b0b 00000001 00000001 61 00000000 00", "1b 01 88 01 61 00 00"),
		"empty map":         roundTrip(map[string]int8{}, "0d0001 0b03 00000000 00", "1b 00 00"),
		"map by time":       roundTrip(map[time.Time]int8{time.Unix(1, 0).UTC(): 1}, "0d0001 0c03 00000001 0a0001 0000000000000001 080002 00000000 00 01 00", "1b 01 c3 16 02 15 00 00 01 00"),
		"struct":            roundTrip(pair{X: 1}, "0a0001 0000000000000001 00", "16 02 00"),
		"struct with both":  roundTrip(pair{Y: new(int8(0))}, "0a0001 0000000000000000 030002 00 00", "16 00 13 00 00"),
		"bools":             roundTrip(flags{true, new(false), []bool{false}}, "020001 01 020002 00 0f0003 02 00000001 00 00", "11 12 19 11 02 00"),
		"pointer":           roundTrip(new(int8(0)), "030001 00 00", "13 00 00"),
		"nil pointer":       roundTrip((*int)(nil), "00", "00"),
		"pointer to struct": roundTrip(&pair{X: 1}, "0a0001 0000000000000001 00", "16 02 00"),
		"list of pointers":  roundTrip([]*int8{new(int8(1)), nil}, "0f0001 0c 00000002 030001 01 00 00 00", "19 2c 13 01 00 00 00"),
		"null":              roundTrip(schema.Null[int](), "00", "00"),
		"some":              roundTrip(schema.Some(true), "020001 01 00", "11 00"),
		"some list":         roundTrip(schema.Some([]int8{}), "0f0001 03 00000000 00", "19 03 00"),
		"null in a list":    roundTrip([]schema.Optional[int8]{schema.Null[int8](), schema.Some(int8(1))}, "0f0001 0c 00000002 00 030001 01 00 00", "19 2c 00 13 01 00 00"),
		"sum":               roundTrip[Animal](Cat{Lives: 9}, "0c0001 0a0001 0000000000000009 00 00", "1c 16 12 00 00"),
		"sum by pointer":    roundTrip[Animal](&Dog{Name: "x"}, "0c0002 0b0001 00000001 78 00 00", "2c 18 01 78 00 00"),
		"sum of a scalar":   roundTrip[Animal](Fish(""), "0b0007 00000000 00", "78 00 00"),
		"enum":              roundTrip(Level(2), "080001 00000002 00", "15 04 00"),
		"negative enum":     roundTrip(Sign(-1), "080001 ffffffff 00", "15 01 00"),
		"string enum":       roundTrip(Colour("red"), "0b0001 00000003 726564 00", "18 03 726564 00"),
		"text":              roundTrip(Weekday(1), "0b0001 00000003 747565 00", "18 03 747565 00"),
		"custom":            roundTrip(Money{Cents: 7}, "0b0001 00000001 37 00", "18 01 37 00"),
		"any":               roundTrip[any](true, "0b0001 00000004 74727565 00", "18 04 74727565 00"),
		"no any":            roundTrip[any](nil, "00", "00"),
		"raw":               roundTrip(jsontext.Value(`[]`), "0b0001 00000002 5b5d 00", "18 02 5b5d 00"),
		"forest":            roundTrip(Forest{Forest{}}, "0f0001 0c 00000001 0f0001 0c 00000000 00 00", "19 1c 19 0c 00 00"),
		"embedded pointer":  roundTrip(struct{ *Base }{&Base{}}, "0a0001 0000000000000000 0b0002 00000000 00", "16 00 18 00 00"),
		"embedded nil":      roundTrip(struct{ *Base }{}, "00", "00"),
		"empty struct":      roundTrip([]struct{}{{}, {}}, "0f0001 0c 00000002 0000 00", "19 2c 0000 00"),
	} {
		t.Run(name, test)
	}
}

type message struct {
	A int32            `json:"a"`
	B string           `json:"b"`
	C []int            `json:"c"`
	D *message         `json:"d"`
	E map[string]int16 `json:"e"`
	F bool             `json:"f" thrift:"100"`
}

func TestDecode(t *testing.T) {
	for _, test := range []struct {
		name, binary, compact string
		want                  message
	}{
		{"empty", "00", "00", message{}},
		{"last wins", "080001 00000001 080001 00000002 00", "15 02 05 02 04 00", message{A: 2}},
		{"list twice", "0f0003 0a 00000000 0f0003 0a 00000001 0000000000000007 00", "39 06 09 06 16 0e 00", message{C: []int{7}}},
		{"unknown scalars", "020032 01 030033 00 040034 0000000000000000 060035 0000 080036 00000000 0a0037 0000000000000000 080001 00000003 00",
			"01 64 13 00 17 0000000000000000 14 00 15 00 16 ffffffffffffffffff01 05 02 06 00", message{A: 3}},
		{"unknown bytes", "0b0032 00000001 61 100033" + strings.Repeat("00", 16) + "00", "08 64 01 61 1d" + strings.Repeat("00", 16) + "00", message{}},
		{"unknown struct", "0c0032 020001 01 0c0002 00 00 080001 00000003 00", "0c 64 11 1c 00 00 05 02 06 00", message{A: 3}},
		{"unknown list", "0f0032 0c 00000002 00 020001 00 00 0e0033 02 00000001 01 00", "09 64 2c 00 12 00 1a 11 01 00", message{}},
		{"unknown map", "0d0032 0b0f 00000001 00000001 61 08 00000001 00000000 0d0033 0000 00000000 00", "0b 64 01 89 01 61 15 00 1b 00 00", message{}},
		{"other type", "0b0001 00000001 61 020002 01 00", "18 01 61 11 00", message{}},
		{"bool far away", "020064 01 00", "01 c801 00", message{F: true}},
		{"empty list of another type", "0f0003 0b 00000000 00", "39 08 00", message{C: []int{}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			for in, c := range map[string]format.Codec[message]{
				test.binary: thrift.ThriftBinaryCodec[message](), test.compact: thrift.ThriftCompactCodec[message](),
			} {
				got, err := c.Decode(unhex(t, in))
				if err != nil || !reflect.DeepEqual(got, test.want) {
					t.Errorf("%s: got %+v, %v, want %+v", in, got, err, test.want)
				}
			}
		})
	}
}

func TestDecodeErrors(t *testing.T) {
	type item struct {
		Tags []string `json:"tags"`
		N    uint8    `json:"n"`
	}
	type whole struct {
		Items []item           `json:"items"`
		Three [3]int8          `json:"three"`
		Four  [4]byte          `json:"four"`
		Time  time.Time        `json:"time"`
		ID    uuid.UUID        `json:"id"`
		Day   Weekday          `json:"day"`
		Any   any              `json:"any"`
		Map   map[string]uint8 `json:"map"`
		Level Level            `json:"level"`
		Small float32          `json:"small"`
		Sum   Animal           `json:"sum"`
	}
	for _, test := range []struct{ name, in, want string }{
		{"nothing", "", `Thrift (byte 0): unexpected end of input`},
		{"no stop", "060001 0000", `Thrift (byte 5): unexpected end of input`},
		{"trailing", "00 00", `Thrift (byte 1): 1 bytes follow the value`},
		{"unknown type", "050001", `Thrift (byte 0): unknown type`},
		{"huge type", "ff0001", `Thrift (byte 0): unknown type`},
		{"negative length", "0b0032 ffffffff", `Thrift (byte 3): a size is negative or too large`},
		{"huge list", "0f0001 0c 7fffffff 00", `Thrift at items (byte 3): unexpected end of input: a list of 2147483647 items`},
		{"huge map", "0d0008 0b06 7fffffff 00", `Thrift at map (byte 3): unexpected end of input: a map of 2147483647 entries`},
		{"other list", "0f0001 0b 00000001 00000000 00", `Thrift at items (byte 3): want a list of struct, got one of string`},
		{"other map", "0d0008 0b0b 00000001 00000000 00000000 00", `Thrift at map (byte 3): want a map from string to i16, got one from string to string`},
		{"inside a list", "0f0001 0c 00000002 00 0f0001 0b 00000001 00000009 00 00", `Thrift at items[1].tags[0] (byte 17): unexpected end of input`},
		{"not UTF-8", "0f0001 0c 00000001 0f0001 0b 00000001 00000001 ff 00 00", `Thrift at items[0].tags[0] (byte 20): the string is not valid UTF-8`},
		{"uint8", "0f0001 0c 00000001 060002 0100 00 00", `Thrift at items[0].n (byte 11): want uint8, got 256`},
		{"negative uint8", "0d0008 0b06 00000001 00000001 61 ffff 00", `Thrift at map["a"] (byte 14): want uint8, got -1`},
		{"short array", "0f0002 03 00000002 0102 00", `Thrift at three (byte 3): want 3 items, got 2`},
		{"short bytes", "0b0003 00000001 00 00", `Thrift at four (byte 7): want 4 bytes, got 1`},
		{"bad time", "0c0004 080002 ffffffff 00 00", `Thrift at time (byte 3): want a time, got 0 seconds and -1 nanoseconds`},
		{"short uuid", "100005 00", `Thrift at id (byte 3): unexpected end of input`},
		{"bad text", "0b0006 00000001 78 00", `Thrift at day (byte 7): want thrift_test.Weekday: not a day`},
		{"bad JSON", "0b0007 00000001 78 00", ``},
		{"float32", "04000a 7fefffffffffffff 00", `Thrift at small (byte 3): want float32, got 1.7976931348623157e+308`},
		{"empty union", "0c000b 00 00", `Thrift at sum (byte 3): want one of the cases of Animal, got none`},
		{"unknown case", "0c000b 020032 00 00 00", `Thrift at sum (byte 3): want one of the cases of Animal, got none`},
		{"deep unknown list", "0f0032" + strings.Repeat("0f00000001", 1001), `Thrift (byte 3): the value is nested more than 1000 deep`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := thrift.ThriftBinaryCodec[whole]().Decode(unhex(t, test.in))
			var problem *format.DecodeError
			if !errors.As(err, &problem) || (test.want != "" && err.Error() != test.want) {
				t.Errorf("got %v, want %v", err, test.want)
			}
		})
	}
	for in, want := range map[string]string{
		"15 ffffffffffffffffffff01": `Thrift at a (byte 1): a varint is longer than 64 bits`,
		"1f":                        `Thrift (byte 0): unknown type`,
		"28 ffffffff0f":             `Thrift at b (byte 1): a size is negative or too large`,
		"39 f6 ffffffff07":          `Thrift at c (byte 1): unexpected end of input: a list of 2147483647 items`,
		"05 80808004":               `Thrift (byte 0): a field number is out of range`,
	} {
		if _, err := thrift.ThriftCompactCodec[message]().Decode(unhex(t, in)); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", in, err, want)
		}
	}
}

func TestRejectExtraFields(t *testing.T) {
	c := thrift.ThriftBinaryCodecWith[Page[Animal]](format.Config{RejectExtraFields: true})
	for in, want := range map[string]string{
		"020003 01 00":                       `Thrift (byte 0): unknown field 3`,
		"0f0001 0c 00000001 020009 01 00 00": `Thrift at items[0] (byte 8): unknown field 9`,
	} {
		if _, err := c.Decode(unhex(t, in)); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", in, err, want)
		}
	}
}

func TestEncodeErrors(t *testing.T) {
	loop := &Tree{}
	loop.Children = []*Tree{loop}
	fails(t, "Thrift at items[1]: want a value, got a nil pointer", Page[*Book]{Items: []*Book{{}, nil}})
	fails(t, "Thrift: want a value, got a nil pointer", (*Book)(nil))
	fails(t, "Thrift: want one of the cases of thrift_test.Animal, got nil", Animal(nil))
	fails(t, "Thrift at [0]: want one of the cases of thrift_test.Animal, got nil", []Animal{nil})
	fails(t, `Thrift at ["a"]: the string is not valid UTF-8`, map[string]string{"a": "\xff"})
	fails(t, "Thrift at name: the string is not valid UTF-8", Author{Name: "\xff"})
	fails(t, "Thrift at [1]: not a day", []Weekday{1, 2})
	fails(t, "Thrift: want a number of 32 bits for an enum, got 4294967296", Level(1<<32))
	fails(t, "Thrift: the text is not valid JSON", jsontext.Value("{"))
	fails(t, "", *loop)
}

func fails[A any](t *testing.T, want string, v A) {
	t.Helper()
	for _, c := range []format.Codec[A]{thrift.ThriftBinaryCodec[A](), thrift.ThriftCompactCodec[A]()} {
		b, err := c.Append([]byte("kept"), v)
		var problem *format.EncodeError
		if !errors.As(err, &problem) || (want != "" && err.Error() != want) || len(err.Error()) > 1000 {
			t.Errorf("got %v, want %s", err, want)
		}
		if string(b) != "kept" {
			t.Errorf("the failed Append left %q", b)
		}
	}
}

func TestDepth(t *testing.T) {
	// A tree is a struct in a list: two levels.
	for _, c := range []format.Codec[Tree]{thrift.ThriftBinaryCodec[Tree](), thrift.ThriftCompactCodec[Tree]()} {
		v := Tree{}
		for range 499 {
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
		outer := Tree{Children: []*Tree{{Children: []*Tree{&v}}}}
		if _, err := c.Encode(outer); err == nil {
			t.Error("a value of 1002 levels was written")
		}
	}
	deep := append([]byte(strings.Repeat("\x0f\x00\x02\x0c\x00\x00\x00\x01", 600)), make([]byte, 600)...)
	if _, err := thrift.ThriftBinaryCodec[Tree]().Decode(deep); err == nil || !strings.Contains(err.Error(), "nested") {
		t.Errorf("600 levels of structs and lists: %v", err)
	}
}

type Vehicle interface{ Wheels() }
type Bicycle struct{ Gears int }

func (Bicycle) Wheels() {}

var _ = schema.Sum[Vehicle](schema.Case[Bicycle]("bicycle").Number(32768))

func TestConstruction(t *testing.T) {
	for _, make := range []func(format.Config) (format.Codec[[]Vehicle], error){
		thrift.NewThriftBinaryCodec[[]Vehicle], thrift.NewThriftCompactCodec[[]Vehicle],
	} {
		_, err := make(format.Config{})
		if want := `thrift: thrift_test.Vehicle: case "bicycle": number 32768: want 1 to 32767`; err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if _, err := thrift.NewThriftBinaryCodec[chan int](format.Config{}); err == nil {
		t.Error("a channel has a codec")
	}
	defer func() {
		if recover() == nil {
			t.Error("want a panic")
		}
	}()
	thrift.ThriftCompactCodec[Vehicle]()
}

func TestMediaTypes(t *testing.T) {
	binary, compact := thrift.ThriftBinaryCodec[int]().Format(), thrift.ThriftCompactCodec[int]().Format()
	if binary.MediaType != "application/vnd.apache.thrift.binary" || compact.MediaType != "application/vnd.apache.thrift.compact" {
		t.Errorf("got %+v and %+v", binary, compact)
	}
}

func TestFirstUseByMany(t *testing.T) {
	type fresh struct {
		Next *fresh
		Page Page[Tree]
	}
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			c := thrift.ThriftBinaryCodec[fresh]()
			b, err := c.Encode(fresh{Next: &fresh{}})
			if v, err2 := c.Decode(b); err != nil || err2 != nil || v.Next == nil {
				t.Error(v, err, err2)
			}
		})
	}
	wg.Wait()
}

func TestAppendDoesNotAllocate(t *testing.T) {
	v := Page[Book]{Items: []Book{{Title: "Emma", Tags: []string{"a"}, Author: &Author{Born: time.Unix(1, 1)}, Rating: new(1.5)}}}
	buf := make([]byte, 0, 1024)
	for _, c := range []format.Codec[Page[Book]]{thrift.ThriftBinaryCodec[Page[Book]](), thrift.ThriftCompactCodec[Page[Book]]()} {
		if n := testing.AllocsPerRun(100, func() { c.Append(buf, v) }); n != 0 {
			t.Errorf("Append allocates %v times", n)
		}
	}
}

func TestDecodedValueIsOwn(t *testing.T) {
	type own struct {
		A string
		B []byte
		C map[string]string
		D jsontext.Value
	}
	c := thrift.ThriftBinaryCodec[own]()
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
	golden.Check(t, "everything.thrift", []byte(thrift.Definition[Everything]()))
	golden.Check(t, "books.thrift", []byte(thrift.Definition[[]Book]()))
	golden.Check(t, "level.thrift", []byte(thrift.Definition[Level]()))
	golden.Check(t, "time.thrift", []byte(thrift.Definition[time.Time]()))
	golden.Check(t, "odd.thrift", []byte(thrift.Definition[Odd]()))
}

// Odd has names that a definition cannot have, or that collide there.
type Odd struct {
	A int    `json:"first-name"`
	B int    `json:"first_name"`
	C int    `json:"2nd"`
	D string `json:"größe"`
	E bool   `json:"struct"`
	F *Odd   `json:"Odd"`
	G []Odd  `json:"optional"`
	H string `json:"h" doc:"Two\nlines, */ and // in them."`
}

func TestGoldenBytes(t *testing.T) {
	v := Page[Book]{Next: "2", Items: []Book{{
		ID: uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6"), Title: "Emma", Pages: 474, Tags: []string{"novel", "classic"},
		Author: &Author{Name: "Jane Austen", Born: time.Date(1775, 12, 16, 0, 0, 0, 0, time.UTC)}, Rating: new(4.5),
	}, {}}}
	for name, c := range map[string]format.Codec[Page[Book]]{
		"page.binary.hex": thrift.ThriftBinaryCodec[Page[Book]](), "page.compact.hex": thrift.ThriftCompactCodec[Page[Book]](),
	} {
		b, err := c.Encode(v)
		if err != nil {
			t.Fatal(err)
		}
		golden.Check(t, name, []byte(hex.Dump(b)))
	}
}

func unhex(t testing.TB, digits string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(digits, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestHugeClaims checks that a size in the input does not decide how much memory is
// taken.
func TestHugeClaims(t *testing.T) {
	c := thrift.ThriftBinaryCodec[Everything]()
	for _, in := range []string{"0f001e 0b 7fffffff 00", "0d0021 0b0a 7fffffff 00", "0b0013 7fffffff 00", "0f0046 0c 00ffffff 00", "0f0032 0c 7fffffff 00"} {
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
