package weft_test

import (
	"bytes"
	"errors"
	"io"
	"math"
	"mime/multipart"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/weft-go/weft"
)

// twoFields is a form as a browser sends it.
var twoFields = lines(
	"--b", `Content-Disposition: form-data; name="title"`, "", "Emma",
	"--b", `Content-Disposition: form-data; name="cover"; filename="c.png"`, "Content-Type: image/png", "", "\x89PNG\r\n--\r\n--x",
	"--b--", "")

func TestFormStreamFields(t *testing.T) {
	for name, r := range map[string]io.Reader{
		"at once":      strings.NewReader(twoFields),
		"byte by byte": iotest.OneByteReader(strings.NewReader(twoFields)),
		"data and EOF": iotest.DataErrReader(strings.NewReader(twoFields)),
		"in halves":    iotest.HalfReader(strings.NewReader(twoFields)),
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for field, err := range weft.NewFormStream(r, "b").Fields() {
				if err != nil {
					t.Fatal(err)
				}
				text, err := field.Text()
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, field.Name(), field.FileName(), field.MediaType(), text)
				if field.IsBinary() != (field.FileName() != "") {
					t.Errorf("%q is binary: %v", field.Name(), field.IsBinary())
				}
			}
			want := "title|||Emma|cover|c.png|image/png|\x89PNG\r\n--\r\n--x"
			if joined := strings.Join(got, "|"); joined != want {
				t.Errorf("got %q, want %q", joined, want)
			}
		})
	}
}

func TestFormStreamSkipsWhatIsNotRead(t *testing.T) {
	stream := weft.NewFormStream(strings.NewReader(twoFields), "b")
	var names []string
	var kept weft.StreamingField
	for field, err := range stream.Fields() {
		if err != nil {
			t.Fatal(err)
		}
		if kept.Name() != "" {
			if _, err := kept.Read(make([]byte, 1)); err == nil || err.Error() != `form field "title": read after the next field was asked for` {
				t.Errorf("reading a passed field gave %v", err)
			}
		}
		kept = field
		names = append(names, field.Name())
	}
	if got := strings.Join(names, " "); got != "title cover" {
		t.Errorf("the names are %q", got)
	}
	if _, err := io.ReadAll(kept); err == nil {
		t.Error("the last field can be read after the end")
	}
	for field, err := range stream.Fields() {
		t.Errorf("after the end: %q, %v", field.Name(), err)
	}
}

func TestFormStreamGoesOnAfterALoopIsLeft(t *testing.T) {
	stream := weft.NewFormStream(strings.NewReader(twoFields), "b")
	for field, err := range stream.Fields() {
		if field.Name() != "title" || err != nil {
			t.Errorf("the first field is %q, %v", field.Name(), err)
		}
		break
	}
	form, err := stream.Collect()
	if err != nil || form.Len() != 1 || !form.Has("cover") {
		t.Errorf("the rest is %q, %v", formText(form), err)
	}
}

func TestFormStreamCollect(t *testing.T) {
	const preamble, epilogue = "This is ignored.\r\n", "And this."
	form, err := weft.NewFormStream(strings.NewReader(preamble+twoFields+epilogue), "b").Collect()
	if want := "title=Emma;cover=\x89PNG\r\n--\r\n--x(c.png image/png);"; err != nil || formText(form) != want {
		t.Errorf("got %q, %v, want %q", formText(form), err, want)
	}
	if form, err := weft.NewFormStream(strings.NewReader("--b--"), "b").Collect(); err != nil || form.Len() != 0 {
		t.Errorf("an empty form is %q, %v", formText(form), err)
	}
}

