package pattern

import (
	"fmt"
	"strings"
)

// ValueError says that a value cannot stand for a parameter of a pattern.
type ValueError struct {
	// Pattern is the pattern in its canonical form.
	Pattern string
	// Param is the parameter.
	Param Segment
	// Value is the value that was given for it.
	Value string
	// Msg names the fault and what was expected.
	Msg string
}

// Error returns the pattern, the parameter and the message.
func (e *ValueError) Error() string {
	return fmt.Sprintf("pattern %q, parameter %q: %s", e.Pattern, e.Param.Name, e.Msg)
}

// Format returns the path that has the given values, decoded, in the places of
// the parameters, from left to right. Each value is percent-encoded as one
// segment, so that a slash in it becomes %2F; the value of a trailing parameter
// keeps its slashes. An empty trailing value gives the path without a slash at the
// end, "/files". Matching the result gives the values back, as long as no pattern
// of higher precedence matches it.
//
// It returns an error if the number of values is not the number of parameters,
// and a [*ValueError] if a value does not look like its kind, is empty, or is or
// contains a dot segment, which would lead to another path.
func (p Pattern) Format(values ...string) (string, error) {
	if want := len(p.Params()); want != len(values) {
		return "", fmt.Errorf("pattern %q: want %d values, got %d", p, want, len(values))
	}
	var out []byte
	for _, s := range p.segments {
		if s.Kind == Literal {
			out = append(out, '/')
			out = appendSegment(out, s.Text)
			continue
		}
		if msg := refusal(s.Kind, values[0], len(out) == 0); msg != "" {
			return "", &ValueError{Pattern: p.String(), Param: s, Value: values[0], Msg: msg}
		}
		out = appendValue(out, s.Kind, values[0])
		values = values[1:]
	}
	if len(out) == 0 {
		return "/", nil
	}
	return string(out), nil
}

// refusal says why a value cannot be formatted, or returns "". The argument first
// says that the value begins the path.
func refusal(k Kind, value string, first bool) string {
	if !k.fits(value) {
		if value == "" {
			return "want " + k.String() + ", got an empty value"
		}
		return fmt.Sprintf("want %s, got %q", k, value)
	}
	if k == Trailing {
		if first && strings.HasPrefix(value, "/") {
			// Two slashes at the beginning of a reference announce a host (RFC 3986,
			// section 4.2).
			return fmt.Sprintf("%q would make a path that begins with two slashes", value)
		}
		for part := range strings.SplitSeq(value, "/") {
			if part == "." || part == ".." {
				return fmt.Sprintf("%q contains the dot segment %q", value, part)
			}
		}
		return ""
	}
	if value == "." || value == ".." {
		return fmt.Sprintf("%q is a dot segment", value)
	}
	return ""
}

func appendValue(out []byte, k Kind, value string) []byte {
	if k != Trailing {
		return appendSegment(append(out, '/'), value)
	}
	if value == "" {
		return out
	}
	for part := range strings.SplitSeq(value, "/") {
		out = appendSegment(append(out, '/'), part)
	}
	return out
}
