package text

import (
	"errors"
	"math"
	"net/netip"
	"strconv"
	"time"
	"uuid"
)

var (
	errNotFinite = errors.New("cannot encode as text: the number is infinite or not a number")
	errNil       = errors.New("cannot encode as text: the pointer is nil")
)

func appendString(dst []byte, v string) ([]byte, error) { return append(dst, v...), nil }

func appendBool(dst []byte, v bool) ([]byte, error) { return strconv.AppendBool(dst, v), nil }

// appendFloat refuses what parseFloat refuses, so that each side reads the other.
func appendFloat(dst []byte, v float64, bits int) ([]byte, error) {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return dst, errNotFinite
	}
	return strconv.AppendFloat(dst, v, 'g', -1, bits), nil
}

func appendTime(dst []byte, v time.Time) ([]byte, error) { return v.AppendText(dst) }

func appendDuration(dst []byte, v time.Duration) ([]byte, error) {
	return append(dst, v.String()...), nil
}

func appendUUID(dst []byte, v uuid.UUID) ([]byte, error) { return v.AppendText(dst) }

func appendAddr(dst []byte, v netip.Addr) ([]byte, error) { return v.AppendText(dst) }
