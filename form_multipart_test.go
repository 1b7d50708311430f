package weft_test

import (
	"bytes"
	"errors"
	"io"
	"mime/multipart"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/weft-go/weft"
)

// lines joins lines as multipart data has them.
func lines(s ...string) string { return strings.Join(s, "\r\n") }

func encodeForm(t *testing.T, f weft.Form, boundary string) string {
	t.Helper()
	r, length, err := f.EncodeMultipart(boundary)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	if length >= 0 && length != int64(len(b)) {
		t.Errorf("the length is %d, announced %d", len(b), length)
	}
	return string(b)
}

func TestEncodeMultipart(t *testing.T) {
	f := weft.NewForm(
		weft.TextField("title", "Pride & Prejudice"),
		weft.BinaryField("cover", "cover.png", "image/png", []byte{0, 1, '\r', '\n'}),
		weft.TextField("", ""),
		weft.TextField("json", `{"a":1}`).WithMediaType("application/json"),
	)
	want := lines(
		"--b", `Content-Disposition: form-data; name="title"`, "", "Pride & Prejudice",
		"--b", `Content-Disposition: form-data; name="cover"; filename="cover.png"`, "Content-Type: image/png", "", "\x00\x01\r\n",
		"--b", `Content-Disposition: form-data; name=""`, "", "",
		"--b", `Content-Disposition: form-data; name="json"`, "Content-Type: application/json", "", `{"a":1}`,
		"--b--", "")
	if got := encodeForm(t, f, "b"); got != want {
		t.Errorf("got\n%q, want\n%q", got, want)
	}
	if got := encodeForm(t, weft.Form{}, "b"); got != "--b--\r\n" {
		t.Errorf("the empty form is %q", got)
	}
}

func TestEncodeMultipartNames(t *testing.T) {
	for name, want := range map[string]string{
		`a"b`:    `name="a%22b"`,
		"a\r\nb": `name="a%0D%0Ab"`,
		"a\x00b": `name="a%00b"`,
		`a\b`:    `name="a\\b"`,
		"é":      `name="é"`,
		"a%b;c":  `name="a%b;c"`,
	} {
		got := encodeForm(t, weft.NewForm(weft.TextField(name, "")), "b")
		if !strings.Contains(got, "; "+want+"\r\n") {
			t.Errorf("%q is written %q, want %q", name, got, want)
		}
	}
}

func TestEncodeMultipartStreams(t *testing.T) {
	f := func(size int64) weft.Form {
		return weft.NewForm(weft.TextField("a", "1"), weft.StreamField("f", "x", "", iotest.OneByteReader(strings.NewReader("12345")), size))
	}
	known, unknown := encodeForm(t, f(5), "b"), encodeForm(t, f(-1), "b")
	if known != unknown || !strings.Contains(known, "\r\n\r\n12345\r\n--b--\r\n") {
		t.Errorf("got %q and %q", known, unknown)
	}
	if _, length, _ := f(-1).EncodeMultipart("b"); length != -1 {
		t.Errorf("the length is %d, want -1", length)
	}
	for size, want := range map[int64]string{
		4: `form field "f": the stream is longer than announced`,
		6: `form field "f": the stream is 1 bytes shorter than announced`,
	} {
		r, _, err := f(size).EncodeMultipart("b")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadAll(r); err == nil || err.Error() != want {
			t.Errorf("with size %d: %v, want %s", size, err, want)
		}
	}
}

func TestEncodeMultipartRefuses(t *testing.T) {
	text := weft.FormOf("a", "x\r\n--b\r\n")
	for name, tt := range map[string]struct {
		form     weft.Form
		boundary string
	}{
		"no boundary":            {text, ""},
		"long boundary":          {text, strings.Repeat("x", 71)},
		"boundary with a quote":  {text, `x"y`},
		"boundary with a space":  {text, "x y"},
		"boundary with a break":  {text, "x\r\ny"},
		"boundary in the data":   {text, "b"},
		"malformed media type":   {weft.NewForm(weft.TextField("a", "").WithMediaType("x")), "b"},
		"media type with breaks": {weft.NewForm(weft.TextField("a", "").WithMediaType("a/b\r\nX: y")), "b"},
	} {
		if _, _, err := tt.form.EncodeMultipart(tt.boundary); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}

func TestRandomBoundary(t *testing.T) {
	a, b := weft.RandomBoundary(), weft.RandomBoundary()
	if a == b || len(a) > 70 {
		t.Errorf("got %q and %q", a, b)
	}
	if got, err := weft.ParseBoundary("multipart/form-data; boundary=" + a); err != nil || got != a {
		t.Errorf("ParseBoundary gave %q, %v", got, err)
	}
	encodeForm(t, weft.FormOf("a", "1"), a)
}

func TestParseBoundary(t *testing.T) {
	for in, want := range map[string]string{
		"multipart/form-data; boundary=abc":                        "abc",
		`Multipart/Form-Data; charset=x; Boundary="a b"`:           "a b",
		`multipart/form-data; boundary="a:=?/"`:                    "a:=?/",
		"multipart/form-data":                                      "",
		"multipart/mixed; boundary=abc":                            "",
		"text/plain; boundary=abc":                                 "",
		`multipart/form-data; boundary=""`:                         "",
		`multipart/form-data; boundary="a "`:                       "",
		`multipart/form-data; boundary="a\"b"`:                     "",
		"multipart/form-data; boundary=" + strings.Repeat("x", 71): "",
		"": "",
	} {
		if got, err := weft.ParseBoundary(in); got != want || (err == nil) != (want != "") {
			t.Errorf("ParseBoundary(%q) = %q, %v, want %q", in, got, err, want)
		}
	}
}

// The standard library reads what is written here.
func TestMultipartIsReadByTheStandardLibrary(t *testing.T) {
	f := weft.NewForm(weft.TextField("a", "1\r\n2"), weft.BinaryField("f", "x.bin", "a/b", bytes.Repeat([]byte("\r\n--"), 10000)))
	r := multipart.NewReader(strings.NewReader(encodeForm(t, f, "b")), "b")
	for want := range f.Fields() {
		part, err := r.NextPart()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(part)
		if err != nil || part.FormName() != want.Name() || part.FileName() != want.FileName() || string(data) != want.Text() {
			t.Errorf("got %q %q with %d bytes, %v", part.FormName(), part.FileName(), len(data), err)
		}
	}
	if _, err := r.NextPart(); !errors.Is(err, io.EOF) {
		t.Errorf("after the last part: %v", err)
	}
}
