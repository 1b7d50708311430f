package weft_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/json"
	"github.com/weft-go/weft/internal/leakcheck"
)

type novel struct {
	Title string `json:"title"`
	Pages int    `json:"pages"`
}

// seqOf yields texts as pieces.
func seqOf(pieces ...string) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		for _, p := range pieces {
			if !yield([]byte(p), nil) {
				return
			}
		}
	}
}

// bodies are all the ways to make a body with the content "hello".
func bodies() map[string]func() weft.Body {
	write := func(w io.Writer) error {
		for _, s := range []string{"he", "", "llo"} {
			if _, err := io.WriteString(w, s); err != nil {
				return err
			}
		}
		return nil
	}
	return map[string]func() weft.Body{
		"BodyString":                      func() weft.Body { return weft.BodyString("hello", "text/x") },
		"BodyBytes":                       func() weft.Body { return weft.BodyBytes([]byte("hello"), "text/x") },
		"BodyReader":                      func() weft.Body { return weft.BodyReader(strings.NewReader("hello"), 5, "text/x") },
		"BodyReader of unknown length":    func() weft.Body { return weft.BodyReader(strings.NewReader("hello"), -1, "text/x") },
		"BodyReader of a negative length": func() weft.Body { return weft.BodyReader(strings.NewReader("hello"), -7, "text/x") },
		"BodySeq":                         func() weft.Body { return weft.BodySeq(seqOf("he", "", "llo"), "text/x") },
		"BodyFunc":                        func() weft.Body { return weft.BodyFunc(write, "text/x") },
	}
}

