package endpoint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/internal/pattern"
	"github.com/weft-go/weft/status"
)

// A Draft is a description whose inputs are still being added. It is what the types
// of package partial hold; nobody else needs it.
type Draft struct {
	d *Description
	p weft.Pattern
}

// Start begins a description. It panics if the path is malformed.
func Start(method weft.Method, path string) Draft {
	p := weft.NewPattern(method, path)
	return Draft{&Description{
		Method:             method,
		Path:               path,
		UnauthorizedStatus: status.NotFound,
		Site:               p.Site(),
	}, p}
}

// Pattern returns the pattern as it was written.
func (t Draft) Pattern() weft.Pattern { return t.p }

// Add returns the draft with an input, which has to sit in one of the places.
func (t Draft) Add(c codec.Any, places ...codec.Place) Draft {
	t.d = t.d.change(func(d *Description) {
		for _, part := range c.Tree().Parts() {
			if !within(part.In, places) {
				d.fail("%s %q does not belong here: want %s", part.In, part.Name, names(places))
			}
		}
		d.Inputs = append(d.Inputs, c.Tree())
		d.inputs = append(d.inputs, c)
		if hasPath(c.Tree()) {
			d.params = append(d.params, c)
		}
	})
	return t
}

func hasPath(t codec.Tree) bool {
	for _, p := range t.Parts() {
		if p.In == codec.InPath {
			return true
		}
	}
	return false
}

func within(p codec.Place, places []codec.Place) bool {
	return len(places) == 0 || slices.Contains(places, p)
}

func names(places []codec.Place) string {
	var s []string
	for _, p := range places {
		s = append(s, p.String())
	}
	return strings.Join(s, " or ")
}

// fail ends the program: the description is a mistake in its text.
func (d *Description) fail(format string, args ...any) {
	panic(fmt.Sprintf("%s: %s %s: %s", d.Site, d.Method, d.Path, fmt.Sprintf(format, args...)))
}

// check makes sure that path parameters and path codecs belong together, and that
// there is at most one body.
func (d *Description) check() {
	have := d.checkInputs()
	parsed, err := pattern.Parse(d.Path)
	if err != nil {
		d.fail("%v", err)
	}
	for _, s := range parsed.Params() {
		if !have[s.Name] {
			d.fail("path parameter {%s} has no codec: add Path(codec.Path[T](%q))", s.Name, s.Name)
		}
		delete(have, s.Name)
	}
	for name := range have {
		d.fail("there is a codec for path parameter %q, but no {%s} in the path", name, name)
	}
}

// checkInputs makes sure that no input is there twice, and returns the names of the
// path codecs.
func (d *Description) checkInputs() map[string]bool {
	have := map[string]bool{}
	seen := map[string]bool{}
	bodies, parts, streamed := 0, 0, ""
	for _, t := range d.Inputs {
		bodies += countBodies(t)
		for _, p := range t.Parts() {
			key := p.In.String() + " " + p.Name
			switch {
			case p.In == codec.InPath && have[p.Name]:
				d.fail("there are two codecs for path parameter {%s}", p.Name)
			case p.In == codec.InStatus:
				d.fail("a status is not an input")
			case p.In == codec.InPath:
				have[p.Name] = true
			case p.In == codec.InBody && !p.Multipart:
			case p.In == codec.InBody && streamed != "":
				d.fail("part %q comes after part %q, which is streamed and has to be the last", p.Name, streamed)
			case p.In == codec.InBody:
				parts++
				if p.Stream {
					streamed = p.Name
				}
			}
			if seen[key] && p.Name != "" && t.Op != codec.OpEither {
				d.fail("%s %q is there twice", p.In, p.Name)
			}
			seen[key] = true
		}
	}
	switch {
	case bodies > 1:
		d.fail("there are %d bodies; use parts of a multipart body instead", bodies)
	case bodies == 1 && parts > 0:
		d.fail("there are a body and parts of a multipart body")
	}
	return have
}

// countBodies returns how many bodies a request of this shape has. Of alternatives only
// one is there.
func countBodies(t codec.Tree) int {
	if p := t.Part; p != nil && p.In == codec.InBody && !p.Multipart {
		return 1
	}
	sum, most := 0, 0
	for _, c := range t.Children {
		n := countBodies(c)
		sum, most = sum+n, max(most, n)
	}
	if t.Op == codec.OpEither {
		return most
	}
	return sum
}

// typedPath returns the path with the kinds that its codecs ask for, so that a
// segment which does not fit does not match.
func (d *Description) typedPath() string {
	parsed, err := pattern.Parse(d.Path)
	if err != nil {
		d.fail("%v", err)
	}
	path := d.Path
	for _, s := range parsed.Params() {
		if s.Kind != pattern.String {
			continue
		}
		if kind := d.kindOf(s.Name); kind != "" {
			path = strings.Replace(path, "{"+s.Name+"}", "{"+s.Name+":"+kind+"}", 1)
		}
	}
	return path
}

// kindOf returns the kind of segment that fits a path parameter's type, or "".
func (d *Description) kindOf(name string) string {
	for _, t := range d.Inputs {
		for _, p := range t.Parts() {
			if p.In == codec.InPath && p.Name == name {
				return p.Segment
			}
		}
	}
	return ""
}
