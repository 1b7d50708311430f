package protobuf

import (
	"encoding/binary"
	"math"
	"reflect"
	"unicode/utf8"

	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/memory"
	"github.com/weft-go/weft/format/internal/text"
	"github.com/weft-go/weft/format/internal/varint"
)

// op is how a value is written. It depends on the Go type's size as well as on
// the type in the definition.
type op uint8

const (
	opNone   op = iota
	opBool      // bool
	op64        // int64, uint64: the bits are the varint
	opInt32     // int32: sign-extended to 64 bits
	opUint32    // uint32
	opInt16     // the narrow ones are an int32 or a uint32 on the wire
	opInt8
	opUint16
	opUint8
	opShortInt  // an int of a 32-bit machine: an int64 on the wire
	opShortUint // likewise
	opFloat
	opDouble
	opString
	opBytes
	opByteArray
	opText    // a string or bytes which a text.Form makes
	opMessage // a struct
	opBody    // any other message
)

// value is how one value stands on the wire, after its tag.
type value struct {
	op     op
	wire   byte
	scalar string // the type in the definition, for all but messages and enums
	enum   *enum
	note   string // for the definition: what a string or bytes hold

	typ    reflect.Type
	size   uintptr
	length int // of a byte array

	text    text.Form
	message *message
	body    body
}

// A body is a message: what stands between its length and its end.
type body interface {
	// append encodes the fields of the message at p.
	append(b []byte, p memory.Ref, depth int) ([]byte, *fault.Fault)
	// parse decodes the message that reaches from pos to the end of b, and merges
	// it with what is at p.
	parse(b []byte, pos int, p memory.Ref, depth int) *fault.Fault
	// absent reports whether a field with the value at p is left out.
	absent(p memory.Ref) bool
}

// packable reports whether a list of such values is one field.
func (v *value) packable() bool { return v.wire != wireBytes }

// absent reports whether a field without presence of its own is left out, because
// the reader takes the zero value for a missing one anyway.
func (v *value) absent(p memory.Ref) bool {
	switch v.op {
	case opBool:
		return !*memory.As[bool](p)
	case op64:
		return *memory.As[uint64](p) == 0
	case opInt32, opUint32, opShortInt, opShortUint:
		return *memory.As[uint32](p) == 0
	case opInt16, opUint16:
		return *memory.As[uint16](p) == 0
	case opInt8, opUint8:
		return *memory.As[uint8](p) == 0
	case opFloat:
		return *memory.As[uint32](p) == 0 // the bits: minus zero is written
	case opDouble:
		return *memory.As[uint64](p) == 0
	case opString:
		return *memory.As[string](p) == ""
	case opBytes:
		return len(*memory.As[[]byte](p)) == 0
	case opText:
		return v.text.Absent(p)
	case opBody:
		return v.body.absent(p)
	}
	return false
}

// append encodes the value at p, without a tag.
func (v *value) append(b []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
	switch v.op {
	case opBool:
		if *memory.As[bool](p) {
			return append(b, 1), nil
		}
		return append(b, 0), nil
	case op64:
		return varint.Append(b, *memory.As[uint64](p)), nil
	case opInt32, opShortInt:
		return varint.Append(b, uint64(*memory.As[int32](p))), nil
	case opUint32, opShortUint:
		return varint.Append(b, uint64(*memory.As[uint32](p))), nil
	case opInt16:
		return varint.Append(b, uint64(*memory.As[int16](p))), nil
	case opInt8:
		return varint.Append(b, uint64(*memory.As[int8](p))), nil
	case opUint16:
		return varint.Append(b, uint64(*memory.As[uint16](p))), nil
	case opUint8:
		return varint.Append(b, uint64(*memory.As[uint8](p))), nil
	case opFloat:
		return binary.LittleEndian.AppendUint32(b, *memory.As[uint32](p)), nil
	case opDouble:
		return binary.LittleEndian.AppendUint64(b, *memory.As[uint64](p)), nil
	case opString:
		return appendString(b, *memory.As[string](p))
	case opBytes:
		x := *memory.As[[]byte](p)
		return append(varint.Append(b, uint64(len(x))), x...), nil
	case opByteArray:
		return append(varint.Append(b, uint64(v.length)), p.Bytes(v.length)...), nil
	}
	return v.appendDelimited(b, p, depth)
}

