package weft

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-go/weft/internal/ascii"
)

// A MediaType is the type of a body, such as "text/html; charset=utf-8" (RFC 9110
// section 8.3.1). Type, subtype and the names of parameters are in lower case. The
// zero MediaType is empty.
//
// A MediaType is an immutable value and safe for concurrent use.
type MediaType struct {
	essence string // "text/html"
	slash   int    // the index of the slash in essence
	params  []mediaParam
}

type mediaParam struct{ name, value string }

// maxMediaParams keeps the search for repeated parameters short.
const maxMediaParams = 32

// ParseMediaType reads a media type. It fails with a [*MalformedMediaType] if it is
// malformed, if a parameter is repeated, since nobody can tell which of two charsets is
// meant, or if there are more than 32 parameters. A type in lower case without parameters is read without an allocation.
//
// Ranges such as "text/*" are media types too, as far as this function is concerned.
func ParseMediaType(s string) (MediaType, error) {
	essence, rest := s, ""
	if i := strings.IndexByte(s, ';'); i >= 0 {
		essence, rest = s[:i], s[i:]
	}
	essence = ascii.TrimOWS(essence)
	m := MediaType{essence: ascii.ToLower(essence), slash: strings.IndexByte(essence, '/')}
	if m.slash < 0 || !ascii.IsToken(essence[:m.slash]) || !ascii.IsToken(essence[m.slash+1:]) {
		return MediaType{}, &MalformedMediaType{Input: s, Reason: "not of the form type/subtype"}
	}
	for rest != "" {
		name, value, more, ok := cutParam(rest)
		reason := ""
		switch {
		case !ok:
			reason = "a malformed parameter"
		case name != "": // an empty parameter is allowed
			reason = m.add(ascii.ToLower(name), unquoteString(value))
		}
		if reason != "" {
			return MediaType{}, &MalformedMediaType{Input: s, Offset: len(s) - len(rest), Reason: reason}
		}
		rest = more
	}
	return m, nil
}

// add adds a parameter, or says why it may not.
func (m *MediaType) add(name, value string) (reason string) {
	if _, found := m.Param(name); found {
		return "a repeated parameter"
	}
	if len(m.params) == maxMediaParams {
		return "too many parameters"
	}
	m.params = append(m.params, mediaParam{name, value})
	return ""
}

// cutParam reads a semicolon and the parameter that follows it, whose name is empty if
// there is none. The value is as it is written, with its quotes.
func cutParam(s string) (name, value, rest string, ok bool) {
	s = ascii.TrimOWS(s)
	if s == "" {
		return "", "", "", true
	}
	if s[0] != ';' {
		return "", "", "", false
	}
	s = ascii.TrimOWS(s[1:])
	if s == "" || s[0] == ';' {
		return "", "", s, true
	}
	end := 0
	for end < len(s) && ascii.IsTokenByte(s[end]) {
		end++
	}
	// White space around the equals sign is not allowed.
	if end == 0 || end == len(s) || s[end] != '=' {
		return "", "", "", false
	}
	name, s = s[:end], s[end+1:]
	n := valueLength(s)
	return name, s[:n], s[n:], n > 0
}

// valueLength returns the length of the token or the quoted string (RFC 9110 section
// 5.6.4) that s begins with, or 0 if it begins with neither.
func valueLength(s string) int {
	if s == "" || s[0] != '"' {
		end := 0
		for end < len(s) && ascii.IsTokenByte(s[end]) {
			end++
		}
		return end
	}
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return i + 1
		case !ascii.IsFieldByte(s[i]):
			return 0
		case s[i] == '\\':
			if i++; i < len(s) && !ascii.IsFieldByte(s[i]) {
				return 0
			}
		}
	}
	return 0
}

// unquoteString returns what a token or a well-formed quoted string means.
func unquoteString(s string) string {
	if s == "" || s[0] != '"' {
		return s
	}
	s = s[1 : len(s)-1]
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	plain := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' {
			i++
		}
		plain = append(plain, s[i])
	}
	return string(plain)
}

// Type returns what stands before the slash: "text" in "text/html".
func (m MediaType) Type() string { return m.essence[:m.slash] }

