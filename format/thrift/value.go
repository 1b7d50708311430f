package thrift

import (
	"math"
	"reflect"
	"unicode/utf8"

	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/memory"
	"github.com/weft-go/weft/format/internal/text"
)

// op is how a value is read from and written to Go's memory.
type op uint8

const (
	opNone op = iota
	opBool
	opInt // an integer of any width, see width
	opFloat32
	opFloat64
	opString
	opBytes
	opByteArray
	opUUID
	opText   // a string or binary which a text.Form makes
	opStruct // a struct
	opBody   // any other struct
	opList
	opArray
	opMap
)

// width is the Go type of an integer.
type width uint8

const (
	int8Width width = iota
	int16Width
	int32Width
	int64Width
	uint8Width
	uint16Width
	uint32Width
	uint64Width
)

// value is how one value stands on the wire.
type value struct {
	op       op
	protocol protocol
	thrift   byte   // its type
	name     string // the type in the definition, for scalars
	note     string // for the definition: what a string or binary holds
	width    width
	enum     *enum

	typ    reflect.Type
	size   uintptr
	length int // of an array

	text   text.Form
	record *record
	body   body
	elem   *value // of a list
	table  *table // of a map
}

// A body is what stands for a struct on the wire.
type body interface {
	// append encodes the struct at p, with the stop byte.
	append(b []byte, p memory.Ref, depth int) ([]byte, *fault.Fault)
	// parse decodes the struct that begins at pos into p.
	parse(b []byte, pos int, p memory.Ref, depth int) (int, *fault.Fault)
	// absent reports whether a field with the value at p is left out.
	absent(p memory.Ref) bool
}

// absent reports whether a field is left out because it has nothing to say.
func (v *value) absent(p memory.Ref) bool {
	switch v.op {
	case opText:
		return v.text.Absent(p)
	case opBody:
		return v.body.absent(p)
	}
	return false
}

// append encodes the value at p.
func (v *value) append(b []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
	switch v.op {
	case opBool:
		return append(b, v.protocol.boolByte(*memory.As[bool](p))), nil
	case opInt:
		n := v.load(p)
		if v.thrift == typeI32 && int64(int32(n)) != n {
			return b, fault.New("want a number of 32 bits for an enum, got %d", n)
		}
		return v.protocol.appendInt(b, v.thrift, n), nil
	case opFloat32:
		return v.protocol.appendDouble(b, float64(*memory.As[float32](p))), nil
	case opFloat64:
		return v.protocol.appendDouble(b, *memory.As[float64](p)), nil
	case opString:
		return v.protocol.appendString(b, *memory.As[string](p))
	case opBytes:
		return v.protocol.appendBytes(b, *memory.As[[]byte](p))
	case opByteArray:
		return v.protocol.appendBytes(b, p.Bytes(v.length))
	case opUUID:
		return append(b, p.Bytes(16)...), nil
	case opStruct:
		return v.record.append(b, p, depth+1)
	case opBody:
		return v.body.append(b, p, depth+1)
	case opList:
		return v.appendItems(b, p.Slice(), depth+1)
	case opArray:
		a := p.Array(v.length)
		return v.appendItems(b, &a, depth+1)
	case opMap:
		return v.table.append(b, p, depth+1)
	}
	return v.appendText(b, p)
}

func (c protocol) boolByte(x bool) byte {
	switch {
	case x:
		return 1
	case c == compactProtocol:
		return compactFalse
	}
	return 0
}

func (c protocol) appendString(b []byte, s string) ([]byte, *fault.Fault) {
	if !utf8.ValidString(s) {
		return b, fault.New("the string is not valid UTF-8")
	}
	if len(s) > math.MaxInt32 {
		return b, fault.New("want at most 2147483647 bytes, got %d", len(s))
	}
	return append(c.appendSize(b, len(s)), s...), nil
}

func (c protocol) appendBytes(b, x []byte) ([]byte, *fault.Fault) {
	if len(x) > math.MaxInt32 {
		return b, fault.New("want at most 2147483647 bytes, got %d", len(x))
	}
	return append(c.appendSize(b, len(x)), x...), nil
}

