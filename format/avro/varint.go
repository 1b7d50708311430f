package avro

import (
	"math"

	"github.com/weft-go/weft/format/internal/fault"
)

// Avro writes int and long as variable-length zig-zag numbers: the sign goes into the
// lowest bit, so that small numbers of either sign are short, and then seven bits go
// into each byte, lowest first, with the high bit set on all but the last. See the
// Avro specification, "Binary Encoding".

func appendLong(dst []byte, n int64) []byte {
	u := uint64(n)<<1 ^ uint64(n>>63)
	if u < 0x80 {
		return append(dst, byte(u))
	}
	return appendVarint(dst, u)
}

// appendVarint appends a number of several bytes.
func appendVarint(dst []byte, u uint64) []byte {
	if u < 1<<14 {
		return append(dst, byte(u)|0x80, byte(u>>7))
	}
	var b [10]byte
	i := 0
	for ; u >= 0x80; i++ {
		b[i] = byte(u) | 0x80
		u >>= 7
	}
	b[i] = byte(u)
	return append(dst, b[:i+1]...)
}

// readLong reports false when the input ends within the number, or when the number
// has more than 64 bits.
func readLong(in []byte) (n int64, rest []byte, ok bool) {
	if len(in) > 0 && in[0] < 0x80 {
		u := uint64(in[0])
		return int64(u>>1) ^ -int64(u&1), in[1:], true
	}
	var u uint64
	for i := 0; i < len(in) && i < 10; i++ {
		b := in[i]
		if i == 9 && b > 1 {
			return 0, in, false
		}
		u |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			return int64(u>>1) ^ -int64(u&1), in[i+1:], true
		}
	}
	return 0, in, false
}

// refuseLong says why there is no number.
func refuseLong(in []byte, want string) *fault.Fault {
	if len(in) < 10 {
		return fault.Truncated(in, "unexpected end of input, want "+want)
	}
	return fault.Before(in, "want %s, got a number of more than 64 bits", want)
}

// readLength reads the length of a string or bytes and returns the payload.
func readLength(in []byte, want string) (payload, rest []byte, f *fault.Fault) {
	n, rest, ok := readLong(in)
	switch {
	case !ok:
		return nil, in, refuseLong(in, want)
	case n < 0:
		return nil, in, fault.Before(in, "want %s, got the length %d", want, n)
	case n > int64(len(rest)):
		return nil, in, fault.Truncated(in, "unexpected end of input in %s with a length of %d", want, n)
	}
	return rest[:n], rest[n:], nil
}

// readCount reads the head of a block of an array or a map: the number of items, and
// when that is negative also the size of the block in bytes, which is of no use to
// us. A number that the input cannot hold is refused.
func readCount(in []byte, want string, least int) (n int, rest []byte, f *fault.Fault) {
	count, rest, ok := readLong(in)
	if !ok {
		return 0, in, refuseLong(in, want)
	}
	if count < 0 {
		size, after, ok := readLong(rest)
		switch {
		case !ok:
			return 0, rest, refuseLong(rest, "the size of a block")
		case count == math.MinInt64 || size < 0:
			return 0, in, fault.Before(in, "want %s, got a block of %d items and %d bytes", want, count, size)
		case size > int64(len(after)):
			return 0, in, fault.Truncated(in, "unexpected end of input in a block of %d bytes", size)
		}
		count, rest = -count, after
	}
	room := int64(maxEmptyItems)
	if least > 0 {
		room = int64(len(rest) / least)
	}
	if count > room {
		return 0, in, fault.Truncated(in, "unexpected end of input in %s with %d items", want, count)
	}
	return int(count), rest, nil
}

// maxEmptyItems bounds lists whose items take no bytes, for which the input sets no
// bound.
const maxEmptyItems = 1 << 10
