package openapi

import (
	"math/big"
	"strconv"
)

// A Number is a number as it stands in a document, so that no digit is lost. The
// empty Number is absent. In documents of version 3.0 exclusiveMinimum and
// exclusiveMaximum are booleans; their Number is "true" or "false".
type Number string

// IntNumber returns an integer as a number.
func IntNumber(n int64) Number { return Number(strconv.FormatInt(n, 10)) }

// Int returns the number as an integer, and false if it is none or does not fit.
func (n Number) Int() (int64, bool) {
	if i, err := strconv.ParseInt(string(n), 10, 64); err == nil {
		return i, true
	}
	r := n.rat()
	if r == nil || !r.IsInt() || !r.Num().IsInt64() {
		return 0, false
	}
	return r.Num().Int64(), true
}

// Float returns the number as a float64, and false if it is none.
func (n Number) Float() (float64, bool) {
	f, err := strconv.ParseFloat(string(n), 64)
	return f, err == nil
}

// maxExponent bounds the work of comparing numbers exactly.
const maxExponent = 1000

// rat returns the number exactly, or nil if it is none or is out of all bounds.
func (n Number) rat() *big.Rat {
	if len(n) > maxExponent {
		return nil
	}
	for i := range len(n) {
		if n[i] == 'e' || n[i] == 'E' {
			if exp, err := strconv.Atoi(string(n[i+1:])); err != nil || exp > maxExponent || exp < -maxExponent {
				return nil
			}
		}
	}
	r, ok := new(big.Rat).SetString(string(n))
	if !ok {
		return nil
	}
	return r
}

func (n Number) equal(m Number) bool {
	a, b := n.rat(), m.rat()
	return a != nil && b != nil && a.Cmp(b) == 0
}

// less reports whether n is smaller than m. Numbers out of all bounds are not.
func (n Number) less(m Number) bool {
	a, b := n.rat(), m.rat()
	return a != nil && b != nil && a.Cmp(b) < 0
}
