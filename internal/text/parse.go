package text

import (
	"errors"
	"net/netip"
	"strconv"
	"time"
	"uuid"
)

// mismatch is the error for a string that does not have the form f.
func mismatch(f Form, got string, cause error) error {
	return &Error{Want: f.want, Got: got, Cause: cause}
}

func parseBool(s string) (bool, error) {
	v, err := strconv.ParseBool(s)
	if err != nil {
		return false, mismatch(boolForm, s, err)
	}
	return v, nil
}

func parseInt(f Form, s string) (int64, error) {
	// strconv takes a plus sign, which is one more spelling of the same resource.
	if len(s) > 0 && s[0] == '+' {
		return 0, mismatch(f, s, strconv.ErrSyntax)
	}
	v, err := strconv.ParseInt(s, 10, f.bits)
	if err != nil {
		highest := int64(1)<<(f.bits-1) - 1
		f.want = withRange(f.want, err, strconv.FormatInt(-highest-1, 10), strconv.FormatInt(highest, 10))
		return 0, mismatch(f, s, err)
	}
	return v, nil
}

func parseUint(f Form, s string) (uint64, error) {
	v, err := strconv.ParseUint(s, 10, f.bits)
	if err != nil {
		highest := ^uint64(0) >> (64 - f.bits)
		f.want = withRange(f.want, err, "0", strconv.FormatUint(highest, 10))
		return 0, mismatch(f, s, err)
	}
	return v, nil
}

// withRange adds the range of a number to its description if err says that a
// value left it.
func withRange(want string, err error, lowest, highest string) string {
	if !errors.Is(err, strconv.ErrRange) {
		return want
	}
	return want + " (" + lowest + " to " + highest + ")"
}

func parseFloat(f Form, s string) (float64, error) {
	// Infinities and NaN would slip through every check of a minimum or maximum,
	// and hexadecimal floats are Go's alone: only decimal numbers are accepted.
	for i := range len(s) {
		switch c := s[i]; {
		case '0' <= c && c <= '9', c == '-', c == '.', c == 'e', c == 'E', c == '+' && i > 0:
		default:
			return 0, mismatch(f, s, strconv.ErrSyntax)
		}
	}
	v, err := strconv.ParseFloat(s, f.bits)
	if err != nil {
		if errors.Is(err, strconv.ErrRange) {
			f.want += " (in range)"
		}
		return 0, mismatch(f, s, err)
	}
	return v, nil
}

func parseTime(s string) (time.Time, error) {
	if !hasTimeShape(s) {
		return time.Time{}, mismatch(timeForm, s, nil)
	}
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return time.Time{}, mismatch(timeForm, s, err)
	}
	return t, nil
}

// hasTimeShape refuses what time.Parse accepts beyond RFC 3339 section 5.6: hours
// of one digit, a comma before the fraction, and zones of a day and more.
func hasTimeShape(s string) bool {
	const seconds = len("2006-01-02T15:04:05")
	if len(s) <= seconds || s[len("2006-01-02T15")] != ':' || s[seconds] == ',' {
		return false
	}
	if s[len(s)-1] == 'Z' {
		return true
	}
	zone := s[len(s)-len("07:00"):]
	return zone[:2] <= "23" && zone[3:] <= "59"
}

func parseDuration(s string) (time.Duration, error) {
	d, err := time.ParseDuration(s)
	if err != nil {
		return 0, mismatch(durationForm, s, err)
	}
	return d, nil
}

// uuidLength is the length of the only form that is accepted. The package uuid
// also reads braces, a URN prefix and plain digits, which would give one resource
// several addresses.
const uuidLength = 36

func parseUUID(s string) (uuid.UUID, error) {
	if len(s) != uuidLength {
		return uuid.UUID{}, mismatch(uuidForm, s, nil)
	}
	u, err := uuid.Parse(s)
	if err != nil {
		return uuid.UUID{}, mismatch(uuidForm, s, err)
	}
	return u, nil
}

func parseAddr(s string) (netip.Addr, error) {
	a, err := netip.ParseAddr(s)
	if err != nil {
		return netip.Addr{}, mismatch(addrForm, s, err)
	}
	return a, nil
}
