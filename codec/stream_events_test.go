package codec_test

import (
	"iter"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/sse"
)

// TestEventsAreKeptAlive: a sequence that is silent does not make a silent connection,
// neither of values nor of whole events.
func TestEventsAreKeptAlive(t *testing.T) {
	t.Run("values", func(t *testing.T) { keptAlive(t, "one", "two") })
	t.Run("events", func(t *testing.T) { keptAlive(t, sse.Event{Data: "one"}, sse.Event{Data: "two"}) })
}

func keptAlive[T any](t *testing.T, first, second T) {
	synctest.Test(t, func(t *testing.T) {
		var seq iter.Seq2[T, error] = func(yield func(T, error) bool) {
			if yield(first, nil) {
				time.Sleep(40 * time.Second)
				yield(second, nil)
			}
		}
		target := codec.ToResponse(accepting(""))
		codec.Stream[T]("text/event-stream").Encode(&target, seq)
		got, err := target.Body().AsString()
		if want := "data: one\n\n:\n\n:\n\ndata: two\n\n"; got != want || err != nil {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
	})
}

// TestEventsReplaceWhatIsNotText: as the standard wants it, and as package sse does.
func TestEventsReplaceWhatIsNotText(t *testing.T) {
	resp := weft.Bytes([]byte("\ufeffdata: a\xffb\n\n"), "text/event-stream")
	s := codec.FromResponse(&resp, format.Config{})
	got, err := collect(codec.Stream[string]("text/event-stream").Decode(&s))
	if strings.Join(got, "|") != "a\ufffdb" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
}
