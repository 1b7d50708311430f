package protobuf

import "github.com/weft-go/weft/format/internal/varint"

// A message is a sequence of fields. Each begins with a varint, the tag: the
// field's number times eight plus its wire type, which tells how long the field is
// even to those who do not know it. A varint has seven bits in a byte, the lowest
// first; the top bit says that more follow.

// The wire types.
const (
	wireVarint     = 0 // integers, bools, enums
	wireFixed64    = 1 // double
	wireBytes      = 2 // length and so many bytes: strings, messages, packed lists
	wireStartGroup = 3 // groups are obsolete, and skipped
	wireEndGroup   = 4
	wireFixed32    = 5 // float
)

// maxNumber is the largest field number.
const maxNumber = 1<<29 - 1

// A length stands before what it measures, and is known only after. open leaves one
// byte for it, which is enough for most messages; shut writes it and moves the
// content if it needs more.

func open(b []byte) ([]byte, int) {
	b = append(b, 0)
	return b, len(b)
}

func shut(b []byte, start int) []byte {
	n := len(b) - start
	if n < 0x80 {
		b[start-1] = byte(n)
		return b
	}
	return shutLong(b, start, n)
}

func shutLong(b []byte, start, n int) []byte {
	more := varint.Size(uint64(n)) - 1
	var room [10]byte
	b = append(b, room[:more]...)
	copy(b[start+more:], b[start:start+n])
	varint.Append(b[:start-1], uint64(n))
	return b
}

// The readers take the input up to the end of the message they are in, and a
// position in it, and return the position after what they read. A negative
// position says that there is nothing to read; which of these it is:
const (
	endOfInput  = varint.EndOfInput
	longVarint  = varint.TooLong
	badWireType = -3
	badGroup    = -4
	badTag      = -5
	deepGroup   = -6
)

var readProblems = map[int]string{
	endOfInput:  "unexpected end of input",
	longVarint:  "a varint is longer than 64 bits",
	badWireType: "unknown wire type",
	badGroup:    "a group ends that has not begun",
	badTag:      "field number out of range",
	deepGroup:   "groups are nested too deeply",
}

// content reads a length and returns where the content begins and ends.
func content(b []byte, pos int) (start, end int) {
	n, pos := varint.Read(b, pos)
	if pos < 0 {
		return 0, pos
	}
	if n > uint64(len(b)-pos) {
		return 0, endOfInput
	}
	return pos, pos + int(n)
}

func fixed32(b []byte, pos int) (uint32, int) {
	if len(b)-pos < 4 {
		return 0, endOfInput
	}
	b = b[pos : pos+4]
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24, pos + 4
}

func fixed64(b []byte, pos int) (uint64, int) {
	if len(b)-pos < 8 {
		return 0, endOfInput
	}
	low, _ := fixed32(b, pos)
	high, _ := fixed32(b, pos+4)
	return uint64(low) | uint64(high)<<32, pos + 8
}

// fieldTag reads a tag and returns its number and wire type.
func fieldTag(b []byte, pos int) (number uint64, wire byte, next int) {
	tag, next := varint.Read(b, pos)
	if next < 0 {
		return 0, 0, next
	}
	number = tag >> 3
	if number == 0 || number > maxNumber {
		return 0, 0, badTag
	}
	return number, byte(tag & 7), next
}

// skip returns the position after the field whose tag was just read.
func skip(b []byte, pos int, number uint64, wire byte, depth int) int {
	switch wire {
	case wireVarint:
		_, pos = varint.Read(b, pos)
	case wireFixed64:
		_, pos = fixed64(b, pos)
	case wireFixed32:
		_, pos = fixed32(b, pos)
	case wireBytes:
		_, pos = content(b, pos)
	case wireStartGroup:
		return skipGroup(b, pos, number, depth+1)
	case wireEndGroup:
		return badGroup
	default:
		return badWireType
	}
	return pos
}

func skipGroup(b []byte, pos int, group uint64, depth int) int {
	if depth > maxDepth {
		return deepGroup
	}
	for {
		number, wire, next := fieldTag(b, pos)
		switch {
		case next < 0:
			return next
		case wire == wireEndGroup && number == group:
			return next
		}
		if pos = skip(b, next, number, wire, depth); pos < 0 {
			return pos
		}
	}
}
