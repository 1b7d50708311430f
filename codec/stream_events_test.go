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

func TestHeartbeat(t *testing.T) {
	for _, test := range []struct {
		name      string
		heartbeat time.Duration
		want      int // comments in 40 seconds
	}{
		{"default", 0, 2}, {"shorter", 3 * time.Second, 13}, {"longer", time.Minute, 0}, {"none", -1, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var seq iter.Seq2[string, error] = func(yield func(string, error) bool) {
					time.Sleep(40 * time.Second)
					yield("late", nil)
				}
				base := codec.Stream[string]("application/x-ndjson", "text/event-stream")
				for _, c := range []codec.Codec[iter.Seq2[string, error]]{base.Heartbeat(test.heartbeat), base.Heartbeat(time.Second).Doc("Late.").Heartbeat(test.heartbeat)} {
					target := codec.ToResponse(accepting("text/event-stream"))
					c.Encode(&target, seq)
					got, err := target.Body().AsString()
					if want := strings.Repeat(":\n\n", test.want) + "data: late\n\n"; got != want || err != nil {
						t.Errorf("got %q, %v, want %q", got, err, want)
					}
				}
			})
		})
	}
}

func TestHeartbeatIsForEvents(t *testing.T) {
	defer func() {
		if s, _ := recover().(string); !strings.Contains(s, "stream_events_test.go:") || !strings.Contains(s, "text/event-stream") {
			t.Errorf("got %q", s)
		}
	}()
	codec.Stream[string]("application/x-ndjson").Heartbeat(time.Second)
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