func TestFormStreamBoundariesInData(t *testing.T) {
	tests := []struct{ name, data string }{
		{"empty", ""},
		{"a line break", "\r\n"},
		{"the boundary without a line break", "x--b\r\n"},
		{"a longer boundary", "\r\n--bc\r\n--b-\r\n--b-x"},
		{"a boundary and a lonely CR", "\r\n--b\rx"},
		{"a longer boundary at the start", "--bc"},
		{"half a boundary at the start", "--"},
		{"half a delimiter", "\r\n-"},
		{"many hyphens", strings.Repeat("\r\n--", 50000)},
		{"many near misses", strings.Repeat("\r\n--bx", 20000)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := lines("--b", `Content-Disposition: form-data; name="a"`, "", tt.data, "--b--")
			for _, r := range []io.Reader{strings.NewReader(in), iotest.OneByteReader(strings.NewReader(in))} {
				form, err := weft.NewFormStream(r, "b").Collect()
				if got, _ := form.Text("a"); err != nil || got != tt.data {
					t.Errorf("%d bytes came back as %d, %v", len(tt.data), len(got), err)
				}
			}
		})
	}
}

func TestFormStreamPartWithoutData(t *testing.T) {
	in := lines("--b", `Content-Disposition: form-data; name="a"`, "", "--b", `Content-Disposition: form-data; name="c"`, "", "--b--")
	for _, r := range []io.Reader{strings.NewReader(in), iotest.OneByteReader(strings.NewReader(in))} {
		if form, err := weft.NewFormStream(r, "b").Collect(); err != nil || formText(form) != "a=;c=;" {
			t.Errorf("got %q, %v", formText(form), err)
		}
	}
}

func TestFormStreamPadding(t *testing.T) {
	in := lines("--b \t ", `Content-Disposition: form-data; name="a"`, "", "1", "--b-- ", "x")
	if form, err := weft.NewFormStream(strings.NewReader(in), "b").Collect(); err != nil || formText(form) != "a=1;" {
		t.Errorf("got %q, %v", formText(form), err)
	}
}

func TestFormStreamRefuses(t *testing.T) {
	const head = "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n"
	tests := []struct {
		name, in string
		reason   string
		cutOff   bool
	}{
		{"nothing", "", "ends before the closing boundary", true},
		{"no boundary", "hello", "ends before the closing boundary", true},
		{"another boundary", "--c\r\n\r\n--c--", "ends before the closing boundary", true},
		{"cut off in the header", head, "ends before the closing boundary", true},
		{"cut off in the data", head + "\r\nxyz", "ends before the closing boundary", true},
		{"cut off in the boundary", head + "\r\nxyz\r\n--", "ends before the closing boundary", true},
		{"cut off after the boundary", head + "\r\nxyz\r\n--b", "ends before the closing boundary", true},
		{"cut off in the end", head + "\r\nxyz\r\n--b-", "ends before the closing boundary", true},
		{"cut off after a part", head + "\r\nxyz\r\n--b\r\n", "ends before the closing boundary", true},
		{"text after the boundary", "--b x\r\n", "text after the boundary", false},
		{"no name", "--b\r\n\r\nx\r\n--b--", "the part has no name", false},
		{"field without a colon", head + "x\r\n\r\n\r\n--b--", "a malformed field in the header of a part", false},
		{"field with a space", head + "X : y\r\n\r\n\r\n--b--", "a malformed field in the header of a part", false},
		{"folded field", head + " y\r\n\r\n\r\n--b--", "a malformed field in the header of a part", false},
		{"control in a field", head + "X: \x01\r\n\r\n\r\n--b--", "a malformed field in the header of a part", false},
		{"two dispositions", head + head[5:] + "\r\n\r\n--b--", "two Content-Disposition fields", false},
		{"encoding", head + "Content-Transfer-Encoding: base64\r\n\r\n\r\n--b--", "a Content-Transfer-Encoding that is not supported", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, r := range []io.Reader{strings.NewReader(tt.in), iotest.OneByteReader(strings.NewReader(tt.in))} {
				form, err := weft.NewFormStream(r, "b").Collect()
				e, ok := errors.AsType[*weft.MalformedForm](err)
				if !ok || e.Reason != tt.reason || form.Len() != 0 || e.Offset < 0 || e.Offset > int64(len(tt.in)) {
					t.Errorf("got %q, %v, want %q", formText(form), err, tt.reason)
				}
				if errors.Is(err, io.ErrUnexpectedEOF) != tt.cutOff {
					t.Errorf("the cause of %v is %v", err, errors.Unwrap(err))
				}
			}
		})
	}
}

