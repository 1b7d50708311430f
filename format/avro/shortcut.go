package avro

import (
	"encoding/binary"
	"math"

	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/memory"
	"github.com/weft-go/weft/format/internal/text"
	"github.com/weft-go/weft/schema"
)

// Most fields are strings, numbers or booleans, and for those the call of a function
// costs more than the work. A record handles them itself, in the loop over its fields.

// shortcut says which of them a field is.
type shortcut uint8

const (
	noShortcut shortcut = iota
	shortString
	shortInt64
	shortInt32
	shortFloat64
	shortBool
)

// shortcutFor returns the shortcut for a field that always has a value.
func shortcutFor(s *schema.Schema, n *node) shortcut {
	switch k := s.Kind(); {
	case n.kind == avroEnum:
		return noShortcut
	case k == schema.KindString:
		return shortString
	case k == schema.KindInt64, k == schema.KindDuration, k == schema.KindInt && s.Type().Size() == 8:
		return shortInt64
	case k == schema.KindInt32:
		return shortInt32
	case k == schema.KindFloat64:
		return shortFloat64
	case k == schema.KindBool:
		return shortBool
	}
	return noShortcut
}

// encodeAll appends the fields of the record at p.
func (r *recordPlan) encodeAll(dst []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
	for i := range r.fields {
		field := &r.fields[i]
		v := p.At(field.offset)
		switch field.short {
		case shortString:
			s := *memory.As[string](v)
			dst = append(appendLong(dst, int64(len(s))), s...)
			if b := dst[len(dst)-len(s):]; !text.Valid(b) {
				return dst, fault.New(notUTF8).In(fault.Field(field.name))
			}
		case shortInt64:
			dst = appendLong(dst, *memory.As[int64](v))
		case shortInt32:
			dst = appendLong(dst, int64(*memory.As[int32](v)))
		case shortFloat64:
			dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(*memory.As[float64](v)))
		case shortBool:
			b := byte(0)
			if *memory.As[bool](v) {
				b = 1
			}
			dst = append(dst, b)
		default:
			var f *fault.Fault
			if dst, f = field.encode(dst, v, depth+1); f != nil {
				return dst, f.In(fault.Field(field.name))
			}
		}
	}
	return dst, nil
}

// decodeField reads the field at p. Whatever is not as expected is left to the
// function, which also says what is wrong.
func (f *recordField) decodeField(in []byte, p memory.Ref, depth int) ([]byte, *fault.Fault) {
	switch f.short {
	case shortString:
		if n, rest, ok := readLong(in); ok && n >= 0 && n <= int64(len(rest)) {
			if payload := rest[:n]; text.Valid(payload) {
				*memory.As[string](p) = string(payload)
				return rest[n:], nil
			}
		}
	case shortInt64:
		if n, rest, ok := readLong(in); ok {
			*memory.As[int64](p) = n
			return rest, nil
		}
	case shortFloat64:
		if len(in) >= 8 {
			*memory.As[float64](p) = math.Float64frombits(binary.LittleEndian.Uint64(in))
			return in[8:], nil
		}
	}
	return f.decode(in, p, depth)
}
