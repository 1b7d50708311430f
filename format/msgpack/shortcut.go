package msgpack

import (
	"encoding/binary"
	"math"
	"unicode/utf8"

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
func (r *recordPlan) encodeAll(dst []byte, p ptr, depth int) ([]byte, *fault) {
	dst = append(dst, r.head...)
	for i := range r.fields {
		field := &r.fields[i]
		dst = append(dst, field.key...)
		v := p.add(field.offset)
		switch field.short {
		case shortString:
			s := *at[string](v)
			if uint64(len(s)) > maxLength {
				return dst, newFault(tooLong).field(field.name)
			}
			dst = append(appendStrHead(dst, len(s)), s...)
			if b := dst[len(dst)-len(s):]; !isASCII(b) && !utf8.Valid(b) {
				return dst, newFault(notUTF8).field(field.name)
			}
		case shortInt64:
			dst = appendInt(dst, *at[int64](v))
		case shortFloat64:
			dst = appendFloat64(dst, *at[float64](v))
		case shortBool:
			dst = appendBool(dst, *at[bool](v))
		default:
			var f *fault
			if dst, f = field.encode(dst, v, depth+1); f != nil {
				return dst, f.field(field.name)
			}
		}
	}
	return dst, nil
}

// decodeField reads the value of the field at p. Whatever is not in the form that we
// would have written is left to the function.
func (f *recordField) decodeField(in []byte, p ptr, depth int) ([]byte, *fault) {
	switch f.short {
	case shortString:
		if len(in) > 0 && in[0]&0xe0 == fixStr {
			end := 1 + int(in[0]&0x1f)
			if end <= len(in) && (isASCII(in[1:end]) || utf8.Valid(in[1:end])) {
				*at[string](p) = string(in[1:end])
				return in[end:], nil
			}
		}
	case shortInt64:
		if n, rest, ok := readInt(in); ok {
			*at[int64](p) = n
			return rest, nil
		}
	case shortFloat64:
		if len(in) > 8 && in[0] == float64be {
			*at[float64](p) = math.Float64frombits(binary.BigEndian.Uint64(in[1:]))
			return in[9:], nil
		}
	}
	return f.decode(in, p, depth)
}

// isASCII is faster for short text than a check for UTF-8, which has to begin anew at
// each character.
func isASCII(b []byte) bool {
	const high = 0x8080808080808080
	n := len(b)
	if n >= 8 {
		for i := 0; i+8 <= n; i += 8 {
			if binary.LittleEndian.Uint64(b[i:])&high != 0 {
				return false
			}
		}
		// The last eight bytes, some of them for the second time.
		return binary.LittleEndian.Uint64(b[n-8:])&high == 0
	}
	if n >= 4 {
		return (binary.LittleEndian.Uint32(b)|binary.LittleEndian.Uint32(b[n-4:]))&(high>>32) == 0
	}
	var all byte
	for _, c := range b {
		all |= c
	}
	return all < utf8.RuneSelf
}
