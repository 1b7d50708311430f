package websocket

import "unicode/utf8"

// Text arrives in pieces that are cut anywhere, in the middle of a character too.
// A checker says at once whether what has arrived so far can still become UTF-8, so
// that a message is refused with its first wrong byte and not with its last.
//
// It checks whole characters with the standard library's fast loop and keeps the
// beginning of a character, at most three bytes, for the next piece. Of such a
// beginning the first two bytes decide whether it can be completed: the first one
// says how long the character is, and the second one may be restricted, which is
// where surrogates (ED A0), overlong forms (E0 80, F0 80) and numbers above
// U+10FFFF (F4 90) are found out. All others are any continuation byte.

// A checker checks text that arrives in pieces. The zero value is at the beginning
// of a text.
type checker struct {
	begun [utf8.UTFMax]byte // the beginning of a character
	n     int8
}

// write takes the next piece. It returns false if the text is not UTF-8, whatever
// follows.
func (c *checker) write(p []byte) bool {
	for c.n > 0 && len(p) > 0 {
		c.begun[c.n] = p[0]
		c.n++
		p = p[1:]
		if utf8.FullRune(c.begun[:c.n]) {
			if !utf8.Valid(c.begun[:c.n]) {
				return false
			}
			c.n = 0
		}
	}
	if len(p) == 0 {
		return true
	}
	whole := len(p) - unfinished(p)
	if !utf8.Valid(p[:whole]) {
		return false
	}
	c.n = int8(copy(c.begun[:], p[whole:]))
	return true
}

// done says whether the text ends here without a part of a character.
func (c *checker) done() bool { return c.n == 0 }

// unfinished returns the length of the character's beginning that p ends with: 0 if
// p ends with a whole character, or with something that cannot become one.
func unfinished(p []byte) int {
	for n := 1; n <= min(len(p), utf8.UTFMax-1); n++ {
		if tail := p[len(p)-n:]; utf8.RuneStart(tail[0]) {
			if utf8.FullRune(tail) {
				return 0 // whole, or wrong already
			}
			return n
		}
	}
	return 0
}
