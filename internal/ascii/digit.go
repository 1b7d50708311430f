package ascii

import "math"

// IsDigit reports whether c is one of 0 to 9.
func IsDigit(c byte) bool {
	return '0' <= c && c <= '9'
}

// IsLetter reports whether c is an ASCII letter.
func IsLetter(c byte) bool {
	c = lowered[c]
	return 'a' <= c && c <= 'z'
}

// IsDigits reports whether s is one or more decimal digits.
func IsDigits[S Text](s S) bool {
	for i := range len(s) {
		if !IsDigit(s[i]) {
			return false
		}
	}
	return len(s) > 0
}

// ParseUint returns the value of the decimal digits s. It refuses everything else
// with ok false: the empty string, signs, spaces, underscores, and numbers that
// exceed 64 bits. That is the grammar 1*DIGIT of Content-Length (RFC 9110 section
// 8.6) and of ports.
func ParseUint[S Text](s S) (n uint64, ok bool) {
	if len(s) == 0 {
		return 0, false
	}
	for i := range len(s) {
		if !IsDigit(s[i]) {
			return 0, false
		}
		d := uint64(s[i] - '0')
		if n > (math.MaxUint64-d)/10 {
			return 0, false
		}
		n = n*10 + d
	}
	return n, true
}

// notHex marks the bytes that are no hexadecimal digits in hexValues.
const notHex = 0xff

// hexValues maps each hexadecimal digit, in either case, to its value.
var hexValues = func() (t [256]byte) {
	for i := range t {
		t[i] = notHex
	}
	for i := range byte(10) {
		t['0'+i] = i
	}
	for i := range byte(6) {
		t['a'+i], t['A'+i] = 10+i, 10+i
	}
	return t
}()

// IsHex reports whether c is a hexadecimal digit in either case.
func IsHex(c byte) bool {
	return hexValues[c] != notHex
}

// Unhex returns the value of the hexadecimal digit c; ok is false if c is none.
func Unhex(c byte) (value byte, ok bool) {
	v := hexValues[c]
	return v, v != notHex
}

// UnhexPair returns the byte that two hexadecimal digits stand for; ok is false if
// either is none. It is what follows the percent sign in RFC 3986 section 2.1.
func UnhexPair(high, low byte) (value byte, ok bool) {
	h, l := hexValues[high], hexValues[low]
	return h<<4 | l, h != notHex && l != notHex
}

// UpperHex are the hexadecimal digits in the case that RFC 3986 section 2.1 asks
// for in percent escapes.
const UpperHex = "0123456789ABCDEF"
