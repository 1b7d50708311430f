package codec

import (
	"io"
	"iter"
	"reflect"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/internal/eventstream"
)

// An EventAppender is a value that is a whole server-sent event rather than the data of
// one. In a [Stream] of the media type text/event-stream it writes itself. The types of
// package sse are such values.
type EventAppender interface {
	// AppendEvent appends the bytes of the event, with the empty line that ends it. It
	// fails if the value cannot be expressed.
	AppendEvent(dst []byte, cfg format.Config) ([]byte, error)

	// EventData returns the type of the event's data, for documentation. It is called
	// on the zero value.
	EventData() reflect.Type
}

// An EventDecoder is a pointer to an [EventAppender] that reads what that wrote.
type EventDecoder interface {
	// DecodeEvent sets the value to an event. It fails if the data does not fit.
	DecodeEvent(name, data, id string, retry time.Duration, cfg format.Config) error
}

// isEvent says whether T writes and reads whole events.
func isEvent[T any]() bool {
	_, writes := any((*T)(nil)).(EventAppender)
	_, reads := any((*T)(nil)).(EventDecoder)
	return writes && reads
}

// describeEvents prepares a stream of whole events. What is documented is their data.
// There is no other media type they could have.
func (st *stream[T]) describeEvents(mediaType []string) {
	if len(mediaType) == 0 {
		mistake("stream: %v is a server-sent event; ask for the media type %s", reflect.TypeFor[T](), weft.MediaEventStream)
	}
	var zero T
	st.limits = newLimits(any(zero).(EventAppender).EventData())
	st.limits.free = true // a constraint on the data cannot be checked on the event
	st.whole, st.text = true, nil
}

// keepMoving adds the fields to a response that keep caches and proxies from collecting
// events.
func keepMoving(t *Target) {
	if t.reply {
		t.AddHeader("Cache-Control", "no-cache")
		t.AddHeader("X-Accel-Buffering", "no")
	}
}

// wholeEventWriter returns what writes values that are events.
func (st *stream[T]) wholeEventWriter(cfg format.Config) func(io.Writer, iter.Seq2[T, error]) error {
	return func(w io.Writer, seq iter.Seq2[T, error]) error {
		var event []byte
		for v, err := range seq {
			if err == nil {
				event, err = any(v).(EventAppender).AppendEvent(event[:0], cfg)
			}
			if err == nil {
				_, err = w.Write(event)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
}

// wholeEvents returns the events of a body.
func (st *stream[T]) wholeEvents(b weft.Body, cfg format.Config) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		r := b.AsStream()
		defer r.Close()
		for e, err := range eventstream.Read(r, &eventstream.Parser{Limit: maxEvent}) {
			var v T
			if err == nil {
				err = any(&v).(EventDecoder).DecodeEvent(e.Name, e.Data, e.ID, e.Retry, cfg)
			}
			if !yield(v, err) || err != nil {
				return
			}
		}
	}
}
