package msgpack_test

import (
	"encoding/json/jsontext"
	"errors"
	"math"
	"math/big"
	"sync"
	"time"
	"uuid"

	"github.com/weft-go/weft/format/msgpack"
	"github.com/weft-go/weft/schema"
)

// The types that several tests use.

type Book struct {
	ID    uuid.UUID `json:"id"`
	Title string    `json:"title"`
	Pages int       `json:"pages,omitzero"`
	Tags  []string  `json:"tags"`
	Price float64   `json:"price"`
	Added time.Time `json:"added"`
}

type Tree struct {
	Value    int     `json:"value"`
	Children []*Tree `json:"children"`
}

type Animal interface{ Sound() string }

type Cat struct {
	Lives int `json:"lives"`
}

type Dog struct {
	Name string `json:"name"`
}

type Fish string

func (Cat) Sound() string  { return "meow" }
func (*Dog) Sound() string { return "woof" }
func (Fish) Sound() string { return "" }

var _ = schema.Sum[Animal](schema.Case[Cat]("cat"), schema.Case[*Dog]("dog"), schema.Case[Fish]("fish"))

type Colour string

const Red Colour = "red"

var _ = schema.Enum(Red, Colour("green"))

// Weekday has text methods. Its pointer method keeps the receiver, which must not
// hurt.
type Weekday int

var days = []string{"mon", "tue"}

var kept struct {
	sync.Mutex
	list []*Weekday
}

func keep(w *Weekday) {
	kept.Lock()
	defer kept.Unlock()
	kept.list = append(kept.list, w)
}

func (w *Weekday) MarshalText() ([]byte, error) {
	keep(w)
	if int(*w) >= len(days) {
		return nil, errors.New("not a day")
	}
	return []byte(days[*w]), nil
}

func (w *Weekday) UnmarshalText(text []byte) error {
	keep(w)
	for i, name := range days {
		if name == string(text) {
			*w = Weekday(i)
			return nil
		}
	}
	return errors.New("not a day")
}

// Money has JSON methods.
type Money struct{ cents int64 }

func (m Money) MarshalJSON() ([]byte, error) { return big.NewInt(m.cents).MarshalJSON() }
func (m *Money) UnmarshalJSON(b []byte) error {
	var n big.Int
	if err := n.UnmarshalJSON(b); err != nil {
		return err
	}
	m.cents = n.Int64()
	return nil
}

type Base struct {
	Created time.Time `json:"created"`
}

type Audit struct {
	By   string `json:"by"`
	Note string `json:"note"`
}

type Pair[A, B any] struct {
	First  A `json:"first"`
	Second B `json:"second"`
}

// Everything has a field of every kind.
type Everything struct {
	Base
	*Audit
	Bool      bool
	Int       int
	Int8      int8
	Int16     int16
	Int32     int32
	Int64     int64
	Uint      uint
	Uint8     uint8
	Uint16    uint16
	Uint32    uint32
	Uint64    uint64
	Float32   float32
	Float64   float64
	String    string
	Bytes     []byte
	ByteArray [4]byte
	Time      time.Time
	Duration  time.Duration
	UUID      uuid.UUID
	BigInt    big.Int
	BigIntP   *big.Int
	BigFloat  big.Float
	BigRat    big.Rat
	Text      Weekday
	Strings   []string
	Ints      []int
	Int32s    []int32
	Structs   []Cat
	Pointers  []*Cat
	Empty     []struct{ X *int }
	Array     [3]int
	Arrays    [2][]string
	Map       map[string]int
	MapText   map[string]string
	MapAny    map[string]any
	IntMap    map[int8]bool
	UUIDMap   map[uuid.UUID]Cat
	TextMap   map[Weekday]*Cat
	TimeMap   map[time.Duration][]int
	StructMap map[string]Cat
	Pointer   *string
	Deep      **int
	Optional  schema.Optional[string]
	Null      schema.Optional[int]
	Absent    schema.Optional[int]
	Maybe     schema.Optional[*int]
	Struct    Pair[string, Pair[int, []bool]]
	Sum       Animal
	SumP      Animal
	SumText   Animal
	Sums      []Animal
	Any       any
	Raw       jsontext.Value
	Custom    Money
	Enum      Colour
	Tree      Tree
	Ext       msgpack.Ext
}

// everything returns a value in which no field is zero.
func everything() Everything {
	huge, _ := new(big.Int).SetString("-123456789012345678901234567890", 10)
	e := Everything{
		Base: Base{Created: time.Unix(1, 0).UTC()}, Audit: &Audit{By: "me", Note: "n"},
		Bool: true, Int: -1, Int8: math.MinInt8, Int16: math.MinInt16, Int32: math.MinInt32, Int64: math.MinInt64,
		Uint: 1, Uint8: math.MaxUint8, Uint16: math.MaxUint16, Uint32: math.MaxUint32, Uint64: math.MaxUint64,
		Float32: 1.5, Float64: math.Pi, String: "größe", Bytes: []byte{0, 255}, ByteArray: [4]byte{1, 2, 3, 4},
		Time: time.Date(2026, 11, 15, 1, 2, 3, 456789012, time.UTC), Duration: -time.Second - 1, UUID: uuid.MustParse("01890a5d-ac96-774b-bcce-b302099a8057"),
		BigInt: *huge, BigIntP: big.NewInt(7), BigFloat: *big.NewFloat(1.5), BigRat: *big.NewRat(3, 2), Text: 1,
		Strings: []string{"a", ""}, Ints: []int{1, -1}, Int32s: []int32{5}, Structs: []Cat{{9}, {8}}, Pointers: []*Cat{{1}, nil},
		Empty: []struct{ X *int }{{}, {new(1)}}, Array: [3]int{1, 2, 3}, Arrays: [2][]string{{"x"}, {}},
		Map: map[string]int{"a": 1}, MapText: map[string]string{"k": "v"},
		MapAny: map[string]any{"n": int64(1), "f": 1.5, "l": []any{"x", nil, true}, "b": []byte("b"), "m": map[string]any{}},
		IntMap: map[int8]bool{-1: true}, UUIDMap: map[uuid.UUID]Cat{uuid.Max(): {1}}, TextMap: map[Weekday]*Cat{1: {2}},
		TimeMap: map[time.Duration][]int{time.Hour: {1}}, StructMap: map[string]Cat{"tom": {7}, "kit": {9}},
		Pointer: new(""), Deep: new(new(0)), Optional: schema.Some("o"), Null: schema.Null[int](), Maybe: schema.Some(new(3)),
		Struct: Pair[string, Pair[int, []bool]]{"p", Pair[int, []bool]{2, []bool{true}}},
		Sum:    Cat{9}, SumP: &Dog{"rex"}, SumText: Fish("blub"), Sums: []Animal{Fish("x"), Cat{1}},
		Any: time.Unix(5, 0).UTC(), Raw: jsontext.Value(`{"a": [1]}`), Custom: Money{995}, Enum: Red,
		Tree: Tree{1, []*Tree{{2, []*Tree{}}, nil}}, Ext: msgpack.Ext{Type: 5, Data: []byte("abc")},
	}
	e.BigFloat.SetPrec(64)
	return e
}
