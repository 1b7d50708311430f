package text

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"errors"
	"reflect"

	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/memory"
	"github.com/weft-go/weft/schema"
)

// JSON is the form of values whose shape only JSON knows: their JSON text. The kind is
// KindAny, KindRawJSON or KindCustom.
type JSON struct {
	Kind schema.Kind
	Type reflect.Type
}

// Absent reports whether an any is nil, or a raw text empty.
func (t JSON) Absent(p memory.Ref) bool {
	switch t.Kind {
	case schema.KindAny:
		return p.Value(t.Type).IsNil()
	case schema.KindRawJSON:
		return len(*memory.As[jsontext.Value](p)) == 0
	}
	return false
}

// Append adds the JSON text, with the keys of maps in order.
func (t JSON) Append(b []byte, p memory.Ref) ([]byte, error) {
	var text []byte
	var err error
	switch t.Kind {
	case schema.KindRawJSON:
		text = *memory.As[jsontext.Value](p)
		if len(text) == 0 {
			text = []byte("null")
		}
		if !jsontext.Value(text).IsValid() {
			err = errors.New("the text is not valid JSON")
		}
	case schema.KindAny:
		text, err = json.Marshal(p.Value(t.Type).Interface(), json.Deterministic(true))
	default:
		text, err = json.Marshal(p.Value(t.Type).Addr().Interface(), json.Deterministic(true))
	}
	return append(b, text...), err
}

// Parse sets the value from JSON text.
func (t JSON) Parse(b []byte, p memory.Ref) error {
	if t.Kind == schema.KindRawJSON {
		if !jsontext.Value(b).IsValid() {
			return errors.New("want JSON text")
		}
		*memory.As[jsontext.Value](p) = append(jsontext.Value{}, b...)
		return nil
	}
	return json.Unmarshal(b, p.Value(t.Type).Addr().Interface())
}

// AppendJSON returns the JSON text of a copy of the value of type t at p.
func AppendJSON(t reflect.Type, p memory.Ref) ([]byte, *fault.Fault) {
	text, err := json.Marshal(p.Copy(t).Addr().Interface())
	if err != nil {
		return nil, fault.From(err)
	}
	return text, nil
}

// ParseJSON sets the variable of type t at p from JSON text, by way of a new value that
// the type's methods may keep.
func ParseJSON(t reflect.Type, text []byte, p memory.Ref) *fault.Fault {
	v := reflect.New(t)
	if err := json.Unmarshal(append([]byte(nil), text...), v.Interface()); err != nil {
		return fault.From(err)
	}
	p.Value(t).Set(v.Elem())
	return nil
}
