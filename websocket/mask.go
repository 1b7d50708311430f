package websocket

import (
	"encoding/binary"
	"math/bits"
)

// Masking (RFC 6455, section 5.3) XORs the payload with a key of four bytes, over
// and over. It keeps a page's script from choosing the bytes that a proxy sees.
//
// XOR does not carry from one byte to the next, so eight bytes at a time give the
// same result as one at a time: the key twice, side by side, on a 64-bit word. A
// payload that arrives in pieces goes on with the key where the last piece left off,
// which is a rotation of the key.

// mask XORs key onto b. It returns the key for the byte after b. Masking twice with
// the same key gives b back.
func mask(b []byte, key uint32) uint32 {
	wide := uint64(key)<<32 | uint64(key)
	for len(b) >= 32 {
		word := b[:32:32]
		binary.LittleEndian.PutUint64(word[0:], binary.LittleEndian.Uint64(word[0:])^wide)
		binary.LittleEndian.PutUint64(word[8:], binary.LittleEndian.Uint64(word[8:])^wide)
		binary.LittleEndian.PutUint64(word[16:], binary.LittleEndian.Uint64(word[16:])^wide)
		binary.LittleEndian.PutUint64(word[24:], binary.LittleEndian.Uint64(word[24:])^wide)
		b = b[32:]
	}
	for len(b) >= 8 {
		binary.LittleEndian.PutUint64(b, binary.LittleEndian.Uint64(b)^wide)
		b = b[8:]
	}
	for i := range b {
		b[i] ^= byte(key)
		key = bits.RotateLeft32(key, -8)
	}
	return key
}
