package openapi

import (
	"slices"
	"strings"
)

// parameters compares the parameters of an operation, of which those in the path may
// have new names.
func (c *comparison) parameters(old, now []*Ref[Parameter], names map[string]string) {
	known := make([]bool, len(now))
	for _, ref := range old {
		p := *ref.Value
		if name, ok := names[p.Name]; ok && p.In == "path" {
			p.Name = name
		}
		i := slices.IndexFunc(now, func(q *Ref[Parameter]) bool { return q.Value.same(&p) })
		if i >= 0 {
			known[i] = true
			c.parameter(ref.Value, now[i].Value)
			continue
		}
		c.gone(Risky, ref.Value.Place(), "the %s parameter %q was taken away", p.In, p.Name)
	}
	for i, ref := range now {
		switch p := ref.Value; {
		case known[i]:
		case p.Required && p.In == "path":
			c.say(Compatible, p.Place(), "the path parameter %q is declared now", p.Name)
		case p.Required:
			c.say(Breaking, p.Place(), "the %s parameter %q is new and required", p.In, p.Name)
		default:
			c.say(Compatible, p.Place(), "the %s parameter %q is new", p.In, p.Name)
		}
	}
}

func (c *comparison) parameter(old, now *Parameter) {
	switch {
	case now.Required && !old.Required && now.In != "path":
		c.say(Breaking, now.Place(), "the %s parameter %q became required", now.In, now.Name)
	case old.Required && !now.Required && now.In != "path":
		c.say(Compatible, now.Place(), "the %s parameter %q became optional", now.In, now.Name)
	}
	if now.Deprecated && !old.Deprecated {
		c.say(Compatible, now.Place(), "the %s parameter %q became deprecated", now.In, now.Name)
	}
	c.form(&old.Form, &now.Form, old.In, now.Place())
	c.schema(old.Form.schema(), now.Form.schema(), now.Place(), false)
}

// schema returns the schema of a form, wherever it stands.
func (f *Form) schema() *Schema {
	for _, m := range f.Content.All() {
		return m.Schema
	}
	return f.Schema
}

// form compares how a list or an object is written. Other values are always written
// the same.
func (c *comparison) form(old, now *Form, in string, at Place) {
	if !slices.Equal(old.Content.Names(), now.Content.Names()) {
		c.say(Breaking, at, "its form: %q became %q", old.formName(in), now.formName(in))
		return
	}
	if !manifold(old.schema()) && !manifold(now.schema()) {
		return
	}
	if a, b := old.formName(in), now.formName(in); a != b {
		c.say(Breaking, at, "its form: %q became %q", a, b)
	}
}

// manifold reports whether a value may be a list or an object.
func manifold(s *Schema) bool {
	v := viewOf(s)
	return v.types&(typeArray|typeObject) != 0
}

// formName returns a media type, or a style with its default.
func (f *Form) formName(in string) string {
	for media := range f.Content.All() {
		return media
	}
	style := f.Style
	if style == "" {
		style = "simple"
		if in == "query" || in == "cookie" {
			style = "form"
		}
	}
	if f.Explode == nil && style == "form" || f.Explode != nil && *f.Explode {
		return style + ", exploded"
	}
	return style
}

func (c *comparison) requestBody(oldOp, newOp *Operation) {
	old, now := bodyOf(oldOp), bodyOf(newOp)
	switch {
	case old == nil && now == nil:
		return
	case old == nil && now.Required:
		c.say(Breaking, now.Place(), "the request needs a body now")
		return
	case old == nil:
		c.say(Compatible, now.Place(), "the request may have a body now")
		return
	case now == nil:
		c.gone(Risky, old.Place(), "the request has no body any more")
		return
	case now.Required && !old.Required:
		c.say(Breaking, now.Place(), "the body of the request became required")
	case old.Required && !now.Required:
		c.say(Compatible, now.Place(), "the body of the request became optional")
	}
	c.content(old.Content, now.Content, false)
}

func bodyOf(op *Operation) *RequestBody {
	if op.RequestBody == nil {
		return nil
	}
	return op.RequestBody.Value
}

// content compares bodies by their media types.
func (c *comparison) content(old, now Map[*MediaType], answer bool) {
	side := "requests"
	if answer {
		side = "answers"
	}
	for media, m := range old.All() {
		other := mediaFor(now, media)
		if other == nil {
			c.gone(Breaking, m.Place(), "the media type %s was taken away from %s", media, side)
			continue
		}
		m, other = m.resolved(), other.resolved()
		c.schema(m.Schema, other.Schema, other.Place(), answer)
		c.schema(m.ItemSchema, other.ItemSchema, other.Place(), answer)
	}
	for media, m := range now.All() {
		if mediaFor(old, media) == nil {
			c.say(Compatible, m.Place(), "the media type %s is new in %s", media, side)
		}
	}
}

func (t *MediaType) resolved() *MediaType {
	if t.target != nil {
		return t.target
	}
	return t
}

// mediaFor returns what a body of a media type contains: the entry of the same name,
// or a range that it belongs to.
func mediaFor(content Map[*MediaType], media string) *MediaType {
	if m, ok := content.Get(media); ok {
		return m
	}
	want := essence(media)
	kind, _, _ := strings.Cut(want, "/")
	for _, name := range []string{want, kind + "/*", "*/*"} {
		for other, m := range content.All() {
			if essence(other) == name {
				return m
			}
		}
	}
	return nil
}
