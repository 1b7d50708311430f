// Package avro_test exchanges Avro with an independent implementation,
// github.com/twmb/avro, which gets nothing but our definition.
package avro_test

import (
	"math"
	"math/big"
	"reflect"
	"testing"
	"time"
	"uuid"

	oracle "github.com/twmb/avro"
	"pgregory.net/rapid"

	"github.com/weft-go/weft/format/avro"
	"github.com/weft-go/weft/schema"
)

type inner struct {
	Name  string   `json:"name" avro:"name"`
	Count int32    `json:"count" avro:"count"`
	Next  *inner   `json:"next" avro:"next"`
	List  []uint16 `json:"list" avro:"list"`
}

// plain has a field for each kind that both sides map to the same Go type.
type plain struct {
	Bool    bool              `json:"bool" avro:"bool"`
	Int     int               `json:"int" avro:"int"`
	Int8    int8              `json:"int8" avro:"int8"`
	Int16   int16             `json:"int16" avro:"int16"`
	Int32   int32             `json:"int32" avro:"int32"`
	Int64   int64             `json:"int64" avro:"int64"`
	Uint8   uint8             `json:"uint8" avro:"uint8"`
	Uint16  uint16            `json:"uint16" avro:"uint16"`
	Uint32  uint32            `json:"uint32" avro:"uint32"`
	Float32 float32           `json:"float32" avro:"float32"`
	Float64 float64           `json:"float64" avro:"float64"`
	String  string            `json:"string" avro:"string"`
	Bytes   []byte            `json:"bytes" avro:"bytes"`
	Fixed   [5]byte           `json:"fixed" avro:"fixed"`
	Time    time.Time         `json:"time" avro:"time"`
	Strings []string          `json:"strings" avro:"strings"`
	Structs []inner           `json:"structs" avro:"structs"`
	Map     map[string]int    `json:"map" avro:"map"`
	Texts   map[string]string `json:"texts" avro:"texts"`
	Nested  map[string]inner  `json:"nested" avro:"nested"`
	Pointer *float64          `json:"pointer" avro:"pointer"`
	Colour  colour            `json:"colour" avro:"colour"`
}

type colour string

var _ = schema.Enum(colour("red"), colour("green"), colour("blue"))

type animal interface{ sound() }

type cat struct {
	Lives int `json:"lives"`
}

type dog struct {
	Name string `json:"name"`
}

type fish int64

func (cat) sound()  {}
func (*dog) sound() {}
func (fish) sound() {}

var _ = schema.Sum[animal](schema.Case[cat]("cat"), schema.Case[*dog]("dog"), schema.Case[fish]("fish"))

// Base is exported because it is embedded as a pointer.
type Base struct {
	Note string  `json:"note"`
	Mark *string `json:"mark"`
}

type forest []forest

// special has the kinds that need more than one Go type on the other side.
type special struct {
	*Base
	Uint     uint                    `json:"uint"`
	Uint64   uint64                  `json:"uint64"`
	Duration time.Duration           `json:"duration"`
	UUID     uuid.UUID               `json:"uuid"`
	Big      *big.Int                `json:"big"`
	Array    [3]int64                `json:"array"`
	IntKeys  map[int16]string        `json:"intKeys"`
	UUIDs    map[uuid.UUID][]inner   `json:"uuids"`
	Deep     **string                `json:"deep"`
	Optional schema.Optional[int]    `json:"optional"`
	Nullable schema.Optional[*inner] `json:"nullable"`
	Sum      animal                  `json:"sum"`
	Sums     []animal                `json:"sums"`
	Any      any                     `json:"any"`
	Forest   forest                  `json:"forest"`
	Skipped  animal                  `json:"skipped,omitzero"`
	Unset    colour                  `json:"unset,omitzero"`
}

func genInner(depth int) *rapid.Generator[inner] {
	return rapid.Custom(func(t *rapid.T) inner {
		v := inner{
			Name: rapid.String().Draw(t, "name"), Count: rapid.Int32().Draw(t, "count"),
			List: rapid.SliceOfN(rapid.Uint16(), 0, 20).Draw(t, "list"),
		}
		if depth > 0 && rapid.Bool().Draw(t, "has next") {
			next := genInner(depth-1).Draw(t, "next")
			v.Next = &next
		}
		return v
	})
}

