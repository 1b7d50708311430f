package server

import (
	"cmp"
	"fmt"
	"math"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/weft-go/weft"
)

// A kind is how values of a type are written as text.
type kind[T any] struct {
	// want says what is expected, with an article.
	want string

	// parse fails with errUnfit, or with an *unfit that says more than want.
	parse func(string) (T, error)

	// write returns a text that parse reads.
	write func(T) string

	secret bool
}

// on is a switch that is off by default.
func on() kind[bool] {
	return kind[bool]{want: "true or false", parse: parseBool, write: strconv.FormatBool}
}

// off is a switch that is on by default, held by a field that is named by its opposite.
func off() kind[bool] {
	return kind[bool]{
		want:  "true or false",
		parse: func(s string) (bool, error) { v, err := parseBool(s); return !v, err },
		write: func(v bool) string { return strconv.FormatBool(!v) },
	}
}

func parseBool(s string) (bool, error) {
	switch s {
	case "true", "TRUE", "True":
		return true, nil
	case "false", "FALSE", "False":
		return false, nil
	}
	return false, errUnfit
}

// A toggle is a switch that may be left alone.
type toggle uint8

const (
	toggleUnset toggle = iota
	toggleOn
	toggleOff
)

func toggles() kind[toggle] {
	return kind[toggle]{
		want: "true or false",
		parse: func(s string) (toggle, error) {
			v, err := parseBool(s)
			if v {
				return toggleOn, err
			}
			return toggleOff, err
		},
		write: func(t toggle) string { return strconv.FormatBool(t == toggleOn) },
	}
}

// integer is a number between two bounds.
func integer[T ~int | ~int64 | ~uint16](low, high int64) kind[T] {
	want := fmt.Sprintf("an integer from %d to %d", low, high)
	if high >= math.MaxInt32 {
		want = fmt.Sprintf("an integer of at least %d", low)
	}
	return kind[T]{
		want: want,
		parse: func(s string) (T, error) {
			n, err := strconv.ParseInt(s, 10, 64)
			if err != nil || n < low || n > high {
				return 0, errUnfit
			}
			return T(n), nil
		},
		write: func(v T) string { return strconv.FormatInt(int64(v), 10) },
	}
}

// port is a port as text, since 0 is one, too.
func port() kind[string] {
	return kind[string]{
		want: "a port from 0 to 65535",
		parse: func(s string) (string, error) {
			n, err := strconv.ParseUint(s, 10, 16)
			if err != nil {
				return "", errUnfit
			}
			return strconv.FormatUint(n, 10), nil
		},
		write: func(s string) string { return s },
	}
}

// host is an address to listen on, or the path of a Unix socket.
func host() kind[string] {
	return kind[string]{
		want: "a host name, an IP address, unix:/path or systemd:name",
		parse: func(s string) (string, error) {
			if path, ok := strings.CutPrefix(s, "unix:"); ok && path != "" {
				return s, nil
			}
			if strings.HasPrefix(s, "systemd:") {
				return s, nil
			}
			bare := strings.TrimSuffix(strings.TrimPrefix(s, "["), "]")
			if net.ParseIP(bare) != nil {
				return bare, nil
			}
			if s == "" || strings.ContainsAny(s, " /:[]") {
				return "", errUnfit
			}
			return s, nil
		},
		write: func(s string) string { return s },
	}
}

// text is any text that is not empty.
func text(want string) kind[string] {
	return kind[string]{
		want: want,
		parse: func(s string) (string, error) {
			if s == "" {
				return "", errUnfit
			}
			return s, nil
		},
		write: func(s string) string { return s },
	}
}

// secret is a text that is never shown.
func secret() kind[weft.Secret] {
	return kind[weft.Secret]{
		want:   "a secret",
		parse:  func(s string) (weft.Secret, error) { return weft.NewSecret(s), nil },
		write:  func(s weft.Secret) string { return s.String() },
		secret: true,
	}
}

