package openapi

import (
	"slices"
	"strings"
)

// path looks at the form of a path.
func (l *linter) path(path string, item *PathItem) {
	_, problem := templateNames(path)
	switch {
	case !strings.HasPrefix(path, "/"):
		problem = "it has to begin with a slash"
	case strings.ContainsAny(withoutNames(path), "?#"):
		problem = "a query or a fragment is no part of a path"
	}
	if problem != "" {
		l.say(RulePath, item.Place(), "no request can have the path %s: %s", path, problem)
	}
}

// withoutNames returns a path with empty braces, by which it is told from others.
func withoutNames(path string) string {
	var b strings.Builder
	for path != "" {
		before, rest, ok := strings.Cut(path, "{")
		b.WriteString(before)
		if !ok {
			break
		}
		b.WriteString("{}")
		_, path, _ = strings.Cut(rest, "}")
	}
	return b.String()
}

// A pathShape is a path as it is compared with others.
type pathShape struct {
	path, shape string
	segments    []string
	item        *PathItem
}

// ambiguous compares the paths with each other.
func (l *linter) ambiguous() {
	bySize := map[int][]pathShape{}
	for path, item := range l.doc.Paths.All() {
		t := pathShape{path: path, shape: withoutNames(path), item: item}
		t.segments = strings.Split(t.shape, "/")
		for _, other := range bySize[len(t.segments)] {
			l.pair(other, t)
		}
		bySize[len(t.segments)] = append(bySize[len(t.segments)], t)
	}
}

func (l *linter) pair(a, b pathShape) {
	switch {
	case a.shape == b.shape:
		l.say(RuleSamePath, b.item.Place(), "%s is the same path as %s: names of parameters do not tell paths apart", b.path, a.path)
	case a.ambiguousWith(b) && sharesMethod(a.item, b.item):
		l.say(RuleAmbiguous, b.item.Place(), "a request could belong to %s or to %s", b.path, a.path)
	}
}

// ambiguousWith reports whether a request fits both paths, and neither says more than
// the other everywhere. OpenAPI prefers the one without parameters where only one has
// them.
func (t pathShape) ambiguousWith(o pathShape) bool {
	var closer, wider bool
	for i, a := range t.segments {
		b := o.segments[i]
		pa, pb := strings.Contains(a, "{"), strings.Contains(b, "{")
		switch {
		case a == b:
		case !pa && !pb, pa && !fits(b, a) && !pb, pb && !fits(a, b) && !pa:
			return false
		case pa && pb:
			closer, wider = closer || len(a) > len(b), wider || len(a) < len(b)
		default:
			closer, wider = closer || pb, wider || pa
		}
	}
	return closer && wider
}

// fits reports whether a segment could be one with parameters, such as {}.json. What
// stands before the first and after the last of them decides.
func fits(segment, shape string) bool {
	first, last := strings.Index(shape, "{"), strings.LastIndex(shape, "}")
	before, after := shape[:first], shape[last+1:]
	return len(segment) > len(before)+len(after) && strings.HasPrefix(segment, before) && strings.HasSuffix(segment, after)
}

func sharesMethod(a, b *PathItem) bool {
	var methods []string
	for method := range a.All() {
		methods = append(methods, method)
	}
	for method := range b.All() {
		if slices.Contains(methods, method) {
			return true
		}
	}
	return false
}