func genPlain() *rapid.Generator[plain] {
	return rapid.Custom(func(t *rapid.T) plain {
		v := plain{
			Bool: rapid.Bool().Draw(t, "bool"), Int: rapid.Int().Draw(t, "int"), Int8: rapid.Int8().Draw(t, "int8"),
			Int16: rapid.Int16().Draw(t, "int16"), Int32: rapid.Int32().Draw(t, "int32"), Int64: rapid.Int64().Draw(t, "int64"),
			Uint8: rapid.Uint8().Draw(t, "uint8"), Uint16: rapid.Uint16().Draw(t, "uint16"), Uint32: rapid.Uint32().Draw(t, "uint32"),
			Float32: rapid.Float32().Draw(t, "float32"), Float64: rapid.Float64().Draw(t, "float64"),
			String: rapid.String().Draw(t, "string"), Bytes: rapid.SliceOfN(rapid.Byte(), 0, 100).Draw(t, "bytes"),
			Time:    time.Unix(0, rapid.Int64Range(math.MinInt64+1, math.MaxInt64).Draw(t, "time")).UTC(),
			Strings: rapid.SliceOfN(rapid.String(), 0, 20).Draw(t, "strings"),
			Structs: rapid.SliceOfN(genInner(2), 0, 5).Draw(t, "structs"),
			Map:     rapid.MapOfN(rapid.String(), rapid.Int(), 0, 20).Draw(t, "map"),
			Texts:   rapid.MapOfN(rapid.String(), rapid.String(), 0, 5).Draw(t, "texts"),
			Nested:  rapid.MapOfN(rapid.String(), genInner(1), 0, 3).Draw(t, "nested"),
			Pointer: rapid.Ptr(rapid.Float64(), true).Draw(t, "pointer"),
			Colour:  rapid.SampledFrom([]colour{"red", "green", "blue"}).Draw(t, "colour"),
		}
		copy(v.Fixed[:], rapid.SliceOfN(rapid.Byte(), 5, 5).Draw(t, "fixed"))
		return v
	})
}

func genAnimal() *rapid.Generator[animal] {
	return rapid.Custom(func(t *rapid.T) animal {
		switch rapid.IntRange(0, 2).Draw(t, "case") {
		case 0:
			return cat{rapid.Int().Draw(t, "lives")}
		case 1:
			return &dog{rapid.String().Draw(t, "name")}
		}
		return fish(rapid.Int64().Draw(t, "fish"))
	})
}

func genAny(depth int) *rapid.Generator[any] {
	scalars := rapid.OneOf(rapid.Just(any(nil)), rapid.Bool().AsAny(), rapid.Int64().AsAny(), rapid.Float64().AsAny(),
		rapid.String().AsAny(), rapid.SliceOfN(rapid.Byte(), 0, 10).AsAny())
	if depth == 0 {
		return scalars
	}
	deeper := genAny(depth - 1)
	return rapid.OneOf(scalars, rapid.SliceOfN(deeper, 0, 5).AsAny(), rapid.MapOfN(rapid.String(), deeper, 0, 5).AsAny())
}

func genForest(depth int) *rapid.Generator[forest] {
	return rapid.Custom(func(t *rapid.T) forest {
		f := forest{}
		for range rapid.IntRange(0, depth).Draw(t, "width") {
			f = append(f, genForest(depth-1).Draw(t, "tree"))
		}
		return f
	})
}

func genUUID() *rapid.Generator[uuid.UUID] {
	return rapid.Map(rapid.SliceOfN(rapid.Byte(), 16, 16), func(b []byte) uuid.UUID { return uuid.UUID(b) })
}

func genSpecial() *rapid.Generator[special] {
	return rapid.Custom(func(t *rapid.T) special {
		v := special{
			Uint: rapid.Uint().Draw(t, "uint"), Uint64: rapid.Uint64().Draw(t, "uint64"),
			Duration: time.Duration(rapid.Int64().Draw(t, "duration")), UUID: genUUID().Draw(t, "uuid"),
			Big:      new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 0, 40).Draw(t, "big")),
			IntKeys:  rapid.MapOfN(rapid.Int16(), rapid.String(), 0, 5).Draw(t, "intKeys"),
			UUIDs:    rapid.MapOfN(genUUID(), rapid.SliceOfN(genInner(1), 0, 2), 0, 3).Draw(t, "uuids"),
			Deep:     rapid.Ptr(rapid.Ptr(rapid.String(), true), true).Draw(t, "deep"),
			Optional: rapid.SampledFrom([]schema.Optional[int]{{}, schema.Null[int](), schema.Some(-7)}).Draw(t, "optional"),
			Nullable: rapid.SampledFrom([]schema.Optional[*inner]{{}, schema.Null[*inner](), schema.Some[*inner](nil), schema.Some(&inner{List: []uint16{}})}).Draw(t, "nullable"),
			Sum:      genAnimal().Draw(t, "sum"), Sums: rapid.SliceOfN(genAnimal(), 0, 5).Draw(t, "sums"),
			Any: genAny(3).Draw(t, "any"), Forest: genForest(3).Draw(t, "forest"),
			Unset: rapid.SampledFrom([]colour{"", "red"}).Draw(t, "unset"),
		}
		if rapid.Bool().Draw(t, "has base") {
			v.Base = &Base{Note: rapid.String().Draw(t, "note"), Mark: rapid.Ptr(rapid.String(), true).Draw(t, "mark")}
		}
		if rapid.Bool().Draw(t, "has skipped") {
			v.Skipped = genAnimal().Draw(t, "skipped")
		}
		copy(v.Array[:], rapid.SliceOfN(rapid.Int64(), 3, 3).Draw(t, "array"))
		return v
	})
}

