package avro

import (
	"encoding/binary"
	"math"
	"math/big"
	"time"
	"uuid"

	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/memory"
	"github.com/weft-go/weft/format/internal/text"
	"github.com/weft-go/weft/schema"
)

// fillScalar compiles the kinds that need nothing but the kind.
func fillScalar(n *node, kind schema.Kind) bool {
	switch kind {
	case schema.KindBool:
		n.kind, n.encode, n.decode = avroBoolean, encodeBool, decodeBool
	case schema.KindInt8:
		fillInteger[int8](n, avroInt, kind)
	case schema.KindInt16:
		fillInteger[int16](n, avroInt, kind)
	case schema.KindInt32:
		fillInteger[int32](n, avroInt, kind)
	case schema.KindUint8:
		fillInteger[uint8](n, avroInt, kind)
	case schema.KindUint16:
		fillInteger[uint16](n, avroInt, kind)
	case schema.KindInt:
		fillInteger[int](n, avroLong, kind)
	case schema.KindInt64, schema.KindDuration:
		fillInteger[int64](n, avroLong, kind)
	case schema.KindUint32:
		fillInteger[uint32](n, avroLong, kind)
	case schema.KindUint:
		fillUnsigned[uint](n)
	case schema.KindUint64:
		fillUnsigned[uint64](n)
	case schema.KindFloat32:
		n.kind, n.encode, n.decode = avroFloat, encodeFloat32, decodeFloat32
	case schema.KindFloat64:
		n.kind, n.encode, n.decode = avroDouble, encodeFloat64, decodeFloat64
	case schema.KindString:
		n.kind, n.encode, n.decode = avroString, encodeString, decodeString
	case schema.KindBytes:
		n.kind, n.encode, n.decode = avroBytes, encodeBytes, decodeBytes
	case schema.KindTime:
		n.kind, n.encode, n.decode, n.logical = avroLong, encodeTime, decodeTime, "timestamp-nanos"
	case schema.KindUUID:
		n.kind, n.encode, n.decode, n.logical = avroString, encodeUUID, decodeUUID, "uuid"
	case schema.KindBigInt:
		n.kind, n.encode, n.decode = avroString, encodeBigInt, decodeBigInt
	default:
		return false
	}
	return true
}

func encodeBool(dst []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	if *memory.As[bool](p) {
		return append(dst, 1), nil
	}
	return append(dst, 0), nil
}

func decodeBool(in []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	switch {
	case len(in) == 0:
		return in, fault.Truncated(in, "unexpected end of input, want boolean")
	case in[0] > 1:
		return in, fault.Before(in, "want boolean, got the byte %#x", in[0])
	}
	*memory.As[bool](p) = in[0] == 1
	return in[1:], nil
}

// fillInteger compiles an integer that fits an Avro int or long.
func fillInteger[T int | int8 | int16 | int32 | int64 | uint8 | uint16 | uint32](n *node, kind avroKind, want schema.Kind) {
	n.kind = kind
	n.encode = func(dst []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
		return appendLong(dst, int64(*memory.As[T](p))), nil
	}
	n.decode = func(in []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
		v, rest, ok := readLong(in)
		if !ok {
			return in, refuseLong(in, want.String())
		}
		if int64(T(v)) != v {
			return in, fault.Before(in, "want %s, got %d", want, v)
		}
		*memory.As[T](p) = T(v)
		return rest, nil
	}
}

// fillUnsigned compiles a 64-bit unsigned integer, half of whose values do not fit a
// long. It is a decimal of 20 digits: bytes that hold the number in two's complement,
// highest byte first, as few as it takes.
func fillUnsigned[T uint | uint64](n *node) {
	n.kind, n.logical, n.precision = avroBytes, "decimal", 20
	n.encode = func(dst []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
		return appendUnsigned(dst, uint64(*memory.As[T](p))), nil
	}
	n.decode = func(in []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
		payload, rest, f := readLength(in, "decimal")
		if f != nil {
			return in, f
		}
		v, ok := parseUnsigned(payload)
		if !ok || uint64(T(v)) != v {
			return in, fault.Before(in, "want a decimal from 0 to 18446744073709551615, got another number")
		}
		*memory.As[T](p) = T(v)
		return rest, nil
	}
}

func appendUnsigned(dst []byte, v uint64) []byte {
	size := 1 // the highest bit is the sign and stays clear
	for v>>(8*size-1) != 0 && size < 9 {
		size++
	}
	dst = appendLong(dst, int64(size))
	for i := size - 1; i >= 0; i-- {
		dst = append(dst, byte(v>>(8*i)))
	}
	return dst
}