func appendString(b []byte, s string) ([]byte, *fault.Fault) {
	if !utf8.ValidString(s) {
		return b, fault.New("the string is not valid UTF-8")
	}
	return append(varint.Append(b, uint64(len(s))), s...), nil
}

// appendDelimited encodes what is measured after it is written.
func (v *value) appendDelimited(b []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
	b, start := open(b)
	var f *fault.Fault
	switch v.op {
	case opMessage:
		b, f = v.message.append(b, p, depth+1)
	case opBody:
		b, f = v.body.append(b, p, depth+1)
	default:
		var err error
		if b, err = v.text.Append(b, p); err != nil {
			f = fault.From(err)
		} else if v.scalar == "string" && !utf8.Valid(b[start:]) {
			f = fault.New("the text is not valid UTF-8")
		}
	}
	if f != nil {
		return b, f
	}
	return shut(b, start), nil
}

// parse decodes one value that begins at pos, has the value's wire type and is
// not packed. It returns the position after it.
func (v *value) parse(b []byte, pos int, p memory.Ref, depth int) (int, *fault.Fault) {
	switch v.wire {
	case wireVarint:
		x, next := varint.Read(b, pos)
		if next < 0 {
			return 0, unreadable(pos, next)
		}
		return next, v.setVarint(x, pos, p)
	case wireFixed32:
		x, next := fixed32(b, pos)
		if next < 0 {
			return 0, unreadable(pos, next)
		}
		*memory.As[uint32](p) = x
		return next, nil
	case wireFixed64:
		x, next := fixed64(b, pos)
		if next < 0 {
			return 0, unreadable(pos, next)
		}
		*memory.As[uint64](p) = x
		return next, nil
	}
	start, end := content(b, pos)
	if end < 0 {
		return 0, unreadable(pos, end)
	}
	return end, v.setContent(b[:end], start, p, depth)
}

// setVarint stores an integer. As Protobuf has it, 32 bits are taken from a longer
// number for an int32 or uint32. Go's narrower types do not exist in Protobuf, and
// what does not fit them is refused.
func (v *value) setVarint(x uint64, pos int, p memory.Ref) *fault.Fault {
	fits := true
	switch v.op {
	case op64:
		*memory.As[uint64](p) = x
	case opInt32, opUint32:
		*memory.As[uint32](p) = uint32(x)
	case opBool:
		*memory.As[bool](p) = x != 0
	case opInt16:
		n := int32(x)
		*memory.As[int16](p), fits = int16(n), n >= math.MinInt16 && n <= math.MaxInt16
	case opInt8:
		n := int32(x)
		*memory.As[int8](p), fits = int8(n), n >= math.MinInt8 && n <= math.MaxInt8
	case opUint16:
		n := uint32(x)
		*memory.As[uint16](p), fits = uint16(n), n <= math.MaxUint16
	case opUint8:
		n := uint32(x)
		*memory.As[uint8](p), fits = uint8(n), n <= math.MaxUint8
	case opShortInt:
		*memory.As[int32](p), fits = int32(x), int64(int32(x)) == int64(x)
	case opShortUint:
		*memory.As[uint32](p), fits = uint32(x), x <= math.MaxUint32
	}
	if fits {
		return nil
	}
	if v.typ.Kind() < reflect.Uint {
		return fault.At(pos, "want %s, got %d", v.typ.Kind(), int64(x))
	}
	return fault.At(pos, "want %s, got %d", v.typ.Kind(), x)
}

// setContent stores what reaches from start to the end of b.
func (v *value) setContent(b []byte, start int, p memory.Ref, depth int) *fault.Fault {
	data := b[start:]
	switch v.op {
	case opString:
		if !utf8.Valid(data) {
			return fault.At(start, "the string is not valid UTF-8")
		}
		*memory.As[string](p) = string(data)
	case opBytes:
		*memory.As[[]byte](p) = append([]byte{}, data...)
	case opByteArray:
		if len(data) != v.length {
			return fault.At(start, "want %d bytes, got %d", v.length, len(data))
		}
		copy(p.Bytes(v.length), data)
	case opMessage:
		return v.message.parse(b, start, p, depth+1)
	case opBody:
		return v.body.parse(b, start, p, depth+1)
	default:
		if v.scalar == "string" && !utf8.Valid(data) {
			return fault.At(start, "the string is not valid UTF-8")
		}
		if err := v.text.Parse(data, p); err != nil {
			return fault.From(err).At(start)
		}
	}
	return nil
}