func TestFormStreamBadBoundary(t *testing.T) {
	stream := weft.NewFormStream(strings.NewReader(twoFields), strings.Repeat("b", 71))
	n := 0
	for _, err := range stream.Fields() {
		n++
		if _, ok := errors.AsType[*weft.MalformedForm](err); !ok {
			t.Errorf("got %v", err)
		}
	}
	if n != 1 {
		t.Errorf("%d fields, want one error", n)
	}
}

func TestFormStreamErrorsLast(t *testing.T) {
	broken := errors.New("connection reset")
	start, _, _ := strings.Cut(twoFields, "PNG")
	stream := weft.NewFormStream(io.MultiReader(strings.NewReader(start), iotest.ErrReader(broken)), "b")
	for field, err := range stream.Fields() {
		if field.Name() == "title" {
			continue
		}
		if err == nil {
			_, err = field.Bytes()
		}
		if !errors.Is(err, broken) {
			t.Errorf("got %v, want the reader's error", err)
		}
		if _, err := field.Bytes(); field.Name() != "" && !errors.Is(err, broken) {
			t.Errorf("reading again gave %v", err)
		}
	}
	if _, err := stream.Collect(); !errors.Is(err, broken) {
		t.Errorf("collecting afterwards gave %v", err)
	}
	if _, err := weft.NewFormStream(lazyReader{}, "b").Collect(); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("a reader that never reads gave %v", err)
	}
}

// lazyReader never reads anything.
type lazyReader struct{}

func (lazyReader) Read([]byte) (int, error) { return 0, nil }

func TestFormStreamLimits(t *testing.T) {
	part := func(extra, data string) string {
		return lines("--b", `Content-Disposition: form-data; name="a"`+extra, "", data, "")
	}
	tests := []struct {
		name    string
		in      string
		limits  weft.FormLimits
		setting string
	}{
		{"a thousand fields", strings.Repeat(part("", "x"), 1000) + "--b--", weft.FormLimits{}, ""},
		{"one field more", strings.Repeat(part("", "x"), 1001) + "--b--", weft.FormLimits{}, "MaxFields"},
		{"fewer fields", strings.Repeat(part("", "x"), 3) + "--b--", weft.FormLimits{MaxFields: 2}, "MaxFields"},
		{"a long header", part("\r\nX: "+strings.Repeat("x", 16000), "") + "--b--", weft.FormLimits{}, ""},
		{"a longer header", part("\r\nX: "+strings.Repeat("x", 16384), "") + "--b--", weft.FormLimits{}, "MaxHeaderBytes"},
		{"many header fields", part(strings.Repeat("\r\nX: y", 3000), "") + "--b--", weft.FormLimits{}, "MaxHeaderBytes"},
		{"a shorter header", part("", "") + "--b--", weft.FormLimits{MaxHeaderBytes: 30}, "MaxHeaderBytes"},
		{"4 MiB", part("", strings.Repeat("x", 4<<20)) + "--b--", weft.FormLimits{}, ""},
		{"4 MiB in two fields and a byte", part("", strings.Repeat("x", 4<<20)) + part("", "x") + "--b--", weft.FormLimits{}, "MaxMemory"},
		{"less memory", part("", "xxx") + "--b--", weft.FormLimits{MaxMemory: 2}, "MaxMemory"},
		{"all memory", part("", "xxx") + "--b--", weft.FormLimits{MaxMemory: math.MaxInt64}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			form, err := weft.NewFormStream(strings.NewReader(tt.in), "b", tt.limits).Collect()
			if tt.setting == "" {
				if err != nil || form.Len() == 0 {
					t.Errorf("got %d fields, %v", form.Len(), err)
				}
				return
			}
			if e, ok := errors.AsType[*weft.FormTooLarge](err); !ok || e.Setting != tt.setting {
				t.Errorf("got %v, want %s", err, tt.setting)
			}
		})
	}
	err := &weft.FormTooLarge{What: "fields", Limit: 1000, Setting: "MaxFields"}
	if want := "form: fields: more than 1000 (MaxFields)"; err.Error() != want {
		t.Errorf("the message is %q, want %q", err, want)
	}
}

