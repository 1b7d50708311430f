package eventstream_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/weft-go/weft/internal/eventstream"
)

// pieces is a writer that notes what is written to it, piece by piece.
type pieces struct {
	mu   sync.Mutex
	list []string
	err  error
}

func (w *pieces) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil {
		return 0, w.err
	}
	w.list = append(w.list, string(p))
	return len(p), nil
}

func (w *pieces) joined() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return strings.Join(w.list, "|")
}

func text(s string) func([]byte) ([]byte, error) {
	return func(dst []byte) ([]byte, error) { return append(dst, s...), nil }
}

func TestHeartbeatComesWhenNothingElseDoes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w pieces
		err := eventstream.Run(t.Context(), context.Background(), &w, 10*time.Second, func(ctx context.Context, s *eventstream.Sender) error {
			time.Sleep(8 * time.Second)
			if err := s.Send(text("a")); err != nil {
				return err
			}
			time.Sleep(9 * time.Second) // the timer fires at 10 s and finds the event of 8 s
			if err := s.Send(text("b")); err != nil {
				return err
			}
			time.Sleep(25 * time.Second)
			return nil
		})
		if err != nil || w.joined() != "a|b|:\n\n|:\n\n" {
			t.Errorf("got %q, %v", w.joined(), err)
		}
		time.Sleep(time.Minute)
		if w.joined() != "a|b|:\n\n|:\n\n" {
			t.Errorf("written after the end: %q", w.joined())
		}
	})
}

func TestHeartbeatCanBeOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w pieces
		_ = eventstream.Run(t.Context(), context.Background(), &w, -1, func(context.Context, *eventstream.Sender) error {
			time.Sleep(time.Hour)
			return nil
		})
		if w.joined() != "" {
			t.Errorf("got %q", w.joined())
		}
	})
}

func TestSenderIsSafeForSeveralGoroutines(t *testing.T) {
	var w pieces
	var kept *eventstream.Sender
	_ = eventstream.Run(t.Context(), context.Background(), &w, time.Nanosecond, func(ctx context.Context, s *eventstream.Sender) error {
		kept = s
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				for range 50 {
					_ = s.Send(text("data: 1\n\n"))
				}
			})
		}
		wg.Wait()
		return nil
	})
	if got := strings.Count(w.joined(), "data: 1\n\n"); got != 200 {
		t.Errorf("got %d events", got)
	}
	if err := kept.SendBytes([]byte("x")); !errors.Is(err, eventstream.ErrEnded) {
		t.Errorf("after the end: got %v", err)
	}
}

func TestWriteErrorEndsTheContext(t *testing.T) {
	boom := errors.New("boom")
	w := pieces{err: boom}
	err := eventstream.Run(t.Context(), context.Background(), &w, 0, func(ctx context.Context, s *eventstream.Sender) error {
		if err := s.Send(text("a")); err != boom {
			t.Errorf("got %v", err)
		}
		<-ctx.Done()
		if err := s.SendBytes([]byte("b")); err != boom {
			t.Errorf("got %v", err)
		}
		return context.Cause(ctx)
	})
	if err != boom {
		t.Errorf("got %v", err)
	}
}

func TestEncodingErrorLeavesTheStreamAlone(t *testing.T) {
	var w pieces
	bad := errors.New("bad")
	_ = eventstream.Run(t.Context(), context.Background(), &w, 0, func(_ context.Context, s *eventstream.Sender) error {
		if err := s.Send(func(dst []byte) ([]byte, error) { return append(dst, "half"...), bad }); err != bad {
			t.Errorf("got %v", err)
		}
		return s.Send(text("whole"))
	})
	if w.joined() != "whole" {
		t.Errorf("got %q", w.joined())
	}
}

func TestEndOfTheParentEndsSending(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var w pieces
	_ = eventstream.Run(ctx, context.Background(), &w, 0, func(ctx context.Context, s *eventstream.Sender) error {
		cancel()
		if err := s.Send(text("a")); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		return nil
	})
	if w.joined() != "" {
		t.Errorf("got %q", w.joined())
	}
}
