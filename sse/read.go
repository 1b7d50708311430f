package sse

import (
	"io"
	"iter"

	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/internal/eventstream"
)

// TooLarge is the error of an event that is larger than the reader allows.
type TooLarge = eventstream.TooLarge

// ReadOptions say how events are read. The zero value is the default.
type ReadOptions struct {
	// MaxEvent is how many bytes an event may have; a larger one is a [*TooLarge].
	// Zero means 16 MiB.
	MaxEvent int
}

// Read iterates over the events that r sends, each as soon as it is complete. The loop
// itself reads, and ends with r; an event that r breaks off in the middle of is left
// out. If reading fails, the error is the last element. Comments are left out.
func Read(r io.Reader, options ...ReadOptions) iter.Seq2[Event, error] {
	var p eventstream.Parser
	if len(options) > 0 {
		p.Limit = options[0].MaxEvent
	}
	return func(yield func(Event, error) bool) {
		for e, err := range eventstream.Read(r, &p) {
			if !yield(Event(e), err) {
				return
			}
		}
	}
}

// ReadValues is like [Read] for events whose data is a value; see [Message]. Data that
// is not a T is the error of its event, a [*MalformedData], and the loop may go on.
func ReadValues[T any](r io.Reader, options ...ReadOptions) iter.Seq2[Message[T], error] {
	return messages[T](Read(r, options...), format.Config{})
}

// messages decodes the data of events.
func messages[T any](events iter.Seq2[Event, error], cfg format.Config) iter.Seq2[Message[T], error] {
	return func(yield func(Message[T], error) bool) {
		for e, err := range events {
			var m Message[T]
			if err == nil {
				if cause := m.DecodeEvent(e.Name, e.Data, e.ID, e.Retry, cfg); cause != nil {
					err = &MalformedData{e, cause}
				}
			}
			if !yield(m, err) {
				return
			}
		}
	}
}

// MalformedData is the error of an event whose data is not what was asked for.
type MalformedData struct {
	// Event is the event as it was read.
	Event Event

	// Cause says what is wrong with its data.
	Cause error
}

// Error names the event and what is wrong.
func (e *MalformedData) Error() string {
	name := e.Event.Name
	if name == "" {
		name = "message"
	}
	return "event " + name + ": " + e.Cause.Error()
}

// Unwrap returns the cause.
func (e *MalformedData) Unwrap() error { return e.Cause }
