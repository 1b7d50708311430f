package json_test

import (
	"encoding/json/jsontext"
	"errors"
	"math/big"
	"strings"
	"time"
	"uuid"

	"github.com/weft-go/weft/schema"
)

// The types that several tests use.

type Animal interface{ Sound() string }

type Cat struct {
	Lives int `json:"lives"`
}

type Dog struct {
	Name string `json:"name"`
}

// Flock is a case that is a single pointer in memory.
type Flock struct {
	Leader *Dog `json:"leader"`
}

func (Cat) Sound() string   { return "meow" }
func (*Dog) Sound() string  { return "woof" }
func (Flock) Sound() string { return "baa" }

var _ = schema.Sum[Animal](schema.Case[Cat]("cat"), schema.Case[*Dog]("dog"), schema.Case[Flock]("flock"))

// Expr is a recursive sum.
type Expr interface{ expr() }

type Num struct {
	Value int `json:"value"`
}

type Add struct {
	Left  Expr `json:"left"`
	Right Expr `json:"right"`
}

type Mul struct {
	Left  Expr `json:"left"`
	Right Expr `json:"right"`
	By    int  `json:"by"`
}

func (Num) expr() {}
func (Add) expr() {}
func (Mul) expr() {}

var _ = schema.Sum[Expr](schema.Case[Num]("num"), schema.Case[Add]("add"), schema.Case[Mul]("mul"))

type Colour string

const (
	Red  Colour = "red"
	Blue Colour = "blue"
)

var _ = schema.Enum(Red, Blue)

// Weekday writes itself as text.
type Weekday int

var weekdays = []string{"mon", "tue"}

func (w Weekday) MarshalText() ([]byte, error) {
	if int(w) >= len(weekdays) {
		return nil, errors.New("not a day")
	}
	return []byte(weekdays[w]), nil
}

func (w *Weekday) UnmarshalText(text []byte) error {
	for i, name := range weekdays {
		if name == string(text) {
			*w = Weekday(i)
			return nil
		}
	}
	return errors.New("not a day")
}

// Money has JSON methods of its own.
type Money struct{ cents int64 }

func (m Money) MarshalJSON() ([]byte, error) {
	return []byte(`"` + big.NewRat(m.cents, 100).FloatString(2) + `"`), nil
}

func (m *Money) UnmarshalJSON(b []byte) error {
	r, ok := new(big.Rat).SetString(strings.Trim(string(b), `"`))
	if !ok {
		return errors.New("not an amount")
	}
	m.cents = r.Mul(r, big.NewRat(100, 1)).Num().Int64()
	return nil
}

type Tree struct {
	Value    int     `json:"value"`
	Children []*Tree `json:"children"`
}

type Inner struct {
	A int    `json:"a"`
	B string `json:"b"`
}

type Base struct {
	Created time.Time `json:"created"`
}

// Extra is embedded by its address. Its fields are further from its start than the
// structs that embed it are long.
type Extra struct {
	_     [4096]byte
	Note  string `json:"note"`
	Stars int    `json:"stars" default:"3"`
}

type Page[T any] struct {
	Items []T    `json:"items"`
	Next  string `json:"next,omitzero"`
}

// Everything has a field of every kind.
type Everything struct {
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
	BigRat    big.Rat
	Text      Weekday
	Strings   []string
	Structs   []Inner
	Nested    [][]int
	Array     [3]int
	Map       map[string]int
	Texts     map[string]string
	IntMap    map[int8]bool
	UUIDMap   map[uuid.UUID]Inner
	Pointer   *string
	Null      *string
	Optional  schema.Optional[string]
	Absent    schema.Optional[string]
	Struct    Inner
	Sum       Animal
	SumP      Animal
	SumWord   Animal
	Any       any
	Raw       jsontext.Value
	Custom    Money
	Enum      Colour
	Quoted    int  `json:",string"`
	QuotedP   *int `json:",string"`
	Page      Page[Inner]
	Tree      *Tree
	Base
	*Extra
}

func everything() Everything {
	text, seven := "hé\"llo\n\u0001\u2028😀", 7
	return Everything{
		Bool: true, Int: -5, Int8: -128, Int16: 32767, Int32: -2147483648, Int64: -9223372036854775808,
		Uint: 5, Uint8: 255, Uint16: 65535, Uint32: 4294967295, Uint64: 18446744073709551615,
		Float32: 0.1, Float64: 19.99, String: text, Bytes: []byte("hello"), ByteArray: [4]byte{1, 2, 3, 4},
		Time: time.Date(2024, 2, 29, 4, 5, 6, 7000, time.UTC), Duration: 90 * time.Minute,
		UUID:   uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6"),
		BigInt: *big.NewInt(5), BigIntP: new(big.Int).Lsh(big.NewInt(-1), 100), BigRat: *big.NewRat(1, 3),
		Text: 1, Strings: []string{"a", "", "c"}, Structs: []Inner{{1, "x"}, {2, "y"}}, Nested: [][]int{{1}, {}, {2, 3}},
		Array: [3]int{1, 2, 3}, Map: map[string]int{"z": 1, "a": 2, "": 3}, Texts: map[string]string{"k": "v", "é": "\""},
		IntMap:  map[int8]bool{3: true, -1: false},
		UUIDMap: map[uuid.UUID]Inner{uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6"): {1, "z"}},
		Pointer: &text, Optional: schema.Null[string](), Struct: Inner{3, "in"},
		Sum: Cat{9}, SumP: &Dog{"Rex"}, SumWord: Flock{&Dog{"Max"}},
		Any: map[string]any{"x": []any{1.5, nil, "s", true}}, Raw: jsontext.Value(`{"a":[1,2]}`), Custom: Money{1999}, Enum: Blue,
		Quoted: 12, QuotedP: &seven, Page: Page[Inner]{Items: []Inner{{4, "p"}}},
		Tree: &Tree{1, []*Tree{{2, []*Tree{}}, nil}}, Base: Base{time.Date(2026, 1, 31, 0, 0, 0, 0, time.UTC)}, Extra: &Extra{Note: "n", Stars: 5},
	}
}
