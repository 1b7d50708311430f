package coding_test

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/weft-go/weft/internal/coding"
)

var unbound = coding.Bound{Size: -1}

// encode puts text into codings, one after the other.
func encode(text string, codings ...coding.Scheme) []byte {
	b := []byte(text)
	for _, scheme := range codings {
		var buf bytes.Buffer
		var w io.WriteCloser
		switch scheme {
		case coding.Gzip:
			w = gzip.NewWriter(&buf)
		case coding.Zlib:
			w = zlib.NewWriter(&buf)
		default:
			w, _ = flate.NewWriter(&buf, 6)
		}
		w.Write(b)
		w.Close()
		b = buf.Bytes()
	}
	return b
}

func TestParseCodings(t *testing.T) {
	tests := []struct {
		name    string
		fields  []string
		lenient bool
		want    []coding.Scheme
		err     string
	}{
		{"none", nil, false, nil, ""},
		{"identity", []string{"identity"}, false, nil, ""},
		{"gzip", []string{"gzip"}, false, []coding.Scheme{coding.Gzip}, ""},
		{"any case and old name", []string{"X-GZip"}, false, []coding.Scheme{coding.Gzip}, ""},
		{"deflate", []string{"deflate"}, false, []coding.Scheme{coding.Zlib}, ""},
		{"lenient deflate", []string{"deflate"}, true, []coding.Scheme{coding.ZlibOrRaw}, ""},
		{"list", []string{"deflate, identity", "gzip"}, false, []coding.Scheme{coding.Zlib, coding.Gzip}, ""},
		{"three", []string{"gzip,gzip,gzip"}, false, []coding.Scheme{coding.Gzip, coding.Gzip, coding.Gzip}, ""},
		{"four", []string{"gzip,gzip,gzip,gzip"}, false, nil, "more than 3 codings"},
		{"unknown", []string{"gzip, br"}, false, nil, `unknown coding "br"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := coding.ParseCodings(test.fields, test.lenient)
			if test.err != "" {
				if _, ok := errors.AsType[*coding.Unsupported](err); !ok || err.Error() != test.err {
					t.Fatalf("error %v, want %s", err, test.err)
				}
				return
			}
			if err != nil || !slices.Equal(got, test.want) {
				t.Errorf("%v, %v; want %v", got, err, test.want)
			}
		})
	}
}

func TestReader(t *testing.T) {
	text := strings.Repeat("hello, world\n", 5000)
	raw := coding.Scheme(99) // what encode writes without a wrapper
	tests := []struct {
		name  string
		bytes []byte
		undo  []coding.Scheme
	}{
		{"no coding", []byte(text), nil},
		{"gzip", encode(text, coding.Gzip), []coding.Scheme{coding.Gzip}},
		{"zlib", encode(text, coding.Zlib), []coding.Scheme{coding.Zlib}},
		{"lenient zlib", encode(text, coding.Zlib), []coding.Scheme{coding.ZlibOrRaw}},
		{"lenient raw", encode(text, raw), []coding.Scheme{coding.ZlibOrRaw}},
		{"in order", encode(text, coding.Gzip, coding.Zlib), []coding.Scheme{coding.Gzip, coding.Zlib}},
		{"three", encode(text, raw, coding.Gzip, coding.Gzip), []coding.Scheme{coding.ZlibOrRaw, coding.Gzip, coding.Gzip}},
		{"members", append(encode(text[:100], coding.Gzip), encode(text[100:], coding.Gzip)...), []coding.Scheme{coding.Gzip}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for range 3 { // decoders are used again
				got, err := io.ReadAll(coding.NewReader(bytes.NewReader(test.bytes), test.undo, unbound))
				if err != nil || string(got) != text {
					t.Fatalf("%d bytes, %v", len(got), err)
				}
				got, err = io.ReadAll(coding.NewReader(iotest.OneByteReader(bytes.NewReader(test.bytes)), test.undo, unbound))
				if err != nil || string(got) != text {
					t.Fatalf("byte by byte: %d bytes, %v", len(got), err)
				}
			}
		})
	}
}

func TestReaderOfNothing(t *testing.T) {
	for _, scheme := range []coding.Scheme{coding.Gzip, coding.Zlib, coding.ZlibOrRaw} {
		got, err := io.ReadAll(coding.NewReader(strings.NewReader(""), []coding.Scheme{scheme, scheme}, unbound))
		if len(got) != 0 || err != nil {
			t.Errorf("%v: %q, %v", scheme, got, err)
		}
	}
}

// TestReaderCorrupt cuts and damages data at every byte.
func TestReaderCorrupt(t *testing.T) {
	text := "some text, some text, some other text"
	for _, scheme := range []coding.Scheme{coding.Gzip, coding.Zlib} {
		whole := encode(text, scheme)
		for cut := 1; cut < len(whole); cut++ {
			wantCorrupt(t, whole[:cut], scheme)
		}
		wantCorrupt(t, append(bytes.Clone(whole), 'x'), scheme)
		wantCorrupt(t, append(bytes.Clone(whole), make([]byte, 20)...), scheme)
		damaged := bytes.Clone(whole)
		damaged[len(damaged)-1] ^= 1 // in the checksum or the length
		wantCorrupt(t, damaged, scheme)
	}
	raw := encode(text, 99)
	wantCorrupt(t, raw, coding.Zlib)
	wantCorrupt(t, raw[:len(raw)-1], coding.ZlibOrRaw)
	wantCorrupt(t, append(bytes.Clone(raw), 0), coding.ZlibOrRaw)
	wantCorrupt(t, []byte("plain text"), coding.Gzip)
}

func wantCorrupt(t *testing.T, b []byte, scheme coding.Scheme) {
	t.Helper()
	_, err := io.ReadAll(coding.NewReader(bytes.NewReader(b), []coding.Scheme{scheme}, unbound))
	if _, ok := errors.AsType[*coding.Corrupt](err); !ok {
		t.Errorf("%v: error %v for %x", scheme, err, b)
	}
}

func TestReaderInnerCorrupt(t *testing.T) {
	b := encode("not a zlib stream", coding.Gzip)
	_, err := io.ReadAll(coding.NewReader(bytes.NewReader(b), []coding.Scheme{coding.Zlib, coding.Gzip}, unbound))
	if c, ok := errors.AsType[*coding.Corrupt](err); !ok || c.Scheme != coding.Zlib {
		t.Errorf("error %v", err)
	}
	b = encode("text", coding.Zlib, coding.Gzip)
	b = b[:len(b)-1]
	_, err = io.ReadAll(coding.NewReader(bytes.NewReader(b), []coding.Scheme{coding.Zlib, coding.Gzip}, unbound))
	if c, ok := errors.AsType[*coding.Corrupt](err); !ok || c.Scheme != coding.Gzip {
		t.Errorf("error %v", err)
	}
}

func TestReaderPassesErrorsOfTheSource(t *testing.T) {
	broken := errors.New("broken")
	whole := encode(strings.Repeat("text ", 100), coding.Gzip)
	for cut := range len(whole) + 1 {
		src := io.MultiReader(bytes.NewReader(whole[:cut]), iotest.ErrReader(broken))
		_, err := io.ReadAll(coding.NewReader(src, []coding.Scheme{coding.Gzip}, unbound))
		if !errors.Is(err, broken) {
			t.Fatalf("after %d bytes: %v", cut, err)
		}
	}
}

func TestReaderBounds(t *testing.T) {
	zeros := strings.Repeat("\x00", 10<<20)
	bomb := encode(zeros, coding.Gzip)
	tests := []struct {
		name  string
		bytes []byte
		undo  []coding.Scheme
		bound coding.Bound
		want  *coding.TooLarge
	}{
		{"exactly the size", encode(zeros[:1000], coding.Gzip), []coding.Scheme{coding.Gzip}, coding.Bound{Size: 1000}, nil},
		{"one more", encode(zeros[:1001], coding.Gzip), []coding.Scheme{coding.Gzip}, coding.Bound{Size: 1000}, &coding.TooLarge{Size: 1000}},
		{"size 0", encode("x", coding.Gzip), []coding.Scheme{coding.Gzip}, coding.Bound{}, &coding.TooLarge{}},
		{"ratio", bomb, []coding.Scheme{coding.Gzip}, coding.Bound{Size: -1, Ratio: 100, Free: 1 << 20}, &coding.TooLarge{Size: -1, Ratio: 100}},
		{"free of the ratio", encode(zeros[:1<<20], coding.Gzip), []coding.Scheme{coding.Gzip}, coding.Bound{Size: -1, Ratio: 100, Free: 1 << 20}, nil},
		{"ratio of two codings", encode(zeros, coding.Gzip, coding.Gzip), []coding.Scheme{coding.Gzip, coding.Gzip},
			coding.Bound{Size: -1, Ratio: 100, Free: 1 << 20}, &coding.TooLarge{Size: -1, Ratio: 100}},
		{"large in the middle", emptyMembers(200_000), []coding.Scheme{coding.Gzip, coding.Gzip}, coding.Bound{Size: 1 << 20}, &coding.TooLarge{Size: 1 << 20}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			n, err := io.Copy(io.Discard, coding.NewReader(bytes.NewReader(test.bytes), test.undo, test.bound))
			got, _ := errors.AsType[*coding.TooLarge](err)
			switch {
			case test.want == nil && err != nil:
				t.Errorf("error %v", err)
			case test.want != nil && (got == nil || *got != *test.want):
				t.Errorf("error %v, want %v", err, test.want)
			}
			if test.bound.Size >= 0 && n > test.bound.Size {
				t.Errorf("%d bytes came out", n)
			}
		})
	}
}

// emptyMembers returns gzip of a gzip with n members that hold nothing: the outer
// coding expands a lot, and what comes out of the inner one is empty.
func emptyMembers(n int) []byte {
	return encode(strings.Repeat(string(encode("", coding.Gzip)), n), coding.Gzip)
}

func TestReaderClose(t *testing.T) {
	src := &closing{Reader: bytes.NewReader(encode("text", coding.Gzip))}
	r := coding.NewReader(src, []coding.Scheme{coding.Gzip}, unbound)
	if _, err := r.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil || !src.closed {
		t.Errorf("close: %v, closed %v", err, src.closed)
	}
	if n, err := r.Read(make([]byte, 1)); n != 0 || err == nil {
		t.Errorf("read after close: %d, %v", n, err)
	}
	r.Close()
}

type closing struct {
	io.Reader
	closed bool
}

func (c *closing) Close() error {
	c.closed = true
	return nil
}

// FuzzReader checks that no bytes make the reader panic or exceed its bound, and
// that what was encoded comes out again.
func FuzzReader(f *testing.F) {
	f.Add([]byte("text"), uint8(0))
	f.Add(encode("text", coding.Gzip), uint8(1))
	f.Add(encode("text", coding.Zlib), uint8(2))
	f.Add(encode("text", 99), uint8(3))
	f.Add(encode("text", coding.Gzip, coding.Gzip), uint8(1|1<<2))
	f.Add(encode(strings.Repeat("\x00", 5000), coding.Gzip), uint8(1))
	bound := coding.Bound{Size: 4000, Ratio: 50, Free: 1000}
	f.Fuzz(func(t *testing.T, b []byte, kinds uint8) {
		var codings []coding.Scheme
		for ; kinds != 0 && len(codings) < coding.MaxCodings; kinds >>= 2 {
			if kinds&3 > 0 {
				codings = append(codings, coding.Scheme(kinds&3-1))
			}
		}
		out, err := io.ReadAll(coding.NewReader(bytes.NewReader(b), codings, bound))
		if len(codings) > 0 && int64(len(out)) > bound.Size {
			t.Fatalf("%d bytes came out", len(out))
		}
		_, corrupt := errors.AsType[*coding.Corrupt](err)
		_, large := errors.AsType[*coding.TooLarge](err)
		if err != nil && !corrupt && !large {
			t.Fatalf("error %v", err)
		}
		back, err := io.ReadAll(coding.NewReader(bytes.NewReader(encode(string(b), codings...)), codings, unbound))
		if err != nil || !bytes.Equal(back, b) {
			t.Fatalf("%v: %d of %d bytes came back, %v", codings, len(back), len(b), err)
		}
	})
}

func BenchmarkReader(b *testing.B) {
	data := encode(strings.Repeat(`{"id":4711,"name":"a book","tags":["one","two"]},`, 84), coding.Gzip)
	b.ReportAllocs()
	for b.Loop() {
		r := coding.NewReader(bytes.NewReader(data), []coding.Scheme{coding.Gzip}, coding.Bound{Size: 1 << 20, Ratio: 100, Free: 1 << 20})
		if _, err := io.Copy(io.Discard, r); err != nil {
			b.Fatal(err)
		}
	}
}
