package sse

import (
	"context"

	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/internal/eventstream"
)

// ErrEnded is the error of sending to a stream whose function has returned.
var ErrEnded = eventstream.ErrEnded

// A Stream sends events to one client. Each call sends its event at once and returns
// when the connection has taken it, so a slow client slows its sender down. All methods
// may be called from several goroutines at once; events do not mix.
//
// An error means that nothing more can be sent, because the client is gone or the
// stream has ended, or that the event cannot be encoded; in that case nothing was sent
// and the stream goes on.
type Stream struct {
	ctx    context.Context
	sender *eventstream.Sender
	config format.Config
}

// Context returns the context of the stream. It ends when the client goes away, when
// the server closes, and when the stream's function returns.
func (s *Stream) Context() context.Context { return s.ctx }

// Send sends an event.
func (s *Stream) Send(e Event) error {
	return s.sender.Send(func(dst []byte) ([]byte, error) { return e.AppendEvent(dst, s.config) })
}

// SendData sends an event that is data alone. Empty data does not reach listeners.
func (s *Stream) SendData(data string) error { return s.Send(Event{Data: data}) }

// SendValue sends an event whose data is a value, as text or as JSON; see [Message].
// The name may be empty.
func (s *Stream) SendValue[T any](name string, v T) error {
	return s.SendMessage(Message[T]{Name: name, Value: v})
}

// SendMessage sends an event whose data is a value, with all its fields.
func (s *Stream) SendMessage[T any](m Message[T]) error {
	return s.sender.Send(func(dst []byte) ([]byte, error) { return m.AppendEvent(dst, s.config) })
}

// Comment sends a comment, which clients ignore. Keeping a connection open needs none;
// see [Options.Heartbeat].
func (s *Stream) Comment(text string) error {
	return s.sender.Send(func(dst []byte) ([]byte, error) {
		return append(eventstream.AppendLines(dst, ": ", text), '\n'), nil
	})
}