func TestFormStreamsDoNotCountAsMemory(t *testing.T) {
	const size = 1 << 20
	in := encodeForm(t, weft.NewForm(weft.BinaryField("f", "x", "", bytes.Repeat([]byte("\r\n"), size/2))), "b")
	stream := weft.NewFormStream(strings.NewReader(in), "b", weft.FormLimits{MaxMemory: 10})
	for field, err := range stream.Fields() {
		if err != nil {
			t.Fatal(err)
		}
		if n, err := io.Copy(io.Discard, field); n != size || err != nil {
			t.Errorf("copied %d bytes, %v", n, err)
		}
	}
}

func TestZeroStreamingField(t *testing.T) {
	var f weft.StreamingField
	if b, err := f.Bytes(); len(b) != 0 || err != nil {
		t.Errorf("got %q, %v", b, err)
	}
	if n, err := f.Read(make([]byte, 1)); n != 0 || err != io.EOF {
		t.Errorf("got %d, %v", n, err)
	}
}

// FuzzFormStream checks that any input gives the same result in one piece and byte by
// byte, that what is read is written as something that reads the same, and that
// mime/multipart finds the same fields.
func FuzzFormStream(f *testing.F) {
	f.Add([]byte(twoFields))
	f.Add([]byte("--b\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n--b--"))
	f.Add([]byte("x\r\n--b \r\nContent-Disposition: form-data; name=\"\\\"%22\"; filename*=UTF-8''%41\r\n\r\n--b\r\n--bx\r\n--b--"))
	f.Fuzz(func(t *testing.T, b []byte) {
		form, err := weft.NewFormStream(bytes.NewReader(b), "b").Collect()
		slow, slowErr := weft.NewFormStream(iotest.OneByteReader(bytes.NewReader(b)), "b").Collect()
		if formText(form) != formText(slow) || (err == nil) != (slowErr == nil) {
			t.Fatalf("%q: at once %q, %v; byte by byte %q, %v", b, formText(form), err, formText(slow), slowErr)
		}
		if err != nil {
			return
		}
		compareWithStandardLibrary(t, b, form)
		encoded, _, err := form.EncodeMultipart("another-boundary")
		if err != nil {
			return // a media type or the data does not allow it
		}
		again, err := weft.NewFormStream(encoded, "another-boundary").Collect()
		if err != nil || formText(again) != formText(form) {
			t.Fatalf("%q is read as %q, and again as %q, %v", b, formText(form), formText(again), err)
		}
	})
}

func compareWithStandardLibrary(t *testing.T, b []byte, form weft.Form) {
	r := multipart.NewReader(bytes.NewReader(b), "b")
	for field := range form.Fields() {
		part, err := r.NextRawPart()
		if err != nil {
			return // it is stricter about some fields
		}
		data, err := io.ReadAll(part)
		if err != nil || string(data) != field.Text() {
			t.Fatalf("%q: got %q, mime/multipart has %q, %v", b, field.Text(), data, err)
		}
	}
}

func BenchmarkFormStream(b *testing.B) {
	in := "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x\"\r\n\r\n" + strings.Repeat("0123456789abcdef", 1<<16) + "\r\n--b--"
	b.SetBytes(int64(len(in)))
	b.ReportAllocs()
	for b.Loop() {
		for field := range weft.NewFormStream(strings.NewReader(in), "b").Fields() {
			_, _ = io.Copy(io.Discard, field)
		}
	}
}
