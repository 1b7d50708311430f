package wefttest

import (
	"math"
	"math/big"
	"strings"
	"time"
	"uuid"

	"github.com/weft-go/weft/schema"
)

func numbers() []Numbers {
	return []Numbers{
		{Int: 1, Int8: -2, Int16: 300, Int32: -40_000, Int64: 1 << 40, Uint: 5, Uint8: 200, Uint16: 60_000, Uint32: 1 << 31, Uint64: 1 << 60,
			Float32: 0.5, Float64: 0.1, Bool: true},
		{},
		{Int: math.MaxInt, Int8: math.MaxInt8, Int16: math.MaxInt16, Int32: math.MaxInt32, Int64: math.MaxInt64,
			Uint: math.MaxUint, Uint8: math.MaxUint8, Uint16: math.MaxUint16, Uint32: math.MaxUint32, Uint64: math.MaxUint64,
			Float32: math.MaxFloat32, Float64: math.MaxFloat64},
		{Int: math.MinInt, Int8: math.MinInt8, Int16: math.MinInt16, Int32: math.MinInt32, Int64: math.MinInt64,
			Float32: math.SmallestNonzeroFloat32, Float64: math.SmallestNonzeroFloat64},
		{Int: -1, Int8: -1, Int16: -1, Int32: -1, Int64: -1, Float32: -0.1, Float64: math.Copysign(0, -1)},
		{Int: 127, Int16: 128, Int32: 255, Int64: 256, Uint16: 128, Uint32: 65_535, Uint64: 1<<53 + 1, Float64: 1e21},
	}
}

func texts() []Texts {
	huge, _ := new(big.Int).SetString(strings.Repeat("9876543210", 20), 10)
	return []Texts{
		{String: "hello", Bytes: []byte{0, 1, 0xff}, Time: time.Date(2026, 11, 15, 4, 30, 0, 123_456_789, time.UTC),
			Duration: 90*time.Minute + time.Nanosecond, UUID: uuid.MustParse("0199b1a0-5c7e-7a3b-8f00-0123456789ab"), Big: *big.NewInt(-42)},
		{Time: time.Unix(0, 0).UTC()},
		{String: "Grüße, 世界 🎉 \u2028 \"quoted\" \\ / \x00\t\r\n</script>", Bytes: []byte(strings.Repeat("bytes ", 100)),
			Time: time.Date(1969, 12, 31, 23, 59, 59, 999_999_999, time.UTC), Duration: -time.Second, Big: *huge},
		{String: strings.Repeat("long ", 1000), Time: time.Date(2262, 4, 11, 0, 0, 0, 0, time.UTC),
			Duration: math.MaxInt64, UUID: uuid.Max(), Big: *new(big.Int).Neg(huge)},
		{Time: time.Time{}, Duration: math.MinInt64, Big: *new(big.Int).Lsh(big.NewInt(1), 64)},
	}
}

func lists() []Lists {
	many := make([]int32, 300)
	counts := map[string]int64{}
	for i := range many {
		many[i] = int32(i*i) - 1000
		counts[strings.Repeat("k", i%7)+string(rune('a'+i%26))] = int64(i)
	}
	return []Lists{
		{
			Strings: []string{"a", "", "c"},
			Numbers: []int32{1, -2, 3},
			Bools:   []bool{true, false, true},
			Blobs:   [][]byte{{1}, {}, {2, 3}},
			Points:  []Point{{1, 1.5}, {}, {-2, 2.5}},
			Array:   [3]int16{1, -2, 3},
			Key:     [4]byte{1, 2, 3, 0xff},
			Counts:  map[string]int64{"one": 1, "": 0},
			Names:   map[int32]string{-1: "minus one", 0: "", 1 << 30: "many"},
			Places:  map[string]Point{"here": {1, 2}, "there": {}},
			Groups:  map[string][]Point{"some": {{1, 2}, {3, 4}}, "none": {}},
		},
		{},
		{Strings: []string{}, Numbers: []int32{}, Points: []Point{}, Counts: map[string]int64{}, Groups: map[string][]Point{}},
		{Numbers: many, Counts: counts},
	}
}

func nullables() []Nullables {
	number, text, zero, empty := int64(7), "seven", int64(0), ""
	return []Nullables{
		{Number: &number, Text: &text, Point: &Point{1, 2}, Maybe: schema.Some("yes"), Perhaps: schema.Some(0.5), LeftOut: "no", LeftZero: 1},
		{},
		{Number: &zero, Text: &empty, Point: &Point{}, Maybe: schema.Some(""), Perhaps: schema.Some(0.0)},
	}
}

func nested() []Nested {
	return []Nested{
		{
			Base:   Base{ID: 1, Kind: "first"},
			Point:  Point{1, 2},
			Points: Page[Point]{Items: []Point{{3, 4}, {5, 6}}, Next: "2"},
			Deep:   Page[Page[int]]{Items: []Page[int]{{Items: []int{1, 2}, Next: "a"}, {}}, Next: "b"},
		},
		{},
	}
}

func drawings() []Drawing {
	return []Drawing{
		{
			Background: Red,
			Main:       Circle{Radius: 1.5, Color: Green},
			Others:     []Shape{&Polygon{Corners: []Point{{0, 0}, {1, 0}, {0, 1}}}, Circle{Color: Red}, &Polygon{}},
		},
		{Background: Green, Main: &Polygon{}},
	}
}

func trees() []Tree {
	deep := &Tree{Value: 50}
	for i := range 50 {
		deep = &Tree{Value: i, Next: deep}
	}
	return []Tree{
		{Value: 1, Children: []*Tree{{Value: 2, Children: []*Tree{{Value: 3}}}, {Value: 4}},
			Named: map[string]*Tree{"a": {Value: 5}}, Next: &Tree{Value: 6}},
		{},
		*deep,
	}
}
