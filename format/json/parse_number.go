package json

import (
	"fmt"
	"math"
	"strconv"

	"github.com/weft-go/weft/format/internal/memory"
)

// Numbers follow the grammar of RFC 8259 section 6: no plus sign, no leading zero, a
// digit on both sides of the point. Integers are read in one loop. For a float the
// loop collects the digits as one integer m and counts the power of ten e that
// belongs to it. If m is below 2⁵³ and |e| is at most 22, both m and 10^|e| are
// exact float64s, so that one multiplication or division gives the correctly
// rounded result; nearly all numbers in practice are such. The rest goes to strconv.

// digitsAt reads an integer's digits at i. It reports false for anything but a
// complete integer that fits: no digits, a leading zero, too many digits, a point or
// an exponent after them.
func (d *decoder) digitsAt(i int) (x uint64, end int, ok bool) {
	b := d.b
	start := i
	for ; i < len(b); i++ {
		c := b[i] - '0'
		if c > 9 {
			break
		}
		x = x*10 + uint64(c)
	}
	n := i - start
	if n == 0 || n > 19 || b[start] == '0' && n > 1 {
		return 0, i, false // 19 digits always fit
	}
	if i < len(b) && (b[i] == '.' || b[i]|0x20 == 'e') {
		return 0, i, false
	}
	return x, i, true
}

func (d *decoder) int(n *node, i, bits int) (int64, int) {
	if d.b[i] != '-' {
		if x, end, ok := d.digitsAt(i); ok && x < 1<<(bits-1) {
			return int64(x), end
		}
	} else if x, end, ok := d.digitsAt(i + 1); ok && x <= 1<<(bits-1) {
		return -int64(x), end
	}
	return 0, d.notInteger(n, i, bits, true)
}

func (d *decoder) uint(n *node, i, bits int) (uint64, int) {
	if x, end, ok := d.digitsAt(i); ok && (bits == 64 || x < 1<<bits) {
		return x, end
	}
	if bits == 64 {
		// Twenty digits, or minus zero.
		if end := d.numberEnd(i); end > 0 {
			text := d.b[i:end]
			if string(text) == "-0" {
				return 0, end
			}
			if x, err := strconv.ParseUint(memory.Text(text), 10, 64); err == nil {
				return x, end
			}
		}
	}
	return 0, d.notInteger(n, i, bits, false)
}

// numberEnd returns where the valid number at i ends, or -1. It records nothing.
func (d *decoder) numberEnd(i int) int {
	end, ok := scanNumber(d.b, i)
	if !ok {
		return -1
	}
	return end
}

// notInteger says why the value at i is not an integer of the wanted width.
func (d *decoder) notInteger(n *node, i, bits int, signed bool) int {
	if c := d.b[i]; c != '-' && (c < '0' || c > '9') {
		return d.mismatch(n.want, i)
	}
	end := d.number(i)
	if end < 0 {
		return -1
	}
	text := d.b[i:end]
	if !signed && string(text) == "-0" {
		return end
	}
	d.fault(i, fmt.Sprintf("want %s (%s), got %s", n.want, rangeText(bits, signed), clip(string(text))), nil)
	return end
}

func rangeText(bits int, signed bool) string {
	if signed {
		return fmt.Sprintf("%d to %d", int64(-1)<<(bits-1), int64(1)<<(bits-1)-1)
	}
	return fmt.Sprintf("0 to %d", uint64(math.MaxUint64)>>(64-bits))
}

// number checks the number at i and returns the index after it.
func (d *decoder) number(i int) int {
	end, ok := scanNumber(d.b, i)
	if !ok {
		return d.syntax(end, numberWant(d.b, i, end))
	}
	return end
}

func numberWant(b []byte, start, at int) string {
	if at < len(b) && b[at] >= '0' && b[at] <= '9' && at > start && b[at-1] == '0' {
		return "no digit after a leading zero"
	}
	return "a digit"
}

// scanNumber returns the index after the number at i. It reports false, and the
// place, when the grammar wants something else there.
func scanNumber(b []byte, i int) (end int, ok bool) {
	if i < len(b) && b[i] == '-' {
		i++
	}
	start := i
	if i = skipDigits(b, i); i == start {
		return i, false
	}
	if b[start] == '0' && i > start+1 {
		return start + 1, false
	}
	if i < len(b) && b[i] == '.' {
		start = i + 1
		if i = skipDigits(b, start); i == start {
			return i, false
		}
	}
	if i < len(b) && b[i]|0x20 == 'e' {
		i++
		if i < len(b) && (b[i] == '+' || b[i] == '-') {
			i++
		}
		start = i
		if i = skipDigits(b, start); i == start {
			return i, false
		}
	}
	return i, true
}

func skipDigits(b []byte, i int) int {
	for i < len(b) && b[i]-'0' <= 9 {
		i++
	}
	return i
}

var exactPowers = [23]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
}

func (d *decoder) float(n *node, i, bits int) (float64, int) {
	if bits == 64 {
		if x, end, ok := d.simpleFloat(i); ok {
			return x, end
		}
	}
	if c := d.b[i]; c != '-' && (c < '0' || c > '9') {
		return 0, d.mismatch(n.want, i)
	}
	end := d.number(i)
	if end < 0 {
		return 0, -1
	}
	x, err := strconv.ParseFloat(memory.Text(d.b[i:end]), bits)
	if err != nil {
		d.fault(i, fmt.Sprintf("want %s, got %s, which is too large", n.want, clip(string(d.b[i:end]))), nil)
	}
	return x, end
}

// simpleFloat reads a number without an exponent that converts exactly.
func (d *decoder) simpleFloat(i int) (x float64, end int, ok bool) {
	b := d.b
	negative := b[i] == '-'
	if negative {
		i++
	}
	start := i
	var m uint64
	for ; i < len(b) && b[i]-'0' <= 9; i++ {
		m = m*10 + uint64(b[i]-'0')
	}
	digits, places := i-start, 0
	if digits == 0 || b[start] == '0' && digits > 1 {
		return 0, i, false
	}
	if i < len(b) && b[i] == '.' {
		point := i
		for i++; i < len(b) && b[i]-'0' <= 9; i++ {
			m = m*10 + uint64(b[i]-'0')
		}
		places = i - point - 1
		if places == 0 {
			return 0, i, false
		}
	}
	if digits+places > 19 || places > 22 || m >= 1<<53 || i < len(b) && b[i]|0x20 == 'e' {
		return 0, i, false
	}
	x = float64(m) / exactPowers[places]
	if negative {
		x = -x
	}
	return x, i, true
}
