package text

import (
	"math/big"
	"reflect"

	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/memory"
	"github.com/weft-go/weft/schema"
)

// maxDigits bounds numbers that are text: the time to read one grows with the square
// of its length.
const maxDigits = 1 << 15

const tooManyDigits = "the number has more than 32768 digits"

// Append returns the schema's text for a copy of the value at p. It refuses numbers
// that [Parse] would not take back.
func Append(s *schema.Schema, p memory.Ref) ([]byte, *fault.Fault) {
	v := p.Copy(s.Type())
	if x, ok := reflect.TypeAssert[*big.Float](v.Addr()); ok && !readable(x) {
		return nil, fault.New("the number is infinite or its exponent is too large")
	}
	text, err := s.AppendText(nil, v)
	if err != nil {
		return nil, fault.From(err)
	}
	if s.Kind() != schema.KindText && len(text) > maxDigits {
		return nil, fault.New(tooManyDigits)
	}
	return text, nil
}

// readable reports whether the schema's text form of a number can be read back.
func readable(x *big.Float) bool {
	const maxExponent = 1 << 15
	exponent := x.MantExp(nil)
	return !x.IsInf() && exponent <= maxExponent && exponent >= -maxExponent
}

// Parse sets the variable at p from the schema's text, by way of a new value that the
// type's methods may keep. The fault has no place yet.
func Parse(s *schema.Schema, text []byte, p memory.Ref) *fault.Fault {
	if s.Kind() != schema.KindText && len(text) > maxDigits {
		return fault.New(tooManyDigits)
	}
	v := reflect.New(s.Type()).Elem()
	if err := s.ParseText(string(text), v); err != nil {
		return fault.From(err)
	}
	p.Value(s.Type()).Set(v)
	return nil
}

// AppendDigits appends the decimal digits of x.
func AppendDigits(dst []byte, x *big.Int) ([]byte, *fault.Fault) {
	if x.BitLen() > maxDigits*3 {
		return dst, fault.New(tooManyDigits)
	}
	return x.Append(dst, 10), nil
}

// ParseDigits sets x from decimal digits. The fault has no place yet.
func ParseDigits(text []byte, x *big.Int) *fault.Fault {
	parsed, ok := new(big.Int), len(text) <= maxDigits
	if ok {
		parsed, ok = parsed.SetString(string(text), 10)
	}
	if !ok {
		return fault.New("want a big integer of decimal digits, got other text")
	}
	x.Set(parsed)
	return nil
}
