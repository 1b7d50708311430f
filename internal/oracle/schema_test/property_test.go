package schema_test

import (
	"fmt"
	"math/big"
	"reflect"
	"strings"
	"testing"
	"time"
	"uuid"

	"pgregory.net/rapid"

	"github.com/weft-go/weft/schema"
)

// The property: for a random struct type with random constraints and a random value
// of it, our Validate and the other implementation agree. Values are drawn close to
// the limits, so that both answers are frequent.

// A shape is a Go type, a generator of tags that fit it and one of values.
type shape struct {
	typ   reflect.Type
	tags  func(*rapid.T) string
	value func(*rapid.T) reflect.Value
}

// shapeOf makes a shape of a type with a generator of its values.
func shapeOf[T any](values *rapid.Generator[T], tags func(*rapid.T) string) shape {
	return shape{
		typ: reflect.TypeFor[T](), tags: tags,
		value: func(t *rapid.T) reflect.Value {
			v := values.Draw(t, "value")
			return reflect.ValueOf(&v).Elem() // keeps the type of an interface
		},
	}
}

func noTags(*rapid.T) string { return "" }

// some draws a tag or leaves it out.
func some(t *rapid.T, format string, args ...any) string {
	if rapid.Bool().Draw(t, "with "+format) {
		return fmt.Sprintf(format, args...) + " "
	}
	return ""
}

// pairTags draws a lower and an upper limit that do not contradict each other.
func pairTags(low, high string, from, to int) func(*rapid.T) string {
	return func(t *rapid.T) string {
		a := rapid.IntRange(from, to).Draw(t, low)
		b := rapid.IntRange(a, to).Draw(t, high)
		return some(t, low+`:"%d"`, a) + some(t, high+`:"%d"`, b)
	}
}

func numberTags(from int) func(*rapid.T) string {
	return func(t *rapid.T) string {
		tags := pairTags("minimum", "maximum", from, 6)(t)
		if rapid.Bool().Draw(t, "exclusive") {
			a := rapid.IntRange(from, 4).Draw(t, "exclusiveMinimum")
			tags = some(t, `exclusiveMinimum:"%d"`, a) + some(t, `exclusiveMaximum:"%d"`, rapid.IntRange(a+2, 7).Draw(t, "exclusiveMaximum"))
		}
		return tags + some(t, `multipleOf:"%d"`, rapid.IntRange(1, 4).Draw(t, "multipleOf"))
	}
}

func floatTags(t *rapid.T) string {
	a := rapid.IntRange(-3, 3).Draw(t, "minimum")
	b := rapid.IntRange(a, 5).Draw(t, "maximum")
	multiple := rapid.SampledFrom([]string{"0.1", "0.25", "2", "1e-2", "0.3"}).Draw(t, "multipleOf")
	return some(t, `minimum:"%g"`, float64(a)/10) + some(t, `maximum:"%g"`, float64(b)/10) + some(t, `multipleOf:"%s"`, multiple)
}

func stringTags(t *rapid.T) string {
	return pairTags("minLength", "maxLength", 0, 4)(t) +
		some(t, `pattern:"%s"`, rapid.SampledFrom([]string{"^a", "b$", "^[a-c]*$", "é", "a|b", "^.{2}$"}).Draw(t, "pattern"))
}

func formatTag(t *rapid.T) string {
	return fmt.Sprintf(`format:%q `, rapid.SampledFrom([]string{"email", "uuid", "uri", "uri-reference", "hostname", "ipv4", "ipv6", "date", "date-time", "time", "duration"}).Draw(t, "format"))
}

func listTags(t *rapid.T) string {
	return pairTags("minItems", "maxItems", 0, 4)(t) + some(t, `uniqueItems:"true"`)
}

// formatTexts are texts on which implementations of the formats agree.
var formatTexts = []string{
	"", "a", "a@b.org", "a@b@c", "@", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "f81d4fae7dec11d0a76500a0c91e6bf6", "http://example.org/a?b#c",
	"urn:isbn:1", "/a/b", "example.org", "-a.org", "a_b", "127.0.0.1", "256.1.1.1", "::1", ":::", "2024-02-29", "2023-02-29",
	"2024-01-01T10:00:00Z", "2024-01-01T10:00:00.5+01:00", "2024-01-01T25:00:00Z", "2024-01-01T10:00:00", "10:00:00Z", "23:59:60Z", "12:00:60Z", "10:00", "PT1H30M", "P1Y2M3D", "P3W", "P", "PT", "1h",
}

func texts() *rapid.Generator[string] {
	return rapid.Map(rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "é", "𝄞", " "}), 0, 5), func(parts []string) string { return strings.Join(parts, "") })
}

func smallInts[T int | int8 | int64 | uint | uint16](from int) *rapid.Generator[T] {
	return rapid.Map(rapid.IntRange(from, 8), func(n int) T { return T(n) })
}

func smallFloats() *rapid.Generator[float64] {
	return rapid.Map(rapid.IntRange(-60, 120), func(n int) float64 { return float64(n) / 100 })
}

func nilOr[T any](values *rapid.Generator[T]) *rapid.Generator[*T] {
	return rapid.Custom(func(t *rapid.T) *T {
		if rapid.Bool().Draw(t, "nil") {
			return nil
		}
		v := values.Draw(t, "pointee")
		return &v
	})
}

func optionals[T any](values *rapid.Generator[T]) *rapid.Generator[schema.Optional[T]] {
	return rapid.Custom(func(t *rapid.T) schema.Optional[T] {
		switch rapid.IntRange(0, 2).Draw(t, "state") {
		case 0:
			return schema.Optional[T]{}
		case 1:
			return schema.Null[T]()
		}
		return schema.Some(values.Draw(t, "present"))
	})
}

