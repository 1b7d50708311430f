package wefttest

import (
	"math/big"
	"time"
	"uuid"

	"github.com/weft-go/weft/schema"
)

// Numbers has a field of each kind of number, for [TestFormat].
type Numbers struct {
	Int     int     `json:"int"`
	Int8    int8    `json:"int8"`
	Int16   int16   `json:"int16"`
	Int32   int32   `json:"int32"`
	Int64   int64   `json:"int64"`
	Uint    uint    `json:"uint"`
	Uint8   uint8   `json:"uint8"`
	Uint16  uint16  `json:"uint16"`
	Uint32  uint32  `json:"uint32"`
	Uint64  uint64  `json:"uint64"`
	Float32 float32 `json:"float32"`
	Float64 float64 `json:"float64"`
	Bool    bool    `json:"bool"`
}

// Texts has a field of each kind of scalar that is not a number, for [TestFormat].
type Texts struct {
	String   string        `json:"string"`
	Bytes    []byte        `json:"bytes"`
	Time     time.Time     `json:"time"`
	Duration time.Duration `json:"duration"`
	UUID     uuid.UUID     `json:"uuid"`
	Big      big.Int       `json:"big"`
}

// A Point is a small struct.
type Point struct {
	X int32   `json:"x"`
	Y float64 `json:"y"`
}

// Lists has slices, arrays and maps, for [TestFormat].
type Lists struct {
	Strings []string           `json:"strings"`
	Numbers []int32            `json:"numbers"`
	Bools   []bool             `json:"bools"`
	Blobs   [][]byte           `json:"blobs"`
	Points  []Point            `json:"points"`
	Array   [3]int16           `json:"array"`
	Key     [4]byte            `json:"key"`
	Counts  map[string]int64   `json:"counts"`
	Names   map[int32]string   `json:"names"`
	Places  map[string]Point   `json:"places"`
	Groups  map[string][]Point `json:"groups"`
}

// Nullables has values that may be missing, for [TestFormat].
type Nullables struct {
	Number   *int64                   `json:"number"`
	Text     *string                  `json:"text"`
	Point    *Point                   `json:"point"`
	Maybe    schema.Optional[string]  `json:"maybe,omitzero"`
	Perhaps  schema.Optional[float64] `json:"perhaps,omitzero"`
	LeftOut  string                   `json:"leftOut,omitzero"`
	LeftZero int                      `json:"leftZero,omitzero"`
}

// Base is embedded in [Nested].
type Base struct {
	ID   int64  `json:"id"`
	Kind string `json:"kind"`
}

// A Page is a generic struct.
type Page[T any] struct {
	Items []T    `json:"items"`
	Next  string `json:"next"`
}

// Nested has structs in structs, for [TestFormat].
type Nested struct {
	Base
	Point  Point           `json:"point"`
	Points Page[Point]     `json:"points"`
	Deep   Page[Page[int]] `json:"deep"`
}

// A Color is an enum.
type Color string

// The colours.
const (
	Red   Color = "red"
	Green Color = "green"
)

// A Shape is a sum: a [Circle] or a [Polygon].
type Shape interface{ isShape() }

// A Circle is a case of [Shape].
type Circle struct {
	Radius float64 `json:"radius"`
	Color  Color   `json:"color"`
}

// A Polygon is a case of [Shape], as a pointer.
type Polygon struct {
	Corners []Point `json:"corners"`
}

func (Circle) isShape()   {}
func (*Polygon) isShape() {}

var (
	_ = schema.Enum(Red, Green)
	_ = schema.Sum[Shape](schema.Case[Circle]("circle"), schema.Case[*Polygon]("polygon"))
)

// A Drawing has sums and enums, for [TestFormat].
type Drawing struct {
	Background Color   `json:"background"`
	Main       Shape   `json:"main"`
	Others     []Shape `json:"others"`
}

// A Tree contains itself, for [TestFormat].
type Tree struct {
	Value    int              `json:"value"`
	Children []*Tree          `json:"children"`
	Named    map[string]*Tree `json:"named"`
	Next     *Tree            `json:"next"`
}
