package middleware

import (
	"encoding/binary"
	"encoding/hex"
	"slices"
	"testing"
)

func TestHexDigits(t *testing.T) {
	for _, n := range []uint32{0, 1, 9, 10, 15, 16, 0x89ab, 0xdeadbeef, 0x01234567, 0xffffffff} {
		got := binary.LittleEndian.AppendUint64(nil, hexDigits(n))
		want := []byte(hex.EncodeToString(binary.BigEndian.AppendUint32(nil, n)))
		slices.Reverse(want)
		if string(got) != string(want) {
			t.Errorf("%#x: got %q, want %q", n, got, want)
		}
	}
}
