package msgpack_test

import (
	"bytes"
	"testing"

	"github.com/weft-go/weft/format/msgpack"
)

// FuzzDecode feeds arbitrary bytes to codecs of several types. Properties: no panic;
// what decodes can be encoded; what was encoded decodes; and from then on the bytes
// stay the same but for the order of map entries.
func FuzzDecode(f *testing.F) {
	f.Add(encode(f, everything()))
	f.Add(encode(f, Book{Title: "Dune", Tags: []string{"a"}}))
	f.Add([]byte("\xdd\x7f\xff\xff\xff\x01"))
	f.Add([]byte("\x81\xa1a\x92\xc0\xc7\x0c\xff"))
	f.Fuzz(func(t *testing.T, in []byte) {
		stable[Everything](t, in)
		stable[any](t, in)
		stable[Tree](t, in)
		stable[[]Book](t, in)
		stable[map[int16]Animal](t, in)
		for _, err := range msgpack.MessagePackCodec[any]().StreamDecoder(bytes.NewReader(in)) {
			_ = err
		}
	})
}

func stable[A any](t *testing.T, in []byte) {
	t.Helper()
	c := msgpack.MessagePackCodec[A]()
	first, err := c.Decode(in)
	if err != nil {
		return
	}
	b, err := c.Encode(first)
	if err != nil {
		t.Fatalf("%x decodes to %+v, which does not encode: %v", in, first, err)
	}
	second, err := c.Decode(b)
	if err != nil {
		t.Fatalf("%x does not decode: %v", b, err)
	}
	again, err := c.Encode(second)
	if err != nil || !sameBut(b, again) {
		t.Fatalf("not stable: %x, then %x, %v", b, again, err)
	}
}
