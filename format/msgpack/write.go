package msgpack

import (
	"encoding/binary"
	"math"
	"time"
)

// The functions in this file append one value, or the head of one, in its shortest
// form.

func appendInt(dst []byte, n int64) []byte {
	if n >= 0 {
		return appendUint(dst, uint64(n))
	}
	switch {
	case n >= -32:
		return append(dst, byte(n))
	case n >= math.MinInt8:
		return append(dst, int8be, byte(n))
	case n >= math.MinInt16:
		return append(dst, int16be, byte(n>>8), byte(n))
	case n >= math.MinInt32:
		return append(dst, int32be, byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
	}
	return binary.BigEndian.AppendUint64(append(dst, int64be), uint64(n))
}

func appendUint(dst []byte, n uint64) []byte {
	switch {
	case n <= fixIntMax:
		return append(dst, byte(n))
	case n <= math.MaxUint8:
		return append(dst, uint8be, byte(n))
	case n <= math.MaxUint16:
		return append(dst, uint16be, byte(n>>8), byte(n))
	case n <= math.MaxUint32:
		return append(dst, uint32be, byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
	}
	return binary.BigEndian.AppendUint64(append(dst, uint64be), n)
}

func appendBool(dst []byte, v bool) []byte {
	if v {
		return append(dst, trueByte)
	}
	return append(dst, falseByte)
}

func appendFloat32(dst []byte, x float32) []byte {
	return binary.BigEndian.AppendUint32(append(dst, float32be), math.Float32bits(x))
}

func appendFloat64(dst []byte, x float64) []byte {
	return binary.BigEndian.AppendUint64(append(dst, float64be), math.Float64bits(x))
}

// appendLength appends a head with a length of 1, 2 or 4 bytes. The forms follow
// each other in that order; where there is none of one byte, first is 0.
func appendLength(dst []byte, n int, first, second, third byte) []byte {
	switch {
	case n <= math.MaxUint8 && first != 0:
		return append(dst, first, byte(n))
	case n <= math.MaxUint16:
		return append(dst, second, byte(n>>8), byte(n))
	}
	return append(dst, third, byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
}

func appendStrHead(dst []byte, n int) []byte {
	if n <= 31 {
		return append(dst, fixStr|byte(n))
	}
	return appendLength(dst, n, str8, str16, str32)
}

func appendStr(dst []byte, s string) []byte { return append(appendStrHead(dst, len(s)), s...) }

func appendBin(dst, b []byte) []byte {
	return append(appendLength(dst, len(b), bin8, bin16, bin32), b...)
}

func appendArrayHead(dst []byte, n int) []byte {
	if n <= 15 {
		return append(dst, fixArray|byte(n))
	}
	return appendLength(dst, n, 0, array16, array32)
}

func appendMapHead(dst []byte, n int) []byte {
	if n <= 15 {
		return append(dst, fixMap|byte(n))
	}
	return appendLength(dst, n, 0, map16, map32)
}

func appendExt(dst []byte, kind int8, data []byte) []byte {
	switch len(data) {
	case 1:
		dst = append(dst, fixExt1)
	case 2:
		dst = append(dst, fixExt2)
	case 4:
		dst = append(dst, fixExt4)
	case 8:
		dst = append(dst, fixExt8)
	case 16:
		dst = append(dst, fixExt16)
	default:
		dst = appendLength(dst, len(data), ext8, ext16, ext32)
	}
	return append(append(dst, byte(kind)), data...)
}

// timestampType is the extension type of timestamps.
const timestampType = -1

// appendTime appends a timestamp in the shortest of its three forms: seconds in 32
// bits; nanoseconds in 30 bits and seconds in 34; or both in full.
func appendTime(dst []byte, t time.Time) []byte {
	const kind = 0xff // timestampType as a byte
	seconds, nanos := t.Unix(), uint64(t.Nanosecond())
	switch {
	case seconds>>34 != 0:
		dst = binary.BigEndian.AppendUint32(append(dst, ext8, 12, kind), uint32(nanos))
		return binary.BigEndian.AppendUint64(dst, uint64(seconds))
	case nanos == 0 && seconds <= math.MaxUint32:
		return binary.BigEndian.AppendUint32(append(dst, fixExt4, kind), uint32(seconds))
	}
	return binary.BigEndian.AppendUint64(append(dst, fixExt8, kind), nanos<<34|uint64(seconds))
}
