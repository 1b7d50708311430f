package text

import (
	"encoding"
	"fmt"
	"math/big"
	"slices"
	"uuid"

	"github.com/weft-go/weft/format/internal/memory"
	"github.com/weft-go/weft/schema"
)

// A Form makes the bytes of a scalar that a format has no type for: a string, or bytes
// where a string would be slow to read. Forms other than [JSON] are written even when
// the value is zero: an empty string is neither a UUID nor a number. A field that is
// missing is still read as zero.
type Form interface {
	// Append adds the bytes of the value at p.
	Append(b []byte, p memory.Ref) ([]byte, error)
	// Parse sets the value at p. It does not keep b.
	Parse(b []byte, p memory.Ref) error
	// Absent reports whether a field with the value at p is left out.
	Absent(p memory.Ref) bool
}

// UUID is the form of a UUID: its 36 characters.
type UUID struct{}

// Absent returns false.
func (UUID) Absent(memory.Ref) bool { return false }

// Append adds the 36 characters.
func (UUID) Append(b []byte, p memory.Ref) ([]byte, error) {
	return memory.As[uuid.UUID](p).AppendText(b)
}

// Parse refuses all but the forms that package uuid reads.
func (UUID) Parse(b []byte, p memory.Ref) error {
	if memory.As[uuid.UUID](p).UnmarshalText(b) != nil {
		return fmt.Errorf("want a UUID, got %q", shortened(b))
	}
	return nil
}

// shortened cuts hostile input before it is quoted in an error.
func shortened(b []byte) []byte { return b[:min(len(b), 64)] }

// Integer is the form of a big integer: bytes in two's complement, the highest first,
// as few as it takes and at least one. Decimal digits would take quadratic time to
// read.
type Integer struct{}

// Absent returns false.
func (Integer) Absent(memory.Ref) bool { return false }

// Append adds the bytes of the integer.
func (Integer) Append(b []byte, p memory.Ref) ([]byte, error) {
	x := memory.As[big.Int](p)
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

// Parse takes any bytes, and none for zero.
func (Integer) Parse(b []byte, p memory.Ref) error {
	x := memory.As[big.Int](p)
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

// Textual is the form of a big decimal, a fraction, or a type with text methods: the
// text that its schema has everywhere else.
type Textual struct{ Schema *schema.Schema }

// Absent returns false.
func (Textual) Absent(memory.Ref) bool { return false }

// Append adds the text. It fails where the type's own method does.
func (t Textual) Append(b []byte, p memory.Ref) ([]byte, error) {
	switch t.Schema.Kind() {
	case schema.KindBigFloat:
		return memory.As[big.Float](p).AppendText(b)
	case schema.KindBigRat:
		return memory.As[big.Rat](p).AppendText(b)
	}
	switch m := p.Value(t.Schema.Type()).Addr().Interface().(type) {
	case encoding.TextAppender:
		return m.AppendText(b)
	case encoding.TextMarshaler:
		text, err := m.MarshalText()
		return append(b, text...), err
	}
	return b, schema.ErrNoText
}

// Parse refuses what the schema refuses, and numbers of more than 50,000 digits.
func (t Textual) Parse(b []byte, p memory.Ref) error {
	if k := t.Schema.Kind(); k != schema.KindText && len(b) > maxTextualDigits {
		return fmt.Errorf("want at most %d digits, got %d", maxTextualDigits, len(b))
	}
	return t.Schema.ParseText(string(b), p.Value(t.Schema.Type()))
}

// maxTextualDigits bounds the decimal digits that are read, because that takes more than
// linear time.
const maxTextualDigits = 50_000
