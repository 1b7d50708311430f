package codec

import (
	"context"
	"io"
	"iter"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/internal/eventstream"
)

// Server-sent events (the HTML standard, section 9.2) are blocks of lines that end
// with an empty line. Of the fields that an event may have, values use data alone:
//
//	data: {"title":"Dune"}
//
//	data: first line
//	data: second line
//
// A sequence that has nothing to say for a while is kept alive with comments, as the
// streams of package sse are.

// maxEvent is how many bytes the data of one event may have.
const maxEvent = 16 << 20

// eventWriter returns what writes values as events.
func (st *stream[T]) eventWriter(cfg format.Config) (func(io.Writer, iter.Seq2[T, error]) error, error) {
	if st.whole {
		return st.keptAlive(st.wholeEventWriter(cfg)), nil
	}
	add, err := st.eventText(cfg)
	if err != nil {
		return nil, err
	}
	return st.keptAlive(func(w io.Writer, seq iter.Seq2[T, error]) error {
		var data, event []byte
		for v, err := range seq {
			if err == nil {
				data, err = add(data[:0], v)
			}
			if err == nil {
				event = append(eventstream.AppendLines(event[:0], "data: ", data), '\n')
				_, err = w.Write(event)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}), nil
}

// keptAlive returns a writer of events that sends a comment when the sequence has been
// silent for the time of the heartbeat. The sequence itself learns from its request
// that the client is gone or the server ends; here a write fails.
func (st *stream[T]) keptAlive(write func(io.Writer, iter.Seq2[T, error]) error) func(io.Writer, iter.Seq2[T, error]) error {
	return func(w io.Writer, seq iter.Seq2[T, error]) error {
		ctx := context.Background()
		return eventstream.Run(ctx, ctx, w, st.heartbeat, func(_ context.Context, s *eventstream.Sender) error {
			return write(senderWriter{s}, seq)
		})
	}
}

// A senderWriter writes whole events to a Sender.
type senderWriter struct{ *eventstream.Sender }

// Write sends an event.
func (w senderWriter) Write(p []byte) (int, error) {
	if err := w.SendBytes(p); err != nil {
		return 0, err
	}
	return len(p), nil
}

// eventText returns what appends the data of a value.
func (st *stream[T]) eventText(cfg format.Config) (func([]byte, T) ([]byte, error), error) {
	if st.text != nil {
		return st.text.Append, nil
	}
	c, err := st.codecs.get(formJSON, cfg)
	if err != nil {
		return nil, err
	}
	return c.Append, nil
}

// events returns the values of a body of events. Events without data are left out, and
// so is one that has no end.
func (st *stream[T]) events(b weft.Body, cfg format.Config) (iter.Seq2[T, error], error) {
	if st.whole {
		return st.wholeEvents(b, cfg), nil
	}
	parse := st.decodeText
	if st.text == nil {
		c, err := st.codecs.get(formJSON, cfg)
		if err != nil {
			return nil, err
		}
		parse = c.Decode
	}
	return func(yield func(T, error) bool) {
		r := b.AsStream()
		defer r.Close()
		for e, err := range eventstream.Read(r, &eventstream.Parser{Limit: maxEvent}) {
			var v T
			if err == nil {
				v, err = parse([]byte(e.Data))
			}
			if !yield(v, err) || err != nil {
				return
			}
		}
	}, nil
}
