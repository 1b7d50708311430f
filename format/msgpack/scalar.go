package msgpack

import (
	"math"
	"math/big"
	"strconv"
	"time"
	"uuid"

	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/memory"
	"github.com/weft-go/weft/format/internal/text"
	"github.com/weft-go/weft/schema"
)

// functionPair is what a kind is compiled to.
type functionPair struct {
	encode encodeFunc
	decode decodeFunc
}

// scalarFunctions returns the functions of the kinds that need nothing but the kind.
func scalarFunctions(kind schema.Kind) (functionPair, bool) {
	switch kind {
	case schema.KindBool:
		return functionPair{encodeBool, decodeBool}, true
	case schema.KindInt:
		return functionPair{encodeSigned[int], signedDecoder[int](kind.String())}, true
	case schema.KindInt8:
		return functionPair{encodeSigned[int8], signedDecoder[int8](kind.String())}, true
	case schema.KindInt16:
		return functionPair{encodeSigned[int16], signedDecoder[int16](kind.String())}, true
	case schema.KindInt32:
		return functionPair{encodeSigned[int32], signedDecoder[int32](kind.String())}, true
	case schema.KindInt64, schema.KindDuration:
		return functionPair{encodeSigned[int64], signedDecoder[int64](kind.String())}, true
	case schema.KindUint:
		return functionPair{encodeUnsigned[uint], unsignedDecoder[uint](kind.String())}, true
	case schema.KindUint8:
		return functionPair{encodeUnsigned[uint8], unsignedDecoder[uint8](kind.String())}, true
	case schema.KindUint16:
		return functionPair{encodeUnsigned[uint16], unsignedDecoder[uint16](kind.String())}, true
	case schema.KindUint32:
		return functionPair{encodeUnsigned[uint32], unsignedDecoder[uint32](kind.String())}, true
	case schema.KindUint64:
		return functionPair{encodeUnsigned[uint64], unsignedDecoder[uint64](kind.String())}, true
	case schema.KindFloat32:
		return functionPair{encodeFloat32, decodeFloat32}, true
	case schema.KindFloat64:
		return functionPair{encodeFloat64, decodeFloat64}, true
	case schema.KindString:
		return functionPair{encodeString, decodeString}, true
	case schema.KindBytes:
		return functionPair{encodeBytes, decodeBytes}, true
	case schema.KindTime:
		return functionPair{encodeTime, decodeTime}, true
	case schema.KindUUID:
		return functionPair{encodeUUID, decodeUUID}, true
	case schema.KindBigInt:
		return functionPair{encodeBigInt, decodeBigInt}, true
	}
	return functionPair{}, false
}

func encodeBool(dst []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	return appendBool(dst, *memory.As[bool](p)), nil
}

func decodeBool(in []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	if len(in) == 0 || in[0]&^1 != falseByte {
		return in, refuse(in, "bool")
	}
	*memory.As[bool](p) = in[0] == trueByte
	return in[1:], nil
}

func encodeSigned[T int | int8 | int16 | int32 | int64](dst []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	return appendInt(dst, int64(*memory.As[T](p))), nil
}

func signedDecoder[T int | int8 | int16 | int32 | int64](want string) decodeFunc {
	return func(in []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
		n, rest, ok := readInt(in)
		if !ok || int64(T(n)) != n {
			return in, refuse(in, want)
		}
		*memory.As[T](p) = T(n)
		return rest, nil
	}
}

func encodeUnsigned[T uint | uint8 | uint16 | uint32 | uint64](dst []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	return appendUint(dst, uint64(*memory.As[T](p))), nil
}

func unsignedDecoder[T uint | uint8 | uint16 | uint32 | uint64](want string) decodeFunc {
	return func(in []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
		n, rest, ok := readUint(in)
		if !ok || uint64(T(n)) != n {
			return in, refuse(in, want)
		}
		*memory.As[T](p) = T(n)
		return rest, nil
	}
}

func encodeFloat32(dst []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	return appendFloat32(dst, *memory.As[float32](p)), nil
}

// decodeFloat32 rounds a float 64, as a conversion in Go does, but refuses one that
// is too large.
func decodeFloat32(in []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	x, rest, ok := readFloat(in)
	y := float32(x)
	if !ok || math.IsInf(float64(y), 0) && !math.IsInf(x, 0) {
		return in, refuse(in, "float32")
	}
	*memory.As[float32](p) = y
	return rest, nil
}

