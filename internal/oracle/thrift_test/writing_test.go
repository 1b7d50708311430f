package thrift_test

import (
	"context"
	"encoding/json/v2"
	"math/big"
	"reflect"
	"slices"
	"time"

	"github.com/apache/thrift/lib/go/thrift"

	"github.com/weft-go/weft/schema"
)

// The naive mapping from Go values to calls of a TProtocol.

var ctx = context.Background()

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func optional(v reflect.Value) schema.AnyOptional {
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	return p.Interface().(schema.AnyOptional)
}

// typeOf returns the type of a schema's values on the wire.
func typeOf(s *schema.Schema) thrift.TType {
	switch k := s.Kind(); {
	case isEnum(s):
		return thrift.I32
	case k == schema.KindBool:
		return thrift.BOOL
	case k == schema.KindInt8:
		return thrift.BYTE
	case k == schema.KindInt16, k == schema.KindUint8:
		return thrift.I16
	case k == schema.KindInt32, k == schema.KindUint16:
		return thrift.I32
	case k.IsInt(), k.IsUint(), k == schema.KindDuration:
		return thrift.I64
	case k.IsFloat():
		return thrift.DOUBLE
	case k == schema.KindUUID:
		return thrift.UUID
	case s.Type() == reflect.TypeFor[Forest]():
		return thrift.STRUCT
	case k == schema.KindSlice, k == schema.KindArray:
		return thrift.LIST
	case k == schema.KindMap:
		return thrift.MAP
	case k == schema.KindTime, k == schema.KindStruct, k == schema.KindSum, k == schema.KindPointer, k == schema.KindOptional:
		return thrift.STRUCT
	}
	return thrift.STRING
}

func isEnum(s *schema.Schema) bool {
	return len(s.Base().Enum()) > 0 && (s.Kind().IsInt() || s.Kind().IsUint())
}

// writeStruct writes a value where only a struct fits.
func writeStruct(p thrift.TProtocol, s *schema.Schema, v reflect.Value) {
	if s.Kind() == schema.KindPointer {
		switch s.Elem().Kind() {
		case schema.KindStruct, schema.KindSum, schema.KindTime:
			writeStruct(p, s.Elem(), v.Elem())
			return
		}
	}
	check(p.WriteStructBegin(ctx, "struct"))
	switch s.Kind() {
	case schema.KindStruct:
		// Generated code writes fields in the order of their numbers.
		fields := slices.Clone(s.Fields())
		slices.SortFunc(fields, func(x, y *schema.Field) int { return x.ThriftNumber - y.ThriftNumber })
		for _, f := range fields {
			if fv, ok := f.Get(v); ok {
				writeField(p, f.ThriftNumber, f.Schema, fv)
			}
		}
	case schema.KindSum:
		c, held, _ := s.CaseOf(v)
		writeField(p, c.Number, c.Schema, held)
	case schema.KindTime:
		t := v.Interface().(time.Time)
		writeField(p, 1, schema.Of[int64](), reflect.ValueOf(t.Unix()))
		writeField(p, 2, schema.Of[int32](), reflect.ValueOf(int32(t.Nanosecond())))
	case schema.KindOptional:
		if q := optional(v).Pointer(); q != nil {
			writeField(p, 1, s.Elem(), reflect.ValueOf(q).Elem())
		}
	default:
		if s.Type() == reflect.TypeFor[Forest]() {
			writeHeader(p, 1, thrift.LIST)
			writeList(p, s, v)
		} else {
			writeField(p, 1, s, v)
		}
	}
	check(p.WriteFieldStop(ctx))
	check(p.WriteStructEnd(ctx))
}

func writeHeader(p thrift.TProtocol, number int, t thrift.TType) {
	check(p.WriteFieldBegin(ctx, "field", t, int16(number)))
}

