package eventstream_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/weft-go/weft/internal/eventstream"
)

func TestParse(t *testing.T) {
	type events = []eventstream.Event
	for _, test := range []struct {
		name, input string
		want        events
	}{
		{"data", "data: a\n\n", events{{Data: "a"}}},
		{"several lines", "data: a\ndata: b\ndata:\n\n", events{{Data: "a\nb\n"}}},
		{"one space is taken off", "data:a\ndata:  b\n\n", events{{Data: "a\n b"}}},
		{"CR", "data: a\rdata: b\r\r", events{{Data: "a\nb"}}},
		{"CR LF", "data: a\r\ndata: b\r\n\r\n", events{{Data: "a\nb"}}},
		{"mixed line ends", "data: a\r\n\ndata: b\n\rdata: c\r\r", events{{Data: "a"}, {Data: "b"}, {Data: "c"}}},
		{"byte order mark", "\ufeffdata: a\n\n", events{{Data: "a"}}},
		{"second byte order mark is a name", "\ufeff\ufeffdata: a\n\n", nil},
		{"name", "event: x\ndata: a\n\ndata: b\n\n", events{{Name: "x", Data: "a"}, {Data: "b"}}},
		{"name without data", "event: x\n\ndata: a\n\n", events{{Data: "a"}}},
		{"field without colon", "data\n\n", events{{}}},
		{"empty data", "data:\n\n", events{{}}},
		{"comment", ": hello\ndata: a\n:\n\n", events{{Data: "a"}}},
		{"unknown field", "date: a\nData: b\n data: c\n\n", nil},
		{"id stays", "id: 1\ndata: a\n\ndata: b\n\n", events{{Data: "a", ID: "1"}, {Data: "b", ID: "1"}}},
		{"id without data counts", "id: 1\n\ndata: b\n\n", events{{Data: "b", ID: "1"}}},
		{"empty id resets", "id: 1\ndata: a\n\nid\ndata: b\n\n", events{{Data: "a", ID: "1"}, {Data: "b"}}},
		{"id with NUL", "id: 1\x002\ndata: a\n\n", events{{Data: "a"}}},
		{"retry", "retry: 1500\ndata: a\n\ndata: b\n\n", events{{Data: "a", Retry: 1500 * time.Millisecond}, {Data: "b"}}},
		{"retry that is not digits", "retry: 1s\nretry: -1\nretry:\ndata: a\n\n", events{{Data: "a"}}},
		{"retry beyond reason", "retry: 99999999999999999999999\ndata: a\n\n", events{{Data: "a", Retry: 24 * time.Hour}}},
		{"no end", "data: a\n", nil},
		{"no end of line", "data: a", nil},
		{"not UTF-8", "data: a\xff\n\n", events{{Data: "a\ufffd"}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var p eventstream.Parser
			got, err := p.Parse(nil, []byte(test.input))
			if err != nil || !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %+v, %v, want %+v", got, err, test.want)
			}
		})
	}
}

func TestParserTellsLastIDAndRetry(t *testing.T) {
	var p eventstream.Parser
	events, err := p.Parse(nil, []byte("id: 7\nretry: 20\n\n"))
	if len(events) != 0 || err != nil || p.LastID() != "7" || p.Retry() != 20*time.Millisecond {
		t.Errorf("got %v, %v, id %q, retry %v", events, err, p.LastID(), p.Retry())
	}
}

func TestParserIsBounded(t *testing.T) {
	for _, input := range []string{
		"data: " + strings.Repeat("x", 40),
		strings.Repeat("data: 12345678\n", 5),
		": " + strings.Repeat("x", 40) + "\n",
	} {
		p := eventstream.Parser{Limit: 32}
		for i := range len(input) {
			if _, err := p.Parse(nil, []byte(input[i:i+1])); err != nil {
				break
			}
		}
		_, err := p.Parse(nil, []byte("\n\ndata: a\n\n"))
		if e, ok := errors.AsType[*eventstream.TooLarge](err); !ok || e.Limit != 32 {
			t.Errorf("%q: got %v", input, err)
		}
	}
	p := eventstream.Parser{Limit: 32}
	events, err := p.Parse(nil, []byte(strings.Repeat("data: 1234567890\n\n", 10)))
	if len(events) != 10 || err != nil {
		t.Errorf("small events: got %d, %v", len(events), err)
	}
}

func TestRead(t *testing.T) {
	r := iotest.OneByteReader(strings.NewReader("data: a\n\ndata: b\n\ndata: c\n"))
	var got []string
	for e, err := range eventstream.Read(r, new(eventstream.Parser)) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, e.Data)
	}
	if !reflect.DeepEqual(got, []string{"a", "b"}) {
		t.Errorf("got %q", got)
	}
	boom := errors.New("boom")
	for _, err := range eventstream.Read(iotest.ErrReader(boom), new(eventstream.Parser)) {
		if err != boom {
			t.Errorf("got %v", err)
		}
	}
}

// FuzzParse: the result does not depend on how the bytes were cut, nothing panics, and
// an event that was parsed can be written and parsed again.
func FuzzParse(f *testing.F) {
	f.Add("event: a\ndata: b\r\ndata: c\rid: 1\nretry: 5\n\n", 3)
	f.Add("\ufeffdata: x\r\n\r\n:\n\ndata\n\n", 1)
	f.Add("id: a\x00\ndata\r\rdata: \xff\n\n", 2)
	f.Fuzz(func(t *testing.T, input string, cut int) {
		whole := eventstream.Parser{Limit: 1 << 12}
		want, wantErr := whole.Parse(nil, []byte(input))
		pieces := eventstream.Parser{Limit: 1 << 12}
		var got []eventstream.Event
		var err error
		cut = max(1, cut%17)
		for rest := input; rest != "" && err == nil; {
			n := min(cut, len(rest))
			got, err = pieces.Parse(got, []byte(rest[:n]))
			rest = rest[n:]
		}
		if (err == nil) != (wantErr == nil) || !reflect.DeepEqual(got, want) {
			t.Fatalf("in pieces of %d: %+v, %v; whole: %+v, %v", cut, got, err, want, wantErr)
		}
		if pieces.LastID() != whole.LastID() || pieces.Retry() != whole.Retry() {
			t.Fatalf("in pieces of %d: %q, %v; whole: %q, %v", cut, pieces.LastID(), pieces.Retry(), whole.LastID(), whole.Retry())
		}
		for _, e := range want {
			roundTrip(t, e)
		}
	})
}

// roundTrip writes an event and parses it again.
func roundTrip(t *testing.T, e eventstream.Event) {
	t.Helper()
	if e.Name == "" && e.Data == "" {
		return // it cannot be written: see Append
	}
	b, err := eventstream.Append(nil, &e)
	if err != nil {
		t.Fatalf("%+v: %v", e, err)
	}
	var p eventstream.Parser
	got, err := p.Parse(nil, b)
	if err != nil || len(got) != 1 || got[0] != e {
		t.Fatalf("%+v was written as %q and parsed as %+v, %v", e, b, got, err)
	}
}
