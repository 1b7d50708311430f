package sse

import (
	"reflect"
	"time"

	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/json"
	"github.com/weft-go/weft/internal/eventstream"
	"github.com/weft-go/weft/internal/text"
)

// An Event is one event of a stream.
type Event struct {
	// Name is the kind of the event, which listeners of an EventSource choose by.
	// Empty stands for "message". It must not contain a line break.
	Name string

	// Data is what the event says. It may have several lines, which a reader gets with
	// LF between them. An event without data does not reach listeners, unless it has a
	// name.
	Data string

	// ID is the event's position in the stream. A client that comes back sends the last
	// one it has seen; see [LastEventID]. Empty leaves it as it was. It must contain
	// neither line breaks nor NUL. In an event that was read it is the last one of the
	// stream so far, as the standard wants it.
	ID string

	// Retry tells the client how long to wait before it comes back. It is sent in
	// milliseconds. Zero says nothing.
	Retry time.Duration

	// Comment is text that clients ignore. Events that were read have none.
	Comment string
}

// AppendEvent appends the event as it is sent. It fails if a field contains what it
// must not. The configuration has no effect. Package codec calls it.
func (e Event) AppendEvent(dst []byte, _ format.Config) ([]byte, error) {
	return eventstream.Append(dst, (*eventstream.Event)(&e))
}

// DecodeEvent sets the event to one that was read. Package codec calls it.
func (e *Event) DecodeEvent(name, data, id string, retry time.Duration, _ format.Config) error {
	*e = Event{Name: name, Data: data, ID: id, Retry: retry}
	return nil
}

// EventData returns the type of the event's data, which is string. Package codec calls
// it, for documentation.
func (Event) EventData() reflect.Type { return reflect.TypeFor[string]() }

// A Message is an event whose data is a value: text if T has a text form, as strings,
// numbers and times have, and JSON otherwise. The other fields are those of [Event].
type Message[T any] struct {
	// Name is the kind of the event. Empty stands for "message".
	Name string

	// Value is the event's data.
	Value T

	// ID is the event's position in the stream, or empty.
	ID string

	// Retry tells the client how long to wait before it comes back, if it is not zero.
	Retry time.Duration
}

// AppendEvent appends the message as it is sent. It fails if the value cannot be
// encoded, or a field contains what it must not. Package codec calls it.
func (m Message[T]) AppendEvent(dst []byte, cfg format.Config) ([]byte, error) {
	data, err := encode(m.Value, cfg)
	if err != nil {
		return dst, err
	}
	name := m.Name
	if name == "" && data == "" {
		name = "message" // or else nobody would get it
	}
	return eventstream.Append(dst, &eventstream.Event{Name: name, Data: data, ID: m.ID, Retry: m.Retry})
}

// DecodeEvent sets the message to an event that was read. It fails if the data is not
// a T. Package codec calls it.
func (m *Message[T]) DecodeEvent(name, data, id string, retry time.Duration, cfg format.Config) error {
	v, err := decode[T](data, cfg)
	*m = Message[T]{Name: name, Value: v, ID: id, Retry: retry}
	return err
}

// EventData returns the type T. Package codec calls it, for documentation.
func (Message[T]) EventData() reflect.Type { return reflect.TypeFor[T]() }

// encode returns a value as the data of an event.
func encode[T any](v T, cfg format.Config) (string, error) {
	if t, err := text.For[T](); err == nil {
		b, err := t.Append(nil, v)
		return string(b), err
	}
	c, err := json.CodecFor[T](cfg)
	if err != nil {
		return "", err
	}
	b, err := c.Encode(v)
	return string(b), err
}

// decode returns the data of an event as a value.
func decode[T any](data string, cfg format.Config) (v T, err error) {
	if t, err := text.For[T](); err == nil {
		return t.Decode(data)
	}
	c, err := json.CodecFor[T](cfg)
	if err != nil {
		return v, err
	}
	return c.Decode([]byte(data))
}