func parseUnsigned(payload []byte) (v uint64, ok bool) {
	if len(payload) > 0 && payload[0] >= 0x80 {
		return 0, false
	}
	for _, b := range payload {
		if v>>56 != 0 {
			return 0, false
		}
		v = v<<8 | uint64(b)
	}
	return v, true
}

func encodeFloat32(dst []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	return binary.LittleEndian.AppendUint32(dst, math.Float32bits(*memory.As[float32](p))), nil
}

func decodeFloat32(in []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	if len(in) < 4 {
		return in, fault.Truncated(in, "unexpected end of input in a float")
	}
	*memory.As[float32](p) = math.Float32frombits(binary.LittleEndian.Uint32(in))
	return in[4:], nil
}

func encodeFloat64(dst []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	return binary.LittleEndian.AppendUint64(dst, math.Float64bits(*memory.As[float64](p))), nil
}

func decodeFloat64(in []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	if len(in) < 8 {
		return in, fault.Truncated(in, "unexpected end of input in a double")
	}
	*memory.As[float64](p) = math.Float64frombits(binary.LittleEndian.Uint64(in))
	return in[8:], nil
}

const notUTF8 = "the string is not valid UTF-8"

func appendString(dst []byte, s string) ([]byte, *fault.Fault) {
	dst = append(appendLong(dst, int64(len(s))), s...)
	if b := dst[len(dst)-len(s):]; !text.Valid(b) {
		return dst, fault.New(notUTF8)
	}
	return dst, nil
}

// readText returns the bytes of a string, which share memory with the input.
func readText(in []byte, want string) (payload, rest []byte, f *fault.Fault) {
	payload, rest, f = readLength(in, want)
	if f == nil && !text.Valid(payload) {
		f = fault.Before(in, notUTF8)
	}
	return payload, rest, f
}

func encodeString(dst []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	return appendString(dst, *memory.As[string](p))
}

func decodeString(in []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	payload, rest, f := readText(in, "string")
	if f != nil {
		return in, f
	}
	*memory.As[string](p) = string(payload)
	return rest, nil
}

func appendBytes(dst, b []byte) []byte { return append(appendLong(dst, int64(len(b))), b...) }

func encodeBytes(dst []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	return appendBytes(dst, *memory.As[[]byte](p)), nil
}

func decodeBytes(in []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	payload, rest, f := readLength(in, "bytes")
	if f != nil {
		return in, f
	}
	*memory.As[[]byte](p) = append(make([]byte, 0, len(payload)), payload...)
	return rest, nil
}

// fixed compiles an array of bytes.
func (c *compiler) fixed(n *node, s *schema.Schema) {
	size := s.Len()
	n.kind, n.size = avroFixed, size
	c.nameFixed(n, s)
	n.encode = func(dst []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
		return append(dst, p.Bytes(size)...), nil
	}
	n.decode = func(in []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
		if len(in) < size {
			return in, fault.Truncated(in, "unexpected end of input, want %d bytes", size)
		}
		copy(p.Bytes(size), in)
		return in[size:], nil
	}
}

// zeroTime stands for Go's zero time, which is too long ago to be a timestamp.
const zeroTime = math.MinInt64

func encodeTime(dst []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	t := *memory.As[time.Time](p)
	const safe = math.MaxInt64 / 1_000_000_000 // seconds
	if s := t.Unix(); s > -safe && s < safe {
		return appendLong(dst, s*1_000_000_000+int64(t.Nanosecond())), nil
	}
	if t.IsZero() {
		return appendLong(dst, zeroTime), nil
	}
	n := t.UnixNano()
	if n == zeroTime || !time.Unix(0, n).Equal(t) {
		return dst, fault.New("want a time from 1677 to 2262 or the zero time, got the year %d", t.Year())
	}
	return appendLong(dst, n), nil
}

func decodeTime(in []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	n, rest, ok := readLong(in)
	if !ok {
		return in, refuseLong(in, "timestamp")
	}
	if n != zeroTime {
		*memory.As[time.Time](p) = time.Unix(0, n).UTC()
	}
	return rest, nil
}

func encodeUUID(dst []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	dst = appendLong(dst, 36)
	dst, _ = memory.As[uuid.UUID](p).AppendText(dst) // it has no way to fail
	return dst, nil
}

func decodeUUID(in []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	payload, rest, f := readLength(in, "uuid")
	if f != nil {
		return in, f
	}
	u, err := uuid.Parse(string(payload))
	if err != nil {
		return in, fault.Before(in, "want a UUID, got other text")
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
	return appendBytes(dst, digits), nil
}

func decodeBigInt(in []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	payload, rest, f := readLength(in, "big integer")
	if f != nil {
		return in, f
	}
	if f := text.ParseDigits(payload, memory.As[big.Int](p)); f != nil {
		return in, f.Before(in)
	}
	return rest, nil
}
