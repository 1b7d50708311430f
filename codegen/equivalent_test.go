package codegen_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weft-go/weft/openapi"
)

// A comparison says where a document that was made from generated code differs from
// the document that the code was generated from. What the report names is left out:
// an entry excuses the place itself, its keywords, and all that is below it.
type comparison struct {
	excused map[string]bool
	seen    map[[2]*openapi.Schema]bool
	found   []string
}

func compare(want, got *openapi.Document, report []string) []string {
	c := &comparison{excused: map[string]bool{}, seen: map[[2]*openapi.Schema]bool{}}
	for _, pointer := range report {
		c.excused[pointer] = true
	}
	for path, item := range want.Paths.All() {
		for method, op := range item.All() {
			if !c.free(op.Place().Pointer) {
				c.operation(method, path, item, op, got)
			}
		}
	}
	return c.found
}

// free reports whether the report names a place, one above it, or a keyword of it.
func (c *comparison) free(pointer string) bool {
	for at := pointer; at != ""; at = at[:strings.LastIndexByte(at, '/')] {
		if c.excused[at] {
			return true
		}
	}
	for e := range c.excused {
		if rest, ok := strings.CutPrefix(e, pointer+"/"); ok && !strings.Contains(rest, "/") {
			return true
		}
	}
	return false
}

func (c *comparison) say(pointer, format string, args ...any) {
	if !c.free(pointer) {
		c.found = append(c.found, pointer+": "+fmt.Sprintf(format, args...))
	}
}

func (c *comparison) operation(method, path string, item *openapi.PathItem, op *openapi.Operation, got *openapi.Document) {
	at := op.Place().Pointer
	other, ok := got.Paths.Get(path)
	if !ok {
		c.say(at, "there is no path %s", path)
		return
	}
	for m, o := range other.All() {
		if m != method {
			continue
		}
		if op.Deprecated != o.Deprecated || !slices.Equal(op.Tags, o.Tags) {
			c.say(at, "deprecated %v, tags %q", o.Deprecated, o.Tags)
		}
		c.parameters(item, op, o)
		c.requestBody(op, o)
		c.responses(op, o)
		return
	}
	c.say(at, "there is no method %s", method)
}

func (c *comparison) parameters(item *openapi.PathItem, want, got *openapi.Operation) {
	for _, ref := range slices.Concat(want.Parameters, item.Parameters) {
		p := ref.Value
		i := slices.IndexFunc(got.Parameters, func(q *openapi.Ref[openapi.Parameter]) bool {
			return q.Value.In == p.In && strings.EqualFold(q.Value.Name, p.Name)
		})
		if i < 0 {
			c.say(p.Place().Pointer, "there is no parameter %s", p.Name)
			continue
		}
		q := got.Parameters[i].Value
		if p.Required != q.Required || p.Deprecated != q.Deprecated {
			c.say(p.Place().Pointer, "required %v, deprecated %v", q.Required, q.Deprecated)
		}
		if !c.free(p.Place().Pointer) {
			c.schema(p.Schema, q.Schema)
		}
	}
}

func (c *comparison) requestBody(want, got *openapi.Operation) {
	if want.RequestBody == nil || want.RequestBody.Value == nil || want.RequestBody.Value.Content.Len() == 0 {
		return
	}
	b := want.RequestBody.Value
	if got.RequestBody == nil {
		c.say(b.Place().Pointer, "there is no body")
		return
	}
	if b.Required != got.RequestBody.Value.Required && !isForm(b.Content) {
		c.say(b.Place().Pointer, "required %v", got.RequestBody.Value.Required)
	}
	c.content(b.Content, got.RequestBody.Value.Content)
}

func isForm(m openapi.Map[*openapi.MediaType]) bool {
	return m.Has("multipart/form-data") || m.Has("application/x-www-form-urlencoded")
}

func (c *comparison) responses(want, got *openapi.Operation) {
	for code, ref := range want.Responses.All() {
		r := ref.Value
		other, ok := got.Responses.Get(code)
		if !ok || other.Value == nil {
			c.say(r.Place().Pointer, "there is no answer %s", code)
			continue
		}
		for name, h := range r.Headers.All() {
			if _, ok := other.Value.Headers.Get(name); !ok && !strings.EqualFold(name, "Content-Type") {
				c.say(h.Place().Pointer, "there is no header field %s", name)
			}
		}
		c.content(r.Content, other.Value.Content)
	}
}

