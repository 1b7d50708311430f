package ascii

// lowered maps every byte to its lower-case form; bytes that are not upper-case
// ASCII letters map to themselves.
var lowered = func() (t [256]byte) {
	for i := range t {
		t[i] = byte(i)
		if 'A' <= i && i <= 'Z' {
			t[i] = byte(i) + 'a' - 'A'
		}
	}
	return t
}()

// Lower returns the lower-case form of an upper-case ASCII letter and any other
// byte as it is.
func Lower(c byte) byte {
	return lowered[c]
}

// EqualFold reports whether a and b are equal when upper-case and lower-case
// ASCII letters count as the same. Bytes outside ASCII are compared as they are.
func EqualFold[A, B Text](a A, b B) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		if a[i] != b[i] && lowered[a[i]] != lowered[b[i]] {
			return false
		}
	}
	return true
}

// HasPrefixFold reports whether s begins with prefix, without regard to the case
// of ASCII letters.
func HasPrefixFold[A, B Text](s A, prefix B) bool {
	if len(s) < len(prefix) {
		return false
	}
	for i := range len(prefix) {
		if s[i] != prefix[i] && lowered[s[i]] != lowered[prefix[i]] {
			return false
		}
	}
	return true
}

// HasUpper reports whether s contains an upper-case ASCII letter.
func HasUpper[S Text](s S) bool {
	for i := range len(s) {
		if 'A' <= s[i] && s[i] <= 'Z' {
			return true
		}
	}
	return false
}

// ToLower returns s with its ASCII letters in lower case. A string without
// upper-case letters is returned as it is; only otherwise is a new one allocated.
func ToLower(s string) string {
	if !HasUpper(s) {
		return s
	}
	return string(AppendLower(make([]byte, 0, len(s)), s))
}

// AppendLower appends the lower-case form of s to dst and returns the extended
// slice.
func AppendLower[S Text](dst []byte, s S) []byte {
	for i := range len(s) {
		dst = append(dst, lowered[s[i]])
	}
	return dst
}
