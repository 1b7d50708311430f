package protobuf_test

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"math"
	"math/big"
	"reflect"
	"time"
	"uuid"

	"pgregory.net/rapid"

	"github.com/weft-go/weft/schema"
)

// draw returns a random value of a schema's type. Deep values end early.
func draw(t *rapid.T, s *schema.Schema, depth int) reflect.Value {
	s = s.Base()
	v := reflect.New(s.Type()).Elem()
	switch k := s.Kind(); {
	case len(s.Enum()) > 0:
		v.Set(reflect.ValueOf(rapid.SampledFrom(s.Enum()).Draw(t, "enum").Value))
	case k == schema.KindDuration, k.IsInt():
		n := rapid.OneOf(rapid.Int64(), rapid.SampledFrom([]int64{0, 1, -1, math.MinInt64, math.MaxInt64})).Draw(t, "int")
		v.SetInt(n >> (64 - v.Type().Bits()))
	case k.IsUint():
		v.SetUint(rapid.Uint64().Draw(t, "uint") >> (64 - v.Type().Bits()))
	case k == schema.KindFloat32:
		v.SetFloat(float64(rapid.Float32().Draw(t, "float")))
	case k == schema.KindFloat64:
		v.SetFloat(rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{math.Copysign(0, -1), math.Inf(1)})).Draw(t, "double"))
	case k.IsScalar(), k == schema.KindAny, k == schema.KindRawJSON, k == schema.KindCustom:
		drawScalar(t, s, v)
	default:
		drawComposite(t, s, v, depth)
	}
	return v
}

func drawScalar(t *rapid.T, s *schema.Schema, v reflect.Value) {
	bytes := rapid.SliceOfN(rapid.Byte(), 0, 20)
	switch x := v.Addr().Interface().(type) {
	case *time.Time:
		second := rapid.Int64Range(-62135596800, 253402300799).Draw(t, "second")
		*x = time.Unix(second, rapid.Int64Range(0, 999_999_999).Draw(t, "nanos")).UTC()
	case *uuid.UUID:
		copy(x[:], rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "uuid"))
	case *big.Int:
		x.SetBytes(bytes.Draw(t, "big"))
		if rapid.Bool().Draw(t, "negative") {
			x.Neg(x)
		}
	case *big.Float:
		x.SetFloat64(rapid.Float64().Draw(t, "float"))
		x.SetPrec(64)
	case *big.Rat:
		x.SetFrac64(rapid.Int64().Draw(t, "a"), rapid.Int64Range(1, math.MaxInt64).Draw(t, "b"))
	case *jsontext.Value:
		*x = jsontext.Value(rapid.SampledFrom([]string{"", "null", `{"a":[1,2]}`, `"x"`}).Draw(t, "json"))
	case *Weekday:
		*x = Weekday(rapid.IntRange(0, 1).Draw(t, "day"))
	case *Money:
		x.Cents = rapid.Int64().Draw(t, "cents")
	default:
		drawPlain(t, s, v)
	}
}

func drawPlain(t *rapid.T, s *schema.Schema, v reflect.Value) {
	switch s.Kind() {
	case schema.KindBool:
		v.SetBool(rapid.Bool().Draw(t, "bool"))
	case schema.KindString:
		v.SetString(rapid.String().Draw(t, "string"))
	case schema.KindBytes:
		v.SetBytes(rapid.SliceOfN(rapid.Byte(), 0, 200).Draw(t, "bytes"))
	case schema.KindByteArray:
		for i := range v.Len() {
			v.Index(i).SetUint(uint64(rapid.Byte().Draw(t, "byte")))
		}
	case schema.KindAny:
		var x any
		text := rapid.SampledFrom([]string{"null", `{"a":[1,true]}`, `"x"`, "2.5"}).Draw(t, "any")
		if err := json.Unmarshal([]byte(text), &x); err != nil {
			t.Fatal(err)
		}
		if x != nil {
			v.Set(reflect.ValueOf(x))
		}
	default:
		t.Fatalf("no values for %s", s.Type())
	}
}

func drawComposite(t *rapid.T, s *schema.Schema, v reflect.Value, depth int) {
	count := func() int {
		if depth > 4 {
			return 0
		}
		return rapid.IntRange(0, 3).Draw(t, "count")
	}
	switch s.Kind() {
	case schema.KindPointer:
		if (depth <= 4 && rapid.Bool().Draw(t, "set")) || depth < 0 {
			v.Set(reflect.New(s.Elem().Type()))
			v.Elem().Set(draw(t, s.Elem(), depth+1))
		}
	case schema.KindOptional:
		o := v.Addr().Interface().(schema.AnyOptional)
		switch rapid.IntRange(0, 2).Draw(t, "state") {
		case 1:
			o.SetNull()
		case 2:
			reflect.ValueOf(o.SetPresent()).Elem().Set(draw(t, s.Elem(), depth+1))
		}
	case schema.KindSlice:
		for range count() {
			v.Set(reflect.Append(v, drawItem(t, s.Elem(), depth)))
		}
	case schema.KindArray:
		for i := range v.Len() {
			v.Index(i).Set(draw(t, s.Elem(), depth+1))
		}
	case schema.KindMap:
		if n := count(); n > 0 {
			v.Set(reflect.MakeMap(s.Type()))
			for range n {
				v.SetMapIndex(draw(t, s.Key(), depth+1), drawItem(t, s.Elem(), depth))
			}
		}
	case schema.KindStruct:
		for _, f := range s.Fields() {
			if len(f.Hops) > 0 && rapid.Bool().Draw(t, "leave out") {
				continue
			}
			f.Settable(v).Set(draw(t, f.Schema, depth+1))
		}
	case schema.KindSum:
		if depth <= 4 && rapid.Bool().Draw(t, "set") {
			c := rapid.SampledFrom(s.Cases()).Draw(t, "case")
			ptr := c.New()
			ptr.Elem().Set(draw(t, c.Schema, depth+1))
			v.Set(c.Interface(ptr))
		}
	}
}

// drawItem avoids what has no form inside a list or a map: a nil pointer to a
// message, and an Optional that is absent.
func drawItem(t *rapid.T, s *schema.Schema, depth int) reflect.Value {
	v := draw(t, s, depth+1)
	if s.Kind() == schema.KindPointer && v.IsNil() {
		switch s.Elem().Kind() {
		case schema.KindStruct, schema.KindSum, schema.KindTime, schema.KindDuration:
			v.Set(reflect.New(s.Elem().Type()))
		}
	}
	if o, ok := reflect.TypeAssert[schema.AnyOptional](v.Addr()); ok && o.IsAbsent() {
		o.SetNull()
	}
	return v
}
