package schema_test

import (
	"math/rand/v2"
	"testing"

	"github.com/weft-go/weft/schema"
)

// plain has every kind of limit that has a quick answer.
type plain struct {
	Name   string   `json:"name" minLength:"1" maxLength:"4"`
	Colour string   `json:"colour" enum:"red,blue"`
	Code   string   `json:"code,omitzero" pattern:"^[a-b]*$"`
	I8     int8     `json:"i8" minimum:"-1"`
	I16    int16    `json:"i16" exclusiveMaximum:"2"`
	I32    int32    `json:"i32" maximum:"1"`
	I64    int64    `json:"i64" exclusiveMinimum:"-2"`
	Int    int      `json:"int" maximum:"1"`
	U8     uint8    `json:"u8" minimum:"1"`
	U16    uint16   `json:"u16" maximum:"2"`
	U32    uint32   `json:"u32" minimum:"1"`
	U64    uint64   `json:"u64" maximum:"2"`
	Uint   uint     `json:"uint" maximum:"2"`
	F32    float32  `json:"f32" minimum:"-1"`
	F64    float64  `json:"f64" maximum:"1"`
	Bytes  []byte   `json:"bytes" maxLength:"3"`
	Tags   []string `json:"tags" minItems:"1" maxItems:"3"`
	Parts  []part   `json:"parts" maxItems:"3"`
	Maybe  *part    `json:"maybe" nullable:"true"`
	Never  *part    `json:"never"`
}

type part struct {
	Size int   `json:"size" minimum:"1"`
	Next *part `json:"next,omitzero"`
}

// TestSurelyAgreesWithValidate compares the quick answer with the one by reflection over
// random values of which most break something.
func TestSurelyAgreesWithValidate(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	s := schema.Of[plain]()
	var valid, invalid int
	for range 100_000 {
		v := randomPlain(random)
		err := s.Validate(t.Context(), &v)
		if got := schema.Surely(s, &v); got != (err == nil) {
			t.Fatalf("surely is %t, validation says %v, of %+v", got, err, v)
		}
		if err == nil {
			valid++
		} else {
			invalid++
		}
	}
	if valid < 100 || invalid < 100 {
		t.Errorf("%d valid and %d invalid values prove little", valid, invalid)
	}
}

// randomPlain breaks each limit rarely, so that a good part of the values is valid.
func randomPlain(random *rand.Rand) plain {
	near := func(low, high int) int {
		if random.IntN(60) == 0 {
			return low - 1 + random.IntN(high-low+3)
		}
		return low + random.IntN(high-low+1)
	}
	text := func(low, high int) string { return "éaéaéaéa"[:near(low, high)*3/2] }
	v := plain{
		Name: text(1, 4), Colour: []string{"red", "blue"}[random.IntN(2)], Code: []string{"c", "a", "ab", "d"}[near(1, 2)],
		I8: int8(near(-1, 3)), I16: int16(near(-3, 1)), I32: int32(near(-3, 1)), I64: int64(near(-1, 3)), Int: near(-3, 1),
		U8: uint8(near(1, 3)), U16: uint16(near(1, 2)), U32: uint32(near(1, 2)), U64: uint64(near(1, 2)), Uint: uint(near(1, 2)),
		F32: float32(near(-1, 2)), F64: float64(near(-3, 1)), Bytes: make([]byte, near(1, 3)), Tags: make([]string, near(1, 3)),
	}
	for range near(1, 3) {
		v.Parts = append(v.Parts, randomPart(near))
	}
	if random.IntN(2) == 0 {
		v.Maybe = new(randomPart(near))
	}
	if random.IntN(60) > 0 {
		v.Never = new(randomPart(near))
	}
	return v
}

func randomPart(near func(low, high int) int) part {
	p := part{Size: near(1, 200)}
	if p.Size%3 == 0 {
		p.Next = new(randomPart(near))
	}
	return p
}

func TestSurelyDoubts(t *testing.T) {
	loop := part{Size: 1}
	loop.Next = &loop
	if schema.Surely(schema.Of[part](), &loop) {
		t.Error("sure of a value that contains itself")
	}
	number := 1
	if schema.Surely(schema.Of[part](), &number) {
		t.Error("sure of a value of another type")
	}
	if !schema.Surely(schema.Of[int](), &number) {
		t.Error("in doubt about a value without limits")
	}
}

func TestSurelyAllocatesNothing(t *testing.T) {
	s, tags := schema.Of[plain](), []string{"a"}
	if n := testing.AllocsPerRun(100, func() {
		v := plain{Name: "a", Tags: tags}
		schema.Surely(s, &v)
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