func writeField(p thrift.TProtocol, number int, s *schema.Schema, v reflect.Value) {
	switch s.Kind() {
	case schema.KindPointer:
		if v.IsNil() {
			return
		}
		s, v = s.Elem(), v.Elem()
	case schema.KindOptional:
		if optional(v).IsAbsent() {
			return
		}
	case schema.KindSum, schema.KindAny:
		if v.IsNil() {
			return
		}
	case schema.KindRawJSON:
		if v.Len() == 0 {
			return
		}
	}
	writeHeader(p, number, typeOf(s))
	writeValue(p, s, v)
	check(p.WriteFieldEnd(ctx))
}

func writeValue(p thrift.TProtocol, s *schema.Schema, v reflect.Value) {
	integer := func() int64 {
		if v.CanUint() {
			return int64(v.Uint())
		}
		return v.Int()
	}
	switch typeOf(s) {
	case thrift.BOOL:
		check(p.WriteBool(ctx, v.Bool()))
	case thrift.BYTE:
		check(p.WriteByte(ctx, int8(integer())))
	case thrift.I16:
		check(p.WriteI16(ctx, int16(integer())))
	case thrift.I32:
		check(p.WriteI32(ctx, int32(integer())))
	case thrift.I64:
		check(p.WriteI64(ctx, integer()))
	case thrift.DOUBLE:
		check(p.WriteDouble(ctx, v.Float()))
	case thrift.UUID:
		var u thrift.Tuuid
		reflect.Copy(reflect.ValueOf(&u).Elem(), v)
		check(p.WriteUUID(ctx, u))
	case thrift.STRUCT:
		writeStruct(p, s, v)
	case thrift.LIST:
		writeList(p, s, v)
	case thrift.MAP:
		check(p.WriteMapBegin(ctx, typeOf(s.Key()), typeOf(s.Elem()), v.Len()))
		for iter := v.MapRange(); iter.Next(); {
			writeValue(p, s.Key(), iter.Key())
			writeValue(p, s.Elem(), iter.Value())
		}
		check(p.WriteMapEnd(ctx))
	default:
		writeBytes(p, s, v)
	}
}

func writeList(p thrift.TProtocol, s *schema.Schema, v reflect.Value) {
	check(p.WriteListBegin(ctx, typeOf(s.Elem()), v.Len()))
	for i := range v.Len() {
		writeValue(p, s.Elem(), v.Index(i))
	}
	check(p.WriteListEnd(ctx))
}

func writeBytes(p thrift.TProtocol, s *schema.Schema, v reflect.Value) {
	switch s.Kind() {
	case schema.KindBytes:
		check(p.WriteBinary(ctx, v.Bytes()))
	case schema.KindByteArray:
		b := make([]byte, v.Len())
		reflect.Copy(reflect.ValueOf(b), v)
		check(p.WriteBinary(ctx, b))
	case schema.KindBigInt:
		x := v.Interface().(big.Int)
		check(p.WriteBinary(ctx, twosComplement(&x)))
	case schema.KindRawJSON:
		text := string(v.Bytes())
		if text == "" {
			text = "null"
		}
		check(p.WriteString(ctx, text))
	case schema.KindAny, schema.KindCustom:
		text, err := json.Marshal(v.Interface(), json.Deterministic(true))
		check(err)
		check(p.WriteString(ctx, string(text)))
	default:
		text, err := s.AppendText(nil, v)
		check(err)
		check(p.WriteString(ctx, string(text)))
	}
}

// twosComplement works with arithmetic, where the format works with bits.
func twosComplement(x *big.Int) []byte {
	size := 1
	for {
		limit := new(big.Int).Lsh(big.NewInt(1), uint(8*size-1))
		if x.Cmp(limit) < 0 && x.Cmp(new(big.Int).Neg(limit)) >= 0 {
			break
		}
		size++
	}
	y := new(big.Int).Set(x)
	if x.Sign() < 0 {
		y.Add(y, new(big.Int).Lsh(big.NewInt(1), uint(8*size)))
	}
	return y.FillBytes(make([]byte, size))
}
