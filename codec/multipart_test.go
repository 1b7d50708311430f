package codec_test

import (
	"bytes"
	"context"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/format"
)

func TestPartsRoundTrip(t *testing.T) {
	same(t, "/", codec.Part[string]("a"), "text")
	same(t, "/", codec.Part[int]("a"), 5)
	same(t, "/", codec.Part[[]int]("a"), []int{1, 2})
	same(t, "/", codec.Part[[]byte]("a"), []byte{0, 1, 2})
	same(t, "/", codec.Part[Book]("a"), Book{"Dune", 412, nil})
	for _, m := range mediaTypes {
		same(t, "/", codec.Part[Book]("a", m), Book{"Dune", 412, []string{"x"}})
	}
	same(t, "/", codec.Both(codec.Part[string]("b"), codec.Part[Book]("a")), codec.Pair[string, Book]{First: "x", Second: Book{"Dune", 412, nil}})
	sameAnswer(t, codec.Both(codec.Part[string]("b"), codec.Part[int]("a")), codec.Pair[string, int]{First: "x", Second: 2})
}

func TestFiles(t *testing.T) {
	for _, size := range []int{0, 10, 1 << 20, 1<<20 + 1, 3 << 20} {
		data := bytes.Repeat([]byte("0123456789abcdef"), size/16+1)[:size]
		f, err := sent(t, "/", codec.Part[codec.File]("f"), codec.FileBytes("a.png", "image/png", data))
		if err != nil {
			t.Fatal(err)
		}
		if f.Name != "a.png" || f.MediaType != "image/png" || f.Size != int64(size) {
			t.Errorf("got %s, %s, %d", f.Name, f.MediaType, f.Size)
		}
		for range 2 { // it can be opened again
			r, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			if got, err := io.ReadAll(r); !bytes.Equal(got, data) || err != nil || r.Close() != nil {
				t.Errorf("%d bytes: got %d, %v", size, len(got), err)
			}
		}
		if got, err := f.Bytes(); !bytes.Equal(got, data) || err != nil {
			t.Errorf("%d bytes: got %d, %v", size, len(got), err)
		}
	}
	files, err := sent(t, "/", codec.Part[[]codec.File]("f"), []codec.File{
		codec.FileBytes("a", "", []byte("1")), codec.FileReader("b", "text/plain", strings.NewReader("22"), -1),
	})
	if err != nil || len(files) != 2 || files[1].Name != "b" || files[1].Size != 2 {
		t.Errorf("got %v, %v", files, err)
	}
}

func TestLargeFilesAreGoneWithTheRequest(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	c := codec.Part[codec.File]("f")
	req := requestOf(t, "/", c, codec.FileBytes("a", "", make([]byte, 2<<20)), format.Config{}).WithContext(ctx)
	f, err := received(t, "/", c, req)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	closed := make(chan struct{})
	go func() {
		for {
			if _, err := f.Bytes(); err != nil {
				close(closed)
				return
			}
		}
	}()
	<-closed
}

func TestPartStream(t *testing.T) {
	c := codec.Both(codec.Part[string]("title"), codec.PartStream("film", "video/mp4"))
	v, err := received(t, "/", streamPart(c), requestOf(t, "/", c, codec.Pair[string, io.Reader]{First: "Dune", Second: strings.NewReader("film")}, format.Config{}))
	if v != "Dune: film" || err != nil {
		t.Errorf("got %q, %v", v, err)
	}
	// A client that sends the stream first is understood too.
	form := weft.NewForm(weft.BinaryField("film", "x", "", []byte("film")), weft.TextField("title", "Dune"))
	v, err = received(t, "/", streamPart(c), weft.Post("/", weft.BodyMultipart(form, "b")))
	if v != "Dune: film" || err != nil {
		t.Errorf("got %q, %v", v, err)
	}
}

