package weft

import (
	"strings"

	"github.com/weft-go/weft/internal/ascii"
	"github.com/weft-go/weft/internal/text"
)

// Percent-encoding (RFC 3986 section 2.1): a byte that may not stand in a part of
// a URL is written as a percent sign and two hexadecimal digits. Which bytes may
// stand depends on the part. The sets below say it, one for each part.
//
// Queries and forms use a dialect, application/x-www-form-urlencoded, in which a
// plus sign is a space.

const (
	unreserved = ascii.Alphanumerics + "-._~" // RFC 3986 section 2.3
	subDelims  = "!$&'()*+,;="                // RFC 3986 section 2.2
)

var (
	// segmentBytes may stand in a path segment (pchar, RFC 3986 section 3.3).
	segmentBytes = ascii.SetOf(unreserved, subDelims, ":@")

	// pathBytes may stand in a whole path.
	pathBytes = ascii.SetOf(unreserved, subDelims, ":@/")

	// fragmentBytes may stand in a fragment (RFC 3986 section 3.5).
	fragmentBytes = ascii.SetOf(unreserved, subDelims, ":@/?")

	// hostBytes may stand in a registered name (RFC 3986 section 3.2.2).
	hostBytes = ascii.SetOf(unreserved, subDelims)

	// formBytes stand for themselves in a query or an urlencoded form. The URL
	// standard of WHATWG leaves exactly these alone (section 5.2).
	formBytes = ascii.SetOf(ascii.Alphanumerics, "*-._")
)

// appendEscaped appends s to dst, with the bytes outside keep as escapes.
func appendEscaped(dst []byte, s string, keep *ascii.Set) []byte {
	for i := range len(s) {
		if c := s[i]; keep.Has(c) {
			dst = append(dst, c)
		} else {
			dst = append(dst, '%', ascii.UpperHex[c>>4], ascii.UpperHex[c&15])
		}
	}
	return dst
}

// escapeRaw repairs s, which is meant to be escaped already: escapes stay, and what
// may not stand there becomes an escape, a lonely percent sign included. A string
// that needs no repair is returned as it is.
func escapeRaw(s string, keep *ascii.Set) string {
	dirty := -1
	for i := 0; i < len(s) && dirty < 0; i++ {
		if !keep.Has(s[i]) && !isEscape(s[i:]) {
			dirty = i
		}
	}
	if dirty < 0 {
		return s
	}
	dst := append(make([]byte, 0, len(s)+8), s[:dirty]...)
	for i := dirty; i < len(s); i++ {
		if isEscape(s[i:]) {
			dst = append(dst, '%')
		} else {
			dst = appendEscaped(dst, s[i:i+1], keep)
		}
	}
	return string(dst)
}

// isEscape reports whether s begins with a well-formed escape.
func isEscape(s string) bool {
	return len(s) >= 3 && s[0] == '%' && ascii.IsHex(s[1]) && ascii.IsHex(s[2])
}

// badEscape returns the index of the first percent sign in s that does not begin
// an escape, or -1.
func badEscape(s string) int {
	for i := 0; ; {
		next := strings.IndexByte(s[i:], '%')
		if next < 0 {
			return -1
		}
		i += next
		if !isEscape(s[i:]) {
			return i
		}
		i += 3
	}
}

// unescape decodes the escapes of s; with plus set, plus signs become spaces. It
// returns s itself if there is nothing to decode. If an escape is malformed, bad is
// its index, and otherwise -1.
func unescape(s string, plus bool) (decoded string, bad int) {
	first := strings.IndexByte(s, '%')
	if plus {
		if p := strings.IndexByte(s, '+'); p >= 0 && (first < 0 || p < first) {
			first = p
		}
	}
	if first < 0 {
		return s, -1
	}
	dst := append(make([]byte, 0, len(s)), s[:first]...)
	for i := first; i < len(s); i++ {
		c, width := unescapeByte(s[i:], plus)
		if width == 0 {
			return "", i
		}
		dst = append(dst, c)
		i += width - 1
	}
	return string(dst), -1
}

// unescapeByte decodes the first byte of s, which must not be empty. The width is
// how many bytes stand for it: 0 if they are a malformed escape.
func unescapeByte(s string, plus bool) (c byte, width int) {
	switch {
	case s[0] == '%':
		if len(s) < 3 {
			return 0, 0
		}
		c, ok := ascii.UnhexPair(s[1], s[2])
		if !ok {
			return 0, 0
		}
		return c, 3
	case plus && s[0] == '+':
		return ' ', 1
	default:
		return s[0], 1
	}
}

// quoted returns s in quotes for an error message, cut if it is long.
func quoted(s string) string { return text.Quote(s) }
