// Package msgpack_test exchanges MessagePack with an independent implementation,
// github.com/vmihailenco/msgpack, in both directions.
package msgpack_test

import (
	"bytes"
	"math"
	"math/big"
	"reflect"
	"testing"
	"time"
	"uuid"

	oracle "github.com/vmihailenco/msgpack/v5"
	"pgregory.net/rapid"

	"github.com/weft-go/weft/format/msgpack"
)

type inner struct {
	Name  string   `json:"name"`
	Count int32    `json:"count"`
	Next  *inner   `json:"next"`
	List  []uint16 `json:"list"`
}

type embedded struct {
	Note string `json:"note"`
}

// shapes has a field for each kind that both sides map to the same thing.
type shapes struct {
	embedded
	Bool     bool              `json:"bool"`
	Int      int               `json:"int"`
	Int8     int8              `json:"int8"`
	Int16    int16             `json:"int16"`
	Int32    int32             `json:"int32"`
	Int64    int64             `json:"int64"`
	Uint     uint              `json:"uint"`
	Uint8    uint8             `json:"uint8"`
	Uint16   uint16            `json:"uint16"`
	Uint32   uint32            `json:"uint32"`
	Uint64   uint64            `json:"uint64"`
	Float32  float32           `json:"float32"`
	Float64  float64           `json:"float64"`
	String   string            `json:"string"`
	Bytes    []byte            `json:"bytes"`
	Fixed    [5]byte           `json:"fixed"`
	Time     time.Time         `json:"time"`
	Duration time.Duration     `json:"duration"`
	Strings  []string          `json:"strings"`
	Structs  []inner           `json:"structs"`
	Array    [3]int64          `json:"array"`
	Map      map[string]int    `json:"map"`
	Texts    map[string]string `json:"texts"`
	IntKeys  map[int16]string  `json:"intKeys"`
	Structs2 map[string]inner  `json:"structs2"`
	Pointer  *float64          `json:"pointer"`
	Omitted  string            `json:"omitted,omitempty"`
	Dynamic  any               `json:"dynamic"`
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

func genTime() *rapid.Generator[time.Time] {
	return rapid.Custom(func(t *rapid.T) time.Time {
		seconds := rapid.OneOf(rapid.Int64Range(-62135596800, 253402300799), rapid.Int64Range(0, math.MaxUint32), rapid.Int64Range(1<<32, 1<<35)).Draw(t, "seconds")
		nanos := rapid.OneOf(rapid.Just(int64(0)), rapid.Int64Range(0, 999_999_999)).Draw(t, "nanoseconds")
		return time.Unix(seconds, nanos).UTC()
	})
}

// genDynamic makes what both sides decode to the same Go types.
func genDynamic(depth int) *rapid.Generator[any] {
	scalars := rapid.OneOf(rapid.Just(any(nil)), rapid.Bool().AsAny(), rapid.String().AsAny(), rapid.Float64Range(-1e300, 1e300).AsAny(),
		rapid.SliceOfN(rapid.Byte(), 1, 10).AsAny(), genTime().AsAny())
	if depth == 0 {
		return scalars
	}
	deeper := genDynamic(depth - 1)
	return rapid.OneOf(scalars, rapid.SliceOfN(deeper, 1, 20).AsAny(), rapid.MapOfN(rapid.String(), deeper, 1, 20).AsAny())
}

func genShapes() *rapid.Generator[shapes] {
	return rapid.Custom(func(t *rapid.T) shapes {
		v := shapes{
			embedded: embedded{rapid.String().Draw(t, "note")}, Bool: rapid.Bool().Draw(t, "bool"),
			Int: rapid.Int().Draw(t, "int"), Int8: rapid.Int8().Draw(t, "int8"), Int16: rapid.Int16().Draw(t, "int16"),
			Int32: rapid.Int32().Draw(t, "int32"), Int64: rapid.Int64().Draw(t, "int64"),
			Uint: rapid.Uint().Draw(t, "uint"), Uint8: rapid.Uint8().Draw(t, "uint8"), Uint16: rapid.Uint16().Draw(t, "uint16"),
			Uint32: rapid.Uint32().Draw(t, "uint32"), Uint64: rapid.Uint64().Draw(t, "uint64"),
			Float32: rapid.Float32().Draw(t, "float32"), Float64: rapid.Float64().Draw(t, "float64"),
			String: rapid.OneOf(rapid.String(), rapid.StringN(0, 400, -1)).Draw(t, "string"),
			Bytes:  rapid.SliceOfN(rapid.Byte(), 0, 300).Draw(t, "bytes"),
			Time:   genTime().Draw(t, "time"), Duration: time.Duration(rapid.Int64().Draw(t, "duration")),
			Strings:  rapid.SliceOfN(rapid.String(), 0, 20).Draw(t, "strings"),
			Structs:  rapid.SliceOfN(genInner(2), 0, 5).Draw(t, "structs"),
			Map:      rapid.MapOfN(rapid.String(), rapid.Int(), 0, 20).Draw(t, "map"),
			Texts:    rapid.MapOfN(rapid.String(), rapid.String(), 0, 5).Draw(t, "texts"),
			IntKeys:  rapid.MapOfN(rapid.Int16(), rapid.String(), 0, 5).Draw(t, "intKeys"),
			Structs2: rapid.MapOfN(rapid.String(), genInner(1), 0, 3).Draw(t, "structs2"),
			Pointer:  rapid.Ptr(rapid.Float64(), true).Draw(t, "pointer"),
			Omitted:  rapid.SampledFrom([]string{"", "x"}).Draw(t, "omitted"),
			Dynamic:  genDynamic(3).Draw(t, "dynamic"),
		}
		copy(v.Fixed[:], rapid.SliceOfN(rapid.Byte(), 5, 5).Draw(t, "fixed"))
		copy(v.Array[:], rapid.SliceOfN(rapid.Int64(), 3, 3).Draw(t, "array"))
		return v
	})
}

// oracleMarshal leaves the option for compact integers off, so that the oracle sends
// the wide forms; ours are the compact ones.
func oracleMarshal(v any) ([]byte, error) {
	var out bytes.Buffer
	enc := oracle.NewEncoder(&out)
	enc.SetCustomStructTag("json")
	err := enc.Encode(v)
	return out.Bytes(), err
}

func oracleUnmarshal(b []byte, v any) error {
	dec := oracle.NewDecoder(bytes.NewReader(b))
	dec.SetCustomStructTag("json")
	return dec.Decode(v)
}

func TestOracleReadsOurs(t *testing.T) {
	codec := msgpack.MessagePackCodec[shapes]()
	rapid.Check(t, func(t *rapid.T) {
		v := genShapes().Draw(t, "value")
		b, err := codec.Encode(v)
		if err != nil {
			t.Fatal(err)
		}
		var got shapes
		if err := oracleUnmarshal(b, &got); err != nil {
			t.Fatalf("%x: %v", b, err)
		}
		compare(t, got, v)
	})
}

func TestWeReadTheOracles(t *testing.T) {
	codec := msgpack.MessagePackCodec[shapes]()
	rapid.Check(t, func(t *rapid.T) {
		v := genShapes().Draw(t, "value")
		b, err := oracleMarshal(v)
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

// compare goes field by field. Times are compared as instants and empty collections
// are equal to nil ones, so both sides are brought into one form first.
func compare(t *rapid.T, got, want shapes) {
	g, w := reflect.ValueOf(got), reflect.ValueOf(want)
	for i := range w.NumField() {
		name := w.Type().Field(i).Name
		if name == "embedded" {
			if got.embedded != want.embedded {
				t.Fatalf("embedded: got %v, want %v", got.embedded, want.embedded)
			}
			continue
		}
		if a, b := plain(g.Field(i)), plain(w.Field(i)); !reflect.DeepEqual(a, b) {
			t.Fatalf("%s: got %#v, want %#v", name, a, b)
		}
	}
}

// plain turns a value into a tree of scalars.
func plain(v reflect.Value) any {
	switch v.Kind() {
	case reflect.Slice, reflect.Array:
		list := []any{}
		for i := range v.Len() {
			list = append(list, plain(v.Index(i)))
		}
		return list
	case reflect.Map:
		m := map[any]any{}
		for k, e := range v.Seq2() {
			m[k.Interface()] = plain(e)
		}
		return m
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return nil
		}
		return plain(v.Elem())
	case reflect.Struct:
		if t, ok := reflect.TypeAssert[time.Time](v); ok {
			return [2]int64{t.Unix(), int64(t.Nanosecond())}
		}
		fields := map[any]any{}
		for i := range v.NumField() {
			fields[v.Type().Field(i).Name] = plain(v.Field(i))
		}
		return fields
	case reflect.Float32, reflect.Float64:
		return math.Float64bits(v.Float())
	}
	return v.Interface()
}

// methods has the kinds that are text or bytes on the wire.
type methods struct {
	ID     uuid.UUID `json:"id"`
	Number *big.Int  `json:"number"`
}

func TestKindsWithMethods(t *testing.T) {
	codec := msgpack.MessagePackCodec[methods]()
	rapid.Check(t, func(t *rapid.T) {
		v := methods{Number: new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 0, 40).Draw(t, "number"))}
		copy(v.ID[:], rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "id"))
		theirs, err := oracleMarshal(v)
		if err != nil {
			t.Fatal(err)
		}
		got, err := codec.Decode(theirs)
		if err != nil || got.ID != v.ID || got.Number.Cmp(v.Number) != 0 {
			t.Fatalf("%x: got %v %v, want %v", theirs, got, err, v)
		}
		ours, err := codec.Encode(v)
		if err != nil {
			t.Fatal(err)
		}
		var raw struct {
			ID     [16]byte `json:"id"`
			Number string   `json:"number"`
		}
		if err := oracleUnmarshal(ours, &raw); err != nil || raw.ID != v.ID || raw.Number != v.Number.String() {
			t.Fatalf("%x: got %v %v, want %v", ours, raw, err, v)
		}
	})
}
