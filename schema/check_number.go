package schema

import (
	"fmt"
	"math"
	"math/big"
	"reflect"
	"strconv"
)

// Limits on numbers are compared in the value's own arithmetic: signed, unsigned or
// floating point, so that no precision is lost near the ends of int64 and uint64.
// A limit on a float32 is rounded to a float32 first, because that is what happens
// to the number 0.1 in a document too.

type relation uint8

const (
	atLeast relation = iota
	atMost
	moreThan
	lessThan
	multipleOf
)

var relationWords = [...]string{"at least", "at most", "more than", "less than", "a multiple of"}

// limit is one limit on a number of type T.
type limit[T int64 | uint64 | float64] struct {
	rule  string
	rel   relation
	value T
	exact *big.Rat // for multiples of a fraction
}

// relations are those of the keywords, in the order of Constraints.numbers.
var relations = [5]relation{atLeast, atMost, moreThan, lessThan, multipleOf}

// compileNumbers parses the limits. They were checked when they were set, so that
// parsing cannot fail here.
func (n *node) compileNumbers(s *Schema) {
	for i, b := range s.constraints.numbers() {
		rel, text := relations[i], string(b.value)
		switch k := s.kind; {
		case text == "":
		case k.IsInt():
			x, _ := strconv.ParseInt(text, 10, 64)
			n.ints = append(n.ints, limit[int64]{rule: b.keyword, rel: rel, value: x})
		case k.IsUint():
			x, _ := strconv.ParseUint(text, 10, 64)
			n.uints = append(n.uints, limit[uint64]{rule: b.keyword, rel: rel, value: x})
		case k.IsFloat():
			x, _ := strconv.ParseFloat(text, k.Bits())
			n.floats = append(n.floats, limit[float64]{rule: b.keyword, rel: rel, value: x, exact: b.value.rat()})
		case k == KindBigInt:
			n.bigs = append(n.bigs, bigLimit{rule: b.keyword, rel: rel, value: b.value.rat().Num()})
		}
	}
	n.compileIntFormat(s)
}

// compileIntFormat gives an integer with the format int32 or int64 the limits of
// that type.
func (n *node) compileIntFormat(s *Schema) {
	bits := map[string]uint{"int32": 32, "int64": 64}[s.constraints.Format]
	if bits == 0 {
		return
	}
	low, high := int64(-1)<<(bits-1), int64(1)<<(bits-1)-1
	switch {
	case s.kind.IsInt() && s.kind.Bits() > int(bits):
		n.ints = append(n.ints, limit[int64]{rule: "format", rel: atLeast, value: low}, limit[int64]{rule: "format", rel: atMost, value: high})
	case s.kind.IsUint() && s.kind.Bits() >= int(bits):
		n.uints = append(n.uints, limit[uint64]{rule: "format", rel: atMost, value: uint64(high)})
	case s.kind == KindBigInt:
		n.bigs = append(n.bigs, bigLimit{"format", atLeast, big.NewInt(low)}, bigLimit{"format", atMost, big.NewInt(high)})
	}
}

func (n *node) checkNumber(r *run, v reflect.Value) {
	switch {
	case n.ints != nil:
		x := v.Int()
		for i := range n.ints {
			if l := &n.ints[i]; !l.holds(x) && !(l.rel == multipleOf && x%l.value == 0) {
				r.fault(l.rule, "want %s %d, got %d", relationWords[l.rel], l.value, x)
			}
		}
	case n.uints != nil:
		x := v.Uint()
		for i := range n.uints {
			if l := &n.uints[i]; !l.holds(x) && !(l.rel == multipleOf && x%l.value == 0) {
				r.fault(l.rule, "want %s %d, got %d", relationWords[l.rel], l.value, x)
			}
		}
	case n.floats != nil:
		x, bits := v.Float(), n.kind.Bits()
		for i := range n.floats {
			if l := &n.floats[i]; !l.holds(x) && !(l.rel == multipleOf && isMultiple(x, bits, l)) {
				r.fault(l.rule, "want %s %s, got %s", relationWords[l.rel], floatText(l.value, bits), floatText(x, bits))
			}
		}
	case n.bigs != nil:
		x := v.Addr().Interface().(*big.Int)
		for i := range n.bigs {
			if l := &n.bigs[i]; !l.holds(x) {
				r.fault(l.rule, "want %s %s, got %s", relationWords[l.rel], l.value, bigText(x))
			}
		}
	}
}

// holds compares. Multiples are the caller's business, since they differ by type.
// A NaN keeps no limit.
func (l *limit[T]) holds(x T) bool {
	switch l.rel {
	case atLeast:
		return x >= l.value
	case atMost:
		return x <= l.value
	case moreThan:
		return x > l.value
	case lessThan:
		return x < l.value
	}
	return false
}

// isMultiple decides in exact decimal arithmetic, as JSON Schema does: 0.3 is a
// multiple of 0.1, although it is not in binary.
func isMultiple(x float64, bits int, l *limit[float64]) bool {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return false
	}
	if l.exact.IsInt() && l.value < 1<<53 {
		return math.Mod(x, l.value) == 0
	}
	exact, ok := new(big.Rat).SetString(floatText(x, bits))
	return ok && exact.Quo(exact, l.exact).IsInt()
}

func floatText(x float64, bits int) string { return string(appendFloat(nil, x, bits)) }

// bigLimit is one limit on a big integer.
type bigLimit struct {
	rule  string
	rel   relation
	value *big.Int
}

func (l *bigLimit) holds(x *big.Int) bool {
	switch order := x.Cmp(l.value); l.rel {
	case atLeast:
		return order >= 0
	case atMost:
		return order <= 0
	case moreThan:
		return order > 0
	case lessThan:
		return order < 0
	}
	return new(big.Int).Rem(x, l.value).Sign() == 0
}

// bigText keeps a message short whatever was sent.
func bigText(x *big.Int) string {
	if x.BitLen() > 256 {
		return fmt.Sprintf("a number of %d bits", x.BitLen())
	}
	return x.String()
}
