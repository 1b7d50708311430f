package codec_test

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"reflect"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/format"
)

// seqOf returns values as a stream that ends with err, if it is not nil.
func seqOf[T any](err error, values ...T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for _, v := range values {
			if !yield(v, nil) {
				return
			}
		}
		if err != nil {
			var zero T
			yield(zero, err)
		}
	}
}

func collect[T any](seq iter.Seq2[T, error]) (list []T, err error) {
	for v, err := range seq {
		if err != nil {
			return list, err
		}
		list = append(list, v)
	}
	return list, nil
}

func TestStreamRoundTripsInAllFormats(t *testing.T) {
	books := []Book{{"Dune", 412, []string{"x"}}, {"Emma", 474, []string{"a", "b"}}}
	for _, m := range append([]string{"application/x-ndjson", "application/jsonl", "text/event-stream", "application/vnd.b+json"}, mediaTypes...) {
		for _, cfg := range []format.Config{{}, {TreatStreamsAsArrays: true}} {
			c := codec.Stream[Book](m)
			seq, err := received(t, "/", streamed(c), requestOf(t, "/", c, seqOf(nil, books...), cfg))
			if err != nil || !reflect.DeepEqual(seq, books) {
				t.Errorf("%s: got %v, %v", m, seq, err)
			}
		}
		resp := responseOf(t, codec.Stream[Book](m), seqOf(nil, books...), m)
		s := codec.FromResponse(&resp, format.Config{})
		got, err := collect(codec.Stream[Book](m).Decode(&s))
		if err != nil || !reflect.DeepEqual(got, books) {
			t.Errorf("%s: answered %v, %v", m, got, err)
		}
	}
}

// streamed returns a codec that goes through a stream while it decodes, as a handler
// does.
func streamed[T any](c codec.Codec[iter.Seq2[T, error]]) codec.Codec[[]T] {
	return codec.TransformOrFail(c, collect, func(list []T) (iter.Seq2[T, error], error) { return seqOf(nil, list...), nil })
}

func TestStreamBytes(t *testing.T) {
	for _, tt := range []struct {
		media  []string
		accept string
		arrays bool
		want   string
	}{
		{nil, "", false, "application/x-ndjson: 1\n2\n"},
		{nil, "", true, "application/json: [1,2]"},
		{nil, "application/json", false, "application/json: 1\n2\n"},
		{[]string{"application/x-ndjson"}, "", true, "application/x-ndjson: 1\n2\n"},
		{[]string{"application/json"}, "", true, "application/json: [1,2]"},
		{[]string{"text/event-stream"}, "", false, "text/event-stream: data: 1\n\ndata: 2\n\n"},
	} {
		req := accepting(tt.accept).WithCodecConfig(format.Config{TreatStreamsAsArrays: tt.arrays})
		target := codec.ToResponse(req)
		codec.Stream[int](tt.media...).Encode(&target, seqOf(nil, 1, 2))
		s, err := target.Body().AsString()
		if got := target.Body().MediaType() + ": " + s; err != nil || got != tt.want {
			t.Errorf("%v: got %q, %v, want %q", tt.media, got, err, tt.want)
		}
	}
}

func TestStreamOfPieces(t *testing.T) {
	for _, c := range []codec.Codec[iter.Seq2[[]byte, error]]{codec.Stream[[]byte](), codec.Stream[[]byte]("video/mp4")} {
		resp := responseOf(t, c, seqOf(nil, []byte("ab"), []byte("cd")), "")
		s := codec.FromResponse(&resp, format.Config{})
		pieces, err := collect(c.Decode(&s))
		if fmt.Sprintf("%s", pieces) != "[ab cd]" || err != nil {
			t.Errorf("got %s, %v", pieces, err)
		}
		if !c.Tree().Part.File || !c.Tree().Part.Stream {
			t.Errorf("described as %+v", c.Tree().Part)
		}
	}
}

