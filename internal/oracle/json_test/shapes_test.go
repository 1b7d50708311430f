package json_test

import (
	"encoding/json/jsontext"
	"math/big"
	"time"
	"uuid"

	"pgregory.net/rapid"
)

// Shapes has a field of every shape that both sides know. Durations and sums are
// left out: encoding/json/v2 has no form for them.
type Shapes struct {
	Bool    bool    `json:"bool"`
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
	String  string  `json:"string"`
	Name    Name    `json:"na\u00efve name"`

	Bytes  []byte    `json:"bytes"`
	Array4 [4]byte   `json:"array4"`
	Time   time.Time `json:"time"`
	UUID   uuid.UUID `json:"uuid"`
	Big    *big.Int  `json:"big"`
	Rat    *big.Rat  `json:"rat"`
	Level  Level     `json:"level"`

	Strings  []string             `json:"strings"`
	Floats   []float64            `json:"floats"`
	Points   []Point              `json:"points"`
	Matrix   [2][3]int            `json:"matrix"`
	Lists    [][]*int             `json:"lists"`
	Texts    map[string]string    `json:"texts"`
	Counts   map[int16]uint8      `json:"counts"`
	ByUUID   map[uuid.UUID]Point  `json:"byUUID"`
	ByLevel  map[Level][]string   `json:"byLevel"`
	Nested   map[Name]map[int]any `json:"nested"`
	Pointer  *string              `json:"pointer"`
	Pointers **Point              `json:"pointers"`
	Any      any                  `json:"any"`
	Raw      jsontext.Value       `json:"raw"`

	OmitZero   int               `json:"omitZero,omitzero"`
	OmitTime   time.Time         `json:"omitTime,omitzero"`
	OmitStruct Point             `json:"omitStruct,omitzero"`
	OmitText   string            `json:"omitText,omitempty"`
	OmitList   []int             `json:"omitList,omitempty"`
	OmitMap    map[string]string `json:"omitMap,omitempty"`
	OmitP      *string           `json:"omitP,omitempty"`
	Quoted     int64             `json:"quoted,string"`
	QuotedP    *float64          `json:"quotedP,string"`
	Fold       int               `json:"fold,case:ignore"`

	Tree *Tree         `json:"tree"`
	Page Page[Point]   `json:"page"`
	Alts Page[[]Level] `json:"alts"`
	Embedded
	*EmbeddedPointer
}

type Name string

type Point struct {
	X, Y float64
	Note string `json:"note,omitzero"`
}

type Tree struct {
	Value    int     `json:"value"`
	Children []*Tree `json:"children"`
}

type Page[T any] struct {
	Items []T `json:"items"`
}

type Embedded struct {
	Depth int `json:"depth"`
}

type EmbeddedPointer struct {
	Far string `json:"far"`
}

// Level writes itself as text.
type Level uint8

func (l Level) MarshalText() ([]byte, error) { return []byte{'L', 'a' + byte(l)%26}, nil }

func (l *Level) UnmarshalText(b []byte) error {
	*l = Level(b[1] - 'a')
	return nil
}

