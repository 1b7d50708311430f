package pattern

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// SyntaxError says where and why a text is not a pattern.
type SyntaxError struct {
	// Pattern is the text that was parsed.
	Pattern string
	// Offset is the place of the fault in Pattern, in bytes from 0.
	Offset int
	// Msg names the fault and what was expected.
	Msg string
}

// Error returns the pattern, the offset and the message.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("pattern %q, offset %d: %s", e.Pattern, e.Offset, e.Msg)
}

// Parse reads a pattern in the grammar of the package documentation. It returns
// a [*SyntaxError] for anything else.
func Parse(s string) (Pattern, error) {
	p := parser{source: s}
	if err := p.segments(); err != nil {
		return Pattern{}, err
	}
	if len(p.found) == 0 {
		return Pattern{}, nil
	}
	return Pattern{source: render(p.found, true), segments: p.found}, nil
}

// parser holds the segments found so far in a source text. Its methods return an
// untyped nil or a *SyntaxError.
type parser struct {
	source string
	found  []Segment
}

func (p *parser) fail(offset int, format string, args ...any) error {
	return &SyntaxError{Pattern: p.source, Offset: offset, Msg: fmt.Sprintf(format, args...)}
}

func (p *parser) segments() error {
	if !strings.HasPrefix(p.source, "/") {
		return p.fail(0, "want '/' at the beginning")
	}
	if p.source == "/" {
		return nil
	}
	for at := 1; at <= len(p.source); {
		end := segmentEnd(p.source, at)
		if at == end && end < len(p.source) {
			return p.fail(at, "empty segment; want a literal or a parameter between two slashes")
		}
		if err := p.segment(p.source[at:end], at); err != nil {
			return err
		}
		if s := p.found[len(p.found)-1]; s.Kind == Trailing && end < len(p.source) {
			return p.fail(end, "want the end after {%s...}", s.Name)
		}
		at = end + 1
	}
	return nil
}

// segment parses the text of one segment, which begins at the given offset, and adds
// its parts to those found.
func (p *parser) segment(text string, offset int) error {
	first := len(p.found)
	for rest := text; rest != "" || len(p.found) == first; {
		at := offset + len(text) - len(rest)
		part, size, err := p.part(rest, at)
		if err != nil {
			return err
		}
		part.Joined = len(p.found) > first
		if part.Joined && part.Kind != Literal && p.found[len(p.found)-1].Kind != Literal {
			return p.fail(at, "two parameters side by side; want a literal between them")
		}
		p.found, rest = append(p.found, part), rest[size:]
	}
	return p.whole(p.found[first:], offset)
}

// whole checks the parts of a segment together.
func (p *parser) whole(parts []Segment, offset int) error {
	if text := parts[0].Text; len(parts) == 1 && (text == "." || text == "..") {
		return p.fail(offset, "the segment %q never reaches a route; want another literal", text)
	}
	for _, s := range parts {
		if s.Kind == Trailing && len(parts) > 1 {
			return p.fail(offset, "{%s...} takes whole segments; want nothing else in its own", s.Name)
		}
	}
	return nil
}

// part parses the literal or the parameter that a text begins with, and returns how
// long it is.
func (p *parser) part(text string, offset int) (s Segment, size int, err error) {
	size = strings.IndexByte(text, '{')
	switch {
	case size < 0:
		s, err = p.literal(text, offset)
		return s, len(text), err
	case size > 0:
		s, err = p.literal(text[:size], offset)
		return s, size, err
	}
	end := strings.IndexByte(text, '}')
	if end < 0 {
		return s, 0, p.fail(offset, "'{' is not closed; want '}' in the same segment")
	}
	s, err = p.param(text[1:end], offset+1)
	return s, end + 1, err
}

// param parses what stands between the braces.
func (p *parser) param(text string, offset int) (Segment, error) {
	s := Segment{Kind: String}
	var trailing bool
	if s.Name, trailing = strings.CutSuffix(text, "..."); trailing {
		s.Kind = Trailing
	} else if colon := strings.IndexByte(text, ':'); colon >= 0 {
		var ok bool
		if s.Kind, ok = kindOf(text[colon+1:]); !ok {
			return s, p.fail(offset+colon+1, "unknown kind %q; want string, int, long, uuid or bool", text[colon+1:])
		}
		s.Name = text[:colon]
	}
	if bad := badName(s.Name); bad >= 0 {
		return s, p.fail(offset+bad, "%q is no parameter name; want ASCII letters, digits, '_', '-' and '.', a letter or '_' first, no '.' last", s.Name)
	}
	for _, other := range p.found {
		if other.Name == s.Name {
			return s, p.fail(offset, "the parameter name %q is used twice", s.Name)
		}
	}
	return s, nil
}

// badName returns the offset of the first byte that does not belong in a
// parameter name, or -1.
func badName(name string) int {
	for i := range len(name) {
		c := name[i]
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_'
		inner := '0' <= c && c <= '9' || c == '-' || c == '.' && i < len(name)-1
		if !letter && (i == 0 || !inner) {
			return i
		}
	}
	if name == "" {
		return 0
	}
	return -1
}

// literal parses and decodes a literal.
func (p *parser) literal(text string, offset int) (Segment, error) {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		_, hex := unhex(text, i)
		switch {
		case r == '%' && !hex:
			return Segment{}, p.fail(offset+i, "malformed escape; want two hexadecimal digits after '%%', or %%25 for the character")
		case r == '}':
			return Segment{}, p.fail(offset+i, "'}' without '{'; want %%7D for the character")
		case r == '?' || r == '#':
			return Segment{}, p.fail(offset+i, "a pattern is a path only; want %%%X for the character %q", r, r)
		case r == utf8.RuneError && size == 1:
			return Segment{}, p.fail(offset+i, "byte 0x%02X is not UTF-8; want %%%02X", text[i], text[i])
		case unicode.IsControl(r):
			return Segment{}, p.fail(offset+i, "control character %U; want a printable one", r)
		}
		i += size
	}
	decoded, _ := Unescape(text) // every escape was checked above
	if strings.ContainsFunc(decoded, unicode.IsControl) {
		return Segment{}, p.fail(offset, "the escapes of %q hide a control character; want a printable one", text)
	}
	return Segment{Text: decoded}, nil
}

// segmentEnd returns the offset of the first slash in s at or after the given
// place, or the length of s.
func segmentEnd(s string, at int) int {
	if i := strings.IndexByte(s[at:], '/'); i >= 0 {
		return at + i
	}
	return len(s)
}
