package thrift

import (
	"encoding/binary"
	"math"

	"github.com/weft-go/weft/format/internal/varint"
)

// The two protocols write the same values in two ways.
//
// The binary protocol has fixed sizes, the highest byte first. A struct is a sequence
// of fields and a zero byte; a field is the type (one byte), the number (two) and
// the value; a list is the type of its elements, their count (four) and the
// elements; a map has two types; a string is its length (four) and its bytes.
//
// The compact protocol writes integers as varints in zigzag form, which is short for
// small numbers of either sign, lengths and counts as varints, and a field's type
// and the distance of its number from the last one's in one byte. The value of a bool
// field is in its type.

// protocol is one of the two.
type protocol bool

const (
	binaryProtocol  protocol = false
	compactProtocol protocol = true
)

// The types, as the binary protocol numbers them.
const (
	typeStop   = 0
	typeBool   = 2
	typeI8     = 3
	typeDouble = 4
	typeI16    = 6
	typeI32    = 8
	typeI64    = 10
	typeString = 11 // also binary
	typeStruct = 12 // also unions
	typeMap    = 13
	typeSet    = 14
	typeList   = 15
	typeUUID   = 16
)

var typeNames = [17]string{
	typeStop: "stop", typeBool: "bool", typeI8: "i8", typeDouble: "double", typeI16: "i16", typeI32: "i32", typeI64: "i64",
	typeString: "string", typeStruct: "struct", typeMap: "map", typeSet: "set", typeList: "list", typeUUID: "uuid",
}

// The compact protocol numbers them otherwise, and has two for bool.
const (
	compactTrue  = 1
	compactFalse = 2
)

var toCompact = [17]byte{
	typeBool: compactTrue, typeI8: 3, typeI16: 4, typeI32: 5, typeI64: 6, typeDouble: 7, typeString: 8,
	typeList: 9, typeSet: 10, typeMap: 11, typeStruct: 12, typeUUID: 13,
}

var fromCompact = [16]byte{
	compactTrue: typeBool, compactFalse: typeBool, 3: typeI8, 4: typeI16, 5: typeI32, 6: typeI64, 7: typeDouble, 8: typeString,
	9: typeList, 10: typeSet, 11: typeMap, 12: typeStruct, 13: typeUUID,
}

// The readers take the whole input and a position in it, and return the position
// after what they read. A negative position says that there is nothing to read:
const (
	endOfInput = varint.EndOfInput
	longVarint = varint.TooLong
	badType    = -3
	badSize    = -4
	tooDeep    = -5
	badNumber  = -6
)

var readProblems = map[int]string{
	endOfInput: "unexpected end of input",
	longVarint: "a varint is longer than 64 bits",
	badType:    "unknown type",
	badSize:    "a size is negative or too large",
	tooDeep:    "the value is nested more than 1000 deep",
	badNumber:  "a field number is out of range",
}

func zigzag(n int64) uint64 { return uint64(n)<<1 ^ uint64(n>>63) }

func unzigzag(v uint64) int64 { return int64(v>>1) ^ -int64(v&1) }

// appendField writes a field's type and number. flag is the value of a bool, which
// the compact protocol puts into the type.
func (c protocol) appendField(b []byte, t byte, number, last int, flag bool) []byte {
	if c == binaryProtocol {
		return append(b, t, byte(number>>8), byte(number))
	}
	t = toCompact[t]
	if t == compactTrue && !flag {
		t = compactFalse
	}
	if delta := number - last; delta > 0 && delta <= 15 {
		return append(b, byte(delta)<<4|t)
	}
	return varint.Append(append(b, t), zigzag(int64(number)))
}

// field reads the type and the number of the next field. The type is typeStop at the
// end of the struct.
func (c protocol) field(b []byte, pos, last int) (t byte, number int, flag bool, next int) {
	if pos >= len(b) {
		return 0, 0, false, endOfInput
	}
	t = b[pos]
	pos++
	if t == typeStop {
		return typeStop, 0, false, pos
	}
	if c == binaryProtocol {
		switch {
		case !known(t):
			return 0, 0, false, badType
		case len(b)-pos < 2:
			return 0, 0, false, endOfInput
		}
		return t, int(int16(binary.BigEndian.Uint16(b[pos:]))), false, pos + 2
	}
	flag = t&0xf == compactTrue
	number = last + int(t>>4)
	if t>>4 == 0 {
		v, next := varint.Read(b, pos)
		if next < 0 {
			return 0, 0, false, next
		}
		number, pos = int(unzigzag(v&math.MaxUint32)), next
	}
	if t = fromCompact[t&0xf]; t == 0 {
		return 0, 0, false, badType
	}
	if number > math.MaxInt16 || number < math.MinInt16 {
		return 0, 0, false, badNumber
	}
	return t, number, flag, pos
}

func known(t byte) bool { return int(t) < len(typeNames) && typeNames[t] != "" && t != typeStop }

// appendInt writes an integer as type t, which is known to hold it.
func (c protocol) appendInt(b []byte, t byte, n int64) []byte {
	switch {
	case t == typeI8:
		return append(b, byte(n))
	case c == compactProtocol:
		return varint.Append(b, zigzag(n))
	case t == typeI16:
		return binary.BigEndian.AppendUint16(b, uint16(n))
	case t == typeI32:
		return binary.BigEndian.AppendUint32(b, uint32(n))
	}
	return binary.BigEndian.AppendUint64(b, uint64(n))
}

