package protobuf_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/protobuf"
)

// countingWriter counts calls.
type countingWriter struct {
	bytes.Buffer
	calls int
}

func (w *countingWriter) Write(b []byte) (int, error) {
	w.calls++
	return w.Buffer.Write(b)
}

func TestStream(t *testing.T) {
	c := protobuf.ProtobufCodec[Author]()
	names := []string{"a", "", strings.Repeat("x", 200), strings.Repeat("y", 300_000), "z"}
	var wire countingWriter
	enc := c.StreamEncoder(&wire)
	for _, name := range names {
		if err := enc.Encode(Author{Name: name}); err != nil {
			t.Fatal(err)
		}
	}
	if wire.calls != len(names) {
		t.Errorf("%d calls to Write for %d values", wire.calls, len(names))
	}
	if err := enc.Close(); err != nil {
		t.Error(err)
	}
	if enc.Encode(Author{}) == nil {
		t.Error("a closed stream takes values")
	}
	data := wire.Bytes()
	for name, r := range map[string]io.Reader{
		"whole": bytes.NewReader(data), "bytewise": iotest.OneByteReader(bytes.NewReader(data)), "with EOF": iotest.DataErrReader(bytes.NewReader(data)),
	} {
		i := 0
		for v, err := range c.StreamDecoder(r) {
			if err != nil || v.Name != names[i] {
				t.Fatalf("%s: value %d: %v", name, i, err)
			}
			i++
		}
		if i != len(names) {
			t.Errorf("%s: %d values, want %d", name, i, len(names))
		}
	}
}

func TestStreamErrors(t *testing.T) {
	broken := errors.New("broken")
	for _, test := range []struct {
		name  string
		in    io.Reader
		want  string
		cause error
	}{
		{"cut length", bytes.NewReader([]byte{0x80}), "Protobuf: unexpected end of input", io.ErrUnexpectedEOF},
		{"cut message", bytes.NewReader([]byte{5, 0x0a}), "Protobuf: unexpected end of input", io.ErrUnexpectedEOF},
		{"missing message", bytes.NewReader([]byte{5}), "Protobuf: unexpected end of input", io.ErrUnexpectedEOF},
		{"huge", bytes.NewReader([]byte{0xff, 0xff, 0xff, 0xff, 0x7f, 1}), "Protobuf: want a message of at most 67108864 bytes, got 34359738367", nil},
		{"reader", iotest.ErrReader(broken), "Protobuf: the stream cannot be read", broken},
		{"message", bytes.NewReader([]byte{1, 0x0e, 0}), "Protobuf (byte 0): unknown wire type", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			n := 0
			for _, err := range protobuf.ProtobufCodec[Author]().StreamDecoder(test.in) {
				n++
				var problem *format.DecodeError
				if !errors.As(err, &problem) || err.Error() != test.want || (test.cause != nil && !errors.Is(err, test.cause)) {
					t.Errorf("got %v, want %s", err, test.want)
				}
			}
			if n != 1 {
				t.Errorf("%d elements", n)
			}
		})
	}
}

func TestStreamBreak(t *testing.T) {
	for range protobuf.ProtobufCodec[Author]().StreamDecoder(bytes.NewReader(make([]byte, 10))) {
		break
	}
}
