package server

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// parseDuration reads a duration as Go writes it (1m30s) or as ISO 8601 does (PT1M30S,
// P1D). It is not negative. A number without a unit is refused: half of all programs
// take it for milliseconds and the other half for seconds.
func parseDuration(s string) (time.Duration, error) {
	if s != "" && (s[0] == 'P' || s[0] == 'p') {
		return parseISODuration(strings.ToUpper(s))
	}
	if _, err := strconv.ParseFloat(s, 64); err == nil {
		return 0, &unfit{"it has no unit: " + s + "s are seconds, " + s + "ms are milliseconds"}
	}
	d, err := time.ParseDuration(s)
	if err != nil {
		return 0, errUnfit
	}
	if d < 0 {
		return 0, &unfit{"it is negative"}
	}
	return d, nil
}

// parseISODuration reads P, then days and weeks, then T and hours, minutes and seconds.
// Each part may be left out, but not all of them. Years and months have no fixed length
// and are refused.
func parseISODuration(s string) (time.Duration, error) {
	date, clock, timed := strings.Cut(s[1:], "T")
	if date == "" && clock == "" || timed && clock == "" {
		return 0, errUnfit
	}
	if strings.ContainsAny(date, "YM") {
		return 0, &unfit{"years and months have no fixed length"}
	}
	days, err := parseParts(date, "WD", []time.Duration{7 * 24 * time.Hour, 24 * time.Hour})
	if err != nil {
		return 0, err
	}
	rest, err := parseParts(clock, "HMS", []time.Duration{time.Hour, time.Minute, time.Second})
	if err != nil || days > math.MaxInt64-rest {
		return 0, errUnfit
	}
	return days + rest, nil
}

// parseParts reads numbers with units, which have to come in their order.
func parseParts(s, units string, worth []time.Duration) (time.Duration, error) {
	total := time.Duration(0)
	for s != "" {
		end := strings.IndexAny(s, units)
		if end < 1 {
			return 0, errUnfit
		}
		i := strings.IndexByte(units, s[end])
		d, err := parsePart(s[:end], worth[i])
		if err != nil || d > math.MaxInt64-total {
			return 0, errUnfit
		}
		total += d
		s, units, worth = s[end+1:], units[i+1:], worth[i+1:]
	}
	return total, nil
}

// parsePart reads a number of units. Seconds may have a fraction.
func parsePart(number string, unit time.Duration) (time.Duration, error) {
	if strings.Trim(number, "0123456789") != "" && (unit != time.Second || strings.Trim(number, "0123456789.") != "") {
		return 0, errUnfit
	}
	if unit == time.Second {
		return time.ParseDuration(number + "s")
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n > int64(math.MaxInt64/unit) {
		return 0, errUnfit
	}
	return time.Duration(n) * unit, nil
}
