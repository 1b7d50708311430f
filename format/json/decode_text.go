package json

import (
	"cmp"
	"encoding/base64"
	jsonv2 "encoding/json/v2"
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"time"
	"uuid"

	"github.com/weft-go/weft/format/internal/memory"
)

// quote returns text from the input for an error, shortened.
func quote(text []byte) string { return strconv.Quote(clip(string(text))) }

// parseTime reads a time of RFC 3339. The common form, in UTC, is read directly;
// everything else is left to package time.
func parseTime(t *time.Time, b []byte) bool {
	if n := len(b); n >= 20 && n <= 30 && b[n-1] == 'Z' && b[4] == '-' && b[7] == '-' && b[10] == 'T' && b[13] == ':' && b[16] == ':' {
		year, ok1 := digits2(b[0], b[1])
		rest, ok2 := digits2(b[2], b[3])
		month, ok3 := digits2(b[5], b[6])
		day, ok4 := digits2(b[8], b[9])
		hour, ok5 := digits2(b[11], b[12])
		minute, ok6 := digits2(b[14], b[15])
		second, ok7 := digits2(b[17], b[18])
		nanos, ok8 := nanoseconds(b[19 : n-1])
		if ok1 && ok2 && ok3 && ok4 && ok5 && ok6 && ok7 && ok8 &&
			month-1 < 12 && day-1 < daysIn[month-1] && hour < 24 && minute < 60 && second < 60 {
			*t = time.Date(int(year*100+rest), time.Month(month), int(day), int(hour), int(minute), int(second), nanos, time.UTC)
			return true
		}
	}
	return t.UnmarshalText(b) == nil
}

// daysIn are the days of the months, but for leap years.
var daysIn = [12]uint{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}

func digits2(a, b byte) (uint, bool) {
	x, y := uint(a-'0'), uint(b-'0')
	return x*10 + y, x < 10 && y < 10
}

// nanoseconds reads a point and one to nine digits, or nothing.
func nanoseconds(b []byte) (int, bool) {
	if len(b) == 0 {
		return 0, true
	}
	if b[0] != '.' || len(b) == 1 {
		return 0, false
	}
	n := 0
	for k := 1; k <= 9; k++ {
		n *= 10
		if k < len(b) {
			c := b[k] - '0'
			if c > 9 {
				return 0, false
			}
			n += int(c)
		}
	}
	return n, true
}

func (d *decoder) uuid(n *node, p memory.Ref, i int) int {
	text, end, ok := d.stringBytes(n.want, i)
	if ok {
		u, err := uuid.Parse(memory.Text(text))
		if err != nil {
			d.fault(i, "want "+n.want+", got "+quote(text), nil)
		}
		*memory.As[uuid.UUID](p) = u
	}
	return end
}

// bytes reads base64 with padding (RFC 4648 section 4).
func (d *decoder) bytes(n *node, p memory.Ref, i int) int {
	text, end, ok := d.stringBytes(n.want, i)
	if !ok {
		return end
	}
	data, err := decodeBase64(text)
	switch {
	case err != nil:
		d.fault(i, "want base64 text, got "+quote(text), nil)
	case n.op == opBytes:
		*memory.As[[]byte](p) = data
	case len(data) != n.length:
		d.fault(i, fmt.Sprintf("want %d bytes, got %d", n.length, len(data)), nil)
	default:
		copy(p.Bytes(n.length), data)
	}
	return end
}

var errLineBreak = errors.New("line break in base64 text")

func decodeBase64(text []byte) ([]byte, error) {
	data := make([]byte, base64.StdEncoding.DecodedLen(len(text)))
	k, err := base64.StdEncoding.Strict().Decode(data, text)
	for _, c := range text {
		if c == '\n' || c == '\r' { // which package base64 ignores
			return nil, errLineBreak
		}
	}
	return data[:k], err
}

// maxBigDigits bounds big integers: converting them takes more than linear time.
const maxBigDigits = 10_000

func (d *decoder) bigInt(n *node, p memory.Ref, i int) int {
	if c := d.b[i]; c != '-' && (c < '0' || c > '9') {
		return d.mismatch(n.want, i)
	}
	end := d.number(i)
	if end < 0 {
		return -1
	}
	text := d.b[i:end]
	if len(text) > maxBigDigits {
		d.fault(i, fmt.Sprintf("want an integer of at most %d digits, got %d", maxBigDigits, len(text)), nil)
	} else if _, ok := memory.As[big.Int](p).SetString(string(text), 10); !ok {
		d.fault(i, "want integer, got "+clip(string(text)), nil)
	}
	return end
}

// quoted reads a number that stands in a string.
func (d *decoder) quoted(n *node, p memory.Ref, i int) int {
	text, end, ok := d.stringBytes(n.want, i)
	if !ok {
		return end
	}
	if len(text) == 0 || text[0] != '-' && (text[0] < '0' || text[0] > '9') {
		d.fault(i, "want "+n.want+", got "+quote(text), nil)
		return end
	}
	inner := decoder{b: text, plan: d.plan}
	if k := inner.value(n.elem, p, 0); k != len(text) || inner.count > 0 {
		problem := "want " + n.want + ", got " + quote(text)
		if inner.broken == nil && len(inner.faults) > 0 {
			problem = inner.faults[0].Problem
		}
		d.fault(i, problem, nil)
	}
	return end
}

// methodText gives a string to a type that reads itself from text.
func (d *decoder) methodText(n *node, p memory.Ref, i int) int {
	text, end, ok := d.stringBytes(n.want, i)
	if ok {
		if err := n.schema.ParseText(string(text), p.Value(n.typ)); err != nil {
			// What the type's own method says is wrapped with the name of the Go type,
			// which is of no use to who sent the text.
			d.fault(i, clip(cmp.Or(errors.Unwrap(err), err).Error()), err)
		}
	}
	return end
}

// custom gives a value to the JSON methods of its type.
func (d *decoder) custom(n *node, p memory.Ref, i int) int {
	end := d.skip(i)
	if end < 0 {
		return end
	}
	// A copy: the methods are the user's and might keep or change what they get.
	text := append([]byte(nil), d.b[i:end]...)
	if err := jsonv2.Unmarshal(text, p.Value(n.typ).Addr().Interface()); err != nil {
		d.fault(i, methodError(err), err)
	}
	return end
}

// methodError returns what a method says, without the words around it.
func methodError(err error) string {
	var se *jsonv2.SemanticError
	if errors.As(err, &se) && se.Err != nil {
		err = se.Err
	}
	return clip(err.Error())
}