// appendText lets the value write itself to the end, and then moves it behind its
// length.
func (v *value) appendText(b []byte, p memory.Ref) ([]byte, *fault.Fault) {
	start := len(b)
	b, err := v.text.Append(b, p)
	if err != nil {
		return b, fault.From(err)
	}
	made := b[start:]
	if v.name == "string" && !utf8.Valid(made) {
		return b, fault.New("the text is not valid UTF-8")
	}
	n := len(made)
	b = v.protocol.appendSize(b, n)
	var size [10]byte
	width := copy(size[:], b[start+n:])
	copy(b[start+width:], b[start:start+n])
	copy(b[start:], size[:width])
	return b, nil
}

// load returns the integer at p. The bits of a uint64 are those of an i64.
func (v *value) load(p memory.Ref) int64 {
	switch v.width {
	case int8Width:
		return int64(*memory.As[int8](p))
	case int16Width:
		return int64(*memory.As[int16](p))
	case int32Width:
		return int64(*memory.As[int32](p))
	case uint8Width:
		return int64(*memory.As[uint8](p))
	case uint16Width:
		return int64(*memory.As[uint16](p))
	case uint32Width:
		return int64(*memory.As[uint32](p))
	}
	return *memory.As[int64](p)
}

// store sets the integer at p and reports whether it fits.
func (v *value) store(p memory.Ref, n int64) bool {
	switch v.width {
	case int8Width:
		*memory.As[int8](p) = int8(n)
	case int16Width:
		*memory.As[int16](p) = int16(n)
	case int32Width:
		*memory.As[int32](p) = int32(n)
	case uint8Width:
		*memory.As[uint8](p) = uint8(n)
	case uint16Width:
		*memory.As[uint16](p) = uint16(n)
	case uint32Width:
		*memory.As[uint32](p) = uint32(n)
	default:
		*memory.As[int64](p) = n
	}
	return v.load(p) == n
}

// parse decodes a value of the right type that begins at pos, and returns the
// position after it.
func (v *value) parse(b []byte, pos int, p memory.Ref, depth int) (int, *fault.Fault) {
	var next int
	switch v.op {
	case opBool:
		if pos >= len(b) {
			return 0, unreadable(pos, endOfInput)
		}
		*memory.As[bool](p) = b[pos] == 1
		return pos + 1, nil
	case opInt:
		var n int64
		if n, next = v.protocol.integer(b, pos, v.thrift); next >= 0 && !v.store(p, n) {
			return 0, fault.At(pos, "want %s, got %d", v.typ.Kind(), n)
		}
	case opFloat32:
		var x float64
		x, next = v.protocol.double(b, pos)
		if *memory.As[float32](p) = float32(x); math.IsInf(float64(float32(x)), 0) && !math.IsInf(x, 0) {
			return 0, fault.At(pos, "want float32, got %g", x)
		}
	case opFloat64:
		*memory.As[float64](p), next = v.protocol.double(b, pos)
	case opUUID:
		if next = pos + 16; next > len(b) {
			return 0, unreadable(pos, endOfInput)
		}
		copy(p.Bytes(16), b[pos:next])
	case opStruct:
		return v.record.parse(b, pos, p, depth+1)
	case opBody:
		return v.body.parse(b, pos, p, depth+1)
	case opList, opArray:
		return v.parseItems(b, pos, p, depth+1)
	case opMap:
		return v.table.parse(b, pos, p, depth+1)
	default:
		return v.parseContent(b, pos, p)
	}
	if next < 0 {
		return 0, unreadable(pos, next)
	}
	return next, nil
}

func (v *value) parseContent(b []byte, pos int, p memory.Ref) (int, *fault.Fault) {
	start, end := v.protocol.content(b, pos)
	if end < 0 {
		return 0, unreadable(pos, end)
	}
	data := b[start:end]
	if v.name == "string" && !utf8.Valid(data) {
		return 0, fault.At(start, "the string is not valid UTF-8")
	}
	switch v.op {
	case opString:
		*memory.As[string](p) = string(data)
	case opBytes:
		*memory.As[[]byte](p) = append([]byte{}, data...)
	case opByteArray:
		if len(data) != v.length {
			return 0, fault.At(start, "want %d bytes, got %d", v.length, len(data))
		}
		copy(p.Bytes(v.length), data)
	default:
		if err := v.text.Parse(data, p); err != nil {
			return 0, fault.From(err).At(start)
		}
	}
	return end, nil
}
