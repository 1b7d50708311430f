package pattern

import (
	"slices"
	"strings"
)

// covers reports whether w is known to match all the paths that r matches with the
// values of its bool parameters in fixed.
func covers(w, r, fixed Pattern) bool {
	wide, narrow := slices.Collect(w.whole()), slices.Collect(r.whole())
	values := slices.Collect(fixed.whole())
	for i, parts := range wide {
		if parts[0].Kind == Trailing {
			return i <= len(narrow)
		}
		if i == len(narrow) || !coversSegment(parts, narrow[i], values[i]) {
			return false
		}
	}
	return len(wide) == len(narrow)
}

// coversSegment is covers for one segment, of which w is no trailing parameter.
func coversSegment(w, r, fixed []Segment) bool {
	if r[0].Kind == Trailing {
		return false
	}
	if text, ok := constant(fixed); ok {
		return matchesText(w, text)
	}
	if len(w) == 1 {
		return w[0].Kind == String || len(r) == 1 && within(r[0].Kind, w[0].Kind)
	}
	return onlyStrings(w) && newMixed(w).matches(skeleton(fixed)) || sameButLast(w, r)
}

// constant returns the only text of a segment, and false if it has parameters.
func constant(parts []Segment) (string, bool) {
	text := ""
	for _, s := range parts {
		if s.Kind != Literal {
			return "", false
		}
		text += s.Text
	}
	return text, true
}

// matchesText reports whether a segment matches a decoded text.
func matchesText(parts []Segment, text string) bool {
	switch {
	case len(parts) > 1:
		return newMixed(parts).matches(normalText(text))
	case parts[0].Kind == Literal:
		return parts[0].Text == text
	}
	return parts[0].Kind.fits(text)
}

// within reports whether a kind takes all the values of another, of which neither is
// Literal.
func within(narrow, wide Kind) bool {
	return narrow == wide || wide == String || wide == Long && narrow == Int
}

func onlyStrings(parts []Segment) bool {
	return !slices.ContainsFunc(parts, func(s Segment) bool { return s.Kind != Literal && s.Kind != String })
}

// skeleton returns what all the texts of a segment have in common, in normal form,
// with a character that no literal has for all else. A mixed segment whose parameters
// are strings matches every text of the segment if it matches this one: each of its
// literals is found in what is common to all, or before it.
func skeleton(parts []Segment) string {
	var out strings.Builder
	for _, s := range parts {
		switch s.Kind {
		case Literal:
			out.WriteString(normalText(s.Text))
		case UUID:
			out.WriteString("\x01-\x01-\x01-\x01-\x01")
		default:
			out.WriteByte(1)
		}
	}
	return out.String()
}

// sameButLast reports whether two mixed segments differ at most in the kind of the
// last parameter, of which that of w takes all the values of that of r. Up to there
// they are taken apart alike.
func sameButLast(w, r []Segment) bool {
	if len(w) != len(r) {
		return false
	}
	last := len(w) - 1
	if w[last].Kind == Literal {
		last--
	}
	for i := range w {
		same := w[i].Kind == r[i].Kind || i == last && r[i].Kind != Literal && within(r[i].Kind, w[i].Kind)
		if !same || w[i].Text != r[i].Text {
			return false
		}
	}
	return true
}
