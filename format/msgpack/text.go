package msgpack

import (
	"encoding/json/jsontext"

	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/memory"
	"github.com/weft-go/weft/format/internal/text"
	"github.com/weft-go/weft/schema"
)

// Some kinds travel as text: numbers of any size, types with text methods, and
// whatever only JSON can express. Their methods get copies, see package memory.

// textFunctions returns the functions of a kind with a text form of its own.
func textFunctions(s *schema.Schema) (encodeFunc, decodeFunc) {
	encode := func(dst []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
		made, f := text.Append(s, p)
		if f != nil {
			return dst, f
		}
		return appendText(dst, made)
	}
	decode := func(in []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
		payload, rest, ok := readBytes(in)
		if !ok {
			return in, refuse(in, s.Kind().String())
		}
		if !text.Valid(payload) {
			return in, fault.Before(in, notUTF8)
		}
		if f := text.Parse(s, payload, p); f != nil {
			return in, f.Before(in)
		}
		return rest, nil
	}
	return encode, decode
}

// appendText appends text as a str.
func appendText(dst, made []byte) ([]byte, *fault.Fault) {
	if !text.Valid(made) {
		return dst, fault.New(notUTF8)
	}
	if uint64(len(made)) > maxLength {
		return dst, fault.New(tooLong)
	}
	return append(appendStrHead(dst, len(made)), made...), nil
}

// encodeRawJSON appends JSON text. The empty text, which is no JSON, is nil.
func encodeRawJSON(dst []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	raw := *memory.As[jsontext.Value](p)
	if len(raw) == 0 {
		return append(dst, nilByte), nil
	}
	if !raw.IsValid() {
		return dst, fault.New("the raw JSON is not valid")
	}
	return appendText(dst, raw)
}

func decodeRawJSON(in []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	if isNil(in) {
		return in[1:], nil
	}
	payload, rest, ok := readBytes(in)
	if !ok {
		return in, refuse(in, "JSON text")
	}
	raw := append(jsontext.Value(nil), payload...)
	if !raw.IsValid() {
		return in, fault.Before(in, "want JSON text, got other text")
	}
	*memory.As[jsontext.Value](p) = raw
	return rest, nil
}

// customFunctions returns the functions of a type with JSON methods.
func customFunctions(s *schema.Schema) (encodeFunc, decodeFunc) {
	t := s.Type()
	encode := func(dst []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
		made, f := text.AppendJSON(t, p)
		if f != nil {
			return dst, f
		}
		return appendText(dst, made)
	}
	decode := func(in []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
		payload, rest, ok := readBytes(in)
		if !ok {
			return in, refuse(in, "JSON text")
		}
		if f := text.ParseJSON(t, payload, p); f != nil {
			return in, f.Before(in)
		}
		return rest, nil
	}
	return encode, decode
}
