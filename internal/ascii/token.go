package ascii

// tokenBytes is tchar of RFC 9110 section 5.6.2.
var tokenBytes = SetOf("!#$%&'*+-.^_`|~", Alphanumerics)

// fieldBytes is what a field value may be made of (RFC 9110 section 5.5): visible
// ASCII, space, tab and obs-text. The other controls, DEL among them, are out.
var fieldBytes = SetOf("\t").Union(Range(' ', '~'), Range(0x80, 0xff))

// IsTokenByte reports whether c may occur in a token (tchar, RFC 9110 section
// 5.6.2).
func IsTokenByte(c byte) bool {
	return tokenBytes.Has(c)
}

// IsToken reports whether s is a token (RFC 9110 section 5.6.2): what method
// names, field names and parameter names are made of. The empty string is none.
func IsToken[S Text](s S) bool {
	return len(s) > 0 && IndexNot(&tokenBytes, s) < 0
}

// IsFieldByte reports whether c may occur in a field value (RFC 9110 section
// 5.5).
func IsFieldByte(c byte) bool {
	return fieldBytes.Has(c)
}

// IsFieldValue reports whether s may be sent as the value of a field: it has no
// CR, LF, NUL or other control except the tab. Bytes from 0x80 on (obs-text) are
// allowed. The empty string is a field value.
//
// Surrounding white space is allowed here although it is not part of the value on
// the wire; see [TrimOWS].
func IsFieldValue[S Text](s S) bool {
	return IndexNot(&fieldBytes, s) < 0
}

// IsPrintable reports whether s consists of visible ASCII and spaces.
func IsPrintable[S Text](s S) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// IsOWS reports whether c is optional white space: a space or a tab (RFC 9110
// section 5.6.3).
func IsOWS(c byte) bool {
	return c == ' ' || c == '\t'
}

// TrimOWS returns s without leading and trailing spaces and tabs. No other white
// space is touched: trimming Unicode's would make two different names equal.
func TrimOWS[S Text](s S) S {
	start, end := 0, len(s)
	for start < end && IsOWS(s[start]) {
		start++
	}
	for end > start && IsOWS(s[end-1]) {
		end--
	}
	return s[start:end]
}
