package json

import (
	"math"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/weft-go/weft/format/internal/memory"
)

// appendString appends s as a JSON string. It reports false if s is not UTF-8.
// Quotes, backslashes and control characters are escaped, and nothing else
// (RFC 8259 section 7).
//
// The string is looked through and copied in one go, word by word, on the guess that
// nothing in it needs an escape.
func appendString(dst []byte, s string) ([]byte, bool) {
	src, start := memory.View(s), len(dst)
	if cap(dst)-start < len(src)+2 {
		dst = slices.Grow(dst, len(src)+2)
	}
	out := dst[start : start+len(src)+2]
	out[0], out[len(out)-1] = '"', '"'
	plain, wide := copyPlain(out[1:len(out)-1], src)
	if !plain {
		return appendEscaped(dst, s)
	}
	if wide && !utf8.ValidString(s) {
		return dst, false
	}
	return dst[:start+len(out)], true
}

const hexDigits = "0123456789abcdef"

func appendEscaped(dst []byte, s string) ([]byte, bool) {
	if !utf8.ValidString(s) {
		return dst, false
	}
	dst = append(dst, '"')
	b := memory.View(s)
	for i := 0; ; {
		end, _ := scanString(b, i)
		dst = append(dst, s[i:end]...)
		if end == len(s) {
			return append(dst, '"'), true
		}
		dst = appendEscape(dst, s[end])
		i = end + 1
	}
}

func appendEscape(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\b':
		return append(dst, '\\', 'b')
	case '\f':
		return append(dst, '\\', 'f')
	case '\n':
		return append(dst, '\\', 'n')
	case '\r':
		return append(dst, '\\', 'r')
	case '\t':
		return append(dst, '\\', 't')
	}
	return append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
}

// appendInt appends an integer. Short ones, which most are, are written directly.
func appendInt(dst []byte, n int64) []byte {
	if n < 0 || n > 9999 {
		return strconv.AppendInt(dst, n, 10)
	}
	return appendShort(dst, uint(n))
}

// appendUint is like appendInt.
func appendUint(dst []byte, n uint64) []byte {
	if n > 9999 {
		return strconv.AppendUint(dst, n, 10)
	}
	return appendShort(dst, uint(n))
}

// appendShort appends a number of at most four digits.
func appendShort(dst []byte, n uint) []byte {
	if n < 10 {
		return append(dst, byte('0'+n))
	}
	if n < 100 {
		return append(dst, byte('0'+n/10), byte('0'+n%10))
	}
	high, low := n/100, n%100
	if high < 10 {
		return append(dst, byte('0'+high), byte('0'+low/10), byte('0'+low%10))
	}
	return append(dst, byte('0'+high/10), byte('0'+high%10), byte('0'+low/10), byte('0'+low%10))
}

// appendFloat appends a finite float as the shortest decimal that reads back as the
// same float. Like ECMAScript, it uses an exponent below 1e-6 and from 1e21 on.
//
// Two shortcuts come before strconv. A whole number of at most 15 digits (for a
// float32, below 2²⁴) is written as an integer. And if x is n/10⁶ for an integer n of at most 15 digits, then the
// digits of n are the shortest: no two decimals of at most 15 digits are read as
// the same float64, so there cannot be a shorter one beside them. The division
// tells, because it rounds correctly, exactly as reading the decimal would.
func appendFloat(dst []byte, x float64, bits int) []byte {
	abs := math.Abs(x)
	if (bits == 64 && abs < 1e15 || abs < 1<<24) && (abs >= 1 || x == 0) {
		if n := int64(x); float64(n) == x {
			if n == 0 && math.Signbit(x) {
				return append(dst, "-0"...)
			}
			return appendInt(dst, n)
		}
	}
	if bits == 64 && abs < 1e9 && abs >= 1e-6 {
		if n := uint64(abs*1e6 + 0.5); float64(n)/1e6 == abs {
			return appendMicros(dst, n, x < 0)
		}
	}
	form := byte('f')
	if bits == 64 && (abs < 1e-6 || abs >= 1e21) || bits == 32 && (float32(abs) < 1e-6 || float32(abs) >= 1e21) {
		form = 'e'
	}
	dst = strconv.AppendFloat(dst, x, form, -1, bits)
	if n := len(dst); form == 'e' && n >= 4 && dst[n-4] == 'e' && (dst[n-3] == '-' || dst[n-3] == '+') && dst[n-2] == '0' {
		dst[n-2] = dst[n-1] // 1e-09 is written as 1e-9
		dst = dst[:n-1]
	}
	return dst
}

// appendMicros appends n/10⁶ without trailing zeros.
func appendMicros(dst []byte, n uint64, negative bool) []byte {
	if negative {
		dst = append(dst, '-')
	}
	dst = appendUint(dst, n/1e6)
	rest := uint32(n % 1e6)
	if rest == 0 {
		return dst
	}
	var digits [7]byte
	for i := 6; i > 0; i-- {
		digits[i] = byte('0' + rest%10)
		rest /= 10
	}
	digits[0] = '.'
	end := 7
	for digits[end-1] == '0' {
		end--
	}
	return append(dst, digits[:end]...)
}

// appendUTC appends a time in UTC, whose date is given, in quotes.
func appendUTC(dst []byte, year, month, day int, t *time.Time) []byte {
	hour, minute, second := t.Clock()
	dst = append(dst, `"0000-00-00T00:00:00`...)
	b := dst[len(dst)-len("0000-00-00T00:00:00"):]
	put2(b[0:2], year/100)
	put2(b[2:4], year%100)
	put2(b[5:7], month)
	put2(b[8:10], day)
	put2(b[11:13], hour)
	put2(b[14:16], minute)
	put2(b[17:19], second)
	if nanos := t.Nanosecond(); nanos != 0 {
		dst = appendFraction(dst, nanos)
	}
	return append(dst, 'Z', '"')
}

// put2 writes a number of two digits.
func put2(b []byte, n int) { b[0], b[1] = byte('0'+n/10), byte('0'+n%10) }

// appendFraction appends a point and nanoseconds without trailing zeros.
func appendFraction(dst []byte, nanos int) []byte {
	var digits [10]byte
	digits[0] = '.'
	for i := 9; i > 0; i-- {
		digits[i] = byte('0' + nanos%10)
		nanos /= 10
	}
	end := 10
	for digits[end-1] == '0' {
		end--
	}
	return append(dst, digits[:end]...)
}

// appendLead appends a field's lead. Most are of eight to sixteen bytes, and those are
// stored as two words that overlap.
func (f *fieldPlan) appendLead(dst []byte) []byte {
	n, start := len(f.lead), len(dst)
	if n < wordSize || n > 2*wordSize || cap(dst)-start < n {
		return append(dst, f.lead...)
	}
	out := dst[start : start+n]
	store8(out, 0, f.leadFirst)
	store8(out, n-wordSize, f.leadLast)
	return dst[:start+n]
}
