package json

import (
	"encoding/binary"
	"math/bits"
)

// Strings are looked through eight bytes at a time, as one number w. The bytes that
// end a plain run are the quote, the backslash and the control characters, which
// RFC 8259 section 7 forbids inside a string.
//
// For a byte x the expression (x - 0x01) &^ x has its top bit set exactly if x is
// zero, so w ^ 0x2222… finds quotes and w ^ 0x5c5c… backslashes; with 0x20 instead
// of 0x01 it finds bytes below a space. Subtracting over the whole word lets a
// borrow run from a byte that was found into the ones above it, which may then be
// found wrongly. That is harmless: only the lowest find counts.
//
// Bytes of 0x80 and above are collected on the way by or-ing the words together. A
// string that has any is checked to be UTF-8 afterwards, as a whole.

const (
	ones     = 0x0101010101010101
	tops     = 0x8080808080808080
	spaces   = ones * ' '
	quotes   = ones * '"'
	slashes  = ones * '\\'
	wordSize = 8
)

// endsRun returns a word whose lowest set bit is in the first byte of w that ends a
// plain run, or zero.
func endsRun(w uint64) uint64 {
	q, s := w^quotes, w^slashes
	return ((q-ones)&^q | (s-ones)&^s | (w-spaces)&^w) & tops
}

// scanString returns the index of the first byte from i on that ends a plain run,
// or len(b), and whether there was a byte above ASCII before it.
func scanString(b []byte, i int) (end int, wide bool) {
	var seen uint64
	for ; i+wordSize <= len(b); i += wordSize {
		w := load8(b, i)
		if m := endsRun(w); m != 0 {
			k := bits.TrailingZeros64(m) &^ 7
			seen |= w & (1<<k - 1)
			return i + k/8, seen&tops != 0
		}
		seen |= w
	}
	for ; i < len(b); i++ {
		c := b[i]
		if c == '"' || c == '\\' || c < ' ' {
			break
		}
		seen |= uint64(c)
	}
	return i, seen&tops != 0
}

// copyPlain copies src to dst, which are of one length, and reports whether all of
// it can stand between quotes as it is, and whether it has a byte above ASCII. When
// it is not plain it stops early.
func copyPlain(dst, src []byte) (plain, wide bool) {
	n := len(src)
	if n < wordSize {
		return copyPlainShort(dst, src)
	}
	dst = dst[:n]
	var seen uint64
	i := 0
	for ; i <= n-wordSize; i += wordSize {
		w := load8(src, i)
		if endsRun(w) != 0 {
			return false, false
		}
		store8(dst, i, w)
		seen |= w
	}
	if i < n {
		// The last word overlaps the one before it instead of being shorter.
		w := load8(src, n-wordSize)
		if endsRun(w) != 0 {
			return false, false
		}
		store8(dst, n-wordSize, w)
		seen |= w
	}
	return true, seen&tops != 0
}

// copyPlainShort is for less than eight bytes. From four on they are two halves of a
// word, which overlap.
func copyPlainShort(dst, src []byte) (plain, wide bool) {
	dst = dst[:len(src)]
	if n := len(src); n >= wordSize/2 {
		first, last := binary.LittleEndian.Uint32(src), binary.LittleEndian.Uint32(src[n-wordSize/2:])
		w := uint64(first) | uint64(last)<<32
		if endsRun(w) != 0 {
			return false, false
		}
		binary.LittleEndian.PutUint32(dst, first)
		binary.LittleEndian.PutUint32(dst[n-wordSize/2:], last)
		return true, w&tops != 0
	}
	var seen byte
	for i, c := range src {
		if c == '"' || c == '\\' || c < ' ' {
			return false, false
		}
		dst[i] = c
		seen |= c
	}
	return true, seen >= 0x80
}

// isSpace reports whether c is insignificant whitespace (RFC 8259 section 2).
func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// load8 returns the eight bytes at b[i:]; the caller has checked that they exist.
func load8(b []byte, i int) uint64 { return binary.LittleEndian.Uint64(b[i:]) }

// store8 sets the eight bytes at b[i:]; the caller has checked that they exist.
func store8(b []byte, i int, w uint64) { binary.LittleEndian.PutUint64(b[i:], w) }
