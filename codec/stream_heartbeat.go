package codec

import (
	"iter"
	"slices"
	"time"
)

// Heartbeat returns the codec of a stream of server-sent events that is silent for d at
// most: after that time without a value a comment is sent, which keeps proxies from
// cutting the connection. Zero means 15 seconds, the default; a negative time means
// that none are sent.
//
//	codec.Stream[Tick]("text/event-stream").Heartbeat(time.Minute)
//
// It is for a [Stream] that is narrowed to media types with text/event-stream among
// them, before it is transformed or combined. Other media types of the stream have no
// heartbeat. Endpoints set it with endpoint.Heartbeat.
func (c Codec[T]) Heartbeat(d time.Duration) Codec[T] {
	if c.events == nil {
		mistake("Heartbeat is for streams of the media type text/event-stream, before they are transformed or combined")
	}
	c.encode = c.events.withHeartbeat(d)
	return c
}

// eventful is a stream of events, as a sequence of type T.
type eventful[T any] interface {
	withHeartbeat(time.Duration) func(*Target, T)
}

// eventful returns the stream if events are among its forms, and otherwise nil.
func (st *stream[T]) eventful() eventful[iter.Seq2[T, error]] {
	if !slices.ContainsFunc(st.variants, func(v variant) bool { return v.form == formEvents }) {
		return nil
	}
	return st
}

// withHeartbeat returns what encodes with another heartbeat.
func (st *stream[T]) withHeartbeat(d time.Duration) func(*Target, iter.Seq2[T, error]) {
	changed := *st
	changed.heartbeat = d
	return changed.encode
}
