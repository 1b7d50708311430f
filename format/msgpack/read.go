package msgpack

import (
	"encoding/binary"
	"math"
	"strconv"
	"time"

	"github.com/weft-go/weft/format/internal/fault"
)

// The functions in this file read one value from the start of the input and return
// the rest of it. They report false when the value is not what they want, and refuse
// then finds out why.

// readInt accepts every integer form, and floats without a fraction, that fit int64.
func readInt(in []byte) (n int64, rest []byte, ok bool) {
	if len(in) == 0 {
		return 0, in, false
	}
	first := in[0]
	if first <= fixIntMax || first >= fixNegMin {
		return int64(int8(first)), in[1:], true
	}
	width := int(shapes[first].fixed)
	if len(in) <= width {
		return 0, in, false
	}
	payload, rest := in[1:1+width], in[1+width:]
	switch first {
	case uint8be:
		return int64(payload[0]), rest, true
	case uint16be:
		return int64(binary.BigEndian.Uint16(payload)), rest, true
	case uint32be:
		return int64(binary.BigEndian.Uint32(payload)), rest, true
	case uint64be:
		u := binary.BigEndian.Uint64(payload)
		return int64(u), rest, u <= math.MaxInt64
	case int8be:
		return int64(int8(payload[0])), rest, true
	case int16be:
		return int64(int16(binary.BigEndian.Uint16(payload))), rest, true
	case int32be:
		return int64(int32(binary.BigEndian.Uint32(payload))), rest, true
	case int64be:
		return int64(binary.BigEndian.Uint64(payload)), rest, true
	case float32be, float64be:
		x := readFloatBits(payload)
		n = int64(x)
		return n, rest, x >= -1<<63 && x < 1<<63 && float64(n) == x
	}
	return 0, in, false
}

// readUint accepts every integer form, and floats without a fraction, that fit uint64.
func readUint(in []byte) (n uint64, rest []byte, ok bool) {
	if len(in) > 8 {
		switch in[0] {
		case uint64be:
			return binary.BigEndian.Uint64(in[1:]), in[9:], true
		case float64be:
			x := math.Float64frombits(binary.BigEndian.Uint64(in[1:]))
			return uint64(x), in[9:], x >= 0 && x < 1<<64 && float64(uint64(x)) == x
		}
	}
	if len(in) > 4 && in[0] == float32be {
		x := math.Float32frombits(binary.BigEndian.Uint32(in[1:]))
		return uint64(x), in[5:], x >= 0 && x < 1<<64 && float32(uint64(x)) == x
	}
	i, rest, ok := readInt(in)
	return uint64(i), rest, ok && i >= 0
}

// readFloatBits reads the payload of a float 32 or float 64.
func readFloatBits(payload []byte) float64 {
	if len(payload) == 4 {
		return float64(math.Float32frombits(binary.BigEndian.Uint32(payload)))
	}
	return math.Float64frombits(binary.BigEndian.Uint64(payload))
}

// readFloat accepts both float forms and integers.
func readFloat(in []byte) (x float64, rest []byte, ok bool) {
	if len(in) > 8 && in[0] == float64be {
		return math.Float64frombits(binary.BigEndian.Uint64(in[1:])), in[9:], true
	}
	if len(in) > 4 && in[0] == float32be {
		return float64(math.Float32frombits(binary.BigEndian.Uint32(in[1:]))), in[5:], true
	}
	if n, rest, ok := readInt(in); ok {
		return float64(n), rest, true
	}
	u, rest, ok := readUint(in)
	return float64(u), rest, ok
}

// readBytes returns the payload of a str or bin. It shares memory with the input.
func readBytes(in []byte) (payload, rest []byte, ok bool) {
	if len(in) > 0 && in[0]&0xe0 == fixStr {
		end := 1 + int(in[0]&0x1f)
		if len(in) < end {
			return nil, in, false
		}
		return in[1:end], in[end:], true
	}
	h, ok := parseHead(in)
	if !ok || (h.family != famStr && h.family != famBin) || len(in)-h.size < h.bytes {
		return nil, in, false
	}
	end := h.size + h.bytes
	return in[h.size:end], in[end:], true
}

// readCount reads the head of an array or a map. A count that the input cannot
// hold is refused, since each item takes a byte at least.
func readCount(in []byte, want family) (n int, rest []byte, ok bool) {
	h, ok := parseHead(in)
	if !ok || h.family != want {
		return 0, in, false
	}
	rest = in[h.size:]
	if h.count > h.room(rest) {
		return 0, in, false
	}
	return h.count, rest, true
}

// isNil reports whether the next value is nil.
func isNil(in []byte) bool { return len(in) > 0 && in[0] == nilByte }

// readExt returns the type and the payload of an extension value.
func readExt(in []byte) (kind int8, payload, rest []byte, ok bool) {
	h, ok := parseHead(in)
	if !ok || h.family != famExt || len(in)-h.size < h.bytes {
		return 0, nil, in, false
	}
	end := h.size + h.bytes
	return int8(in[h.size]), in[h.size+1 : end], in[end:], true
}

// readTime reads a timestamp in any of its three forms.
func readTime(in []byte) (t time.Time, rest []byte, ok bool) {
	kind, payload, rest, ok := readExt(in)
	if !ok || kind != timestampType {
		return t, in, false
	}
	t, ok = parseTimestamp(payload)
	return t, rest, ok
}

func parseTimestamp(payload []byte) (time.Time, bool) {
	var seconds int64
	var nanos uint64
	switch len(payload) {
	case 4:
		seconds = int64(binary.BigEndian.Uint32(payload))
	case 8:
		n := binary.BigEndian.Uint64(payload)
		seconds, nanos = int64(n&(1<<34-1)), n>>34
	case 12:
		nanos = uint64(binary.BigEndian.Uint32(payload))
		seconds = int64(binary.BigEndian.Uint64(payload[4:]))
	default:
		return time.Time{}, false
	}
	if nanos > 999_999_999 {
		return time.Time{}, false
	}
	return time.Unix(seconds, int64(nanos)).UTC(), true
}

// refuse says why the next value is not the one that was wanted.
func refuse(in []byte, want string) *fault.Fault {
	h, ok := parseHead(in)
	switch {
	case len(in) == 0:
		return fault.Truncated(in, "unexpected end of input, want "+want)
	case h.family == famInvalid:
		return fault.Before(in, "want %s, got the byte %#x, which begins no value", want, neverUsed)
	case !ok || h.bytes > len(in)-h.size:
		return fault.Truncated(in, "unexpected end of input in a value of type %s", h.family)
	case h.count > h.room(in[h.size:]):
		return fault.Truncated(in, "unexpected end of input in a value of type %s with a length of %d", h.family, h.count)
	}
	return fault.Before(in, "want %s, got %s", want, describe(in, h))
}

// describe names a value in an error message: its family, and a number itself.
func describe(in []byte, h head) string {
	switch h.family {
	case famInt:
		if n, _, ok := readInt(in); ok {
			return strconv.FormatInt(n, 10)
		}
		n, _, _ := readUint(in)
		return strconv.FormatUint(n, 10)
	case famFloat:
		return strconv.FormatFloat(readFloatBits(in[1:1+h.bytes]), 'g', -1, 64)
	case famBool:
		return strconv.FormatBool(in[0] == trueByte)
	}
	return h.family.String()
}
