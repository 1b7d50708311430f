package msgpack

import (
	"encoding/binary"
	"math"

	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/memory"
	"github.com/weft-go/weft/format/internal/text"
	"github.com/weft-go/weft/schema"
)

// Most fields are strings, numbers or booleans, and for those the call of a function
// costs more than the work. A struct handles them itself, in the loop over its fields.

// shortcut says which of them a field is.
type shortcut uint8

const (
	noShortcut shortcut = iota
	shortString
	shortInt64
	shortFloat64
	shortBool
)

func shortcutFor(s *schema.Schema) shortcut {
	switch k := s.Kind(); {
	case k == schema.KindString:
		return shortString
	case k == schema.KindInt64, k == schema.KindDuration, k == schema.KindInt && s.Type().Size() == 8:
		return shortInt64
	case k == schema.KindFloat64:
		return shortFloat64
	case k == schema.KindBool:
		return shortBool
	}
	return noShortcut
}

// encodeAll appends the fields of a struct at p none of which is left out.
func (r *recordPlan) encodeAll(dst []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
	dst = append(dst, r.head...)
	for i := range r.fields {
		field := &r.fields[i]
		dst = append(dst, field.key...)
		v := p.At(field.offset)
		switch field.short {
		case shortString:
			s := *memory.As[string](v)
			if uint64(len(s)) > maxLength {
				return dst, fault.New(tooLong).In(fault.Field(field.name))
			}
			dst = append(appendStrHead(dst, len(s)), s...)
			if b := dst[len(dst)-len(s):]; !text.Valid(b) {
				return dst, fault.New(notUTF8).In(fault.Field(field.name))
			}
		case shortInt64:
			dst = appendInt(dst, *memory.As[int64](v))
		case shortFloat64:
			dst = appendFloat64(dst, *memory.As[float64](v))
		case shortBool:
			dst = appendBool(dst, *memory.As[bool](v))
		default:
			var f *fault.Fault
			if dst, f = field.encode(dst, v, depth+1); f != nil {
				return dst, f.In(fault.Field(field.name))
			}
		}
	}
	return dst, nil
}

// decodeField reads the value of the field at p. Whatever is not in the form that we
// would have written is left to the function.
func (f *recordField) decodeField(in []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
	switch f.short {
	case shortString:
		if len(in) > 0 && in[0]&0xe0 == fixStr {
			end := 1 + int(in[0]&0x1f)
			if end <= len(in) && text.Valid(in[1:end]) {
				*memory.As[string](p) = string(in[1:end])
				return in[end:], nil
			}
		}
	case shortInt64:
		if n, rest, ok := readInt(in); ok {
			*memory.As[int64](p) = n
			return rest, nil
		}
	case shortFloat64:
		if len(in) > 8 && in[0] == float64be {
			*memory.As[float64](p) = math.Float64frombits(binary.BigEndian.Uint64(in[1:]))
			return in[9:], nil
		}
	}
	return f.decode(in, p, depth)
}
