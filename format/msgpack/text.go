package msgpack

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"math/big"
	"reflect"
	"unicode/utf8"

	"github.com/weft-go/weft/schema"
)

// Some kinds travel as text: numbers of any size, types with text methods, and
// whatever only JSON can express. Their methods get copies, see memory.go.

// textFunctions returns the functions of a kind with a text form of its own.
func textFunctions(s *schema.Schema) (encodeFunc, decodeFunc) {
	t := s.Type()
	encode := func(dst []byte, p ptr, _ int) ([]byte, *fault) {
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
		return appendText(dst, text)
	}
	decode := func(in []byte, p ptr, _ int) ([]byte, *fault) {
		payload, rest, ok := readBytes(in)
		if !ok {
			return in, refuse(in, s.Kind().String())
		}
		if s.Kind() != schema.KindText && len(payload) > maxDigits {
			return in, faultAt(in, "the number has more than 32768 digits")
		}
		if f := parseText(in, string(payload), s, p); f != nil {
			return in, f
		}
		return rest, nil
	}
	return encode, decode
}

// readable reports whether the schema's text form of a number can be read back.
func readable(x *big.Float) bool {
	const maxExponent = 1 << 15
	exponent := x.MantExp(nil)
	return !x.IsInf() && exponent <= maxExponent && exponent >= -maxExponent
}

// appendText appends text as a str.
func appendText(dst, text []byte) ([]byte, *fault) {
	if !utf8.Valid(text) {
		return dst, newFault(notUTF8)
	}
	if uint64(len(text)) > maxLength {
		return dst, newFault(tooLong)
	}
	return append(appendStrHead(dst, len(text)), text...), nil
}

// parseText sets the variable at p from text.
func parseText(in []byte, text string, s *schema.Schema, p ptr) *fault {
	if !utf8.ValidString(text) {
		return faultAt(in, notUTF8)
	}
	v := reflect.New(s.Type()).Elem()
	if err := s.ParseText(text, v); err != nil {
		return causedBy(in, err)
	}
	value(s.Type(), p).Set(v)
	return nil
}

// encodeRawJSON appends JSON text. The empty text, which is no JSON, is nil.
func encodeRawJSON(dst []byte, p ptr, _ int) ([]byte, *fault) {
	raw := *at[jsontext.Value](p)
	if len(raw) == 0 {
		return append(dst, nilByte), nil
	}
	if !raw.IsValid() {
		return dst, newFault("the raw JSON is not valid")
	}
	return appendText(dst, raw)
}

func decodeRawJSON(in []byte, p ptr, _ int) ([]byte, *fault) {
	if isNil(in) {
		return in[1:], nil
	}
	payload, rest, ok := readBytes(in)
	if !ok {
		return in, refuse(in, "JSON text")
	}
	raw := append(jsontext.Value(nil), payload...)
	if !raw.IsValid() {
		return in, faultAt(in, "want JSON text, got other text")
	}
	*at[jsontext.Value](p) = raw
	return rest, nil
}

// customFunctions returns the functions of a type with JSON methods.
func customFunctions(s *schema.Schema) (encodeFunc, decodeFunc) {
	t := s.Type()
	encode := func(dst []byte, p ptr, _ int) ([]byte, *fault) {
		text, err := json.Marshal(box(t, p).Addr().Interface())
		if err != nil {
			return dst, &fault{problem: err.Error(), cause: err}
		}
		return appendText(dst, text)
	}
	decode := func(in []byte, p ptr, _ int) ([]byte, *fault) {
		payload, rest, ok := readBytes(in)
		if !ok {
			return in, refuse(in, "JSON text")
		}
		v := reflect.New(t)
		if err := json.Unmarshal(append([]byte(nil), payload...), v.Interface()); err != nil {
			return in, causedBy(in, err)
		}
		value(t, p).Set(v.Elem())
		return rest, nil
	}
	return encode, decode
}
