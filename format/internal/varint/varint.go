// Package varint reads and writes unsigned integers of variable length: seven bits in
// a byte, the lowest first, with the high bit set on all bytes but the last. Protobuf
// and Thrift's compact protocol use them.
package varint

import "math/bits"

// What [Read] returns in place of a position when there is no number.
const (
	EndOfInput = -1 // the input ends before the number does
	TooLong    = -2 // the number has more than 64 bits
)

// Append appends v.
func Append(b []byte, v uint64) []byte {
	if v < 0x80 {
		return append(b, byte(v))
	}
	return appendLong(b, v)
}

func appendLong(b []byte, v uint64) []byte {
	for v >= 0x80 {
		b = append(b, byte(v)|0x80)
		v >>= 7
	}
	return append(b, byte(v))
}

// Size returns how many bytes v takes.
func Size(v uint64) int { return (bits.Len64(v|1) + 6) / 7 }

// Read reads the number that begins at pos and returns the position after it. A
// negative position is [EndOfInput] or [TooLong].
func Read(b []byte, pos int) (uint64, int) {
	if pos < len(b) && b[pos] < 0x80 {
		return uint64(b[pos]), pos + 1
	}
	return readLong(b, pos)
}

func readLong(b []byte, pos int) (uint64, int) {
	var v uint64
	for shift := uint(0); shift < 64; shift += 7 {
		if pos >= len(b) {
			return 0, EndOfInput
		}
		c := b[pos]
		pos++
		if shift == 63 && c > 1 {
			return 0, TooLong
		}
		v |= uint64(c&0x7f) << shift
		if c < 0x80 {
			return v, pos
		}
	}
	return 0, TooLong
}
