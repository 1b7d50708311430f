package json

import (
	"fmt"
	"unicode/utf16"
	"unicode/utf8"
)

// string reads the string at i, where a quote stands, and returns a copy of it.
func (d *decoder) string(i int) (string, int) {
	start := i + 1
	end, wide := scanString(d.b, start)
	if end >= len(d.b) || d.b[end] != '"' {
		text, next := d.escapedString(start)
		return d.arena.text(text, len(d.b)-i), next
	}
	if wide && !utf8.Valid(d.b[start:end]) {
		return "", d.notUTF8(start, d.b[start:end])
	}
	return d.keep(start, end), end + 1
}

// keep returns a string with a copy of b[start:end]. Short input is copied once, as
// a whole, and all its strings are parts of the copy. From longer input each string
// is copied by itself, so that one that is kept does not keep all the others.
func (d *decoder) keep(start, end int) string {
	if len(d.b) > chunkSize {
		return d.arena.text(d.b[start:end], len(d.b)-start)
	}
	if d.whole == "" {
		d.whole = string(d.b)
	}
	return d.whole[start:end]
}

// rawString reads the string at i. The bytes are those of the input, or of a buffer
// when there were escapes, and valid only until the next string is read.
func (d *decoder) rawString(i int) ([]byte, int) {
	start := i + 1
	end, wide := scanString(d.b, start)
	if end >= len(d.b) || d.b[end] != '"' {
		return d.escapedString(start)
	}
	text := d.b[start:end]
	if wide && !utf8.Valid(text) {
		return nil, d.notUTF8(start, text)
	}
	return text, end + 1
}

// escapedString reads a string with escapes, or one that does not end.
func (d *decoder) escapedString(i int) ([]byte, int) {
	d.buf = d.buf[:0]
	for {
		end, wide := scanString(d.b, i)
		run := d.b[i:end]
		if wide && !utf8.Valid(run) {
			return nil, d.notUTF8(i, run)
		}
		d.buf = append(d.buf, run...)
		if end == len(d.b) {
			return nil, d.fatal(end, "unexpected end of input in a string")
		}
		switch d.b[end] {
		case '"':
			return d.buf, end + 1
		case '\\':
			if i = d.escape(end); i < 0 {
				return nil, -1
			}
		default:
			return nil, d.fatal(end, fmt.Sprintf("control character 0x%02x in a string, want an escape", d.b[end]))
		}
	}
}

// notUTF8 is fatal for the first byte that is not UTF-8.
func (d *decoder) notUTF8(i int, run []byte) int {
	for len(run) > 0 {
		r, n := utf8.DecodeRune(run)
		if r == utf8.RuneError && n == 1 {
			break
		}
		i, run = i+n, run[n:]
	}
	return d.fatal(i, "the string is not UTF-8")
}

// simpleEscapes are the escapes of two characters (RFC 8259 section 7).
var simpleEscapes = [256]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

// escape reads the escape at i, where a backslash stands, into the buffer.
func (d *decoder) escape(i int) int {
	if i+1 == len(d.b) {
		return d.fatal(i+1, "unexpected end of input in a string")
	}
	c := d.b[i+1]
	if plain := simpleEscapes[c]; plain != 0 {
		d.buf = append(d.buf, plain)
		return i + 2
	}
	if c != 'u' {
		return d.fatal(i, "invalid escape, want one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u")
	}
	r, ok := d.hex(i)
	if !ok {
		return d.fatal(i, "invalid escape, want \\u and four hexadecimal digits")
	}
	if !utf16.IsSurrogate(r) {
		d.buf = utf8.AppendRune(d.buf, r)
		return i + 6
	}
	low, ok := d.hex(i + 6)
	if r = utf16.DecodeRune(r, low); !ok || r == utf8.RuneError {
		return d.fatal(i, "half of a surrogate pair in a string")
	}
	d.buf = utf8.AppendRune(d.buf, r)
	return i + 12
}

// hex reads \uXXXX at i.
func (d *decoder) hex(i int) (rune, bool) {
	if i+6 > len(d.b) || d.b[i] != '\\' || d.b[i+1] != 'u' {
		return 0, false
	}
	var r rune
	for _, c := range d.b[i+2 : i+6] {
		switch {
		case c >= '0' && c <= '9':
			r = r<<4 | rune(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			r = r<<4 | rune(c|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	return r, true
}
