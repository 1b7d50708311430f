package hyper

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/eventstream"
)

// ErrEnded is the error of sending to a stream whose handler has returned.
var ErrEnded = eventstream.ErrEnded

// A Stream changes one page, for as long as its handler runs. Each call sends its
// change at once, and returns when the connection has taken it. All methods may be
// called from several goroutines at once.
//
// An error means that nothing more can be sent, because the browser is gone or the
// stream has ended, or that there is something wrong with this very patch; in that case
// nothing was sent and the stream goes on.
type Stream struct {
	ctx    context.Context
	req    *weft.Request
	sender *eventstream.Sender
}

// StreamOptions say how a stream is served. The zero value is the default.
type StreamOptions struct {
	// Heartbeat is how long the stream is silent at most: after that time without an
	// event a comment is sent, so that proxies leave the connection alone. Zero means
	// 15 seconds; a negative value means that none are sent.
	Heartbeat time.Duration
}

// Response returns a stream as the answer to req; f changes the page until it returns.
// It is what [Events] is made of, for handlers that have more parameters than a request.
//
// An error of f cuts the connection, so that the client knows that there would have
// been more, and is logged, unless it only says that the browser is gone.
func Response(req *weft.Request, f func(page *Stream) error, options ...StreamOptions) weft.Response {
	o := first(options)
	body := weft.BodyFunc(func(w io.Writer) error {
		return eventstream.Run(req.Context(), req.Serving(), w, o.Heartbeat, func(ctx context.Context, sender *eventstream.Sender) error {
			err := f(&Stream{ctx, req, sender})
			report(ctx, req, err)
			return err
		})
	}, weft.MediaEventStream)
	h := weft.NewHeaders("Cache-Control", "no-cache", "X-Accel-Buffering", "no")
	if v := req.Version(); v == weft.HTTP10 || v == weft.HTTP11 {
		h = h.Add("Connection", "keep-alive") // RFC 9113 section 8.2.2 forbids it later
	}
	return weft.OK().WithBody(body).SetHeaders(h)
}

// report logs why a stream broke off, if it was not the browser's doing.
func report(ctx context.Context, req *weft.Request, err error) {
	if err == nil || ctx.Err() != nil || errors.Is(err, context.Canceled) {
		return
	}
	req.Logger().LogAttrs(ctx, slog.LevelError, "weft: hypermedia stream broke off",
		slog.String("path", req.Path()), slog.String("pattern", req.Pattern()), slog.String("error", err.Error()))
}

// Context returns the context of the stream. It ends when the browser goes away, when
// the server closes, and when the handler returns.
func (s *Stream) Context() context.Context { return s.ctx }

// LastEventID returns the id of the last event that the page has seen before it came
// back, and false if it has seen none. It is what the client says: treat it as input.
func (s *Stream) LastEventID() (id string, ok bool) {
	id, ok = s.req.RawHeader("Last-Event-ID")
	return id, ok && id != ""
}

// Send sends patches, several of them in one piece. If one of them has an error, none
// are sent.
func (s *Stream) Send(patches ...Patch) error {
	return s.sender.Send(func(dst []byte) ([]byte, error) {
		var err error
		for _, p := range patches {
			if dst, err = p.append(s.ctx, dst); err != nil {
				return nil, err
			}
		}
		return dst, nil
	})
}

// PatchElements puts HTML into the page; see the function [PatchElements].
func (s *Stream) PatchElements(html any, options ...PatchElementOptions) error {
	return s.Send(PatchElements(html, options...))
}

// RemoveElements removes elements; see the function [RemoveElements].
func (s *Stream) RemoveElements(selector string, options ...PatchElementOptions) error {
	return s.Send(RemoveElements(selector, options...))
}

// PatchSignals changes signals; see the function [PatchSignals].
func (s *Stream) PatchSignals[T any](v T, options ...PatchSignalOptions) error {
	return s.Send(PatchSignals(v, options...))
}

// RemoveSignals removes signals; see the function [RemoveSignals].
func (s *Stream) RemoveSignals(names ...string) error { return s.Send(RemoveSignals(names...)) }

// ExecuteScript runs JavaScript in the page; see the function [ExecuteScript].
func (s *Stream) ExecuteScript(script string, options ...ExecuteScriptOptions) error {
	return s.Send(ExecuteScript(script, options...))
}

// DispatchEvent fires a DOM event; see the function [DispatchEvent].
func (s *Stream) DispatchEvent(name string, detail any, options ...DispatchEventOptions) error {
	return s.Send(DispatchEvent(name, detail, options...))
}

// Redirect sends the browser to another address; see the function [Redirect].
func (s *Stream) Redirect(url string) error { return s.Send(Redirect(url)) }

// ConsoleLog writes values to the browser's console.
func (s *Stream) ConsoleLog(values ...any) error { return s.Send(ConsoleLog(values...)) }

// ConsoleError writes values to the browser's console as an error.
func (s *Stream) ConsoleError(values ...any) error { return s.Send(ConsoleError(values...)) }