// shapes generates values in the form in which they are decoded: empty lists and maps
// that are not nil, but for those that are left out then.
func shapes() *rapid.Generator[Shapes] {
	return rapid.Custom(func(t *rapid.T) Shapes {
		text := rapid.String()
		v := Shapes{
			Bool: rapid.Bool().Draw(t, "bool"), Int: rapid.Int().Draw(t, "int"), Int8: rapid.Int8().Draw(t, "int8"),
			Int16: rapid.Int16().Draw(t, "int16"), Int32: rapid.Int32().Draw(t, "int32"), Int64: rapid.Int64().Draw(t, "int64"),
			Uint: rapid.Uint().Draw(t, "uint"), Uint8: rapid.Uint8().Draw(t, "uint8"), Uint16: rapid.Uint16().Draw(t, "uint16"),
			Uint32: rapid.Uint32().Draw(t, "uint32"), Uint64: rapid.Uint64().Draw(t, "uint64"),
			Float32: rapid.Float32().Draw(t, "float32"), Float64: rapid.Float64().Draw(t, "float64"),
			String: text.Draw(t, "string"), Name: Name(text.Draw(t, "name")),
			Bytes: rapid.SliceOf(rapid.Byte()).Draw(t, "bytes"), Time: times().Draw(t, "time"), Level: level().Draw(t, "level"),
			Strings: rapid.SliceOf(text).Draw(t, "strings"), Floats: rapid.SliceOf(rapid.Float64()).Draw(t, "floats"),
			Points: rapid.SliceOf(point()).Draw(t, "points"), Lists: rapid.SliceOf(rapid.SliceOf(rapid.Ptr(rapid.Int(), true))).Draw(t, "lists"),
			Texts: rapid.MapOf(text, text).Draw(t, "texts"), Counts: rapid.MapOf(rapid.Int16(), rapid.Uint8()).Draw(t, "counts"),
			ByUUID:  rapid.MapOf(uuids(), point()).Draw(t, "by uuid"),
			ByLevel: rapid.MapOf(level(), rapid.SliceOf(text)).Draw(t, "by level"),
			Pointer: rapid.Ptr(text, true).Draw(t, "pointer"), Pointers: rapid.Ptr(rapid.Ptr(point(), false), true).Draw(t, "pointers"),
			UUID: uuids().Draw(t, "uuid"), Any: anything(3).Draw(t, "any"),
			OmitZero: rapid.IntRange(0, 2).Draw(t, "omit zero"), OmitStruct: point().Draw(t, "omit struct"), OmitText: text.Draw(t, "omit text"),
			Quoted: rapid.Int64().Draw(t, "quoted"), QuotedP: rapid.Ptr(rapid.Float64(), true).Draw(t, "quoted pointer"), Fold: rapid.Int().Draw(t, "fold"),
			Tree: tree(3).Draw(t, "tree"), Page: Page[Point]{rapid.SliceOf(point()).Draw(t, "page")},
			Alts:     Page[[]Level]{rapid.SliceOf(rapid.SliceOf(level())).Draw(t, "alts")},
			Embedded: Embedded{rapid.Int().Draw(t, "depth")},
		}
		for i := range v.Array4 {
			v.Array4[i] = rapid.Byte().Draw(t, "byte")
		}
		for i := range 6 {
			v.Matrix[i/3][i%3] = rapid.Int().Draw(t, "cell")
		}
		v.Nested = map[Name]map[int]any{Name(text.Draw(t, "key")): rapid.MapOf(rapid.Int(), anything(2)).Draw(t, "nested")}
		if rapid.Bool().Draw(t, "more") {
			v.Big = new(big.Int).Mul(big.NewInt(v.Int64), big.NewInt(int64(v.Int32)))
			v.Rat = big.NewRat(v.Int64, int64(v.Uint32)+1)
			v.EmbeddedPointer = &EmbeddedPointer{text.Draw(t, "far")}
			v.OmitTime = times().Draw(t, "omit time")
			v.OmitList = []int{v.Int}
			v.OmitMap = map[string]string{v.String: ""}
			v.OmitP = new(string)
			*v.OmitP = "p" + v.String
		}
		v.Raw = jsontext.Value(rapid.SampledFrom([]string{`null`, `1.50`, `{"b":[1,"x"],"a":null}`, `"x\n"`}).Draw(t, "raw"))
		return v
	})
}

func times() *rapid.Generator[time.Time] {
	return rapid.Custom(func(t *rapid.T) time.Time {
		u := time.Unix(rapid.Int64Range(-62135596800, 253402300799).Draw(t, "seconds"), rapid.Int64Range(0, 999999999).Draw(t, "nanoseconds")).UTC()
		if minutes := rapid.IntRange(-720, 720).Draw(t, "zone"); minutes > 0 && u.Year() > 1 && u.Year() < 9999 {
			return u.In(time.FixedZone("", minutes*60))
		}
		return u
	})
}

func uuids() *rapid.Generator[uuid.UUID] {
	return rapid.Custom(func(t *rapid.T) uuid.UUID {
		return uuid.UUID(rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "uuid"))
	})
}

func level() *rapid.Generator[Level] {
	return rapid.Map(rapid.IntRange(0, 25), func(n int) Level { return Level(n) })
}

func point() *rapid.Generator[Point] {
	return rapid.Custom(func(t *rapid.T) Point {
		return Point{
			X: float64(rapid.IntRange(-1e9, 1e9).Draw(t, "x")) / 1e4, Y: rapid.Float64().Draw(t, "y"),
			Note: rapid.StringMatching(`[a-z"\\\n]*`).Draw(t, "note"),
		}
	})
}

func tree(depth int) *rapid.Generator[*Tree] {
	return rapid.Custom(func(t *rapid.T) *Tree {
		n := &Tree{Value: rapid.Int().Draw(t, "value"), Children: []*Tree{}}
		if depth > 0 {
			n.Children = rapid.SliceOfN(tree(depth-1), 0, 2).Draw(t, "children")
		}
		return n
	})
}

// anything generates what decoding into an any gives.
func anything(depth int) *rapid.Generator[any] {
	kinds := []*rapid.Generator[any]{
		rapid.Just[any](nil), rapid.Map(rapid.Bool(), toAny), rapid.Map(rapid.Float64(), toAny), rapid.Map(rapid.String(), toAny),
	}
	if depth > 0 {
		inner := anything(depth - 1)
		kinds = append(kinds, rapid.Map(rapid.SliceOfN(inner, 0, 3), toAny), rapid.Map(rapid.MapOfN(rapid.String(), inner, 0, 3), toAny))
	}
	return rapid.OneOf(kinds...)
}

func toAny[T any](v T) any { return v }
