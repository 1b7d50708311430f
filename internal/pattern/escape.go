package pattern

import "strings"

const upperHex = "0123456789ABCDEF"

// Unescape decodes the percent-encoding of a path or a part of one (RFC 3986,
// section 2.1). It returns raw itself, without allocating, if raw has no '%'. It
// returns false if an escape is malformed. A plus sign stays a plus sign. The
// result may hold any byte; whether it is UTF-8 is for the caller to check.
func Unescape(raw string) (string, bool) {
	return unescape(raw, func(out []byte, c byte) []byte { return append(out, c) })
}

// normalize decodes a raw path except for %2F and %25, which it writes in upper
// case. The result has the slashes of the raw path and no others, and two raw
// paths have the same result exactly if they have the same decoded segments. It
// returns false if an escape is malformed.
func normalize(raw string) (string, bool) {
	if strings.IndexByte(raw, '%') < 0 { // here as well, to be inlined for the usual path
		return raw, true
	}
	return unescape(raw, appendNormal)
}

// unescape decodes the escapes of raw and appends what they stand for with the
// given function.
func unescape(raw string, decoded func([]byte, byte) []byte) (string, bool) {
	first := strings.IndexByte(raw, '%')
	if first < 0 {
		return raw, true
	}
	out := make([]byte, first, len(raw))
	copy(out, raw)
	for i := first; i < len(raw); i++ {
		if raw[i] != '%' {
			out = append(out, raw[i])
			continue
		}
		c, ok := unhex(raw, i)
		if !ok {
			return "", false
		}
		out = decoded(out, c)
		i += 2
	}
	return string(out), true
}

// appendNormal appends one byte of a decoded segment in the form of normalize.
func appendNormal(out []byte, c byte) []byte {
	if c == '/' || c == '%' {
		return appendEscape(out, c)
	}
	return append(out, c)
}

// appendSegment appends a decoded segment, percent-encoded for a URL. It keeps
// the characters which RFC 3986, section 3.3, allows in a segment, except for the
// apostrophe: paths end up in quoted attributes and scripts.
func appendSegment(out []byte, s string) []byte {
	for i := range len(s) {
		if isPlain(s[i]) {
			out = append(out, s[i])
		} else {
			out = appendEscape(out, s[i])
		}
	}
	return out
}

func isPlain(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
		strings.IndexByte("-._~!$&()*+,;=:@", c) >= 0
}

func appendEscape(out []byte, c byte) []byte {
	return append(out, '%', upperHex[c>>4], upperHex[c&15])
}

// unhex decodes the escape whose '%' is at s[i].
func unhex(s string, i int) (byte, bool) {
	if i+2 >= len(s) {
		return 0, false
	}
	high, ok1 := hexDigit(s[i+1])
	low, ok2 := hexDigit(s[i+2])
	return high<<4 | low, ok1 && ok2
}

func hexDigit(c byte) (byte, bool) {
	switch {
	case '0' <= c && c <= '9':
		return c - '0', true
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10, true
	case 'A' <= c && c <= 'F':
		return c - 'A' + 10, true
	}
	return 0, false
}
