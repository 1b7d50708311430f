package pattern

import "fmt"

// formatMixed returns the decoded text of a mixed segment with the given parts, with
// a value for each of its parameters.
func (p Pattern) formatMixed(parts []Segment, values []string) (string, error) {
	text, n := "", 0
	for _, s := range parts {
		if s.Kind == Literal {
			text += s.Text
			continue
		}
		if msg := misfit(s.Kind, values[n]); msg != "" {
			return "", p.refuse(s, values[n], msg)
		}
		text += values[n]
		n++
	}
	params := paramsOf(parts)
	if text == "." || text == ".." {
		return "", p.refuse(params[0], values[0], fmt.Sprintf("%q makes the dot segment %q", values[0], text))
	}
	if i, msg := newMixed(parts).misread(text, values); msg != "" {
		return "", p.refuse(params[i], values[i], msg)
	}
	return text, nil
}

// misread takes a decoded text apart that was made of values. If it finds another
// value, because one holds the literal behind it, it returns its number and says so.
func (m *mixed) misread(text string, values []string) (int, string) {
	rest := normalText(text)[len(m.before):]
	for i, h := range m.holes {
		n := max(m.value(i, rest), 0)
		if found, _ := Unescape(rest[:n]); found != values[i] {
			end, _ := Unescape(h.after)
			return i, fmt.Sprintf("%q would be read as %q, because %q ends it", values[i], found, end)
		}
		rest = rest[n+len(h.after):]
	}
	return 0, ""
}
