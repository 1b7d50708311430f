package avro

import (
	"encoding/json/jsontext"

	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/memory"
	"github.com/weft-go/weft/format/internal/text"
	"github.com/weft-go/weft/schema"
)

// Some kinds travel as text: numbers of any size, types with text methods, and
// whatever only JSON can express. Their methods get copies, see package memory.

// fillText compiles a kind with a text form of its own.
func fillText(n *node, s *schema.Schema) {
	n.kind = avroString
	n.encode = func(dst []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
		made, f := text.Append(s, p)
		if f != nil {
			return dst, f
		}
		return appendString(dst, string(made))
	}
	n.decode = func(in []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
		payload, rest, f := readText(in, s.Kind().String())
		if f != nil {
			return in, f
		}
		if f := text.Parse(s, payload, p); f != nil {
			return in, f.Before(in)
		}
		return rest, nil
	}
}

// encodeRawJSON appends JSON text. A value without any text is the empty string.
func encodeRawJSON(dst []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	raw := *memory.As[jsontext.Value](p)
	if len(raw) > 0 && !raw.IsValid() {
		return dst, fault.New("the raw JSON is not valid")
	}
	return appendString(dst, string(raw))
}

func decodeRawJSON(in []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	payload, rest, f := readText(in, "JSON text")
	if f != nil || len(payload) == 0 {
		return rest, f
	}
	raw := append(jsontext.Value(nil), payload...)
	if !raw.IsValid() {
		return in, fault.Before(in, "want JSON text, got other text")
	}
	*memory.As[jsontext.Value](p) = raw
	return rest, nil
}

// fillCustom compiles a type with JSON methods.
func fillCustom(n *node, s *schema.Schema) {
	t := s.Type()
	n.kind = avroString
	n.encode = func(dst []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
		made, f := text.AppendJSON(t, p)
		if f != nil {
			return dst, f
		}
		return appendString(dst, string(made))
	}
	n.decode = func(in []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
		payload, rest, f := readText(in, "JSON text")
		if f != nil {
			return in, f
		}
		if f := text.ParseJSON(t, payload, p); f != nil {
			return in, f.Before(in)
		}
		return rest, nil
	}
}
