package protobuf_test

import (
	"encoding/json/v2"
	"math/big"
	"reflect"
	"slices"
	"time"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/weft-go/weft/schema"
)

// The naive mapping from Go values to messages. It follows the format's
// documentation and shares no code with it.

// toMessage returns the message for a value in a place where only a message fits.
func toMessage(d protoreflect.MessageDescriptor, s *schema.Schema, v reflect.Value) protoreflect.Message {
	m := dynamicpb.NewMessage(d)
	switch s.Kind() {
	case schema.KindStruct:
		for _, f := range s.Fields() {
			if fv, ok := f.Get(v); ok {
				setField(m, d.Fields().ByNumber(protoreflect.FieldNumber(f.ProtobufNumber)), f.Schema, fv)
			}
		}
	case schema.KindSum:
		if c, held, ok := s.CaseOf(v); ok {
			fd := d.Fields().ByNumber(protoreflect.FieldNumber(c.Number))
			m.Set(fd, toValue(fd, c.Schema, held))
		}
	case schema.KindTime:
		t := v.Interface().(time.Time)
		setClock(m, t.Unix(), int32(t.Nanosecond()))
	case schema.KindDuration:
		setClock(m, v.Int()/1e9, int32(v.Int()%1e9))
	case schema.KindPointer:
		switch s.Elem().Kind() {
		case schema.KindStruct, schema.KindSum, schema.KindTime, schema.KindDuration:
			return toMessage(d, s.Elem(), v.Elem())
		}
		setField(m, d.Fields().ByNumber(1), s, v)
	case schema.KindOptional:
		if p := optional(v).Pointer(); p != nil {
			fd := d.Fields().ByNumber(1)
			m.Set(fd, toValue(fd, s.Elem(), reflect.ValueOf(p).Elem()))
		}
	default:
		setField(m, d.Fields().ByNumber(1), s, v)
	}
	return m
}

func setClock(m protoreflect.Message, seconds int64, nanos int32) {
	if seconds != 0 {
		m.Set(m.Descriptor().Fields().ByNumber(1), protoreflect.ValueOfInt64(seconds))
	}
	if nanos != 0 {
		m.Set(m.Descriptor().Fields().ByNumber(2), protoreflect.ValueOfInt32(nanos))
	}
}

func optional(v reflect.Value) schema.AnyOptional {
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	return p.Interface().(schema.AnyOptional)
}

// setField sets a field of a message unless the value is absent.
func setField(m protoreflect.Message, fd protoreflect.FieldDescriptor, s *schema.Schema, v reflect.Value) {
	switch s.Kind() {
	case schema.KindSlice, schema.KindArray:
		for i := range v.Len() {
			list := m.Mutable(fd).List()
			list.Append(toValue(fd, s.Elem(), v.Index(i)))
		}
	case schema.KindMap:
		for iter := v.MapRange(); iter.Next(); {
			if fd.IsMap() {
				key := toValue(fd.MapKey(), s.Key(), iter.Key()).MapKey()
				m.Mutable(fd).Map().Set(key, toValue(fd.MapValue(), s.Elem(), iter.Value()))
				continue
			}
			entry := dynamicpb.NewMessage(fd.Message())
			entry.Set(fd.Message().Fields().ByNumber(1), toValue(fd.Message().Fields().ByNumber(1), s.Key(), iter.Key()))
			entry.Set(fd.Message().Fields().ByNumber(2), toValue(fd.Message().Fields().ByNumber(2), s.Elem(), iter.Value()))
			m.Mutable(fd).List().Append(protoreflect.ValueOfMessage(entry))
		}
	case schema.KindPointer:
		if !v.IsNil() {
			m.Set(fd, toValue(fd, s.Elem(), v.Elem()))
		}
	case schema.KindOptional:
		if !optional(v).IsAbsent() {
			m.Set(fd, toValue(fd, s, v))
		}
	case schema.KindSum, schema.KindAny:
		if !v.IsNil() {
			m.Set(fd, toValue(fd, s, v))
		}
	case schema.KindTime:
		if !v.Interface().(time.Time).IsZero() {
			m.Set(fd, toValue(fd, s, v))
		}
	case schema.KindDuration, schema.KindRawJSON:
		if !v.IsZero() && (v.Kind() != reflect.Slice || v.Len() > 0) {
			m.Set(fd, toValue(fd, s, v))
		}
	default:
		m.Set(fd, toValue(fd, s, v))
	}
}

// toValue returns a single value.
func toValue(fd protoreflect.FieldDescriptor, s *schema.Schema, v reflect.Value) protoreflect.Value {
	k := s.Kind()
	switch fd.Kind() {
	case protoreflect.MessageKind:
		return protoreflect.ValueOfMessage(toMessage(fd.Message(), s, v))
	case protoreflect.EnumKind:
		return protoreflect.ValueOfEnum(protoreflect.EnumNumber(v.Int()))
	case protoreflect.BoolKind:
		return protoreflect.ValueOfBool(v.Bool())
	case protoreflect.Int32Kind:
		return protoreflect.ValueOfInt32(int32(v.Int()))
	case protoreflect.Int64Kind:
		return protoreflect.ValueOfInt64(v.Int())
	case protoreflect.Uint32Kind:
		return protoreflect.ValueOfUint32(uint32(v.Uint()))
	case protoreflect.Uint64Kind:
		return protoreflect.ValueOfUint64(v.Uint())
	case protoreflect.FloatKind:
		return protoreflect.ValueOfFloat32(float32(v.Float()))
	case protoreflect.DoubleKind:
		return protoreflect.ValueOfFloat64(v.Float())
	case protoreflect.BytesKind:
		switch k {
		case schema.KindBigInt:
			x := v.Interface().(big.Int)
			return protoreflect.ValueOfBytes(twosComplement(&x))
		case schema.KindByteArray:
			b := make([]byte, v.Len())
			reflect.Copy(reflect.ValueOf(b), v)
			return protoreflect.ValueOfBytes(b)
		}
		return protoreflect.ValueOfBytes(v.Bytes())
	}
	if k == schema.KindAny || k == schema.KindRawJSON || k == schema.KindCustom {
		text, err := json.Marshal(v.Interface(), json.Deterministic(true))
		if err != nil {
			panic(err)
		}
		if k == schema.KindRawJSON {
			text = v.Bytes()
		}
		return protoreflect.ValueOfString(string(text))
	}
	text, err := s.AppendText(nil, v)
	if err != nil {
		panic(err)
	}
	return protoreflect.ValueOfString(string(text))
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
	return slices.Clone(y.FillBytes(make([]byte, size)))
}