func trees(depth int) *rapid.Generator[Tree] {
	return rapid.Custom(func(t *rapid.T) Tree {
		tree := Tree{Value: rapid.IntRange(7, 10).Draw(t, "value")}
		for range rapid.IntRange(0, 2).Draw(t, "children") {
			if depth > 0 {
				child := trees(depth-1).Draw(t, "child")
				tree.Children = append(tree.Children, &child)
			}
		}
		return tree
	})
}

func colours() *rapid.Generator[Colour] {
	return rapid.SampledFrom([]Colour{"red", "green", "blue", ""})
}

func bigInts() *rapid.Generator[*big.Int] {
	return nilOr(rapid.Custom(func(t *rapid.T) big.Int { return *big.NewInt(int64(rapid.IntRange(-8, 8).Draw(t, "big"))) }))
}

var shapes = []shape{
	shapeOf(rapid.Bool(), noTags),
	shapeOf(smallInts[int](-8), numberTags(-6)),
	shapeOf(smallInts[int8](-8), numberTags(-6)),
	shapeOf(smallInts[int64](-8), numberTags(-6)),
	shapeOf(smallInts[uint](0), numberTags(0)),
	shapeOf(smallInts[uint16](0), numberTags(0)),
	shapeOf(smallFloats(), floatTags),
	shapeOf(rapid.Map(smallFloats(), func(x float64) float32 { return float32(x) }), floatTags),
	shapeOf(nilOr(smallFloats()), floatTags),
	shapeOf(bigInts(), numberTags(-6)),
	shapeOf(texts(), stringTags),
	shapeOf(nilOr(texts()), stringTags),
	shapeOf(optionals(texts()), stringTags),
	shapeOf(rapid.SampledFrom(formatTexts), formatTag),
	shapeOf(texts(), func(t *rapid.T) string { return `enum:"a,b,ab" ` }),
	shapeOf(smallInts[int](0), func(t *rapid.T) string { return `enum:"1,2,3" ` }),
	shapeOf(rapid.SliceOfN(texts(), 0, 5), listTags),
	shapeOf(rapid.SliceOfN(texts(), 0, 5), func(t *rapid.T) string { return `enum:"a,b" ` }),
	shapeOf(rapid.SliceOfN(smallInts[int](0), 0, 5), func(t *rapid.T) string { return `validate:"max=4,dive,gt=1" ` }),
	shapeOf(rapid.SliceOfN(rapid.SliceOfN(smallInts[int](0), 0, 2), 0, 4), listTags),
	shapeOf(rapid.SliceOfN(rapid.MapOfN(texts(), smallInts[int](5), 0, 2), 0, 3), listTags),
	shapeOf(rapid.SliceOfN(nilOr(smallInts[int](5)), 0, 3), listTags),
	shapeOf(rapid.SliceOfN(trees(0), 0, 3), listTags),
	shapeOf(rapid.MapOfN(texts(), smallInts[int](0), 0, 4), pairTags("minProperties", "maxProperties", 0, 4)),
	shapeOf(rapid.MapOfN(colours(), trees(0), 0, 3), noTags),
	shapeOf(rapid.MapOfN(smallInts[int8](-8), colours(), 0, 3), noTags),
	shapeOf(colours(), noTags),
	shapeOf(nilOr(colours()), noTags),
	shapeOf(rapid.Map(rapid.IntRange(0, 3), func(n int) Level { return Level(n) }), noTags),
	shapeOf(trees(3), noTags),
	shapeOf(nilOr(trees(2)), noTags),
	shapeOf(rapid.Just([2]Colour{"red", "green"}), noTags),
	shapeOf(rapid.Just(time.Unix(0, 0).UTC()), noTags),
	shapeOf(rapid.Just(uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")), noTags),
	shapeOf(rapid.Just([]byte("weft")), noTags),
}

// drawStruct draws a struct type and the generators of its fields' values.
func drawStruct(t *rapid.T) (reflect.Type, []shape) {
	var fields []reflect.StructField
	var chosen []shape
	for i := range rapid.IntRange(1, 4).Draw(t, "fields") {
		s := shapes[rapid.IntRange(0, len(shapes)-1).Draw(t, "shape")]
		option := rapid.SampledFrom([]string{"", ",omitzero", ",omitempty"}).Draw(t, "option")
		if strings.Contains(s.typ.String(), "Optional") {
			option = ",omitzero" // without it encoding/json writes an absent one as null
		}
		tag := fmt.Sprintf(`json:"f%d%s" `, i, option) + s.tags(t)
		if s.typ.Kind() == reflect.Pointer {
			tag += some(t, `required:"true"`)
		}
		fields = append(fields, reflect.StructField{Name: fmt.Sprintf("F%d", i), Type: s.typ, Tag: reflect.StructTag(tag)})
		chosen = append(chosen, s)
	}
	return reflect.StructOf(fields), chosen
}

func TestValidateAgreesWithJSONSchema(t *testing.T) {
	valid, invalid := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		typ, chosen := drawStruct(t)
		s, err := schema.For(typ)
		if err != nil {
			t.Fatalf("%v", err)
		}
		other := mustCompile(t, s.JSONSchema())
		for range 8 {
			v := reflect.New(typ).Elem()
			for i, shape := range chosen {
				v.Field(i).Set(shape.value(t))
			}
			if compare(t, s, other, v, s.ValidateValue(t.Context(), v)) {
				valid++
			} else {
				invalid++
			}
		}
	})
	t.Logf("%d valid and %d invalid values", valid, invalid)
	if valid == 0 || invalid == 0 {
		t.Error("the generators draw only one kind of value")
	}
}
