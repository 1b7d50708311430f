package schema

import (
	"encoding"
	"encoding/base64"
	"errors"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"regexp"
	"strconv"
	"time"
	"uuid"
)

// Every scalar has a text form. Query parameters, path segments, headers, cookies,
// map keys and the literals in tags all use this one, so that a value is spelt the
// same wherever it stands.

// ErrNoText is returned for a value whose kind has no text form.
var ErrNoText = errors.New("the value has no text form")

// AppendText appends the text of a scalar: decimal digits for numbers, RFC 3339 for
// a time, ISO 8601 for a duration, base64 (RFC 4648 section 4) for bytes, and what
// its MarshalText says for a KindText. The value is of the schema's Go type. For a
// kind that is not a scalar it returns [ErrNoText]; otherwise it fails only when
// MarshalText does, or for a time beyond the year 9999.
func (s *Schema) AppendText(dst []byte, v reflect.Value) ([]byte, error) {
	switch k := s.kind; {
	case k == KindString:
		return append(dst, v.String()...), nil
	case k == KindBool:
		return strconv.AppendBool(dst, v.Bool()), nil
	case k.IsInt():
		return strconv.AppendInt(dst, v.Int(), 10), nil
	case k.IsUint():
		return strconv.AppendUint(dst, v.Uint(), 10), nil
	case k.IsFloat():
		return appendFloat(dst, v.Float(), k.Bits()), nil
	case k == KindDuration:
		return AppendDuration(dst, time.Duration(v.Int())), nil
	case k == KindBytes:
		return base64.StdEncoding.AppendEncode(dst, v.Bytes()), nil
	case k == KindByteArray:
		return base64.StdEncoding.AppendEncode(dst, addressable(v).Bytes()), nil
	case k.IsScalar():
		return appendMethodText(dst, v)
	}
	return dst, ErrNoText
}

// appendFloat writes the fewest digits that read back the same, with an exponent
// only where JSON encoders use one too.
func appendFloat(dst []byte, x float64, bits int) []byte {
	form := byte('f')
	if abs := math.Abs(x); abs != 0 && (abs < 1e-6 || abs >= 1e21) {
		form = 'e'
	}
	return strconv.AppendFloat(dst, x, form, -1, bits)
}

// appendMethodText asks the type itself. Times, UUIDs and big numbers have text
// methods too, and theirs are the forms we want.
func appendMethodText(dst []byte, v reflect.Value) ([]byte, error) {
	switch m := addressable(v).Addr().Interface().(type) {
	case encoding.TextAppender:
		return m.AppendText(dst)
	case encoding.TextMarshaler:
		text, err := m.MarshalText()
		return append(dst, text...), err
	}
	return dst, ErrNoText
}

// addressable returns v, or a copy of it that has an address.
func addressable(v reflect.Value) reflect.Value {
	if v.CanAddr() {
		return v
	}
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	return c
}

// ParseText reads the text of a scalar into dst, which has to be settable and of
// the schema's Go type. The error says what was wanted: `want int8, got "300"`.
// For a kind that is not a scalar it is [ErrNoText]. Constraints are not checked.
func (s *Schema) ParseText(text string, dst reflect.Value) error {
	switch k := s.kind; {
	case k == KindString:
		dst.SetString(text)
		return nil
	case k == KindBool:
		return s.parseBool(text, dst)
	case k.IsInt():
		n, err := strconv.ParseInt(text, 10, k.Bits())
		if err != nil {
			return s.errText(text)
		}
		dst.SetInt(n)
	case k.IsUint():
		n, err := strconv.ParseUint(text, 10, k.Bits())
		if err != nil {
			return s.errText(text)
		}
		dst.SetUint(n)
	case k.IsFloat():
		x, err := strconv.ParseFloat(text, k.Bits())
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
			return s.errText(text)
		}
		dst.SetFloat(x)
	case k == KindDuration:
		d, err := ParseDuration(text)
		if err != nil {
			return err
		}
		dst.SetInt(int64(d))
	case k == KindBytes, k == KindByteArray:
		return s.parseBytes(text, dst)
	case k.IsScalar():
		return s.parseMethodText(text, dst)
	default:
		return ErrNoText
	}
	return nil
}

func (s *Schema) errText(text string) error {
	if len(text) > 64 {
		text = text[:64] + "…"
	}
	return fmt.Errorf("want %s, got %q", s.kind, text)
}

// parseBool accepts what forms and scripts send: true, false, 1 and 0.
func (s *Schema) parseBool(text string, dst reflect.Value) error {
	switch text {
	case "true", "1":
		dst.SetBool(true)
	case "false", "0":
		dst.SetBool(false)
	default:
		return fmt.Errorf("want true or false, got %q", text)
	}
	return nil
}

func (s *Schema) parseBytes(text string, dst reflect.Value) error {
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return fmt.Errorf("want base64 text, got %q", text)
	}
	if s.kind == KindBytes {
		dst.SetBytes(data)
		return nil
	}
	if len(data) != s.length {
		return fmt.Errorf("want %d bytes, got %d", s.length, len(data))
	}
	reflect.Copy(dst, reflect.ValueOf(data))
	return nil
}

func (s *Schema) parseMethodText(text string, dst reflect.Value) error {
	switch p := dst.Addr().Interface().(type) {
	case *time.Time:
		t, err := time.Parse(time.RFC3339Nano, text)
		if err != nil {
			return fmt.Errorf("want a time such as 2006-01-02T15:04:05Z, got %q", text)
		}
		*p = t
	case *uuid.UUID:
		u, err := uuid.Parse(text)
		if err != nil {
			return fmt.Errorf("want a UUID, got %q", text)
		}
		*p = u
	case *big.Int:
		if _, ok := p.SetString(text, 10); !ok {
			return s.errText(text)
		}
	case *big.Rat:
		if !plausibleRat(text) {
			return s.errText(text)
		}
		if _, ok := p.SetString(text); !ok {
			return s.errText(text)
		}
	case *big.Float:
		if !decimalText(text) {
			return s.errText(text)
		}
		p.SetPrec(0).SetPrec(precisionFor(text))
		if _, _, err := p.Parse(text, 10); err != nil {
			return s.errText(text)
		}
	case encoding.TextUnmarshaler:
		if err := p.UnmarshalText([]byte(text)); err != nil {
			return fmt.Errorf("want %s: %w", s.typ, err)
		}
	default:
		return ErrNoText
	}
	return nil
}

// decimalText reports whether text is a decimal number whose exponent has at most
// four digits: writing a number with a large one takes as many digits.
var decimalText = regexp.MustCompile(`^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]{1,4})?$`).MatchString

// precisionFor returns enough bits to tell decimal numbers of that length apart, and
// no fewer than package big chooses itself.
func precisionFor(text string) uint { return max(64, uint(len(text))*10/3+8) }

// plausibleRat refuses exponents: 1e999999999 is short to write and very long to hold.
func plausibleRat(text string) bool {
	for _, c := range []byte(text) {
		if (c < '0' || c > '9') && c != '/' && c != '.' && c != '-' && c != '+' {
			return false
		}
	}
	return true
}
