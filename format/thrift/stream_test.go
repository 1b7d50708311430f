package thrift_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/thrift"
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
	c := thrift.ThriftBinaryCodec[Author]()
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
		{"cut header", bytes.NewReader([]byte{0x0b}), "Thrift (byte 1): unexpected end of input", io.ErrUnexpectedEOF},
		{"cut string", bytes.NewReader([]byte{0x0b, 0, 1, 0, 0, 0, 9, 'x'}), "Thrift (byte 8): unexpected end of input", io.ErrUnexpectedEOF},
		{"no stop", bytes.NewReader([]byte{0x0b, 0, 1, 0, 0, 0, 0}), "Thrift (byte 7): unexpected end of input", io.ErrUnexpectedEOF},
		{"reader", iotest.ErrReader(broken), "Thrift: the stream cannot be read", broken},
		{"type", bytes.NewReader([]byte{0x05, 0, 1, 0}), "Thrift (byte 0): unknown type", nil},
		{"value", bytes.NewReader([]byte{0x0b, 0, 1, 0, 0, 0, 1, 0xff, 0, 0}), "Thrift at name (byte 7): the string is not valid UTF-8", nil},
		{"huge", io.MultiReader(bytes.NewReader([]byte{0x0b, 0, 9, 0x7f, 0xff, 0xff, 0xff}), zeros{}), "Thrift: want a value of at most 67108864 bytes", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			n := 0
			for _, err := range thrift.ThriftBinaryCodec[Author]().StreamDecoder(test.in) {
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

// zeros never ends.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) {
	clear(b)
	return len(b), nil
}

// TestStreamOfEverything cuts a stream of rich values at every byte.
func TestStreamOfEverything(t *testing.T) {
	for name, c := range map[string]format.Codec[Everything]{
		"binary": thrift.ThriftBinaryCodec[Everything](), "compact": thrift.ThriftCompactCodec[Everything](),
	} {
		var wire bytes.Buffer
		enc := c.StreamEncoder(&wire)
		for range 3 {
			if err := enc.Encode(richValue()); err != nil {
				t.Fatal(err)
			}
		}
		n := 0
		for v, err := range c.StreamDecoder(iotest.OneByteReader(&wire)) {
			if err != nil || v.String != "s" || len(v.Sums) != 2 {
				t.Fatalf("%s: value %d: %v", name, n, err)
			}
			n++
		}
		if n != 3 {
			t.Errorf("%s: %d values", name, n)
		}
	}
}

func TestStreamBreak(t *testing.T) {
	for range thrift.ThriftBinaryCodec[Author]().StreamDecoder(bytes.NewReader(make([]byte, 10))) {
		break
	}
}