func encodeFloat64(dst []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	return appendFloat64(dst, *memory.As[float64](p)), nil
}

func decodeFloat64(in []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	x, rest, ok := readFloat(in)
	if !ok {
		return in, refuse(in, "float64")
	}
	*memory.As[float64](p) = x
	return rest, nil
}

const notUTF8 = "the string is not valid UTF-8"

// maxLength is the longest payload that a length of four bytes can tell.
const maxLength = math.MaxUint32

const tooLong = "the value is longer than MessagePack can tell"

func encodeString(dst []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	s := *memory.As[string](p)
	if uint64(len(s)) > maxLength {
		return dst, fault.New(tooLong)
	}
	dst = appendStr(dst, s)
	if b := dst[len(dst)-len(s):]; !text.Valid(b) {
		return dst, fault.New(notUTF8)
	}
	return dst, nil
}

func decodeString(in []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	payload, rest, ok := readBytes(in)
	if !ok {
		return in, refuse(in, "string")
	}
	if !text.Valid(payload) {
		return in, fault.Before(in, notUTF8)
	}
	*memory.As[string](p) = string(payload)
	return rest, nil
}

func encodeBytes(dst []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	b := *memory.As[[]byte](p)
	if uint64(len(b)) > maxLength {
		return dst, fault.New(tooLong)
	}
	return appendBin(dst, b), nil
}

func decodeBytes(in []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	if isNil(in) {
		return in[1:], nil
	}
	payload, rest, ok := readBytes(in)
	if !ok {
		return in, refuse(in, "bytes")
	}
	*memory.As[[]byte](p) = append(make([]byte, 0, len(payload)), payload...)
	return rest, nil
}

// byteArrayFunctions returns the functions of an array of n bytes.
func byteArrayFunctions(n int) (encodeFunc, decodeFunc) {
	encode := func(dst []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
		return appendBin(dst, p.Bytes(n)), nil
	}
	decode := func(in []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
		payload, rest, ok := readBytes(in)
		if !ok {
			return in, refuse(in, "bytes")
		}
		if len(payload) != n {
			return in, fault.Before(in, "want "+strconv.Itoa(n)+" bytes, got "+strconv.Itoa(len(payload)))
		}
		copy(p.Bytes(n), payload)
		return rest, nil
	}
	return encode, decode
}

func encodeTime(dst []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	return appendTime(dst, *memory.As[time.Time](p)), nil
}

func decodeTime(in []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	if t, rest, ok := readTime(in); ok {
		*memory.As[time.Time](p) = t
		return rest, nil
	}
	payload, rest, ok := readBytes(in)
	if !ok {
		return in, refuse(in, "timestamp")
	}
	t, err := time.Parse(time.RFC3339Nano, string(payload))
	if err != nil {
		return in, fault.Before(in, "want a timestamp or a time such as 2006-01-02T15:04:05Z, got other text")
	}
	*memory.As[time.Time](p) = t
	return rest, nil
}

func encodeUUID(dst []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	return append(append(dst, bin8, 16), memory.As[uuid.UUID](p)[:]...), nil
}

func decodeUUID(in []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	payload, rest, ok := readBytes(in)
	if !ok {
		return in, refuse(in, "uuid")
	}
	if len(payload) == 16 {
		copy(memory.As[uuid.UUID](p)[:], payload)
		return rest, nil
	}
	u, err := uuid.Parse(string(payload))
	if err != nil {
		return in, fault.Before(in, "want a UUID of 16 bytes or as text")
	}
	*memory.As[uuid.UUID](p) = u
	return rest, nil
}

func encodeBigInt(dst []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	var scratch [64]byte
	digits, f := text.AppendDigits(scratch[:0], memory.As[big.Int](p))
	if f != nil {
		return dst, f
	}
	return append(appendStrHead(dst, len(digits)), digits...), nil
}

func decodeBigInt(in []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	if n, rest, ok := readInt(in); ok {
		memory.As[big.Int](p).SetInt64(n)
		return rest, nil
	}
	if n, rest, ok := readUint(in); ok {
		memory.As[big.Int](p).SetUint64(n)
		return rest, nil
	}
	payload, rest, ok := readBytes(in)
	if !ok {
		return in, refuse(in, "big integer")
	}
	if f := text.ParseDigits(payload, memory.As[big.Int](p)); f != nil {
		return in, f.Before(in)
	}
	return rest, nil
}