func TestBodyReadings(t *testing.T) {
	leakcheck.Check(t)
	readings := map[string]func(weft.Body) (string, error){
		"Bytes": func(b weft.Body) (string, error) {
			p, err := b.Bytes()
			return string(p), err
		},
		"AsString": weft.Body.AsString,
		"AsString twice": func(b weft.Body) (string, error) {
			first, err := b.AsString()
			second, again := b.AsString()
			if first != second {
				err = errors.New("the second is " + second)
			}
			return first, errors.Join(err, again)
		},
		"AsStream": func(b weft.Body) (string, error) {
			r := b.AsStream()
			p, err := io.ReadAll(r)
			return string(p), errors.Join(err, r.Close())
		},
		"AsStream after AsString": func(b weft.Body) (string, error) {
			_, err := b.AsString()
			p, again := io.ReadAll(b.AsStream())
			return string(p), errors.Join(err, again)
		},
		"Chunks": func(b weft.Body) (string, error) {
			var all []byte
			for p, err := range b.Chunks() {
				if err != nil {
					return "", err
				}
				all = append(all, p...)
			}
			return string(all), nil
		},
		"WriteTo": func(b weft.Body) (string, error) {
			var buf bytes.Buffer
			n, err := b.WriteTo(&buf)
			if n != int64(buf.Len()) {
				err = fmt.Errorf("WriteTo says %d of %d bytes", n, buf.Len())
			}
			return buf.String(), err
		},
	}
	for how, make := range bodies() {
		for name, read := range readings {
			t.Run(how+" "+name, func(t *testing.T) {
				b := make()
				if b.MediaType() != "text/x" || b.Err() != nil || b.IsEmpty() {
					t.Errorf("media type %q, error %v, empty %v", b.MediaType(), b.Err(), b.IsEmpty())
				}
				if n, known := b.Len(); known && n != 5 || !known && n != -1 {
					t.Errorf("the length is %d, %v", n, known)
				}
				if s, err := read(b); s != "hello" || err != nil {
					t.Errorf("%q, %v", s, err)
				}
				if err := b.Close(); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

func TestBodyKinds(t *testing.T) {
	for name, make := range bodies() {
		b := make()
		_, known := b.Len()
		memory := name == "BodyString" || name == "BodyBytes"
		if b.IsStream() == memory || known != (memory || name == "BodyReader") {
			t.Errorf("%s: stream %v, length known %v", name, b.IsStream(), known)
		}
	}
	for want, b := range map[string]weft.Body{
		"text/plain; charset=utf-8":         weft.BodyString("x"),
		"application/octet-stream":          weft.BodyBytes(nil),
		"application/json":                  weft.BodyFrom(1),
		"application/x-www-form-urlencoded": weft.BodyForm(weft.FormOf("a", "b")),
		"multipart/form-data; boundary=XX":  weft.BodyMultipart(weft.FormOf("a", "b"), "XX"),
		"":                                  {},
		"text/y":                            weft.BodyString("x").WithMediaType("text/y"),
	} {
		if b.MediaType() != want {
			t.Errorf("the media type is %q, want %q", b.MediaType(), want)
		}
	}
	binary := weft.BodyForm(weft.NewForm(weft.BinaryField("f", "a.png", "image/png", []byte{1})))
	if !strings.HasPrefix(binary.MediaType(), "multipart/form-data; boundary=") {
		t.Errorf("a form with a file is %s", binary.MediaType())
	}
}

func TestBodyZeroValue(t *testing.T) {
	var b weft.Body
	s, err := b.AsString()
	n, known := b.Len()
	if s != "" || err != nil || n != 0 || !known || !b.IsEmpty() || b.IsStream() || b.Err() != nil || b.Close() != nil || !b.Equal(weft.Body{}) {
		t.Errorf("the zero body is %q, %v, %d, %v", s, err, n, known)
	}
	for range b.Chunks() {
		t.Error("the zero body has pieces")
	}
}

func TestBodyEqual(t *testing.T) {
	a := weft.BodyString("x")
	if !a.Equal(weft.BodyBytes([]byte("x"), "text/plain; charset=utf-8")) {
		t.Error("equal bodies are not")
	}
	for _, b := range []weft.Body{weft.BodyString("y"), weft.BodyString("x", "text/y"), weft.BodyReader(strings.NewReader("x"), 1, a.MediaType())} {
		if a.Equal(b) || b.Equal(a) {
			t.Errorf("%v equals %v", a, b)
		}
	}
}

// TestBodyStreamIsReadOnce shows that a stream cannot be read twice by accident.
func TestBodyStreamIsReadOnce(t *testing.T) {
	leakcheck.Check(t)
	for name, make := range bodies() {
		b := make()
		if !b.IsStream() {
			continue
		}
		first := b.AsStream()
		if _, err := io.ReadAll(b.AsStream()); !errors.Is(err, weft.ErrBodyRead) {
			t.Errorf("%s: AsStream: %v", name, err)
		}
		if _, err := b.Bytes(); !errors.Is(err, weft.ErrBodyRead) {
			t.Errorf("%s: Bytes: %v", name, err)
		}
		for _, err := range b.Chunks() {
			if !errors.Is(err, weft.ErrBodyRead) {
				t.Errorf("%s: Chunks: %v", name, err)
			}
		}
		if _, err := b.WriteTo(io.Discard); !errors.Is(err, weft.ErrBodyRead) {
			t.Errorf("%s: WriteTo: %v", name, err)
		}
		if p, err := io.ReadAll(first); string(p) != "hello" || err != nil {
			t.Errorf("%s: the first reader gives %q, %v", name, p, err)
		}
		first.Close()
		other := make()
		other.Close()
		if _, err := other.AsString(); err == nil {
			t.Errorf("%s: a closed body can be read", name)
		}
	}
}

// TestBodyStopsEarly shows that whoever makes a body learns that nobody reads on.
func TestBodyStopsEarly(t *testing.T) {
	leakcheck.Check(t)
	stopped := false
	seq := func(yield func([]byte, error) bool) {
		defer func() { stopped = true }()
		for yield([]byte("x"), nil) {
		}
	}
	r := weft.BodySeq(seq).AsStream()
	r.Read(make([]byte, 1))
	r.Close()
	if !stopped {
		t.Error("the iterator goes on")
	}
	if _, err := r.Read(make([]byte, 1)); err == nil {
		t.Error("a closed reader can be read")
	}
	stopped = false
	for range weft.BodySeq(seq).Chunks() {
		break
	}
	if !stopped {
		t.Error("the iterator goes on after break")
	}

	failed := make(chan error)
	r = weft.BodyFunc(func(w io.Writer) error {
		for {
			if _, err := io.WriteString(w, "x"); err != nil {
				failed <- err
				return err
			}
		}
	}).AsStream()
	r.Read(make([]byte, 1))
	r.Close()
	if err := <-failed; err == nil {
		t.Error("writing to a closed reader does not fail")
	}
}

func TestBodyErrors(t *testing.T) {
	tests := map[string]weft.Body{
		"BodyReader": weft.BodyReader(io.MultiReader(strings.NewReader("x"), brokenReader{}), -1),
		"BodySeq": weft.BodySeq(func(yield func([]byte, error) bool) {
			_ = yield([]byte("x"), nil) && yield(nil, errBroken)
		}),
		"BodyFunc": weft.BodyFunc(func(w io.Writer) error {
			io.WriteString(w, "x")
			return errBroken
		}),
	}
	for name, b := range tests {
		var buf bytes.Buffer
		if n, err := b.WriteTo(&buf); n != 1 || buf.String() != "x" || !errors.Is(err, errBroken) {
			t.Errorf("%s: %d bytes, %v", name, n, err)
		}
	}
	full := errors.New("full")
	for name, make := range bodies() {
		if _, err := make().WriteTo(failingWriter{full}); !errors.Is(err, full) {
			t.Errorf("%s: a writer that fails: %v", name, err)
		}
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

// TestBodySeqIsPassedOn shows that pieces of an iterator are neither joined nor
// cut on their way.
func TestBodySeqIsPassedOn(t *testing.T) {
	var got []string
	_, err := weft.BodySeq(seqOf("a", "bcd", "", "ef")).WriteTo(writeRecorder(func(p []byte) { got = append(got, string(p)) }))
	if err != nil || !slices.Equal(got, []string{"a", "bcd", "", "ef"}) {
		t.Errorf("%q, %v", got, err)
	}
}

type writeRecorder func([]byte)

func (w writeRecorder) Write(p []byte) (int, error) {
	w(p)
	return len(p), nil
}

func TestBodyFromAndTo(t *testing.T) {
	dune := novel{"Dune", 412}
	b := weft.BodyFrom(dune)
	if s, err := b.AsString(); s != `{"title":"Dune","pages":412}` || err != nil {
		t.Errorf("%s, %v", s, err)
	}
	if got, err := b.To[novel](); got != dune || err != nil {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := weft.BodyReader(strings.NewReader(`{"title":"Emma","pages":1}`), -1).To[novel](); got.Title != "Emma" || err != nil {
		t.Errorf("%v, %v", got, err)
	}
	for name, b := range map[string]weft.Body{
		"malformed":        weft.BodyString(`{"title":`),
		"empty":            {},
		"of another type":  weft.BodyString(`[1]`),
		"followed by more": weft.BodyString(`{"title":"a","pages":1}{}`),
	} {
		_, err := b.To[novel]()
		if _, ok := errors.AsType[*format.DecodeError](err); !ok {
			t.Errorf("a body that is %s: %v", name, err)
		}
	}
	if _, err := weft.BodyReader(brokenReader{}, -1).To[novel](); !errors.Is(err, errBroken) {
		t.Errorf("a body that cannot be read: %v", err)
	}
}

// TestBodyCodec shows that a codec that is given is the one that is used.
func TestBodyCodec(t *testing.T) {
	arrays := json.SchemaBasedBinaryCodecWith[novel](format.Config{TreatStreamsAsArrays: true, RejectExtraFields: true})
	b := weft.BodyFrom(novel{"Dune", 412}, arrays)
	if got, err := b.To(arrays); got.Title != "Dune" || err != nil || b.MediaType() != "application/json" {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := weft.BodyString(`{"title":"a","pages":1,"more":true}`).To(arrays); err == nil {
		t.Error("the codec that was given is not used for decoding")
	}
	var titles []string
	for n, err := range weft.BodyString(`[{"title":"a","pages":1},{"title":"b","pages":2}]`).StreamTo(arrays) {
		if err != nil {
			t.Fatal(err)
		}
		titles = append(titles, n.Title)
	}
	if !slices.Equal(titles, []string{"a", "b"}) {
		t.Errorf("%q", titles)
	}
}

func TestBodyStreamTo(t *testing.T) {
	b := weft.BodySeq(seqOf(`{"title":"a",`, `"pages":1}`+"\n"+`{"title":"b","pa`, `ges":2}`+"\n", `{"title":`))
	var got []string
	for n, err := range b.StreamTo[novel]() {
		if err != nil {
			got = append(got, "error")
			break
		}
		got = append(got, n.Title)
	}
	if !slices.Equal(got, []string{"a", "b", "error"}) {
		t.Errorf("%q", got)
	}
}

func TestBodyForms(t *testing.T) {
	form := weft.FormOf("a", "1 2", "b", "&")
	for name, b := range map[string]weft.Body{"urlencoded": weft.BodyForm(form), "multipart": weft.BodyMultipart(form, "XX")} {
		f, err := b.AsForm()
		if a, _ := f.Text("a"); a != "1 2" || err != nil || f.Len() != 2 {
			t.Errorf("%s: %q, %v", name, a, err)
		}
	}
	untyped, err := weft.BodyString("a=1", "").AsForm()
	if a, _ := untyped.Text("a"); a != "1" || err != nil {
		t.Errorf("without a media type: %q, %v", a, err)
	}
	stream, err := weft.BodyMultipart(form, "XX").AsMultipartFormStream()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for field, err := range stream.Fields() {
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, field.Name())
	}
	if !slices.Equal(names, []string{"a", "b"}) {
		t.Errorf("%q", names)
	}
	for name, read := range map[string]func() error{
		"AsForm of JSON":                   func() error { _, err := weft.BodyString("{}", "application/json").AsForm(); return err },
		"AsMultipartFormStream of a form":  func() error { _, err := weft.BodyForm(form).AsMultipartFormStream(); return err },
		"AsForm of multipart, no boundary": func() error { _, err := weft.BodyString("", "multipart/form-data").AsForm(); return err },
	} {
		err := read()
		if e, ok := errors.AsType[*weft.MalformedBody](err); !ok || e.Cause == nil || !strings.HasPrefix(err.Error(), "body: want ") || !errors.Is(err, e.Cause) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestBodyTooLargeText(t *testing.T) {
	err := &weft.BodyTooLarge{Limit: 1 << 20, Setting: "some-setting"}
	if err.Error() != "body: larger than 1048576 bytes (some-setting)" {
		t.Error(err)
	}
}
