package openapi

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// How a [Value] becomes YAML.
//
// Objects and arrays are written as blocks with two spaces of indentation, text of
// several lines as a literal block. A string stands without quotes only if it begins
// with a letter (or one of / _ $), has nothing in it that YAML could take for syntax, and is no word
// that some reader takes for something else: YAML 1.1 reads no as false, and 12:30 as
// a number. Everything else is quoted as in JSON, which is YAML too.

// appendYAML writes a value after a name, a dash, or nothing at all.
func appendYAML(dst []byte, v *Value, indent int) []byte {
	switch {
	case v.Len() == 0 || v.Kind() < Array:
		dst = appendScalar(dst, v, indent)
		return append(dst, '\n')
	case v.kind == Array:
		for _, item := range v.items {
			dst = append(appendSpaces(dst, indent), '-')
			dst = appendItem(dst, item, indent)
		}
		return dst
	}
	for _, m := range v.members {
		dst = appendSpaces(dst, indent)
		dst = appendMemberYAML(dst, m, indent)
	}
	return dst
}

// appendItem writes an item of an array after its dash. The first member of an object
// stands on the same line.
func appendItem(dst []byte, v *Value, indent int) []byte {
	if v.Len() == 0 || v.kind < Array {
		return append(appendScalar(append(dst, ' '), v, indent), '\n')
	}
	if v.kind == Array {
		return appendYAML(append(dst, '\n'), v, indent+1)
	}
	dst = append(dst, ' ')
	for i, m := range v.members {
		if i > 0 {
			dst = appendSpaces(dst, indent+1)
		}
		dst = appendMemberYAML(dst, m, indent+1)
	}
	return dst
}

func appendMemberYAML(dst []byte, m Entry[*Value], indent int) []byte {
	if isPlain(m.Name) {
		dst = append(dst, m.Name...)
	} else {
		dst = appendQuoted(dst, m.Name)
	}
	dst = append(dst, ':')
	if m.Value.Len() == 0 || m.Value.Kind() < Array {
		return append(appendScalar(append(dst, ' '), m.Value, indent), '\n')
	}
	return appendYAML(append(dst, '\n'), m.Value, indent+1)
}

func appendSpaces(dst []byte, indent int) []byte {
	for range indent {
		dst = append(dst, "  "...)
	}
	return dst
}

// appendScalar writes a scalar or an empty collection, without a line's end.
func appendScalar(dst []byte, v *Value, indent int) []byte {
	if v.Kind() != Text {
		return appendJSON(dst, v, -1)
	}
	switch {
	case isPlain(v.text):
		return append(dst, v.text...)
	case isBlock(v.text):
		return appendBlock(dst, v.text, indent)
	}
	return appendQuoted(dst, v.text)
}

// isBlock reports whether text can be a literal block: several lines that readers
// cannot misunderstand.
func isBlock(s string) bool {
	body := strings.TrimSuffix(s, "\n")
	if !strings.Contains(body, "\n") || strings.HasSuffix(body, "\n") {
		return false
	}
	for line := range strings.SplitSeq(body, "\n") {
		if strings.TrimRight(line, " \t") != line || strings.HasPrefix(line, "\t") {
			return false
		}
		for _, r := range line {
			if r == utf8.RuneError || r == '\ufeff' || !unicode.IsPrint(r) {
				return false
			}
		}
	}
	return body[0] != ' ' && body[0] != '\n' && body[0] != '#'
}

// appendBlock writes text as a literal block. Its indentation is one more than that
// of what it belongs to, and at least one.
func appendBlock(dst []byte, s string, indent int) []byte {
	dst = append(dst, '|')
	body, ended := strings.CutSuffix(s, "\n")
	if !ended {
		dst = append(dst, '-')
	}
	for line := range strings.SplitSeq(body, "\n") {
		dst = append(dst, '\n')
		if line != "" {
			dst = append(appendSpaces(dst, indent+1), line...)
		}
	}
	return dst
}

// isPlain reports whether a string may stand without quotes.
func isPlain(s string) bool {
	if s == "" || len(s) > 200 || !isLetter(rune(s[0])) && strings.IndexByte("/_$", s[0]) < 0 {
		return false
	}
	for i, r := range s {
		switch {
		case isLetter(r), '0' <= r && r <= '9', strings.ContainsRune("_-./+()=$", r), r > 0x7f && unicode.IsLetter(r):
		case r == ' ' && i+1 < len(s) && s[i+1] != ' ':
		case r == ',' && i+1 < len(s):
		default:
			return false
		}
	}
	switch strings.ToLower(s) {
	case "null", "true", "false", "yes", "no", "on", "off", "y", "n":
		return false
	}
	return true
}

func isLetter(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }
