package protobuf

import (
	"math"
	"time"

	"github.com/weft-go/weft/format/internal/fault"
	"github.com/weft-go/weft/format/internal/memory"
	"github.com/weft-go/weft/format/internal/varint"
)

// Times and durations are the messages google.protobuf.Timestamp and Duration. Both
// have the fields seconds, 1, and nanos, 2.

// The first and the last second of a Timestamp: the years 1 to 9999.
const (
	minTimestamp = -62135596800
	maxTimestamp = 253402300799
)

const nanosPerSecond = 1_000_000_000

// timestamp is the plan of a time.Time.
type timestamp struct{}

// absent leaves the zero time out, which is what a missing Timestamp becomes.
func (timestamp) absent(p memory.Ref) bool { return memory.As[time.Time](p).IsZero() }

func (timestamp) append(b []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	t := memory.As[time.Time](p)
	seconds := t.Unix()
	if seconds < minTimestamp || seconds > maxTimestamp {
		return b, fault.New("want a time in the years 1 to 9999 (UTC), got the year %d", t.UTC().Year())
	}
	return appendClock(b, seconds, int64(t.Nanosecond())), nil
}

func (timestamp) parse(b []byte, pos int, p memory.Ref, depth int) *fault.Fault {
	t, start := memory.As[time.Time](p), pos
	var c clock
	if !t.IsZero() { // came before: merge
		c = clock{t.Unix(), int64(t.Nanosecond())}
	}
	if err := c.parse(b, pos, depth); err != nil {
		return err
	}
	if c.seconds < minTimestamp || c.seconds > maxTimestamp || c.nanos < 0 || c.nanos >= nanosPerSecond {
		return fault.At(start, "want a time in the years 1 to 9999, got %d seconds and %d nanoseconds", c.seconds, c.nanos)
	}
	*t = time.Unix(c.seconds, c.nanos).UTC()
	return nil
}

// duration is the plan of a time.Duration.
type duration struct{}

func (duration) absent(p memory.Ref) bool { return *memory.As[time.Duration](p) == 0 }

func (duration) append(b []byte, p memory.Ref, _ int) ([]byte, *fault.Fault) {
	d := int64(*memory.As[time.Duration](p))
	return appendClock(b, d/nanosPerSecond, d%nanosPerSecond), nil
}

func (duration) parse(b []byte, pos int, p memory.Ref, depth int) *fault.Fault {
	d, start := memory.As[time.Duration](p), pos
	c := clock{int64(*d) / nanosPerSecond, int64(*d) % nanosPerSecond}
	if err := c.parse(b, pos, depth); err != nil {
		return err
	}
	if (c.seconds > 0 && c.nanos < 0) || (c.seconds < 0 && c.nanos > 0) || c.nanos <= -nanosPerSecond || c.nanos >= nanosPerSecond {
		return fault.At(start, "want a duration, got %d seconds and %d nanoseconds", c.seconds, c.nanos)
	}
	const limit = math.MaxInt64 / nanosPerSecond
	total := c.seconds*nanosPerSecond + c.nanos // wraps around at the edge
	if c.seconds > limit || c.seconds < -limit || (c.seconds > 0 && total < 0) || (c.seconds < 0 && total > 0) {
		return fault.At(start, "want a duration of at most 292 years, got %d seconds", c.seconds)
	}
	*d = time.Duration(total)
	return nil
}

// clock is what both messages hold.
type clock struct{ seconds, nanos int64 }

func appendClock(b []byte, seconds, nanos int64) []byte {
	if seconds != 0 {
		b = varint.Append(append(b, keyTag|wireVarint), uint64(seconds))
	}
	if nanos != 0 {
		b = varint.Append(append(b, valueTag|wireVarint), uint64(nanos))
	}
	return b
}

func (c *clock) parse(b []byte, pos, depth int) *fault.Fault {
	for pos < len(b) {
		number, wire, next := fieldTag(b, pos)
		if next < 0 {
			return unreadable(pos, next)
		}
		var x uint64
		switch {
		case number == 1 && wire == wireVarint:
			x, next = varint.Read(b, next)
			c.seconds = int64(x)
		case number == 2 && wire == wireVarint:
			x, next = varint.Read(b, next)
			c.nanos = int64(int32(x))
		default:
			next = skip(b, next, number, wire, depth)
		}
		if next < 0 {
			return unreadable(pos, next)
		}
		pos = next
	}
	return nil
}
