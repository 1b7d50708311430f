package thrift

import (
	"encoding"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"errors"
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"uuid"

	"github.com/weft-go/weft/schema"
)

// The scalars that Thrift has no type for are strings, or bytes where strings
// would be slow. They are written even when they are zero: an empty string is
// neither a UUID nor a number. A field that is missing is still read as zero.

// uuidText writes a UUID as its 36 characters.
type uuidText struct{}

func (uuidText) absent(ref) bool { return false }

func (uuidText) append(b []byte, p ref) ([]byte, error) { return as[uuid.UUID](p).AppendText(b) }

func (uuidText) parse(b []byte, p ref) error {
	if as[uuid.UUID](p).UnmarshalText(b) != nil {
		return fmt.Errorf("want a UUID, got %q", shortened(b))
	}
	return nil
}

// shortened cuts hostile input before it is quoted in an error.
func shortened(b []byte) []byte { return b[:min(len(b), 64)] }

// integerBytes writes a big integer in two's complement, the highest byte first and
// in as few bytes as it takes, at least one. Decimal digits would take quadratic
// time to read.
type integerBytes struct{}

func (integerBytes) absent(ref) bool { return false }

func (integerBytes) append(b []byte, p ref) ([]byte, error) {
	x := as[big.Int](p)
	if x.Sign() >= 0 {
		n := x.BitLen()/8 + 1 // one bit for the sign
		start := len(b)
		b = slices.Grow(b, n)[:start+n]
		x.FillBytes(b[start:])
		return b, nil
	}
	// -x is the complement of x-1.
	y := new(big.Int).Not(x)
	n := y.BitLen()/8 + 1
	start := len(b)
	b = slices.Grow(b, n)[:start+n]
	y.FillBytes(b[start:])
	for i := start; i < len(b); i++ {
		b[i] = ^b[i]
	}
	return b, nil
}

func (integerBytes) parse(b []byte, p ref) error {
	x := as[big.Int](p)
	if len(b) == 0 || b[0] < 0x80 {
		x.SetBytes(b)
		return nil
	}
	inverse := make([]byte, len(b))
	for i, c := range b {
		inverse[i] = ^c
	}
	x.Not(x.SetBytes(inverse))
	return nil
}

// schemaText writes a big decimal, a fraction, or a type with text methods as the
// schema does everywhere else.
type schemaText struct{ schema *schema.Schema }

func (schemaText) absent(ref) bool { return false }

func (t schemaText) append(b []byte, p ref) ([]byte, error) {
	switch t.schema.Kind() {
	case schema.KindBigFloat:
		return as[big.Float](p).AppendText(b)
	case schema.KindBigRat:
		return as[big.Rat](p).AppendText(b)
	}
	switch m := p.value(t.schema.Type()).Addr().Interface().(type) {
	case encoding.TextAppender:
		return m.AppendText(b)
	case encoding.TextMarshaler:
		text, err := m.MarshalText()
		return append(b, text...), err
	}
	return b, schema.ErrNoText
}

func (t schemaText) parse(b []byte, p ref) error {
	if k := t.schema.Kind(); k != schema.KindText && len(b) > maxDigits {
		return fmt.Errorf("want at most %d digits, got %d", maxDigits, len(b))
	}
	return t.schema.ParseText(string(b), p.value(t.schema.Type()))
}

// maxDigits bounds the decimal digits that are read, because that takes more than
// linear time.
const maxDigits = 50_000

// jsonText carries values whose shape only JSON knows as their JSON text.
type jsonText struct {
	kind schema.Kind
	typ  reflect.Type
}

func (t jsonText) absent(p ref) bool {
	switch t.kind {
	case schema.KindAny:
		return p.value(t.typ).IsNil()
	case schema.KindRawJSON:
		return len(*as[jsontext.Value](p)) == 0
	}
	return false
}

func (t jsonText) append(b []byte, p ref) ([]byte, error) {
	var text []byte
	var err error
	switch t.kind {
	case schema.KindRawJSON:
		text = *as[jsontext.Value](p)
		if len(text) == 0 {
			text = []byte("null")
		}
		if !jsontext.Value(text).IsValid() {
			err = errors.New("the text is not valid JSON")
		}
	case schema.KindAny:
		text, err = json.Marshal(p.value(t.typ).Interface(), json.Deterministic(true))
	default:
		text, err = json.Marshal(p.value(t.typ).Addr().Interface(), json.Deterministic(true))
	}
	return append(b, text...), err
}

func (t jsonText) parse(b []byte, p ref) error {
	if t.kind == schema.KindRawJSON {
		if !jsontext.Value(b).IsValid() {
			return errors.New("want JSON text")
		}
		*as[jsontext.Value](p) = append(jsontext.Value{}, b...)
		return nil
	}
	return json.Unmarshal(b, p.value(t.typ).Addr().Interface())
}
