package avro

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"math/big"
	"reflect"

	"github.com/weft-go/weft/schema"
)

// Some kinds travel as text: numbers of any size, types with text methods, and
// whatever only JSON can express. Their methods get copies, see memory.go.

// fillText compiles a kind with a text form of its own.
func fillText(n *node, s *schema.Schema) {
	t := s.Type()
	n.kind = avroString
	n.encode = func(dst []byte, p ptr, _ int) ([]byte, *fault) {
		v := box(t, p)
		if x, ok := v.Addr().Interface().(*big.Float); ok && !readable(x) {
			return dst, newFault("the number is infinite or its exponent is too large")
		}
		text, err := s.AppendText(nil, v)
		if err != nil {
			return dst, &fault{problem: err.Error(), cause: err}
		}
		if s.Kind() != schema.KindText && len(text) > maxDigits {
			return dst, newFault("the number has more than 32768 digits")
		}
		return appendString(dst, string(text))
	}
	n.decode = func(in []byte, p ptr, _ int) ([]byte, *fault) {
		text, rest, f := readText(in, s.Kind().String())
		if f != nil {
			return in, f
		}
		if s.Kind() != schema.KindText && len(text) > maxDigits {
			return in, faultAt(in, "the number has more than 32768 digits")
		}
		v := reflect.New(t).Elem()
		if err := s.ParseText(string(text), v); err != nil {
			return in, causedBy(in, err)
		}
		value(t, p).Set(v)
		return rest, nil
	}
}

// readable reports whether the schema's text form of a number can be read back.
func readable(x *big.Float) bool {
	const maxExponent = 1 << 15
	exponent := x.MantExp(nil)
	return !x.IsInf() && exponent <= maxExponent && exponent >= -maxExponent
}

// encodeRawJSON appends JSON text. A value without any text is the empty string.
func encodeRawJSON(dst []byte, p ptr, _ int) ([]byte, *fault) {
	raw := *at[jsontext.Value](p)
	if len(raw) > 0 && !raw.IsValid() {
		return dst, newFault("the raw JSON is not valid")
	}
	return appendString(dst, string(raw))
}

func decodeRawJSON(in []byte, p ptr, _ int) ([]byte, *fault) {
	text, rest, f := readText(in, "JSON text")
	if f != nil || len(text) == 0 {
		return rest, f
	}
	raw := append(jsontext.Value(nil), text...)
	if !raw.IsValid() {
		return in, faultAt(in, "want JSON text, got other text")
	}
	*at[jsontext.Value](p) = raw
	return rest, nil
}

// fillCustom compiles a type with JSON methods.
func fillCustom(n *node, s *schema.Schema) {
	t := s.Type()
	n.kind = avroString
	n.encode = func(dst []byte, p ptr, _ int) ([]byte, *fault) {
		text, err := json.Marshal(box(t, p).Addr().Interface())
		if err != nil {
			return dst, &fault{problem: err.Error(), cause: err}
		}
		return appendString(dst, string(text))
	}
	n.decode = func(in []byte, p ptr, _ int) ([]byte, *fault) {
		text, rest, f := readText(in, "JSON text")
		if f != nil {
			return in, f
		}
		v := reflect.New(t)
		if err := json.Unmarshal(append([]byte(nil), text...), v.Interface()); err != nil {
			return in, causedBy(in, err)
		}
		value(t, p).Set(v.Elem())
		return rest, nil
	}
}