// integer reads an integer of type t. Of a varint that is too long for the type
// the upper bits are lost, as in other implementations.
func (c protocol) integer(b []byte, pos int, t byte) (int64, int) {
	if t == typeI8 || c == binaryProtocol {
		size := fixedSize(t)
		if len(b)-pos < size {
			return 0, endOfInput
		}
		switch t {
		case typeI8:
			return int64(int8(b[pos])), pos + 1
		case typeI16:
			return int64(int16(binary.BigEndian.Uint16(b[pos:]))), pos + 2
		case typeI32:
			return int64(int32(binary.BigEndian.Uint32(b[pos:]))), pos + 4
		}
		return int64(binary.BigEndian.Uint64(b[pos:])), pos + 8
	}
	v, next := varint.Read(b, pos)
	n := unzigzag(v)
	switch t {
	case typeI16:
		n = int64(int16(unzigzag(v & math.MaxUint32)))
	case typeI32:
		n = int64(int32(unzigzag(v & math.MaxUint32)))
	}
	return n, next
}

// fixedSize returns how many bytes the types take that always take the same in the
// binary protocol, and 0 for the others.
func fixedSize(t byte) int {
	switch t {
	case typeBool, typeI8:
		return 1
	case typeI16:
		return 2
	case typeI32:
		return 4
	case typeI64, typeDouble:
		return 8
	case typeUUID:
		return 16
	}
	return 0
}

// minSize returns how many bytes a value of a type takes at least.
func (c protocol) minSize(t byte) int {
	size := fixedSize(t)
	switch {
	case c == compactProtocol && t != typeDouble && t != typeUUID:
		return 1
	case size > 0:
		return size
	case t == typeStruct:
		return 1
	case t == typeString:
		return 4
	case t == typeMap:
		return 6
	}
	return 5
}

func (c protocol) appendDouble(b []byte, x float64) []byte {
	if c == compactProtocol {
		return binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
	}
	return binary.BigEndian.AppendUint64(b, math.Float64bits(x))
}

func (c protocol) double(b []byte, pos int) (float64, int) {
	if len(b)-pos < 8 {
		return 0, endOfInput
	}
	if c == compactProtocol {
		return math.Float64frombits(binary.LittleEndian.Uint64(b[pos:])), pos + 8
	}
	return math.Float64frombits(binary.BigEndian.Uint64(b[pos:])), pos + 8
}

// appendSize writes the length of a string or the count of a map.
func (c protocol) appendSize(b []byte, n int) []byte {
	if c == compactProtocol {
		return varint.Append(b, uint64(n))
	}
	return binary.BigEndian.AppendUint32(b, uint32(n))
}

// size reads what appendSize writes.
func (c protocol) size(b []byte, pos int) (int, int) {
	if c == compactProtocol {
		v, next := varint.Read(b, pos)
		if next >= 0 && v > math.MaxInt32 {
			return 0, badSize
		}
		return int(v), next
	}
	if len(b)-pos < 4 {
		return 0, endOfInput
	}
	n := int32(binary.BigEndian.Uint32(b[pos:]))
	if n < 0 {
		return 0, badSize
	}
	return int(n), pos + 4
}

// content reads a length and returns where the content begins and ends.
func (c protocol) content(b []byte, pos int) (start, end int) {
	n, pos := c.size(b, pos)
	if pos < 0 {
		return 0, pos
	}
	if n > len(b)-pos {
		return 0, endOfInput
	}
	return pos, pos + n
}

func (c protocol) appendList(b []byte, t byte, n int) []byte {
	switch {
	case c == binaryProtocol:
		return binary.BigEndian.AppendUint32(append(b, t), uint32(n))
	case n < 15:
		return append(b, byte(n)<<4|toCompact[t])
	}
	return varint.Append(append(b, 0xf0|toCompact[t]), uint64(n))
}

// list reads the type and the count of a list's elements.
func (c protocol) list(b []byte, pos int) (t byte, n, next int) {
	if pos >= len(b) {
		return 0, 0, endOfInput
	}
	t = b[pos]
	pos++
	if c == binaryProtocol {
		n, next = c.size(b, pos)
	} else {
		n, next = int(t>>4), pos
		if n == 15 {
			n, next = c.size(b, pos)
		}
		t = fromCompact[t&0xf]
	}
	if next >= 0 && !known(t) && n > 0 {
		return 0, 0, badType
	}
	return t, n, next
}

func (c protocol) appendMap(b []byte, key, value byte, n int) []byte {
	switch {
	case c == binaryProtocol:
		return binary.BigEndian.AppendUint32(append(b, key, value), uint32(n))
	case n == 0:
		return append(b, 0)
	}
	return append(varint.Append(b, uint64(n)), toCompact[key]<<4|toCompact[value])
}

// mapping reads the types and the count of a map's entries.
func (c protocol) mapping(b []byte, pos int) (key, value byte, n, next int) {
	if c == binaryProtocol {
		if len(b)-pos < 6 {
			return 0, 0, 0, endOfInput
		}
		key, value = b[pos], b[pos+1]
		n, next = c.size(b, pos+2)
	} else {
		n, next = c.size(b, pos)
		if next < 0 || n == 0 {
			return 0, 0, 0, next
		}
		if next >= len(b) {
			return 0, 0, 0, endOfInput
		}
		key, value = fromCompact[b[next]>>4], fromCompact[b[next]&0xf]
		next++
	}
	if next >= 0 && n > 0 && (!known(key) || !known(value)) {
		return 0, 0, 0, badType
	}
	return key, value, n, next
}