// A choice is a value with its name.
type choice[T any] struct {
	name  string
	value T
}

// oneOf is one of several values. The case of letters does not matter.
func oneOf[T comparable](choices ...choice[T]) kind[T] {
	var names []string
	for _, c := range choices {
		names = append(names, c.name)
	}
	return kind[T]{
		want: "one of " + strings.Join(names, ", "),
		parse: func(s string) (T, error) {
			i := slices.IndexFunc(choices, func(c choice[T]) bool { return strings.EqualFold(c.name, s) })
			if i < 0 {
				var zero T
				return zero, errUnfit
			}
			return choices[i].value, nil
		},
		write: func(v T) string {
			i := slices.IndexFunc(choices, func(c choice[T]) bool { return c.value == v })
			return choices[max(i, 0)].name
		},
	}
}

// size is a number of bytes with or without a unit, from low on, which is 0 or 1. A zero
// in the text is stored as zeroAs, which may be negative.
func size[T ~int | ~int64](low, zeroAs T) kind[T] {
	want := "a size such as 4096 or 16KiB"
	if low > 0 {
		want = "a size above 0, such as 4096 or 16KiB"
	}
	return kind[T]{
		want: want,
		parse: func(s string) (T, error) {
			n, err := parseSize(s)
			if err != nil || n < int64(low) || int64(T(n)) != n {
				return 0, errUnfit
			}
			return cmp.Or(T(n), zeroAs), nil
		},
		write: func(v T) string { return strconv.FormatInt(int64(max(v, 0)), 10) },
	}
}

// parseSize reads a number with a unit: powers of 1024 are KiB, MiB, GiB, powers of
// 1000 are KB, MB, GB.
func parseSize(s string) (int64, error) {
	digits := strings.TrimRight(s, "BKMGTikmgtb ")
	unit := strings.ToLower(strings.TrimSpace(s[len(digits):]))
	n, err := strconv.ParseUint(digits, 10, 63)
	if err != nil {
		return 0, err
	}
	factor, ok := map[string]uint64{
		"": 1, "b": 1,
		"kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30,
		"kb": 1e3, "mb": 1e6, "gb": 1e9,
	}[unit]
	if !ok || n > math.MaxInt64/factor {
		return 0, errUnfit
	}
	return int64(n * factor), nil
}

// duration is a time of more than nothing.
func duration() kind[time.Duration] {
	return durationKind("a duration above 0s, such as 10s, 1m30s or PT10S", func(d time.Duration) (time.Duration, error) {
		if d == 0 {
			return 0, errUnfit
		}
		return d, nil
	}, "0s")
}

// durationOrNow is a time that may be nothing, which the configuration holds as a
// negative one, since zero stands for its default.
func durationOrNow() kind[time.Duration] {
	return durationKind("a duration such as 10s, 1m30s, PT10S or 0s", func(d time.Duration) (time.Duration, error) {
		if d == 0 {
			return -1, nil
		}
		return d, nil
	}, "0s")
}

// durationOrNever is a time that may be 'none', which is also the default and therefore
// zero.
func durationOrNever() kind[time.Duration] {
	k := durationKind("a duration such as 10s, 1m30s or PT10S, or none",
		func(d time.Duration) (time.Duration, error) { return d, nil }, "none")
	timed := k.parse
	k.parse = func(s string) (time.Duration, error) {
		if strings.EqualFold(s, "none") {
			return 0, nil
		}
		return timed(s)
	}
	return k
}

func durationKind(want string, check func(time.Duration) (time.Duration, error), negative string) kind[time.Duration] {
	return kind[time.Duration]{
		want: want,
		parse: func(s string) (time.Duration, error) {
			d, err := parseDuration(s)
			if err != nil {
				return 0, err
			}
			return check(d)
		},
		write: func(d time.Duration) string {
			if d < 0 {
				return negative
			}
			return d.String()
		},
	}
}
