package sse

import (
	"context"
	"errors"
	"io"
	"iter"
	"log/slog"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/eventstream"
)

// Options say how a stream is served. The zero value is the default.
type Options struct {
	// Heartbeat is how long the stream is silent at most: after that time without an
	// event a comment is sent. Zero means 15 seconds; a negative value means that none
	// are sent.
	Heartbeat time.Duration

	// Retry tells the client, at the beginning of the stream, how long to wait before
	// it comes back. Zero says nothing, and leaves it to the client: browsers wait some
	// seconds.
	Retry time.Duration
}

// Response returns a stream of events as the answer to req. Once the head of the
// response has been sent, f is called; the stream ends when it returns. An error of f
// cuts the connection, so that the client knows that there would have been more, and
// is logged, unless it only says that the client is gone.
//
// The context that f gets ends when the client goes away and when the server closes.
func Response(req *weft.Request, f func(ctx context.Context, stream *Stream) error, options ...Options) weft.Response {
	var o Options
	if len(options) > 0 {
		o = options[0]
	}
	body := weft.BodyFunc(func(w io.Writer) error {
		return eventstream.Run(req.Context(), req.Serving(), w, o.Heartbeat, func(ctx context.Context, sender *eventstream.Sender) error {
			stream := &Stream{ctx, sender, req.CodecConfig()}
			err := stream.begin(o)
			if err == nil {
				err = f(ctx, stream)
			}
			report(ctx, req, err)
			return err
		})
	}, weft.MediaEventStream)
	return weft.OK().WithBody(body).SetHeaders(headers(req))
}

// begin sends what the options say.
func (s *Stream) begin(o Options) error {
	if o.Retry == 0 {
		return nil
	}
	return s.Send(Event{Retry: o.Retry})
}

// headers returns the fields that keep caches and proxies from collecting events.
func headers(req *weft.Request) weft.Headers {
	h := weft.NewHeaders("Cache-Control", "no-cache", "X-Accel-Buffering", "no")
	if v := req.Version(); v == weft.HTTP10 || v == weft.HTTP11 {
		h = h.Add("Connection", "keep-alive") // RFC 9113 section 8.2.2 forbids it later
	}
	return h
}

// report logs why a stream broke off, if it was not the client's doing.
func report(ctx context.Context, req *weft.Request, err error) {
	if err == nil || ctx.Err() != nil || errors.Is(err, context.Canceled) {
		return
	}
	req.Logger().LogAttrs(ctx, slog.LevelError, "weft: event stream broke off",
		slog.String("path", req.Path()), slog.String("pattern", req.Pattern()), slog.String("error", err.Error()))
}

// Events returns the events of an iterator as the answer to req. An error ends the
// stream as that of [Response]'s function does. When the client has gone away, the
// iterator ends with the next event; one that waits for long should watch
// req.Context().
func Events(req *weft.Request, seq iter.Seq2[Event, error], options ...Options) weft.Response {
	return Response(req, func(_ context.Context, stream *Stream) error {
		return forEach(seq, stream.Send)
	}, options...)
}

// Values is like [Events] for values: each is the data of an event, as text or as
// JSON; see [Message].
func Values[T any](req *weft.Request, seq iter.Seq2[T, error], options ...Options) weft.Response {
	return Response(req, func(_ context.Context, stream *Stream) error {
		return forEach(seq, func(v T) error { return stream.SendValue("", v) })
	}, options...)
}

// forEach calls f for each element until there is an error.
func forEach[T any](seq iter.Seq2[T, error], f func(T) error) error {
	for v, err := range seq {
		if err == nil {
			err = f(v)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// LastEventID returns the id of the last event that a client which comes back has seen,
// and false if it has seen none. It is what the client says: treat it as input.
func LastEventID(req *weft.Request) (id string, ok bool) {
	id, ok = req.RawHeader("Last-Event-ID")
	return id, ok && id != ""
}
