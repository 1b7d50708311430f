package thrift_test

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"fmt"
	"math/big"
	"reflect"
	"time"

	"github.com/apache/thrift/lib/go/thrift"

	"github.com/weft-go/weft/schema"
)

// The naive mapping back, from calls of a TProtocol to Go values.

// readStruct reads a struct into v. Every field has to be known.
func readStruct(p thrift.TProtocol, s *schema.Schema, v reflect.Value) {
	if s.Kind() == schema.KindPointer {
		switch s.Elem().Kind() {
		case schema.KindStruct, schema.KindSum, schema.KindTime:
			v.Set(reflect.New(s.Elem().Type()))
			readStruct(p, s.Elem(), v.Elem())
			return
		}
	}
	if s.Kind() == schema.KindOptional {
		v.Addr().Interface().(schema.AnyOptional).SetNull()
	}
	var seconds, nanos int64
	_, err := p.ReadStructBegin(ctx)
	check(err)
	for {
		_, t, number, err := p.ReadFieldBegin(ctx)
		check(err)
		if t == thrift.STOP {
			break
		}
		switch {
		case s.Kind() == schema.KindTime && number == 1:
			seconds, err = p.ReadI64(ctx)
		case s.Kind() == schema.KindTime && number == 2:
			var n int32
			n, err = p.ReadI32(ctx)
			nanos = int64(n)
		default:
			readMember(p, s, v, int(number), t)
		}
		check(err)
		check(p.ReadFieldEnd(ctx))
	}
	check(p.ReadStructEnd(ctx))
	if s.Kind() == schema.KindTime {
		v.Set(reflect.ValueOf(time.Unix(seconds, nanos).UTC()))
	}
}

// readMember reads the value of a field.
func readMember(p thrift.TProtocol, s *schema.Schema, v reflect.Value, number int, t thrift.TType) {
	switch s.Kind() {
	case schema.KindStruct:
		for _, f := range s.Fields() {
			if f.ThriftNumber == number {
				readField(p, f.Schema, f.Settable(v), t)
				return
			}
		}
	case schema.KindSum:
		for _, c := range s.Cases() {
			if c.Number == number {
				ptr := c.New()
				readField(p, c.Schema, ptr.Elem(), t)
				v.Set(c.Interface(ptr))
				return
			}
		}
	case schema.KindOptional:
		held := v.Addr().Interface().(schema.AnyOptional).SetPresent()
		readField(p, s.Elem(), reflect.ValueOf(held).Elem(), t)
		return
	default:
		if s.Type() == reflect.TypeFor[Forest]() {
			readList(p, s, v)
		} else {
			readField(p, s, v, t)
		}
		return
	}
	panic(fmt.Sprintf("field %d of %s is unknown", number, s.Type()))
}

func readField(p thrift.TProtocol, s *schema.Schema, v reflect.Value, t thrift.TType) {
	if s.Kind() == schema.KindPointer {
		v.Set(reflect.New(s.Elem().Type()))
		s, v = s.Elem(), v.Elem()
	}
	if t != typeOf(s) {
		panic(fmt.Sprintf("a %s has the type %s", s.Type(), t))
	}
	readValue(p, s, v)
}

func readValue(p thrift.TProtocol, s *schema.Schema, v reflect.Value) {
	setInt := func(n int64, err error) {
		check(err)
		if v.CanUint() {
			v.SetUint(uint64(n))
		} else {
			v.SetInt(n)
		}
	}
	switch typeOf(s) {
	case thrift.BOOL:
		x, err := p.ReadBool(ctx)
		check(err)
		v.SetBool(x)
	case thrift.BYTE:
		n, err := p.ReadByte(ctx)
		setInt(int64(n), err)
	case thrift.I16:
		n, err := p.ReadI16(ctx)
		setInt(int64(n), err)
	case thrift.I32:
		n, err := p.ReadI32(ctx)
		setInt(int64(n), err)
	case thrift.I64:
		setInt(p.ReadI64(ctx))
	case thrift.DOUBLE:
		x, err := p.ReadDouble(ctx)
		check(err)
		v.SetFloat(x)
	case thrift.UUID:
		u, err := p.ReadUUID(ctx)
		check(err)
		reflect.Copy(v, reflect.ValueOf(u[:]))
	case thrift.STRUCT:
		readStruct(p, s, v)
	case thrift.LIST:
		readList(p, s, v)
	case thrift.MAP:
		readMap(p, s, v)
	default:
		readBytes(p, s, v)
	}
}

func readList(p thrift.TProtocol, s *schema.Schema, v reflect.Value) {
	t, n, err := p.ReadListBegin(ctx)
	check(err)
	if t != typeOf(s.Elem()) {
		panic(fmt.Sprintf("the elements of %s have the type %s", s.Type(), t))
	}
	for i := range n {
		if s.Kind() == schema.KindSlice {
			v.Set(reflect.Append(v, reflect.Zero(s.Elem().Type())))
		}
		readValue(p, s.Elem(), v.Index(i))
	}
	check(p.ReadListEnd(ctx))
}

func readMap(p thrift.TProtocol, s *schema.Schema, v reflect.Value) {
	_, _, n, err := p.ReadMapBegin(ctx)
	check(err)
	v.Set(reflect.MakeMap(s.Type()))
	for range n {
		key, value := reflect.New(s.Key().Type()).Elem(), reflect.New(s.Elem().Type()).Elem()
		readValue(p, s.Key(), key)
		readValue(p, s.Elem(), value)
		v.SetMapIndex(key, value)
	}
	check(p.ReadMapEnd(ctx))
}

func readBytes(p thrift.TProtocol, s *schema.Schema, v reflect.Value) {
	b, err := p.ReadBinary(ctx)
	check(err)
	switch x := v.Addr().Interface().(type) {
	case *big.Int:
		x.SetBytes(b)
		if len(b) > 0 && b[0] >= 0x80 {
			x.Sub(x, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
		}
	case *jsontext.Value:
		*x = b
	default:
		switch s.Kind() {
		case schema.KindBytes:
			v.SetBytes(b)
		case schema.KindByteArray:
			reflect.Copy(v, reflect.ValueOf(b))
		case schema.KindAny, schema.KindCustom:
			check(json.Unmarshal(b, x))
		default:
			check(s.ParseText(string(b), v))
		}
	}
}
