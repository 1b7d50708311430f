package ascii

// A Set is a set of bytes: a table with a true for each member. The zero Set is
// empty. A table of bits would be a quarter of the cache lines and twice the
// instructions per byte; parsers ask once per byte, so instructions decide.
//
// A Set is a value: copies are independent, and a Set that is not written to may
// be read by many goroutines.
type Set [256]bool

// SetOf returns the set of all bytes that occur in the given strings.
func SetOf(bytes ...string) Set {
	var s Set
	for _, b := range bytes {
		for i := range len(b) {
			s[b[i]] = true
		}
	}
	return s
}

// Range returns the set of the bytes from first to last, both included. It is
// empty if last is less than first.
func Range(first, last byte) Set {
	var s Set
	for c := int(first); c <= int(last); c++ {
		s[c] = true
	}
	return s
}

// Union returns the bytes that are in s or in any of the others.
func (s Set) Union(others ...Set) Set {
	for _, o := range others {
		for i, in := range o {
			s[i] = s[i] || in
		}
	}
	return s
}

// Has reports whether c is in the set.
func (s *Set) Has(c byte) bool {
	return s[c]
}

// IndexNot returns the index of the first byte of text that is not in the set,
// or -1 if all are.
func IndexNot[S Text](s *Set, text S) int {
	for i := range len(text) {
		if !s[text[i]] {
			return i
		}
	}
	return -1
}

// The alphabets that HTTP's grammars are made of (RFC 5234 appendix B.1).
const (
	lowerLetters = "abcdefghijklmnopqrstuvwxyz"
	upperLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits       = "0123456789"

	// Letters are the 52 letters of ASCII (ALPHA).
	Letters = lowerLetters + upperLetters

	// Alphanumerics are the letters and the digits (ALPHA / DIGIT).
	Alphanumerics = Letters + digits
)
