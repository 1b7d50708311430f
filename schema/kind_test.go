package schema_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/weft-go/weft/schema"
)

func TestKindOfEveryType(t *testing.T) {
	want := map[string]schema.Kind{
		"Bool": schema.KindBool, "Int": schema.KindInt, "Int8": schema.KindInt8, "Int16": schema.KindInt16,
		"Int32": schema.KindInt32, "Int64": schema.KindInt64, "Uint": schema.KindUint, "Uint8": schema.KindUint8,
		"Uint16": schema.KindUint16, "Uint32": schema.KindUint32, "Uint64": schema.KindUint64,
		"Float32": schema.KindFloat32, "Float64": schema.KindFloat64, "String": schema.KindString,
		"Bytes": schema.KindBytes, "ByteArray": schema.KindByteArray, "Time": schema.KindTime,
		"Duration": schema.KindDuration, "UUID": schema.KindUUID, "BigInt": schema.KindBigInt,
		"BigIntP": schema.KindPointer, "BigFloat": schema.KindBigFloat, "BigRat": schema.KindBigRat,
		"Text": schema.KindText, "Slice": schema.KindSlice, "Array": schema.KindArray, "Map": schema.KindMap,
		"IntMap": schema.KindMap, "Pointer": schema.KindPointer, "Optional": schema.KindOptional,
		"Struct": schema.KindStruct, "Sum": schema.KindSum, "Any": schema.KindAny, "Raw": schema.KindRawJSON,
		"Custom": schema.KindCustom, "Enum": schema.KindString, "Named": schema.KindInt,
	}
	fields := schema.Of[Everything]().Fields()
	if len(fields) != len(want) {
		t.Errorf("got %d fields, want %d", len(fields), len(want))
	}
	for _, f := range fields {
		if f.Schema.Kind() != want[f.GoName] {
			t.Errorf("%s: got kind %s, want %s", f.GoName, f.Schema.Kind(), want[f.GoName])
		}
	}
}

func TestKindPredicates(t *testing.T) {
	tests := []struct {
		kind                                schema.Kind
		text                                string
		isInt, isUint, isFloat, num, scalar bool
		bits                                int
	}{
		{schema.KindInvalid, "invalid", false, false, false, false, false, 0},
		{schema.KindBool, "bool", false, false, false, false, true, 0},
		{schema.KindInt, "int", true, false, false, true, true, 64},
		{schema.KindInt8, "int8", true, false, false, true, true, 8},
		{schema.KindInt16, "int16", true, false, false, true, true, 16},
		{schema.KindUint32, "uint32", false, true, false, true, true, 32},
		{schema.KindUint64, "uint64", false, true, false, true, true, 64},
		{schema.KindFloat32, "float32", false, false, true, true, true, 32},
		{schema.KindBigInt, "big integer", false, false, false, true, true, 0},
		{schema.KindBigRat, "fraction", false, false, false, false, true, 0},
		{schema.KindText, "text", false, false, false, false, true, 0},
		{schema.KindSlice, "slice", false, false, false, false, false, 0},
		{schema.Kind(200), "Kind(200)", false, false, false, false, false, 0},
	}
	for _, tt := range tests {
		k := tt.kind
		if k.String() != tt.text || k.IsInt() != tt.isInt || k.IsUint() != tt.isUint || k.IsFloat() != tt.isFloat ||
			k.IsNumber() != tt.num || k.IsScalar() != tt.scalar || k.Bits() != tt.bits {
			t.Errorf("%s: got %v %v %v %v %v %d", k, k.IsInt(), k.IsUint(), k.IsFloat(), k.IsNumber(), k.IsScalar(), k.Bits())
		}
	}
}

type namedByte byte
type onlyMarshals struct{ X int }

func (onlyMarshals) MarshalJSON() ([]byte, error) { return []byte("1"), nil }

type onlyText struct{ X int }

func (onlyText) MarshalText() ([]byte, error) { return nil, nil }

func TestKindOfUnusualTypes(t *testing.T) {
	tests := []struct {
		name string
		typ  reflect.Type
		want schema.Kind
	}{
		{"slice of a defined byte type", reflect.TypeFor[[]namedByte](), schema.KindSlice},
		{"json.RawMessage", reflect.TypeFor[json.RawMessage](), schema.KindRawJSON},
		{"one JSON method is enough", reflect.TypeFor[onlyMarshals](), schema.KindCustom},
		{"one text method is not", reflect.TypeFor[onlyText](), schema.KindStruct},
		{"anonymous struct", reflect.TypeFor[struct{ A int }](), schema.KindStruct},
		{"empty struct", reflect.TypeFor[struct{}](), schema.KindStruct},
		{"sum", reflect.TypeFor[Animal](), schema.KindSum},
		{"recursive slice", reflect.TypeFor[Forest](), schema.KindSlice},
		{"map with text keys", reflect.TypeFor[map[Weekday]string](), schema.KindMap},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, err := schema.For(tt.typ)
			if err != nil {
				t.Fatal(err)
			}
			if s.Kind() != tt.want {
				t.Errorf("got %s, want %s", s.Kind(), tt.want)
			}
		})
	}
}
