package eventstream

import (
	"fmt"
	"strings"
	"time"
)

// An Event is one event of a stream. The zero Event is nothing at all.
type Event struct {
	// Name is the kind of the event. Empty stands for "message".
	Name string

	// Data is what the event says. It may have several lines.
	Data string

	// ID is the event's position in the stream. A client that comes back sends the
	// last one it has seen. In an event that was parsed it is the last one so far,
	// be it of this event or of one before, as the standard wants it.
	ID string

	// Retry tells the client how long to wait before it comes back. Zero says
	// nothing.
	Retry time.Duration

	// Comment is text that clients ignore. Parsers leave it out.
	Comment string
}

// Check returns why an event cannot be written, or nil: a line break in a field of
// one line would begin another field, and with it somebody else's event.
func (e *Event) Check() error {
	switch {
	case strings.ContainsAny(e.Name, "\r\n"):
		return fmt.Errorf("event name %q: contains a line break", e.Name)
	case strings.ContainsAny(e.ID, "\r\n\x00"):
		return fmt.Errorf("event id %q: contains a line break or NUL", e.ID)
	case e.Retry < 0:
		return fmt.Errorf("event retry %v: is negative", e.Retry)
	}
	return nil
}

// Append appends an event to dst: its comment, name, data, id and retry, each if there
// is one, and the empty line that ends it. It fails if [Event.Check] does.
//
// Lines of data may end in LF, CR or CR LF; a reader gets LF for all of them. An event
// with a name and no data has one empty line of data, since readers drop events
// without any.
func Append(dst []byte, e *Event) ([]byte, error) {
	if err := e.Check(); err != nil {
		return dst, err
	}
	if e.Comment != "" {
		dst = AppendLines(dst, ": ", e.Comment)
	}
	if e.Name != "" {
		dst = append(append(append(dst, "event: "...), e.Name...), '\n')
	}
	if e.Data != "" || e.Name != "" {
		dst = AppendLines(dst, "data: ", e.Data)
	}
	return AppendEnd(dst, e.ID, e.Retry), nil
}

// AppendEnd appends the fields that close an event, id and retry, and the empty line.
// The caller has made sure that the id has no line break.
func AppendEnd(dst []byte, id string, retry time.Duration) []byte {
	if id != "" {
		dst = append(append(append(dst, "id: "...), id...), '\n')
	}
	if retry > 0 {
		dst = fmt.Appendf(dst, "retry: %d\n", max(1, retry.Milliseconds()))
	}
	return append(dst, '\n')
}

// AppendLines appends the lines of a text, each with prefix before it. A text without
// a line break is one line, even if it is empty.
func AppendLines[S ~string | ~[]byte](dst []byte, prefix string, text S) []byte {
	for {
		i := 0
		for i < len(text) && text[i] != '\n' && text[i] != '\r' {
			i++
		}
		dst = append(append(append(dst, prefix...), text[:i]...), '\n')
		if i == len(text) {
			return dst
		}
		if text[i] == '\r' && i+1 < len(text) && text[i+1] == '\n' {
			i++
		}
		text = text[i+1:]
	}
}
