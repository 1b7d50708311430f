package msgpack_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/weft-go/weft/format/msgpack"
)

func TestStream(t *testing.T) {
	c := msgpack.MessagePackCodec[Book]()
	var out bytes.Buffer
	enc := c.StreamEncoder(&out)
	for i := range 100 {
		if err := enc.Encode(Book{Title: strings.Repeat("x", i*100), Pages: i}); err != nil {
			t.Fatal(err)
		}
	}
	if err := enc.Close(); err != nil {
		t.Fatal(err)
	}
	if enc.Encode(Book{}) == nil {
		t.Error("a closed encoder encodes")
	}
	whole := out.Bytes()
	readers := map[string]io.Reader{
		"whole": bytes.NewReader(whole), "one byte": iotest.OneByteReader(bytes.NewReader(whole)),
		"half": iotest.HalfReader(bytes.NewReader(whole)), "data with error": iotest.DataErrReader(bytes.NewReader(whole)),
	}
	for name, r := range readers {
		i := 0
		for book, err := range c.StreamDecoder(r) {
			if err != nil || book.Pages != i || len(book.Title) != i*100 {
				t.Fatalf("%s: value %d: got %d pages, %v", name, i, book.Pages, err)
			}
			i++
		}
		if i != 100 {
			t.Errorf("%s: got %d values", name, i)
		}
	}
}

func TestStreamErrors(t *testing.T) {
	c := msgpack.MessagePackCodec[[]int]()
	last := func(r io.Reader) (n int, err error) {
		for _, err = range c.StreamDecoder(r) {
			n++
		}
		return n, err
	}
	if n, err := last(strings.NewReader("\x91\x01\x92\x01")); n != 2 || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("truncated: got %d, %v", n, err)
	}
	if n, err := last(strings.NewReader("\x91\x01\x91\xc3\x91\x01")); n != 2 || err == nil {
		t.Errorf("wrong type: got %d, %v", n, err)
	}
	if n, err := last(strings.NewReader("\xc1\x91\x01")); n != 1 || err == nil {
		t.Errorf("invalid byte: got %d, %v", n, err)
	}
	broken := errors.New("broken")
	if n, err := last(io.MultiReader(strings.NewReader("\x91\x01\x91"), iotest.ErrReader(broken))); n != 2 || !errors.Is(err, broken) {
		t.Errorf("reader: got %d, %v", n, err)
	}
	if n, err := last(strings.NewReader("\xdd\xff\xff\xff\xff")); n != 1 || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("hostile: got %d, %v", n, err)
	}
	for range c.StreamDecoder(strings.NewReader("\x90\x90")) {
		break
	}
}
