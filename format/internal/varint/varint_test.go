package varint_test

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/weft-go/weft/format/internal/varint"
)

func TestRoundTrip(t *testing.T) {
	for _, v := range []uint64{0, 1, 127, 128, 300, 1<<14 - 1, 1 << 14, 1<<63 - 1, 1 << 63, math.MaxUint64} {
		b := varint.Append([]byte("x"), v)
		if want := binary.AppendUvarint([]byte("x"), v); string(b) != string(want) {
			t.Errorf("%d: got % x, want % x", v, b, want)
		}
		if varint.Size(v) != len(b)-1 {
			t.Errorf("%d: size is %d, want %d", v, varint.Size(v), len(b)-1)
		}
		if got, end := varint.Read(b, 1); got != v || end != len(b) {
			t.Errorf("%d: read %d up to %d", v, got, end)
		}
		if _, end := varint.Read(b[:len(b)-1], 1); end != varint.EndOfInput {
			t.Errorf("%d without its last byte: got position %d", v, end)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	for name, tt := range map[string]struct {
		in   string
		want int
	}{
		"empty":      {"", varint.EndOfInput},
		"cut":        {"\x80", varint.EndOfInput},
		"65 bits":    {"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", varint.TooLong},
		"ten and on": {"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", varint.TooLong},
	} {
		if _, got := varint.Read([]byte(tt.in), 0); got != tt.want {
			t.Errorf("%s: got %d, want %d", name, got, tt.want)
		}
	}
}

// FuzzRead: no panic, and the same numbers as encoding/binary reads. Ten bytes that all
// say that more follow are too long already; encoding/binary waits for the eleventh.
func FuzzRead(f *testing.F) {
	f.Add([]byte{0})
	f.Add([]byte("\x80\x01"))
	f.Add([]byte("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"))
	f.Add([]byte("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"))
	f.Fuzz(func(t *testing.T, b []byte) {
		v, end := varint.Read(b, 0)
		want, n := binary.Uvarint(b)
		switch {
		case n > 0 && (v != want || end != n):
			t.Errorf("got %d up to %d, want %d up to %d", v, end, want, n)
		case n == 0 && len(b) < 10 && end != varint.EndOfInput, (n < 0 || len(b) >= 10 && n == 0) && end != varint.TooLong:
			t.Errorf("got position %d, where encoding/binary says %d", end, n)
		}
	})
}
