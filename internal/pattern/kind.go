package pattern

// Kind says what a segment of a pattern matches. The constants are in the order
// of precedence: where two patterns match a path, the lower kind wins.
type Kind uint8

const (
	// Literal matches exactly one text.
	Literal Kind = iota
	// Int matches a signed decimal number of 32 bits.
	Int
	// Long matches a signed decimal number of 64 bits.
	Long
	// UUID matches the hyphenated form of RFC 9562, section 4, in either case.
	UUID
	// Bool matches true and false.
	Bool
	// String matches any segment that is not empty.
	String
	// Trailing matches the rest of the path: zero or more segments.
	Trailing
)

// String returns the word for the kind: "literal", "int", "long", "uuid", "bool",
// "string" or "trailing". Those from "int" to "string" are the words of the
// pattern grammar.
func (k Kind) String() string {
	switch k {
	case Literal:
		return "literal"
	case Int:
		return "int"
	case Long:
		return "long"
	case UUID:
		return "uuid"
	case Bool:
		return "bool"
	case String:
		return "string"
	case Trailing:
		return "trailing"
	}
	return "unknown kind"
}

// kindOf returns the parameter kind with the given word in the grammar.
func kindOf(word string) (Kind, bool) {
	for k := Int; k <= String; k++ {
		if k.String() == word {
			return k, true
		}
	}
	return 0, false
}

// fits reports whether a decoded segment looks like a parameter of kind k.
func (k Kind) fits(s string) bool {
	switch k {
	case String:
		return s != ""
	case Int:
		return isInteger(s, 1<<31-1)
	case Long:
		return isInteger(s, 1<<63-1)
	case UUID:
		return isUUID(s)
	case Bool:
		return s == "true" || s == "false"
	}
	return k == Trailing
}

// isInteger reports whether s is a decimal number between -limit-1 and limit.
func isInteger(s string, limit uint64) bool {
	negative := s != "" && s[0] == '-'
	if negative {
		s = s[1:]
		limit++
	}
	if s == "" {
		return false
	}
	var n uint64
	for i := range len(s) {
		digit := uint64(s[i]) - '0' // wraps around below '0', so one comparison is enough
		// The division keeps n*10+digit from overflowing.
		if digit > 9 || n > (limit-digit)/10 {
			return false
		}
		n = n*10 + digit
	}
	return n != 0 || !negative
}

// isUUID reports whether s has the form 8-4-4-4-12.
func isUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := range len(s) {
		switch i {
		case 8, 13, 18, 23:
			if s[i] != '-' {
				return false
			}
		default:
			if _, ok := hexDigit(s[i]); !ok {
				return false
			}
		}
	}
	return true
}
