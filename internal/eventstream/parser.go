package eventstream

import (
	"bytes"
	"strconv"
	"strings"
	"time"
)

// The parser goes from line to line. What has arrived of a line that is not complete
// waits in the parser; everything else is looked at where it lies. A CR ends a line at
// once, since nobody knows when the next byte comes, and the LF that may follow it is
// skipped when it is there.
//
// Memory is bounded by one number: what an event has so far, and the line that is
// being read, are together at most Limit bytes.

// DefaultLimit is how many bytes an event may have unless another limit is set: 16 MiB.
const DefaultLimit = 16 << 20

// maxRetry is the longest time to wait that is believed, a day. A longer one is taken
// for it.
const maxRetry = 24 * time.Hour

// A Parser reads events. The zero Parser is ready for use at the start of a stream. It
// is for one goroutine.
type Parser struct {
	// Limit is how many bytes an event may have. Zero means [DefaultLimit].
	Limit int

	line    []byte // the beginning of a line whose end has not arrived
	data    []byte // of the event so far, each line with an LF
	name    string
	id      string // the last one seen, which takes effect at the end of its block
	lastID  string
	block   time.Duration // retry of the event so far
	retry   time.Duration
	started bool // the first line is over, or begins with something else than a BOM
	afterCR bool
	err     error
}

// TooLarge is the error of an event that is larger than its limit.
type TooLarge struct {
	// Limit is the largest allowed number of bytes.
	Limit int
}

// Error names the limit.
func (e *TooLarge) Error() string {
	return "event: larger than " + strconv.Itoa(e.Limit) + " bytes"
}

// Resume sets the last id to that of the stream which the coming one continues. It has
// to be called before the first byte.
func (p *Parser) Resume(id string) { p.id, p.lastID = id, id }

// LastID returns the last id of the stream so far, which a client that comes back
// sends as Last-Event-ID. It may have come without an event.
func (p *Parser) LastID() string { return p.lastID }

// Retry returns how long the stream has asked clients to wait before they come back,
// at most a day, or zero.
func (p *Parser) Retry() time.Duration { return p.retry }

// Parse reads the next bytes of the stream, appends the events that are complete with
// them to dst, and returns the longer slice. It fails with a [*TooLarge], once and for
// all; there is nothing else that could be malformed. It does not keep b. An event that
// the stream ends in the middle of is never returned.
func (p *Parser) Parse(dst []Event, b []byte) ([]Event, error) {
	for p.err == nil && len(b) > 0 {
		if p.afterCR {
			p.afterCR = false
			if b[0] == '\n' {
				b = b[1:]
				continue
			}
		}
		i := endOfLine(b)
		if i < 0 {
			p.keep(b)
			break
		}
		p.afterCR = b[i] == '\r'
		line := b[:i]
		if len(p.line) > 0 {
			p.keep(line)
			line = p.line
		}
		if p.err == nil {
			dst = p.end(dst, line)
		}
		p.line = p.line[:0]
		b = b[i+1:]
	}
	return dst, p.err
}

// endOfLine returns the index of the first CR or LF, or -1.
func endOfLine(b []byte) int {
	lf := bytes.IndexByte(b, '\n')
	if lf >= 0 {
		b = b[:lf]
	}
	if cr := bytes.IndexByte(b, '\r'); cr >= 0 {
		return cr
	}
	return lf
}

// keep adds bytes to the line that is being read.
func (p *Parser) keep(b []byte) {
	if !p.fits(len(p.line) + len(b)) {
		return
	}
	p.line = append(p.line, b...)
}

// fits notes an error unless n more bytes are allowed.
func (p *Parser) fits(n int) bool {
	limit := p.Limit
	if limit <= 0 {
		limit = DefaultLimit
	}
	if len(p.data)+n > limit {
		p.err = &TooLarge{limit}
		return false
	}
	return true
}

// end takes a whole line.
func (p *Parser) end(dst []Event, line []byte) []Event {
	if !p.started {
		p.started = true
		line = bytes.TrimPrefix(line, []byte("\ufeff"))
	}
	if len(line) == 0 {
		return p.dispatch(dst)
	}
	if p.fits(len(line) + 1) {
		p.field(line)
	}
	return dst
}

// field takes the line of a field. Unknown ones are ignored, and so are comments,
// whose name is empty.
func (p *Parser) field(line []byte) {
	name, value, _ := bytes.Cut(line, []byte(":"))
	value = bytes.TrimPrefix(value, []byte(" "))
	switch string(name) {
	case "data":
		p.data = append(append(p.data, value...), '\n')
	case "event":
		p.name = valid(value)
	case "id":
		if bytes.IndexByte(value, 0) < 0 {
			p.id = valid(value)
		}
	case "retry":
		if d, ok := milliseconds(value); ok {
			p.block, p.retry = d, d
		}
	}
}

// dispatch ends a block. One without data is not an event, but its id counts.
func (p *Parser) dispatch(dst []Event) []Event {
	p.lastID = p.id
	if len(p.data) > 0 {
		dst = append(dst, Event{Name: p.name, Data: valid(p.data[:len(p.data)-1]), ID: p.lastID, Retry: p.block})
	}
	p.data, p.name, p.block = p.data[:0], "", 0
	return dst
}

// valid returns bytes as text. What is not UTF-8 is replaced.
func valid(b []byte) string { return strings.ToValidUTF8(string(b), "\ufffd") }

// milliseconds returns a time that is written in digits alone.
func milliseconds(b []byte) (time.Duration, bool) {
	if len(b) == 0 {
		return 0, false
	}
	n := int64(0)
	for _, c := range b {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = min(n*10+int64(c-'0'), maxRetry.Milliseconds())
	}
	return time.Duration(n) * time.Millisecond, true
}
