package eventstream_test

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/weft-go/weft/internal/eventstream"
)

func TestAppend(t *testing.T) {
	for _, test := range []struct {
		name  string
		event eventstream.Event
		want  string
	}{
		{"data", eventstream.Event{Data: "a"}, "data: a\n\n"},
		{"everything", eventstream.Event{Name: "n", Data: "a\nb", ID: "1", Retry: 5 * time.Second, Comment: "c\nd"},
			": c\n: d\nevent: n\ndata: a\ndata: b\nid: 1\nretry: 5000\n\n"},
		{"all line ends", eventstream.Event{Data: "a\rb\r\nc\nd\n"}, "data: a\ndata: b\ndata: c\ndata: d\ndata: \n\n"},
		{"name alone", eventstream.Event{Name: "ping"}, "event: ping\ndata: \n\n"},
		{"comment alone", eventstream.Event{Comment: "still here"}, ": still here\n\n"},
		{"retry alone", eventstream.Event{Retry: time.Microsecond}, "retry: 1\n\n"},
		{"no injection by data", eventstream.Event{Data: "a\n\nevent: b"}, "data: a\ndata: \ndata: event: b\n\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := eventstream.Append(nil, &test.event)
			if err != nil || string(got) != test.want {
				t.Errorf("got %q, %v, want %q", got, err, test.want)
			}
		})
	}
}

func TestAppendRefuses(t *testing.T) {
	for _, e := range []eventstream.Event{
		{Name: "a\nb"}, {Name: "a\r"}, {ID: "1\n"}, {ID: "1\r2"}, {ID: "\x00"}, {Data: "x", Retry: -1},
	} {
		if b, err := eventstream.Append([]byte("x"), &e); err == nil || string(b) != "x" {
			t.Errorf("%+v: got %q, %v", e, b, err)
		}
	}
}

// FuzzAppend: what is written is one event, and parses as what it was, with line ends
// made equal.
func FuzzAppend(f *testing.F) {
	f.Add("name", "data\r\nmore", "id", int64(1500), "comment")
	f.Add("", "\n", " ", int64(0), "\n\nevent: x")
	f.Fuzz(func(t *testing.T, name, data, id string, ms int64, comment string) {
		e := eventstream.Event{Name: name, Data: data, ID: id, Retry: time.Duration(ms%1e6) * time.Millisecond, Comment: comment}
		b, err := eventstream.Append(nil, &e)
		if err != nil {
			return
		}
		var p eventstream.Parser
		got, err := p.Parse(nil, b)
		if err != nil {
			t.Fatal(err)
		}
		if name == "" && data == "" {
			if len(got) != 0 {
				t.Fatalf("%q: got %+v", b, got)
			}
			return
		}
		if !utf8.ValidString(name + "|" + data + "|" + id) {
			return
		}
		e.Comment = ""
		e.Data = strings.ReplaceAll(strings.ReplaceAll(data, "\r\n", "\n"), "\r", "\n")
		if len(got) != 1 || got[0] != e {
			t.Fatalf("%q: got %+v, want %+v", b, got, e)
		}
	})
}
