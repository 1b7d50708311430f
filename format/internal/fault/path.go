package fault

import (
	"slices"
	"strconv"
	"strings"
)

// A Path leads to a place inside a value. Its steps are innermost first, because that
// is the order in which they are found.
type Path []Step

// A Step is one part of a path. The empty step is none: a value that is wrapped for
// the format's sake is not a step away.
type Step string

// Field returns the step to a field with a wire name.
func Field(name string) Step { return "." + Step(name) }

// Index returns the step to an element of a list.
//
//go:noinline
func Index(i int) Step { return Step("[" + strconv.Itoa(i) + "]") }

// Key returns the step to the value of a key in a map. The text is the key as the
// path shows it; one that can be any text is quoted.
func Key(text string) Step { return Step("[" + text + "]") }

// Add adds the step that leads to all that are there.
//
//go:noinline
func (p *Path) Add(s Step) {
	if s != "" {
		*p = append(*p, s)
	}
}

// String returns the path in reading order, "items[3].tags[0]".
func (p Path) String() string {
	var out strings.Builder
	for _, s := range slices.Backward(p) {
		out.WriteString(string(s))
	}
	return strings.TrimPrefix(out.String(), ".")
}

// shortened returns a path with at most so many steps, half of them from each end.
func (p Path) shortened(most int) Path {
	if len(p) <= most {
		return p
	}
	half := most / 2
	return slices.Concat(p[:half], Path{Field("…")}, p[len(p)-half:])
}
