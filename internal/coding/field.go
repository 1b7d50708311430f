package coding

import (
	"iter"
	"strings"

	"github.com/weft-go/weft/internal/ascii"
)

// Elements iterates over the elements of a list field without the white space
// around them. Empty elements are left out, and commas inside quotes do not
// separate (RFC 9110, section 5.6.1).
func Elements(list string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for list != "" {
			end := elementLength(list)
			element := ascii.TrimOWS(list[:end])
			list = list[min(end+1, len(list)):]
			if element != "" && !yield(element) {
				return
			}
		}
	}
}

func elementLength(list string) int {
	quoted := false
	for i := 0; i < len(list); i++ {
		switch c := list[i]; {
		case c == '"':
			quoted = !quoted
		case c == '\\' && quoted:
			i++
		case c == ',' && !quoted:
			return i
		}
	}
	return len(list)
}

// AddVary returns the value of a Vary field that holds everything the given ones
// do, and Accept-Encoding (RFC 9110, section 12.5.5). changed is false if they name
// it already, or are "*", which stands for everything.
func AddVary(fields []string) (value string, changed bool) {
	for _, field := range fields {
		for element := range Elements(field) {
			if element == "*" || ascii.EqualFold(element, "Accept-Encoding") {
				return "", false
			}
		}
	}
	if value = strings.Join(fields, ", "); ascii.TrimOWS(value) == "" {
		return "Accept-Encoding", true
	}
	return value + ", Accept-Encoding", true
}

// WeakTag returns an entity tag as a weak one. A strong tag promises the same bytes
// to everybody who gets it, and a coding changes them (RFC 9110, section 8.8.1). A
// weak tag, and what is no tag at all, is returned as it is.
func WeakTag(tag string) string {
	if strings.HasPrefix(tag, `"`) {
		return "W/" + tag
	}
	return tag
}

// HasDirective says whether a list field such as Cache-Control has a directive, with
// or without an argument.
func HasDirective(field, name string) bool {
	for element := range Elements(field) {
		directive, _, _ := strings.Cut(element, "=")
		if ascii.EqualFold(ascii.TrimOWS(directive), name) {
			return true
		}
	}
	return false
}

// HasElement says whether a list field has exactly this element.
func HasElement(field, element string) bool {
	for e := range Elements(field) {
		if e == element {
			return true
		}
	}
	return false
}
