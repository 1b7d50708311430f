package avro_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/weft-go/weft/format/avro"
)

func TestStream(t *testing.T) {
	c := avro.SchemaBasedBinaryCodec[Everything]()
	var out bytes.Buffer
	enc := c.StreamEncoder(&out)
	for i := range 50 {
		v := everything()
		v.Title(i)
		if err := enc.Encode(v); err != nil {
			t.Fatal(err)
		}
	}
	if err := enc.Close(); err != nil {
		t.Fatal(err)
	}
	if enc.Encode(Everything{}) == nil {
		t.Error("a closed encoder encodes")
	}
	whole := out.Bytes()
	readers := map[string]io.Reader{
		"whole": bytes.NewReader(whole), "one byte": iotest.OneByteReader(bytes.NewReader(whole)),
		"half": iotest.HalfReader(bytes.NewReader(whole)), "data with error": iotest.DataErrReader(bytes.NewReader(whole)),
	}
	for name, r := range readers {
		i := 0
		for v, err := range c.StreamDecoder(r) {
			if err != nil || v.Int != i || len(v.String) != i*100 {
				t.Fatalf("%s: value %d: got %d, %v", name, i, v.Int, err)
			}
			i++
		}
		if i != 50 {
			t.Errorf("%s: got %d values", name, i)
		}
	}
}

func TestStreamErrors(t *testing.T) {
	c := avro.SchemaBasedBinaryCodec[[]int8]()
	last := func(r io.Reader) (n int, err error) {
		for _, err = range c.StreamDecoder(r) {
			n++
		}
		return n, err
	}
	if n, err := last(strings.NewReader("\x02\x02\x00\x04\x02")); n != 2 || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("truncated: got %d, %v", n, err)
	}
	if n, err := last(strings.NewReader("\x02\x02\x00\x02\x80\x02\x00\x00")); n != 2 || err == nil || errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("range: got %d, %v", n, err)
	}
	broken := errors.New("broken")
	if n, err := last(io.MultiReader(strings.NewReader("\x00\x02"), iotest.ErrReader(broken))); n != 2 || !errors.Is(err, broken) {
		t.Errorf("reader: got %d, %v", n, err)
	}
	for range c.StreamDecoder(strings.NewReader("\x00\x00")) {
		break
	}
	for _, err := range avro.SchemaBasedBinaryCodec[Nothing]().StreamDecoder(strings.NewReader("")) {
		if err == nil {
			t.Error("a stream of values without bytes has values")
		}
	}
}
