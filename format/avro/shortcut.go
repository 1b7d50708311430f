package avro

import (
	"encoding/binary"
	"math"
	"unicode/utf8"

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
func (r *recordPlan) encodeAll(dst []byte, p ptr, depth int) ([]byte, *fault) {
	for i := range r.fields {
		field := &r.fields[i]
		v := p.add(field.offset)
		switch field.short {
		case shortString:
			s := *at[string](v)
			dst = append(appendLong(dst, int64(len(s))), s...)
			if b := dst[len(dst)-len(s):]; !isASCII(b) && !utf8.Valid(b) {
				return dst, newFault(notUTF8).field(field.name)
			}
		case shortInt64:
			dst = appendLong(dst, *at[int64](v))
		case shortInt32:
			dst = appendLong(dst, int64(*at[int32](v)))
		case shortFloat64:
			dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(*at[float64](v)))
		case shortBool:
			b := byte(0)
			if *at[bool](v) {
				b = 1
			}
			dst = append(dst, b)
		default:
			var f *fault
			if dst, f = field.encode(dst, v, depth+1); f != nil {
				return dst, f.field(field.name)
			}
		}
	}
	return dst, nil
}

// decodeField reads the field at p. Whatever is not as expected is left to the
// function, which also says what is wrong.
func (f *recordField) decodeField(in []byte, p ptr, depth int) ([]byte, *fault) {
	switch f.short {
	case shortString:
		if n, rest, ok := readLong(in); ok && n >= 0 && n <= int64(len(rest)) {
			if text := rest[:n]; isASCII(text) || utf8.Valid(text) {
				*at[string](p) = string(text)
				return rest[n:], nil
			}
		}
	case shortInt64:
		if n, rest, ok := readLong(in); ok {
			*at[int64](p) = n
			return rest, nil
		}
	case shortFloat64:
		if len(in) >= 8 {
			*at[float64](p) = math.Float64frombits(binary.LittleEndian.Uint64(in))
			return in[8:], nil
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
