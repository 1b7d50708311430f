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
// keeps its slashes, and literals of a mixed segment stand beside its values. An
// empty trailing value gives the path without a slash at the
// end, "/files". Matching the result gives the values back, as long as no pattern
// of higher precedence matches it.
//
// It returns an error if the number of values is not the number of parameters,
// and a [*ValueError] if a value does not look like its kind, is empty, makes or
// contains a dot segment, which would lead to another path, or would be taken apart
// elsewhere in a mixed segment, such as the value a-b for {x}-{y}.
func (p Pattern) Format(values ...string) (string, error) {
	if want := len(p.Params()); want != len(values) {
		return "", fmt.Errorf("pattern %q: want %d values, got %d", p, want, len(values))
	}
	var out []byte
	for parts := range p.whole() {
		s := parts[0]
		if len(parts) > 1 {
			n := len(paramsOf(parts))
			text, err := p.formatMixed(parts, values[:n])
			if err != nil {
				return "", err
			}
			out, values = appendSegment(append(out, '/'), text), values[n:]
			continue
		}
		if s.Kind == Literal {
			out = append(out, '/')
			out = appendSegment(out, s.Text)
			continue
		}
		if msg := refusal(s.Kind, values[0], len(out) == 0); msg != "" {
			return "", p.refuse(s, values[0], msg)
		}
		out = appendValue(out, s.Kind, values[0])
		values = values[1:]
	}
	if len(out) == 0 {
		return "/", nil
	}
	return string(out), nil
}

func (p Pattern) refuse(param Segment, value, msg string) error {
	return &ValueError{Pattern: p.String(), Param: param, Value: value, Msg: msg}
}

// misfit says that a value does not look like a kind, or returns "".
func misfit(k Kind, value string) string {
	switch {
	case k.fits(value):
		return ""
	case value == "":
		return "want " + k.String() + ", got an empty value"
	}
	return fmt.Sprintf("want %s, got %q", k, value)
}

// refusal says why a value cannot fill a segment, or returns "". The argument first
// says that the value begins the path.
func refusal(k Kind, value string, first bool) string {
	if msg := misfit(k, value); msg != "" {
		return msg
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
