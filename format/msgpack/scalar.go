package msgpack

import (
	"math"
	"math/big"
	"strconv"
	"time"
	"unicode/utf8"
	"uuid"

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

func encodeBool(dst []byte, p ptr, _ int) ([]byte, *fault) { return appendBool(dst, *at[bool](p)), nil }

func decodeBool(in []byte, p ptr, _ int) ([]byte, *fault) {
	if len(in) == 0 || in[0]&^1 != falseByte {
		return in, refuse(in, "bool")
	}
	*at[bool](p) = in[0] == trueByte
	return in[1:], nil
}

func encodeSigned[T int | int8 | int16 | int32 | int64](dst []byte, p ptr, _ int) ([]byte, *fault) {
	return appendInt(dst, int64(*at[T](p))), nil
}

func signedDecoder[T int | int8 | int16 | int32 | int64](want string) decodeFunc {
	return func(in []byte, p ptr, _ int) ([]byte, *fault) {
		n, rest, ok := readInt(in)
		if !ok || int64(T(n)) != n {
			return in, refuse(in, want)
		}
		*at[T](p) = T(n)
		return rest, nil
	}
}

func encodeUnsigned[T uint | uint8 | uint16 | uint32 | uint64](dst []byte, p ptr, _ int) ([]byte, *fault) {
	return appendUint(dst, uint64(*at[T](p))), nil
}

func unsignedDecoder[T uint | uint8 | uint16 | uint32 | uint64](want string) decodeFunc {
	return func(in []byte, p ptr, _ int) ([]byte, *fault) {
		n, rest, ok := readUint(in)
		if !ok || uint64(T(n)) != n {
			return in, refuse(in, want)
		}
		*at[T](p) = T(n)
		return rest, nil
	}
}

func encodeFloat32(dst []byte, p ptr, _ int) ([]byte, *fault) {
	return appendFloat32(dst, *at[float32](p)), nil
}

// decodeFloat32 rounds a float 64, as a conversion in Go does, but refuses one that
// is too large.
func decodeFloat32(in []byte, p ptr, _ int) ([]byte, *fault) {
	x, rest, ok := readFloat(in)
	y := float32(x)
	if !ok || math.IsInf(float64(y), 0) && !math.IsInf(x, 0) {
		return in, refuse(in, "float32")
	}
	*at[float32](p) = y
	return rest, nil
}

func encodeFloat64(dst []byte, p ptr, _ int) ([]byte, *fault) {
	return appendFloat64(dst, *at[float64](p)), nil
}

func decodeFloat64(in []byte, p ptr, _ int) ([]byte, *fault) {
	x, rest, ok := readFloat(in)
	if !ok {
		return in, refuse(in, "float64")
	}
	*at[float64](p) = x
	return rest, nil
}

const notUTF8 = "the string is not valid UTF-8"

// maxLength is the longest payload that a length of four bytes can tell.
const maxLength = math.MaxUint32

const tooLong = "the value is longer than MessagePack can tell"

func encodeString(dst []byte, p ptr, _ int) ([]byte, *fault) {
	s := *at[string](p)
	if uint64(len(s)) > maxLength {
		return dst, newFault(tooLong)
	}
	dst = appendStr(dst, s)
	if b := dst[len(dst)-len(s):]; !isASCII(b) && !utf8.Valid(b) {
		return dst, newFault(notUTF8)
	}
	return dst, nil
}

func decodeString(in []byte, p ptr, _ int) ([]byte, *fault) {
	payload, rest, ok := readBytes(in)
	if !ok {
		return in, refuse(in, "string")
	}
	if !isASCII(payload) && !utf8.Valid(payload) {
		return in, faultAt(in, notUTF8)
	}
	*at[string](p) = string(payload)
	return rest, nil
}

func encodeBytes(dst []byte, p ptr, _ int) ([]byte, *fault) {
	b := *at[[]byte](p)
	if uint64(len(b)) > maxLength {
		return dst, newFault(tooLong)
	}
	return appendBin(dst, b), nil
}

func decodeBytes(in []byte, p ptr, _ int) ([]byte, *fault) {
	if isNil(in) {
		return in[1:], nil
	}
	payload, rest, ok := readBytes(in)
	if !ok {
		return in, refuse(in, "bytes")
	}
	*at[[]byte](p) = append(make([]byte, 0, len(payload)), payload...)
	return rest, nil
}

// byteArrayFunctions returns the functions of an array of n bytes.
func byteArrayFunctions(n int) (encodeFunc, decodeFunc) {
	encode := func(dst []byte, p ptr, _ int) ([]byte, *fault) {
		return appendBin(dst, p.bytes(n)), nil
	}
	decode := func(in []byte, p ptr, _ int) ([]byte, *fault) {
		payload, rest, ok := readBytes(in)
		if !ok {
			return in, refuse(in, "bytes")
		}
		if len(payload) != n {
			return in, faultAt(in, "want "+strconv.Itoa(n)+" bytes, got "+strconv.Itoa(len(payload)))
		}
		copy(p.bytes(n), payload)
		return rest, nil
	}
	return encode, decode
}

func encodeTime(dst []byte, p ptr, _ int) ([]byte, *fault) {
	return appendTime(dst, *at[time.Time](p)), nil
}

func decodeTime(in []byte, p ptr, _ int) ([]byte, *fault) {
	if t, rest, ok := readTime(in); ok {
		*at[time.Time](p) = t
		return rest, nil
	}
	payload, rest, ok := readBytes(in)
	if !ok {
		return in, refuse(in, "timestamp")
	}
	t, err := time.Parse(time.RFC3339Nano, string(payload))
	if err != nil {
		return in, faultAt(in, "want a timestamp or a time such as 2006-01-02T15:04:05Z, got other text")
	}
	*at[time.Time](p) = t
	return rest, nil
}

func encodeUUID(dst []byte, p ptr, _ int) ([]byte, *fault) {
	return append(append(dst, bin8, 16), at[uuid.UUID](p)[:]...), nil
}

func decodeUUID(in []byte, p ptr, _ int) ([]byte, *fault) {
	payload, rest, ok := readBytes(in)
	if !ok {
		return in, refuse(in, "uuid")
	}
	if len(payload) == 16 {
		copy(at[uuid.UUID](p)[:], payload)
		return rest, nil
	}
	u, err := uuid.Parse(string(payload))
	if err != nil {
		return in, faultAt(in, "want a UUID of 16 bytes or as text")
	}
	*at[uuid.UUID](p) = u
	return rest, nil
}

// maxDigits bounds decimal numbers: the time to read one grows with the square of
// its length.
const maxDigits = 1 << 15

func encodeBigInt(dst []byte, p ptr, _ int) ([]byte, *fault) {
	x := at[big.Int](p)
	if x.BitLen() > maxDigits*3 {
		return dst, newFault("the number has more than 32768 digits")
	}
	var scratch [64]byte
	text := x.Append(scratch[:0], 10)
	return append(appendStrHead(dst, len(text)), text...), nil
}

func decodeBigInt(in []byte, p ptr, _ int) ([]byte, *fault) {
	if n, rest, ok := readInt(in); ok {
		at[big.Int](p).SetInt64(n)
		return rest, nil
	}
	if n, rest, ok := readUint(in); ok {
		at[big.Int](p).SetUint64(n)
		return rest, nil
	}
	payload, rest, ok := readBytes(in)
	if !ok {
		return in, refuse(in, "big integer")
	}
	x, ok := new(big.Int), len(payload) <= maxDigits
	if ok {
		x, ok = x.SetString(string(payload), 10)
	}
	if !ok {
		return in, faultAt(in, "want a big integer of decimal digits, got other text")
	}
	at[big.Int](p).Set(x)
	return rest, nil
}
