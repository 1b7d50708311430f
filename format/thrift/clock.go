package thrift

import (
	"time"

	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/memory"
)

// timestamp is the plan of a time.Time: a struct with the fields seconds, an i64
// with number 1 that counts from 1970, and nanos, an i32 with number 2. A count of
// nanoseconds in one i64 would end in the year 2262 and begin in 1678.
type timestamp struct{ protocol protocol }

func (timestamp) absent(memory.Ref) bool { return false }

func (ts timestamp) append(b []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	c, t := ts.protocol, memory.As[time.Time](p)
	b = c.appendInt(c.appendField(b, typeI64, 1, 0, false), typeI64, t.Unix())
	b = c.appendInt(c.appendField(b, typeI32, 2, 1, false), typeI32, int64(t.Nanosecond()))
	return append(b, typeStop), nil
}

func (ts timestamp) parse(b []byte, pos int, p memory.Ref, _ int) (int, *fault.Fault) {
	c, start, last := ts.protocol, pos, 0
	var seconds, nanos int64
	for {
		t, number, _, next := c.field(b, pos, last)
		if next < 0 {
			return 0, unreadable(pos, next)
		}
		if t == typeStop {
			pos = next
			break
		}
		last = number
		switch {
		case number == 1 && t == typeI64:
			seconds, next = c.integer(b, next, t)
		case number == 2 && t == typeI32:
			nanos, next = c.integer(b, next, t)
		case t == typeBool && c == compactProtocol:
		default:
			next = c.skip(b, next, t)
		}
		if next < 0 {
			return 0, unreadable(pos, next)
		}
		pos = next
	}
	// Beyond this, time.Time's own count of seconds would wrap around.
	const limit = 1 << 60
	if seconds < -limit || seconds > limit || nanos < 0 || nanos >= 1_000_000_000 {
		return 0, fault.At(start, "want a time, got %d seconds and %d nanoseconds", seconds, nanos)
	}
	*memory.As[time.Time](p) = time.Unix(seconds, nanos).UTC()
	return pos, nil
}