// streamPart reads the stream while it decodes, as a handler does.
func streamPart(c codec.Codec[codec.Pair[string, io.Reader]]) codec.Codec[string] {
	return codec.Transform(c, func(p codec.Pair[string, io.Reader]) string {
		b, err := io.ReadAll(p.Second)
		if err != nil {
			return err.Error()
		}
		return p.First + ": " + string(b)
	}, nil)
}

func TestURLEncodedForm(t *testing.T) {
	c := codec.Both(codec.Part[string]("name"), codec.Part[[]int]("n"))
	v, err := received(t, "/", c, weft.Post("/", weft.BodyString("name=a+b&n=1&n=2", weft.MediaForm)))
	if want := (codec.Pair[string, []int]{First: "a b", Second: []int{1, 2}}); !reflect.DeepEqual(v, want) || err != nil {
		t.Errorf("got %v, %v", v, err)
	}
}

func TestPartFaults(t *testing.T) {
	form := func(fields ...weft.FormField) weft.Body { return weft.BodyMultipart(weft.NewForm(fields...), "b") }
	for _, tt := range []struct {
		name   string
		body   weft.Body
		decode func(*codec.Source)
		status int
		want   string
	}{
		{"missing", form(weft.TextField("b", "x")), in(codec.Part[string]("a")), 400, "body a: missing"},
		{"no body", weft.Body{}, in(codec.Part[string]("a")), 400, "body a: missing"},
		{"not a number", form(weft.TextField("a", "x")), in(codec.Part[int]("a")), 400, `body a: want int, got "x"`},
		{"twice", form(weft.TextField("a", "1"), weft.TextField("a", "2")), in(codec.Both(codec.Part[[]int]("a"), codec.Part[int]("a"))), 400, "body a: want 1 part, got several"},
		{"not UTF-8", form(weft.TextField("a", "\xff")), in(codec.Part[string]("a")), 400, "body a: want text in UTF-8"},
		{"JSON", form(weft.TextField("a", `{"title":1}`)), in(codec.Part[Book]("a")), 400, "body a.title: "},
		{"constraint", form(weft.TextField("a", `{"title":"","pages":1}`)), in(codec.Part[Book]("a")), 422, "body a.title: want at least 1 character, got 0"},
		{"constraint of a method", form(weft.TextField("a", "x")), in(codec.Part[string]("a").Doc("A.").MinLength(2).MaxLength(5)), 422, "body a: want at least 2 characters, got 1"},
		{"constraint of a list", form(weft.TextField("a", "1")), in(codec.Part[[]int]("a").MinItems(2)), 422, "body a: want at least 2 items, got 1"},
		{"media type of a part", form(weft.BinaryField("a", "", "text/csv", nil)), in(codec.Part[Book]("a")), 415, ""},
		{"media type of the body", weft.BodyString("{}", "application/json"), in(codec.Part[string]("a")), 415, ""},
		{"cut off", weft.BodyString("--b\r\nContent-Disposition: form-data; name=a\r\n\r\nx", "multipart/form-data; boundary=b"), in(codec.Part[string]("a")), 400, "body: want a form: "},
		{"no boundary", weft.BodyString("x", "multipart/form-data"), in(codec.Part[string]("a")), 400, ""},
		{"missing stream", form(weft.TextField("b", "x")), in(codec.PartStream("a")), 400, "body a: missing"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := codec.FromRequest(weft.Post("/", tt.body))
			tt.decode(&s)
			if got := faults(s.Err()); statusOf(s.Err()) != tt.status || !strings.HasPrefix(got, tt.want) {
				t.Errorf("got %d, %q, want %d, %q", statusOf(s.Err()), got, tt.status, tt.want)
			}
		})
	}
}

func TestOptionalPart(t *testing.T) {
	c := codec.Both(codec.Part[string]("a"), codec.Optional(codec.Part[codec.File]("f")))
	v, err := sent(t, "/", c, codec.Pair[string, *codec.File]{First: "x"})
	if v.First != "x" || v.Second != nil || err != nil {
		t.Errorf("got %v, %v", v, err)
	}
}