func (c *comparison) content(want, got openapi.Map[*openapi.MediaType]) {
	for media, m := range want.All() {
		at := m.Place().Pointer
		other, ok := got.Get(media)
		switch {
		case c.free(at):
		case !ok:
			c.say(at, "there is no media type %s, but %q", media, got.Names())
		case m.Schema != nil && isBytes(m.Schema.Resolve(), other.Schema):
		case m.Schema != nil:
			c.schema(m.Schema, other.Schema)
		}
	}
}

// isBytes reports whether both are a body of bytes or text.
func isBytes(want, got *openapi.Schema) bool {
	return want.Is("string") && (got == nil || len(got.Type) == 0 || got.Is("string"))
}

// schema compares two schemas by their meaning. References are followed.
func (c *comparison) schema(want, got *openapi.Schema) {
	w, g := simple(want), simple(got)
	if w == nil || g == nil || c.seen[[2]*openapi.Schema{w, g}] {
		return
	}
	c.seen[[2]*openapi.Schema{w, g}] = true
	at := w.Place().Pointer
	if c.free(at) || c.free(want.Place().Pointer) || len(w.AllOf) > 0 || len(w.OneOf)+len(w.AnyOf) > 0 {
		c.choice(w, g)
		return
	}
	if a, b := kindOf(w), kindOf(g); a != b && a != "" {
		c.say(at, "want %q, got %q", a, b)
		return
	}
	c.limits(at, w, g)
	for name, p := range w.Properties.All() {
		q, ok := g.Properties.Get(name)
		if !ok {
			c.say(p.Place().Pointer, "there is no property %s", name)
			continue
		}
		if slices.Contains(w.Required, name) != slices.Contains(g.Required, name) && !c.free(p.Place().Pointer) {
			c.say(at, "property %s: required %v", name, slices.Contains(g.Required, name))
		}
		c.schema(p, q)
	}
	if w.Items != nil && g.Items != nil {
		c.schema(w.Items, g.Items)
	}
	if m := w.AdditionalProperties; m != nil && m.Bool == nil && g.AdditionalProperties != nil {
		c.schema(m, g.AdditionalProperties)
	}
}

// choice compares the number of the cases of two choices.
func (c *comparison) choice(w, g *openapi.Schema) {
	want, got := len(w.OneOf)+len(w.AnyOf), len(g.OneOf)+len(g.AnyOf)
	if want > 1 && len(w.AllOf) == 0 && got == 0 && len(g.Properties) > 0 {
		c.say(w.Place().Pointer, "want a choice of %d, got %q", want, g.Type)
	}
}

func (c *comparison) limits(at string, w, g *openapi.Schema) {
	same := func(name, a, b string) {
		if a != b {
			c.say(at, "%s: want %q, got %q", name, a, b)
		}
	}
	same("pattern", w.Pattern, g.Pattern)
	same("minLength", string(w.MinLength), string(g.MinLength))
	same("maxLength", string(w.MaxLength), string(g.MaxLength))
	same("minItems", string(w.MinItems), string(g.MinItems))
	same("maxItems", string(w.MaxItems), string(g.MaxItems))
	n, _, _ := w.LowerBound()
	m, _, _ := g.LowerBound()
	same("minimum", string(n), string(m))
	if w.Format != "" && !w.Is("integer") && !w.Is("number") && w.Format != "byte" && len(w.Enum) == 0 {
		same("format", w.Format, g.Format)
	}
	for _, v := range w.Enum {
		if v.Kind() != openapi.Null && !slices.ContainsFunc(g.Enum, v.Equal) && !(g.Const != nil && g.Const.Equal(v)) {
			c.say(at, "enum: there is no %s", v.JSON())
		}
	}
}

// simple follows references, choices of one and choices with null.
func simple(s *openapi.Schema) *openapi.Schema {
	for range 20 {
		s = s.Resolve()
		if s == nil {
			return nil
		}
		var rest []*openapi.Schema
		for _, p := range slices.Concat(s.OneOf, s.AnyOf, s.AllOf) {
			if r := p.Resolve(); r == nil || !(len(r.Type) == 1 && r.Type[0] == "null") {
				rest = append(rest, p)
			}
		}
		if len(rest) != 1 || len(s.Properties) > 0 {
			return s
		}
		s = rest[0]
	}
	return s
}

// kindOf returns the types without null, with what goes without saying.
func kindOf(s *openapi.Schema) string {
	types := s.Types()
	switch {
	case len(types) == 0 && len(s.Properties) > 0:
		return "object"
	case len(types) == 0 && s.Items != nil:
		return "array"
	}
	return strings.Join(types, " ")
}
