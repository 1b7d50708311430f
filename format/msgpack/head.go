package msgpack

import "math"

// Every MessagePack value begins with one byte that says its form, and for small
// values also holds the value or its length. These are the forms; the ranges hold
// their number in the low bits. See the MessagePack specification, "Formats".
const (
	fixIntMax  = 0x7f // 0x00–0x7f: an integer from 0 to 127
	fixMap     = 0x80 // 0x80–0x8f: a map with up to 15 entries
	fixArray   = 0x90 // 0x90–0x9f: an array of up to 15 items
	fixStr     = 0xa0 // 0xa0–0xbf: a str of up to 31 bytes
	nilByte    = 0xc0
	neverUsed  = 0xc1
	falseByte  = 0xc2
	trueByte   = 0xc3
	bin8       = 0xc4
	bin16      = 0xc5
	bin32      = 0xc6
	ext8       = 0xc7
	ext16      = 0xc8
	ext32      = 0xc9
	float32be  = 0xca
	float64be  = 0xcb
	uint8be    = 0xcc
	uint16be   = 0xcd
	uint32be   = 0xce
	uint64be   = 0xcf
	int8be     = 0xd0
	int16be    = 0xd1
	int32be    = 0xd2
	int64be    = 0xd3
	fixExt1    = 0xd4
	fixExt2    = 0xd5
	fixExt4    = 0xd6
	fixExt8    = 0xd7
	fixExt16   = 0xd8
	str8       = 0xd9
	str16      = 0xda
	str32      = 0xdb
	array16    = 0xdc
	array32    = 0xdd
	map16      = 0xde
	map32      = 0xdf
	fixNegMin  = 0xe0 // 0xe0–0xff: an integer from -32 to -1
	fixMapMax  = fixMap | 0x0f
	fixListMax = fixArray | 0x0f
	fixStrMax  = fixStr | 0x1f
)

// family is what a value is, whatever the form it comes in.
type family uint8

const (
	famInvalid family = iota
	famNil
	famBool
	famInt
	famFloat
	famStr
	famBin
	famArray
	famMap
	famExt
)

// String returns the family as error messages name it.
func (f family) String() string {
	return [...]string{"an invalid byte", "nil", "bool", "integer", "float", "str", "bin", "array", "map", "extension"}[f]
}

// shape tells how a form is laid out: its family, the bytes of its length field,
// and the bytes that follow in any case. Both are 0 for forms that hold their
// number in the first byte.
type shape struct {
	family family
	length uint8 // width of the length, after the first byte
	fixed  uint8 // bytes of payload that a form always has, the type of an ext included
}

// shapes is indexed by the first byte.
var shapes = buildShapes()

func buildShapes() (t [256]shape) {
	fill := func(from, to int, s shape) {
		for i := from; i <= to; i++ {
			t[i] = s
		}
	}
	fill(0, fixIntMax, shape{family: famInt})
	fill(fixMap, fixMapMax, shape{family: famMap})
	fill(fixArray, fixListMax, shape{family: famArray})
	fill(fixStr, fixStrMax, shape{family: famStr})
	fill(fixNegMin, 0xff, shape{family: famInt})
	t[nilByte], t[falseByte], t[trueByte] = shape{family: famNil}, shape{family: famBool}, shape{family: famBool}
	for i := range 3 {
		width := uint8(1) << i
		t[bin8+i] = shape{family: famBin, length: width}
		t[ext8+i] = shape{family: famExt, length: width, fixed: 1}
		t[str8+i] = shape{family: famStr, length: width}
	}
	for i := range 2 {
		width := uint8(2) << i
		t[array16+i], t[map16+i] = shape{family: famArray, length: width}, shape{family: famMap, length: width}
	}
	for i := range 4 {
		t[uint8be+i], t[int8be+i] = shape{family: famInt, fixed: 1 << i}, shape{family: famInt, fixed: 1 << i}
	}
	t[float32be], t[float64be] = shape{family: famFloat, fixed: 4}, shape{family: famFloat, fixed: 8}
	for i := range 5 {
		t[fixExt1+i] = shape{family: famExt, fixed: 1 + 1<<i}
	}
	return t
}

// head is the parsed beginning of a value.
type head struct {
	family family
	size   int // bytes of the head itself
	count  int // items of an array, entries of a map
	bytes  int // bytes of payload after the head, the type of an ext included
}

// parseHead reads the beginning of a value. It reports false when the input ends
// within it. The count and the bytes it returns may be more than the input has.
func parseHead(in []byte) (h head, ok bool) {
	if len(in) == 0 {
		return h, false
	}
	first := in[0]
	s := shapes[first]
	h = head{family: s.family, size: 1 + int(s.length), bytes: int(s.fixed)}
	if len(in) < h.size {
		return h, false
	}
	n := 0
	switch s.length {
	case 0:
		n = smallCount(first)
	default:
		for _, b := range in[1:h.size] {
			n = n<<8 | int(b)
		}
		if n < 0 {
			n = math.MaxInt - 8 // a 32-bit machine; no input is that long
		}
	}
	if s.family == famArray || s.family == famMap {
		h.count = n
	} else {
		h.bytes += n
	}
	return h, true
}

// smallCount returns the length that a first byte holds.
func smallCount(first byte) int {
	switch {
	case first >= fixMap && first <= fixListMax:
		return int(first & 0x0f)
	case first >= fixStr && first <= fixStrMax:
		return int(first & 0x1f)
	}
	return 0
}

// room returns how many items or entries the rest of the input can hold at most.
func (h head) room(rest []byte) int {
	if h.family == famMap {
		return len(rest) / 2
	}
	return len(rest)
}
