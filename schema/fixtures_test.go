package schema_test

import (
	"encoding/json/jsontext"
	"math/big"
	"time"
	"uuid"

	"github.com/weft-go/weft/schema"
)

// The types that several tests use.

type Book struct {
	_      struct{}  `doc:"A book in the shop."`
	ID     uuid.UUID `json:"id" readOnly:"true"`
	Title  string    `json:"title" minLength:"1" maxLength:"20" doc:"As on the cover." example:"Emma"`
	Pages  int       `json:"pages,omitzero" minimum:"1"`
	Tags   []string  `json:"tags" maxItems:"3" uniqueItems:"true"`
	Author *Author   `json:"author"`
}

type Author struct {
	Name  string `json:"name" pattern:"^[A-Z]"`
	Email string `json:"email,omitzero" format:"email"`
}

type Page[T any] struct {
	Items []T    `json:"items"`
	Next  string `json:"next,omitzero"`
}

type Pair[A, B any] struct {
	First  A
	Second B
}

type Tree struct {
	Value    int     `json:"value" maximum:"9"`
	Children []*Tree `json:"children"`
}

// Left and Right contain each other.
type Left struct {
	Right *Right `json:"right"`
}
type Right struct {
	Left *Left `json:"left"`
}

// Forest contains itself without a struct.
type Forest []Forest

type Animal interface{ Sound() string }
type Cat struct {
	Lives int `json:"lives" maximum:"9"`
}
type Dog struct {
	Name string `json:"name" minLength:"2"`
}

func (Cat) Sound() string  { return "meow" }
func (*Dog) Sound() string { return "woof" }

var animals = schema.Sum[Animal](schema.Case[Cat]("cat").Doc("Nine lives."), schema.Case[*Dog]("dog"))

type Colour string

const (
	Red   Colour = "red"
	Green Colour = "green"
)

var _ = schema.Enum(Red, Green)

type Level int

const (
	Low  Level = 1
	High Level = 2
)

var _ = schema.NamedEnum(schema.Named("low", Low), schema.Named("high", High))

// Weekday writes itself as text.
type Weekday int

var weekdays = []string{"mon", "tue"}

func (w Weekday) MarshalText() ([]byte, error) { return []byte(weekdays[w]), nil }
func (w *Weekday) UnmarshalText(text []byte) error {
	for i, name := range weekdays {
		if name == string(text) {
			*w = Weekday(i)
			return nil
		}
	}
	return errNotADay
}

// Money has JSON methods of its own.
type Money struct{ Cents int64 }

func (m Money) MarshalJSON() ([]byte, error)  { return []byte(`"1.00"`), nil }
func (m *Money) UnmarshalJSON(b []byte) error { return nil }
func (Money) SchemaDoc() string               { return "An amount in euros." }

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
	BigFloat  big.Float
	BigRat    big.Rat
	Text      Weekday
	Slice     []string
	Array     [3]int
	Map       map[string]int
	IntMap    map[int8]bool
	Pointer   *string
	Optional  schema.Optional[string]
	Struct    Author
	Sum       Animal
	Any       any
	Raw       jsontext.Value
	Custom    Money
	Enum      Colour
	Named     Level
}

type textError string

func (e textError) Error() string { return string(e) }

const errNotADay = textError("not a day")
