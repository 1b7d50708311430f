package schema

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// NameFormat rewrites names on their way to the wire: those of fields and those of
// a sum's cases. The zero value, Identity, leaves them as they are declared.
type NameFormat uint8

const (
	// Identity keeps the name.
	Identity NameFormat = iota
	// SnakeCase writes user_id.
	SnakeCase
	// CamelCase writes userId.
	CamelCase
	// KebabCase writes user-id.
	KebabCase
	// PascalCase writes UserId.
	PascalCase
)

// String returns "Identity", "SnakeCase", "CamelCase", "KebabCase" or "PascalCase".
func (f NameFormat) String() string {
	switch f {
	case SnakeCase:
		return "SnakeCase"
	case CamelCase:
		return "CamelCase"
	case KebabCase:
		return "KebabCase"
	case PascalCase:
		return "PascalCase"
	}
	return "Identity"
}

// Apply returns the name in the format. Words are told apart by separators and by
// capitals, and a run of capitals is one word: HTTPServer is http_server, userID is
// user_id, and userIDs is user_ids. Digits belong to the word before them. A name
// without a letter or digit is returned unchanged.
func (f NameFormat) Apply(name string) string {
	if f == Identity {
		return name
	}
	words := splitWords(name)
	if len(words) == 0 {
		return name
	}
	for i, w := range words {
		w = strings.ToLower(w)
		if f == PascalCase || (f == CamelCase && i > 0) {
			w = capitalise(w)
		}
		words[i] = w
	}
	switch f {
	case SnakeCase:
		return strings.Join(words, "_")
	case KebabCase:
		return strings.Join(words, "-")
	}
	return strings.Join(words, "")
}

func capitalise(w string) string {
	r, n := utf8.DecodeRuneInString(w)
	return string(unicode.ToUpper(r)) + w[n:]
}

// splitWords cuts a name where a separator stands and before a capital that begins
// a word.
func splitWords(name string) []string {
	runes := []rune(name)
	var words []string
	start := -1 // of the current word
	end := func(i int) {
		if start >= 0 {
			words = append(words, string(runes[start:i]))
		}
		start = -1
	}
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			end(i)
			continue
		case start >= 0 && beginsWord(runes, i):
			end(i)
		}
		if start < 0 {
			start = i
		}
	}
	end(len(runes))
	return words
}

// beginsWord reports whether the letter at i, which follows another letter or a
// digit, is the first of a word.
func beginsWord(runes []rune, i int) bool {
	if !unicode.IsUpper(runes[i]) {
		return false
	}
	if !unicode.IsUpper(runes[i-1]) {
		return true // userID: the I
	}
	// HTTPServer: the S ends a run of capitals because a small letter follows,
	// unless that letter is only the plural of the run, as in userIDs.
	return i+1 < len(runes) && unicode.IsLower(runes[i+1]) && !isPlural(runes, i+1)
}

func isPlural(runes []rune, i int) bool {
	return runes[i] == 's' && (i+1 == len(runes) || !unicode.IsLower(runes[i+1]))
}