func TestOracleReadsOurs(t *testing.T) {
	codec := avro.SchemaBasedBinaryCodec[plain]()
	definition, err := oracle.Parse(avro.Definition[plain]())
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		v := genPlain().Draw(t, "value")
		b, err := codec.Encode(v)
		if err != nil {
			t.Fatal(err)
		}
		var got plain
		if rest, err := definition.Decode(b, &got); err != nil || len(rest) > 0 {
			t.Fatalf("%x: %d bytes left, %v", b, len(rest), err)
		}
		compare(t, got, v)
	})
}

func TestWeReadTheOracles(t *testing.T) {
	codec := avro.SchemaBasedBinaryCodec[plain]()
	definition, err := oracle.Parse(avro.Definition[plain]())
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		v := genPlain().Draw(t, "value")
		b, err := definition.Encode(v)
		if err != nil {
			t.Fatal(err)
		}
		got, err := codec.Decode(b)
		if err != nil {
			t.Fatalf("%x: %v", b, err)
		}
		compare(t, got, v)
	})
}

// TestThroughTheOracle lets the oracle decode our bytes without a Go type and encode
// what it got. We must get our value back.
func TestThroughTheOracle(t *testing.T) {
	codec := avro.SchemaBasedBinaryCodec[special]()
	definition, err := oracle.Parse(avro.Definition[special]())
	if err != nil {
		t.Fatalf("%v in %s", err, avro.Definition[special]())
	}
	rapid.Check(t, func(t *rapid.T) {
		v := genSpecial().Draw(t, "value")
		b, err := codec.Encode(v)
		if err != nil {
			t.Fatal(err)
		}
		var generic any
		if rest, err := definition.Decode(b, &generic, oracle.TaggedUnions()); err != nil || len(rest) > 0 {
			t.Fatalf("%x: %d bytes left, %v", b, len(rest), err)
		}
		theirs, err := definition.Encode(generic)
		if err != nil {
			t.Fatalf("%#v: %v", generic, err)
		}
		got, err := codec.Decode(theirs)
		if err != nil {
			t.Fatalf("%x: %v", theirs, err)
		}
		compare(t, got, v)
	})
}

// compare goes field by field. Empty collections are equal to nil ones.
func compare[A any](t *rapid.T, got, want A) {
	g, w := reflect.ValueOf(got), reflect.ValueOf(want)
	for i := range w.NumField() {
		if !w.Type().Field(i).IsExported() {
			continue
		}
		if a, b := tree(g.Field(i)), tree(w.Field(i)); !reflect.DeepEqual(a, b) {
			t.Fatalf("%s: got %#v, want %#v", w.Type().Field(i).Name, a, b)
		}
	}
}

// tree turns a value into maps, lists and scalars.
func tree(v reflect.Value) any {
	if v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return nil
		}
		return []any{tree(v.Elem())}
	}
	if v.CanInterface() {
		switch x := v.Interface().(type) {
		case time.Time:
			return x.UnixNano()
		case big.Int:
			return x.String()
		}
	}
	switch v.Kind() {
	case reflect.Slice, reflect.Array:
		list := []any{}
		for i := range v.Len() {
			list = append(list, tree(v.Index(i)))
		}
		return list
	case reflect.Map:
		m := map[any]any{}
		for k, e := range v.Seq2() {
			m[k.Interface()] = tree(e)
		}
		return m
	case reflect.Struct:
		fields := map[any]any{}
		for i := range v.NumField() {
			fields[i] = tree(v.Field(i))
		}
		return fields
	case reflect.Float32, reflect.Float64:
		return math.Float64bits(v.Float())
	case reflect.Uint8: // the state of an Optional, among others
		return v.Uint()
	case reflect.Int, reflect.Int64:
		return v.Int()
	}
	if v.CanInterface() {
		return v.Interface()
	}
	return v.String()
}
