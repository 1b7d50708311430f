package thrift_test

import (
	"encoding/json/jsontext"
	"errors"
	"math/big"
	"time"
	"uuid"

	"github.com/weft-go/weft/schema"
)

// The types that several tests use.

type Book struct {
	_      struct{}  `doc:"A book in the shop."`
	ID     uuid.UUID `json:"id"`
	Title  string    `json:"title" minLength:"1" doc:"As on the cover."`
	Pages  int32     `json:"pages"`
	Tags   []string  `json:"tags"`
	Author *Author   `json:"author"`
	Rating *float64  `json:"rating" deprecated:"true"`
}

type Author struct {
	Name string `json:"name"`
	Born time.Time
}

type Page[T any] struct {
	Items []T    `json:"items"`
	Next  string `json:"next,omitzero"`
}

type Tree struct {
	Value    int     `json:"value"`
	Children []*Tree `json:"children"`
}

// Forest contains itself without a struct.
type Forest []Forest

type Animal interface{ Sound() string }
type Cat struct {
	Lives int `json:"lives"`
}
type Dog struct {
	Name   string `json:"name"`
	Friend Animal `json:"friend"`
}
type Fish string
type School []Fish

func (Cat) Sound() string    { return "meow" }
func (*Dog) Sound() string   { return "woof" }
func (Fish) Sound() string   { return "" }
func (School) Sound() string { return "" }

var _ = schema.Sum[Animal](
	schema.Case[Cat]("cat").Doc("Nine lives."), schema.Case[*Dog]("dog"),
	schema.Case[Fish]("fish").Number(7), schema.Case[School]("school").Number(9))

type Colour string

var _ = schema.Enum[Colour]("red", "green")

type Level int64

var _ = schema.NamedEnum(schema.Named("low", Level(1)), schema.Named("highest", Level(2)))

type Sign int8

var _ = schema.Enum[Sign](-1, 0, 1)

// Weekday writes itself as text.
type Weekday int

func (w Weekday) MarshalText() ([]byte, error) {
	if w < 0 || w > 1 {
		return nil, errors.New("not a day")
	}
	return []byte([]string{"mon", "tue"}[w]), nil
}

func (w *Weekday) UnmarshalText(text []byte) error {
	switch string(text) {
	case "mon":
		*w = 0
	case "tue":
		*w = 1
	default:
		return errors.New("not a day")
	}
	return nil
}

// Money has JSON methods of its own.
type Money struct{ Cents int64 }

func (m Money) MarshalJSON() ([]byte, error) { return big.NewInt(m.Cents).MarshalJSON() }
func (m *Money) UnmarshalJSON(b []byte) error {
	var x big.Int
	err := x.UnmarshalJSON(b)
	m.Cents = x.Int64()
	return err
}

type Base struct {
	BaseID  int    `json:"base_id"`
	Comment string `json:"comment"`
}

type Extra struct {
	Note  string   `json:"note"`
	Marks []uint16 `json:"marks"`
}

type Inner struct {
	*Extra
	Deep bool `json:"deep"`
}

// Everything has a field of every kind.
type Everything struct {
	Base
	*Inner
	Bool       bool
	Int        int
	Int8       int8
	Int16      int16
	Int32      int32
	Int64      int64
	Uint       uint
	Uint8      uint8
	Uint16     uint16
	Uint32     uint32
	Uint64     uint64
	Float32    float32
	Float64    float64
	String     string
	Bytes      []byte
	ByteArray  [4]byte
	Time       time.Time
	Duration   time.Duration
	UUID       uuid.UUID
	BigInt     big.Int
	BigIntP    *big.Int
	BigFloat   big.Float
	BigRat     big.Rat
	Text       Weekday
	Slice      []string
	Array      [3]int
	Structs    [2]Cat
	Map        map[string]int
	Strings    map[string]string
	IntMap     map[int8]bool
	TimeMap    map[time.Time]float32
	DurMap     map[time.Duration][]byte
	UUIDMap    map[uuid.UUID]*Author
	LevelMap   map[Level]Level
	ListMap    map[string][]int
	Pointer    *string
	PtrList    *[]int
	PtrPtr     **int
	Optional   schema.Optional[string]
	OptList    schema.Optional[[]int64]
	Struct     Author
	Sum        Animal
	Sums       []Animal
	SumMap     map[uint32]Animal
	Any        any
	Raw        jsontext.Value
	Custom     Money
	Enum       Colour
	Named      Level
	Sign       Sign
	Levels     []Level
	Ints       []int
	Int8s      []int8
	Uint64s    []uint64
	Floats     []float32
	Doubles    []float64
	Bools      []bool
	Times      []time.Time
	Durations  []time.Duration
	Uints      []Digit
	Nested     [][]int
	Deep       [][][]string
	Maps       []map[string]string
	Pointers   []*int
	Authors    []*Author
	Options    []schema.Optional[int]
	Blobs      [][]byte
	UUIDs      []uuid.UUID
	BigInts    []*big.Int
	Anonymous  struct{ X, Y int }
	Anonymouss []struct{ Z float64 }
	Trees      []Tree
	Forest     Forest
	Page       Page[Book]
	Anys       []any
	Numbered   string `thrift:"500"`
}

type Digit uint8