// Subtype returns what stands after the slash: "html" in "text/html".
func (m MediaType) Subtype() string {
	if m.essence == "" {
		return ""
	}
	return m.essence[m.slash+1:]
}

// Suffix returns what follows the last plus sign of the subtype, which names the
// underlying format (RFC 6838 section 4.2.8): "json" in "application/problem+json". It
// is empty if there is none.
func (m MediaType) Suffix() string {
	if _, suffix, found := strings.CutLast(m.Subtype(), "+"); found {
		return suffix
	}
	return ""
}

// Essence returns type and subtype without parameters: "text/html".
func (m MediaType) Essence() string { return m.essence }

// IsZero reports whether the media type is the empty one.
func (m MediaType) IsZero() bool { return m.essence == "" }

// Param returns the value of a parameter, whose name is given in any case; ok is false
// if there is none.
func (m MediaType) Param(name string) (value string, ok bool) {
	for _, p := range m.params {
		if ascii.EqualFold(p.name, name) {
			return p.value, true
		}
	}
	return "", false
}

// Params iterates over the names and values of the parameters in their order.
func (m MediaType) Params() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for _, p := range m.params {
			if !yield(p.name, p.value) {
				return
			}
		}
	}
}

// WithParam returns a copy in which a parameter has this value. A name that is not a
// token, or a value with a control character, leaves the copy without the parameter.
func (m MediaType) WithParam(name, value string) MediaType {
	name = ascii.ToLower(name)
	m.params = slices.DeleteFunc(slices.Clone(m.params), func(p mediaParam) bool { return p.name == name })
	if ascii.IsToken(name) && ascii.IsFieldValue(value) {
		m.params = append(m.params, mediaParam{name, value})
	}
	return m
}

// WithoutParams returns a copy without parameters.
func (m MediaType) WithoutParams() MediaType {
	m.params = nil
	return m
}

// Equal reports whether two media types are the same, with the same parameters in any
// order. Values are compared byte by byte, but those of charset without regard to case.
func (m MediaType) Equal(other MediaType) bool {
	if m.essence != other.essence || len(m.params) != len(other.params) {
		return false
	}
	for _, p := range m.params {
		value, ok := other.Param(p.name)
		if !ok || value != p.value && !(p.name == "charset" && ascii.EqualFold(value, p.value)) {
			return false
		}
	}
	return true
}

// String returns the media type as it stands in a field, with values in quotes where
// they need them. [ParseMediaType] gives an equal one back.
func (m MediaType) String() string {
	if len(m.params) == 0 {
		return m.essence
	}
	dst := append(make([]byte, 0, len(m.essence)+32), m.essence...)
	for _, p := range m.params {
		dst = append(append(append(dst, "; "...), p.name...), '=')
		dst = appendValue(dst, p.value)
	}
	return string(dst)
}

// appendValue appends a token as it is and everything else as a quoted string.
func appendValue(dst []byte, value string) []byte {
	if ascii.IsToken(value) {
		return append(dst, value...)
	}
	dst = append(dst, '"')
	for i := range len(value) {
		if value[i] == '"' || value[i] == '\\' {
			dst = append(dst, '\\')
		}
		dst = append(dst, value[i])
	}
	return append(dst, '"')
}

// MarshalText returns what [MediaType.String] does. It never fails.
func (m MediaType) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText sets m to what [ParseMediaType] makes of b, and fails as it does. It is
// for decoders; a MediaType that others already see must not be changed.
func (m *MediaType) UnmarshalText(b []byte) error {
	parsed, err := ParseMediaType(string(b))
	if err == nil {
		*m = parsed
	}
	return err
}

// MalformedMediaType says why and where a string is not a media type.
type MalformedMediaType struct {
	Input  string // What was given.
	Offset int    // The index of the byte where the fault begins.
	Reason string // What the fault is.
}

// Error returns a message such as `media type "text": offset 0: not of the form
// type/subtype`.
func (e *MalformedMediaType) Error() string {
	return "media type " + quoted(e.Input) + ": offset " + strconv.Itoa(e.Offset) + ": " + e.Reason
}
