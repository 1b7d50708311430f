// Package text holds what formats do with text: the check that it is UTF-8, and the
// forms of Go values that a format has no type for.
//
// A [Form] makes the string or the bytes that stand for such a value. Protobuf and
// Thrift use forms, whose methods run on the value itself. Avro and MessagePack run
// users' methods on copies, which [Append], [Parse], [AppendJSON] and [ParseJSON] do.
package text

import (
	"encoding/binary"
	"unicode/utf8"
)

// Valid reports whether b is UTF-8. Text is mostly ASCII, and for short text that is
// found out faster here than by [utf8.Valid], which has to begin anew at each
// character.
func Valid(b []byte) bool {
	const high = 0x8080808080808080
	n := len(b)
	if n >= 8 {
		for i := 0; i+8 <= n; i += 8 {
			if binary.LittleEndian.Uint64(b[i:])&high != 0 {
				return utf8.Valid(b)
			}
		}
		// The last eight bytes, some of them for the second time.
		return binary.LittleEndian.Uint64(b[n-8:])&high == 0 || utf8.Valid(b)
	}
	if n >= 4 {
		return (binary.LittleEndian.Uint32(b)|binary.LittleEndian.Uint32(b[n-4:]))&(high>>32) == 0 || utf8.Valid(b)
	}
	var all byte
	for _, c := range b {
		all |= c
	}
	return all < utf8.RuneSelf || utf8.Valid(b)
}
