package pattern

import (
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Segment is one part of a pattern: a whole segment, or a part of a mixed one.
type Segment struct {
	// Kind says what the part matches.
	Kind Kind
	// Text is the decoded text of a literal. It is empty for a parameter, and for
	// the literal that stands for a slash at the end of the pattern.
	Text string
	// Name is the name of a parameter. It is empty for a literal.
	Name string
	// Joined says that the part stands in the same segment as the one before it.
	Joined bool
}

// Pattern is a parsed path pattern. It is immutable and safe for concurrent use.
// The zero Pattern is the empty path, "/".
type Pattern struct {
	source   string // canonical; "" stands for "/"
	segments []Segment
}

// String returns the pattern in its canonical form, such as
// "/users/{id:int}/files/{rest...}". [Parse] of the result gives an equal
// pattern. A literal is written decoded, except for the characters that the
// grammar reserves, white space, and what is not printable.
func (p Pattern) String() string {
	if p.source == "" {
		return "/"
	}
	return p.source
}

// Segments returns the parts of the pattern from left to right: its segments, and
// for a mixed one its literals and parameters, of which all but the first are Joined.
// The empty path has none; a slash at the end is a last literal with an empty text.
// The caller owns the slice.
func (p Pattern) Segments() []Segment {
	return slices.Clone(p.segments)
}

// Params returns the parameters of the pattern from left to right. The caller
// owns the slice.
func (p Pattern) Params() []Segment {
	return paramsOf(p.segments)
}

func paramsOf(parts []Segment) []Segment {
	var params []Segment
	for _, s := range parts {
		if s.Kind != Literal {
			params = append(params, s)
		}
	}
	return params
}

// Shape returns the pattern with the names of its parameters erased, such as
// "/users/{:int}/files/{...}". The shapes of two patterns are equal exactly if
// the patterns match the same paths.
func (p Pattern) Shape() string {
	return render(p.segments, false)
}

// whole yields the segments of the pattern, each with its parts.
func (p Pattern) whole() iter.Seq[[]Segment] {
	return func(yield func([]Segment) bool) {
		for rest := p.segments; len(rest) > 0; {
			n := 1
			for n < len(rest) && rest[n].Joined {
				n++
			}
			if !yield(rest[:n]) {
				return
			}
			rest = rest[n:]
		}
	}
}

// Concat returns the pattern that has p below prefix: "/api" and "/users" give
// "/api/users". The empty path changes nothing on either side: "/api" and "/"
// give "/api". A slash at the end of prefix is dropped if something follows.
//
// It returns a [*SyntaxError] about the joined text if both patterns use the same
// parameter name, or if something would follow a trailing parameter.
func Concat(prefix, p Pattern) (Pattern, error) {
	if len(prefix.segments) == 0 {
		return p, nil
	}
	if len(p.segments) == 0 {
		return prefix, nil
	}
	return Parse(strings.TrimSuffix(prefix.source, "/") + p.source)
}

// render writes segments as a pattern, with or without the parameter names.
func render(segments []Segment, names bool) string {
	if len(segments) == 0 {
		return "/"
	}
	var out []byte
	for _, s := range segments {
		if !s.Joined {
			out = append(out, '/')
		}
		if s.Kind == Literal {
			out = appendLiteral(out, s.Text)
			continue
		}
		out = append(out, '{')
		if names {
			out = append(out, s.Name...)
		}
		switch s.Kind {
		case String:
		case Trailing:
			out = append(out, "..."...)
		default:
			out = append(out, ':')
			out = append(out, s.Kind.String()...)
		}
		out = append(out, '}')
	}
	return string(out)
}

// appendLiteral appends the text of a literal as Parse reads it back.
func appendLiteral(out []byte, text string) []byte {
	for i, r := range text {
		size := utf8.RuneLen(r)
		if r == utf8.RuneError {
			// A byte that is not UTF-8 is also reported as RuneError, with size 1.
			_, size = utf8.DecodeRuneInString(text[i:])
		}
		if size > 1 && unicode.IsPrint(r) || size == 1 && isReadable(text[i]) {
			out = append(out, text[i:i+size]...)
			continue
		}
		for _, c := range []byte(text[i : i+size]) {
			out = appendEscape(out, c)
		}
	}
	return out
}

// isReadable reports whether a byte stands for itself in a canonical literal.
func isReadable(c byte) bool {
	return ' ' < c && c < 0x7F && strings.IndexByte("%/{}?#", c) < 0
}