func TestStreamErrors(t *testing.T) {
	boom := errors.New("boom")
	for _, m := range []string{"application/x-ndjson", "text/event-stream", "application/octet-stream"} {
		target := codec.ToResponse(accepting(""))
		codec.Stream[[]byte](m).Encode(&target, seqOf(boom, []byte("a")))
		if _, err := target.Body().AsString(); !errors.Is(err, boom) {
			t.Errorf("%s: got %v", m, err)
		}
	}
	_, err := received(t, "/", streamed(codec.Stream[int]()), weft.Post("/", weft.BodyString("1\nx\n", "application/x-ndjson")))
	if err == nil {
		t.Error("a malformed value was decoded")
	}
	_, err = received(t, "/", streamed(codec.Stream[Book]()), weft.Post("/", weft.BodyString(`{"title":"","pages":1}`, "application/x-ndjson")))
	if statusOf(err) != 422 {
		t.Errorf("got %v", err)
	}
	_, err = received(t, "/", codec.Stream[int](), weft.Post("/", weft.BodyString("1", "text/csv")))
	if statusOf(err) != 415 {
		t.Errorf("got %v", err)
	}
}

func TestEvents(t *testing.T) {
	c := codec.Stream[string]("text/event-stream")
	resp := responseOf(t, c, seqOf(nil, "one", "two\nlines", "", "cr\rlf\r\nx"), "")
	text, err := resp.Body().AsString()
	want := "data: one\n\ndata: two\ndata: lines\n\ndata: \n\ndata: cr\ndata: lf\ndata: x\n\n"
	if text != want || err != nil {
		t.Errorf("got %q, %v", text, err)
	}
	for in, want := range map[string]string{
		"data: a\n\n":                                   "[a]",
		"data:a\r\n\r\ndata:b\r\rdata:c\n\n":            "[a b c]",
		": comment\nid: 5\nevent: x\ndata: a\ndata\n\n": "[a\n]",
		"data: a\n\ndata: unfinished\n":                 "[a]",
		"database: x\n\n":                               "[]",
		"data:  two spaces\n\n":                         "[ two spaces]",
	} {
		// Pieces of one byte are the hardest.
		resp := weft.Stream("text/event-stream", seqOf(nil, bytesOf(in)...))
		s := codec.FromResponse(&resp, format.Config{})
		got, err := collect(c.Decode(&s))
		if fmt.Sprint(got) != want || err != nil {
			t.Errorf("%q: got %q, %v, want %q", in, got, err, want)
		}
	}
}

func bytesOf(s string) (list [][]byte) {
	for i := range len(s) {
		list = append(list, []byte{s[i]})
	}
	return list
}

// FuzzEvents checks that any data comes back as it was, but for its line ends, and
// that any bytes can be read.
func FuzzEvents(f *testing.F) {
	f.Add("a\nb", []byte("data: a\r\rdata"))
	f.Fuzz(func(t *testing.T, data string, raw []byte) {
		target := codec.ToRequest(format.Config{})
		events := codec.Stream[string]("text/event-stream")
		data = strings.ToValidUTF8(data, "")
		events.Encode(&target, seqOf(nil, data))
		resp := weft.Response{}.WithBody(target.Body())
		s := codec.FromResponse(&resp, format.Config{})
		want := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(data)
		if got, err := collect(events.Decode(&s)); err != nil || len(got) != 1 || got[0] != want {
			t.Fatalf("%q came back as %q, %v", data, got, err)
		}
		resp = weft.Bytes(raw, "text/event-stream")
		s = codec.FromResponse(&resp, format.Config{})
		for range events.Decode(&s) {
		}
	})
}

// TestStreamIsReadAsItArrives hands out the second value only after the first was
// received.
func TestStreamIsReadAsItArrives(t *testing.T) {
	r, w := io.Pipe()
	resp := weft.Reader(r, -1, "application/x-ndjson")
	s := codec.FromResponse(&resp, format.Config{})
	go w.Write([]byte("1\n"))
	n := 0
	for v, err := range codec.Stream[int]().Decode(&s) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; v != n {
			t.Fatalf("got %d, want %d", v, n)
		}
		if n == 3 {
			break
		}
		go fmt.Fprintf(w, "%d\n", n+1)
	}
}
