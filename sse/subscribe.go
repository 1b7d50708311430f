package sse

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/eventstream"
	"github.com/weft-go/weft/status"
)

// A subscription goes through these states, over and over:
//
//	connect ──▶ 200 and text/event-stream ──▶ events … ──▶ the stream ends
//	   ▲  │                                                    │
//	   │  ├─▶ no answer, 429 or 5xx ─────────▶ wait ◀──────────┘
//	   │  │                                     │
//	   └──┼─────────────────────────────────────┘
//	      └─▶ 204: the server has nothing more to say; any other answer: an error
//
// The wait is what the server has asked for with retry, doubled with each attempt that
// fails in a row, with a part of it taken off at random so that the clients of a server
// that was restarted do not all come back in the same moment.

// SubscribeOptions say how a subscription behaves. The zero value is the default.
type SubscribeOptions struct {
	// Request is sent in place of a plain GET, for header fields or another method.
	// Its body has to be in memory. The URL given to Subscribe is used if its own is
	// empty.
	Request *weft.Request

	// Doer sends the requests. A client of package client is one. Nil means one of
	// net/http that shares connections with other subscriptions.
	Doer Doer

	// LastEventID is sent with the first request, to go on where an earlier
	// subscription ended. Empty means from now on.
	LastEventID string

	// Wait is the time before the client comes back, unless the server asks for
	// another. Zero means one second.
	Wait time.Duration

	// MaxWait is the longest time between two attempts, and so bounds what the server
	// asks for as well. Zero means 30 seconds.
	MaxWait time.Duration

	// MaxAttempts is how many attempts in a row may fail before the subscription ends
	// with the last error. Zero means that it goes on until its context ends.
	MaxAttempts int

	// MaxEvent is how many bytes an event may have. Zero means 16 MiB. A larger one
	// ends the subscription with a [*TooLarge].
	MaxEvent int

	// OnWait is called before each wait with the number of attempts that have failed
	// in a row, which is 0 after a stream that ended in peace, the time to wait, and
	// the reason, which is nil in that case.
	OnWait func(failed int, wait time.Duration, reason error)

	// Codec says how values map to JSON, for [SubscribeTo].
	Codec weft.CodecConfig
}

// A Doer sends requests and returns the responses, whose bodies are streams. The
// context ends both. Package client has one.
type Doer interface {
	// Do sends a request.
	Do(ctx context.Context, req *weft.Request) (weft.Response, error)
}

// Subscribe iterates over the events of a server until ctx ends, the server answers
// 204, or the loop is left. When a stream ends or breaks off, or the server cannot be
// reached, it waits and comes back with the id of the last event, so that the server
// can go on from there.
//
// An error is the last element: that of the context, a [*Refused] for an answer that is
// no event stream and that another attempt would not change, a [*TooLarge], or the last
// failure if there were more than MaxAttempts.
//
// The URL is absolute, unless the Doer of the options knows its server.
func Subscribe(ctx context.Context, url string, options ...SubscribeOptions) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		s, err := newSubscription(url, options)
		if err == nil {
			err = s.run(ctx, func(e Event) bool { return yield(e, nil) })
		}
		if err != nil && !errors.Is(err, errLeft) {
			yield(Event{}, err)
		}
	}
}

// SubscribeTo is like [Subscribe] for events whose data is a value; see [Message].
// Data that is not a T is the error of its event, a [*MalformedData]; the loop may go on
// after it.
func SubscribeTo[T any](ctx context.Context, url string, options ...SubscribeOptions) iter.Seq2[Message[T], error] {
	var cfg weft.CodecConfig
	if len(options) > 0 {
		cfg = options[0].Codec
	}
	return messages[T](Subscribe(ctx, url, options...), cfg)
}

// errLeft says that the loop was left, or that the server has ended the subscription.
var errLeft = errors.New("sse: the loop was left")

// A subscription is what lasts from one connection to the next.
type subscription struct {
	SubscribeOptions
	req    *weft.Request
	lastID string
	failed int           // attempts in a row
	retry  time.Duration // what the server asks for
}

func newSubscription(url string, options []SubscribeOptions) (*subscription, error) {
	s := &subscription{}
	if len(options) > 0 {
		s.SubscribeOptions = options[0]
	}
	s.req, s.lastID = s.Request, s.LastEventID
	if s.req == nil || s.req.URL().IsEmpty() {
		u, err := weft.ParseURL(url)
		if err != nil {
			return nil, err
		}
		if s.req == nil {
			s.req = weft.NewRequest(weft.GET, u)
		}
		s.req = s.req.WithURL(u)
	}
	if s.req.Body().IsStream() {
		return nil, errors.New("sse: the body of the request is a stream, which cannot be sent twice")
	}
	if s.Doer == nil {
		s.Doer = &httpDoer{}
	}
	return s, nil
}

// run connects until there is a reason not to.
func (s *subscription) run(ctx context.Context, yield func(Event) bool) error {
	for {
		reason, err := s.connect(ctx, yield)
		if err == nil && ctx.Err() != nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		if reason != nil {
			s.failed++
			if s.MaxAttempts > 0 && s.failed >= s.MaxAttempts {
				return reason
			}
		}
		if err := s.wait(ctx, reason); err != nil {
			return err
		}
	}
}

// connect makes one connection and reads it to its end. The error ends the
// subscription; the reason is why another attempt is needed, and nil after a stream
// that has ended as it should.
func (s *subscription) connect(ctx context.Context, yield func(Event) bool) (reason, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	resp, reason := s.Doer.Do(ctx, s.request())
	if reason != nil {
		return reason, nil
	}
	defer resp.Body().Close()
	switch refused := refusal(&resp); {
	case resp.Status() == status.NoContent:
		return nil, errLeft
	case refused != nil && refused.mayChange():
		return refused, nil
	case refused != nil:
		return nil, refused
	}
	s.failed = 0
	return s.read(&resp, yield)
}

// request returns the request for the next attempt.
func (s *subscription) request() *weft.Request {
	return s.req.UpdateHeaders(func(h weft.Headers) weft.Headers {
		h = h.SetDefault("Accept", weft.MediaEventStream).SetDefault("Cache-Control", "no-store")
		if s.lastID != "" {
			h = h.Set("Last-Event-ID", s.lastID)
		}
		return h
	})
}

// read hands on the events of one connection.
func (s *subscription) read(resp *weft.Response, yield func(Event) bool) (reason, err error) {
	p := eventstream.Parser{Limit: s.MaxEvent}
	p.Resume(s.lastID)
	r := resp.Body().AsStream()
	defer r.Close()
	defer func() {
		s.lastID = p.LastID()
		if d := p.Retry(); d > 0 {
			s.retry = d
		}
	}()
	for e, err := range eventstream.Read(r, &p) {
		if _, ok := errors.AsType[*TooLarge](err); ok {
			return nil, err
		}
		if err != nil {
			return fmt.Errorf("event stream: %w", err), nil
		}
		if !yield(Event(e)) {
			return nil, errLeft
		}
	}
	return nil, nil
}
