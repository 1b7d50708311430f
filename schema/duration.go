package schema

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// A duration's text is that of ISO 8601, the one that JSON Schema calls
// format "duration" and that other languages parse: PT1H30M. It uses hours, minutes
// and seconds only, because a day or a month is not a fixed time. Seconds may have
// a fraction, which ISO 8601 allows although the grammar in RFC 3339, appendix A,
// leaves it out; a negative duration has a leading minus.

// FormatDuration returns a duration as ISO 8601 text: "PT1H30M", "PT0.25S",
// "-PT5S", and "PT0S" for zero. [ParseDuration] reads it back exactly.
func FormatDuration(d time.Duration) string { return string(AppendDuration(nil, d)) }

// AppendDuration appends what [FormatDuration] returns.
func AppendDuration(dst []byte, d time.Duration) []byte {
	n := uint64(d)
	if d < 0 {
		dst = append(dst, '-')
		n = -n
	}
	dst = append(dst, 'P', 'T')
	hours, rest := n/uint64(time.Hour), n%uint64(time.Hour)
	minutes, rest := rest/uint64(time.Minute), rest%uint64(time.Minute)
	if hours > 0 {
		dst = append(strconv.AppendUint(dst, hours, 10), 'H')
	}
	if minutes > 0 {
		dst = append(strconv.AppendUint(dst, minutes, 10), 'M')
	}
	if rest == 0 && n > 0 {
		return dst
	}
	dst = strconv.AppendUint(dst, rest/uint64(time.Second), 10)
	if nanos := rest % uint64(time.Second); nanos > 0 {
		digits := fmt.Appendf(nil, "%09d", nanos)
		dst = append(dst, '.')
		dst = append(dst, strings.TrimRight(string(digits), "0")...)
	}
	return append(dst, 'S')
}

// ParseDuration reads ISO 8601 text such as "PT1H30M", "P2DT12H" or "P3W", where a
// day is 24 hours and a week seven days, and also the text of Go's own durations,
// such as "1h30m". Years and months are refused, since they have no fixed length,
// as is what does not fit a time.Duration.
func ParseDuration(text string) (time.Duration, error) {
	body, negative := strings.CutPrefix(text, "-")
	body, isISO := strings.CutPrefix(body, "P")
	if !isISO {
		d, err := time.ParseDuration(text)
		if err != nil {
			return 0, errDuration(text)
		}
		return d, nil
	}
	date, clock, hasClock := strings.Cut(body, "T")
	total, n, ok := addDuration(0, date, "WD")
	if ok && hasClock {
		var m int
		total, m, ok = addDuration(total, clock, "HMS")
		ok = ok && m > 0
		n += m
	}
	if !ok || n == 0 {
		return 0, errDuration(text)
	}
	if negative {
		return time.Duration(-total), nil
	}
	if total > 1<<63-1 {
		return 0, errDuration(text)
	}
	return time.Duration(total), nil
}

func errDuration(text string) error {
	return fmt.Errorf("want a duration such as PT1H30M, got %q", text)
}

var durationUnits = map[byte]uint64{
	'W': uint64(7 * 24 * time.Hour), 'D': uint64(24 * time.Hour),
	'H': uint64(time.Hour), 'M': uint64(time.Minute), 'S': uint64(time.Second),
}

// addDuration reads pairs of a number and one of the units, which have to come in
// their order. It returns the sum, how many pairs there were, and whether all was
// well; the sum is at most 1<<63, the magnitude of the smallest duration.
func addDuration(total uint64, text, units string) (uint64, int, bool) {
	count := 0
	for text != "" {
		i := strings.IndexAny(text, units)
		if i < 1 {
			return 0, 0, false
		}
		unit := text[i]
		units = units[strings.IndexByte(units, unit)+1:]
		amount, ok := scaleDecimal(text[:i], durationUnits[unit], unit == 'S')
		if !ok || amount > 1<<63-total {
			return 0, 0, false
		}
		total += amount
		text = text[i+1:]
		count++
	}
	return total, count, true
}

// scaleDecimal returns digits × unit, with up to nine digits after a point if
// fractions are allowed.
func scaleDecimal(digits string, unit uint64, fraction bool) (uint64, bool) {
	whole, part, hasPoint := strings.Cut(strings.ReplaceAll(digits, ",", "."), ".")
	n, err := strconv.ParseUint(whole, 10, 64)
	if err != nil || whole[0] == '+' || n > (1<<63)/unit {
		return 0, false
	}
	total := n * unit
	if !hasPoint {
		return total, true
	}
	if !fraction || part == "" || len(part) > 9 {
		return 0, false
	}
	nanos, err := strconv.ParseUint(part+"000000000"[len(part):], 10, 64)
	if err != nil || part[0] == '+' {
		return 0, false
	}
	return total + nanos, true
}
