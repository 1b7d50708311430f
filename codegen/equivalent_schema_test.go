package codegen_test

import (
	"math/big"
	"slices"
	"strings"

	"github.com/weft-go/weft/openapi"
)

// text compares descriptions.
func (c *comparison) text(at, want, got string) {
	if a, b := squash(want), squash(got); a != b {
		c.say(at, "description", "want %q, got %q", a, b)
	}
}

// descriptionOf returns a description, or that of the value.
func descriptionOf(own string, s *openapi.Schema) string {
	if own != "" || s == nil {
		return own
	}
	return viewOf(s).description()
}

func (c *comparison) content(at string, want, got openapi.Map[*openapi.MediaType]) {
	for media, m := range want.All() {
		if t := m.Target(); t != nil {
			m = t
		}
		here := m.Place().Pointer
		other, ok := got.Get(media)
		switch {
		case c.free(here):
			c.hideIn("want", viewOf(m.Schema))
			if ok {
				c.hideIn("got", viewOf(other.Schema))
			} else if wide, _ := got.Get("*/*"); wide != nil {
				c.hidden["got"+wide.Place().Pointer] = true
				c.hideIn("got", viewOf(wide.Schema))
			}
		case !ok:
			c.say(here, "", "there is no media type %s, but %q", media, got.Names())
			continue
		case m.Schema != nil && isBytes(m.Schema, other.Schema):
			c.hide(viewOf(m.Schema), viewOf(other.Schema))
		case m.Schema != nil && other.Schema != nil:
			c.schema(m.Schema, other.Schema)
		case m.Schema != nil:
			c.say(here, "schema", "there is none")
		}
		if !ok {
			continue
		}
		c.twin(m.Place(), other.Place())
		if m.Schema == nil {
			c.hidden["want"+here] = true
			c.hideIn("got", viewOf(other.Schema))
		}
		for _, e := range examplesOf(m.Example, m.Examples) {
			if !slices.ContainsFunc(examplesOf(other.Example, other.Examples), e.Equal) {
				c.example(here, m.Example != nil, "there is no example %s", e.JSON())
			}
		}
	}
	for media := range got.All() {
		if !want.Has(media) && !isOtherForm(want, media) && media != "*/*" {
			c.say(at, "content", "%s is new", media)
		}
	}
}

// isOtherForm reports whether a media type is the other encoding of the same form.
func isOtherForm(want openapi.Map[*openapi.MediaType], media string) bool {
	const multipart, urlencoded = "multipart/form-data", "application/x-www-form-urlencoded"
	return media == multipart && want.Has(urlencoded) || media == urlencoded && want.Has(multipart)
}

// isBytes reports whether both are a body of bytes or text.
func isBytes(want, got *openapi.Schema) bool {
	w, g := viewOf(want), viewOf(got)
	return w.kind() == "string" && len(w.enum()) == 0 && g.text(func(s *openapi.Schema) string { return s.Format }) == "binary"
}

// schema compares two schemas by their meaning.
func (c *comparison) schema(want, got *openapi.Schema) { c.schemas(want, got, false) }

// schemas compares two schemas. Whether a case of a choice may be null is said of the
// choice.
func (c *comparison) schemas(want, got *openapi.Schema, inChoice bool) {
	if want == nil || got == nil || c.seen[[2]*openapi.Schema{want, got}] {
		return
	}
	c.seen[[2]*openapi.Schema{want, got}] = true
	w, g := viewOf(want), viewOf(got)
	free := false
	for _, a := range w.from {
		for _, b := range g.from {
			c.twin(a.Place(), b.Place())
		}
		free = free || c.free(a.Place().Pointer)
	}
	if free {
		c.hide(w, g)
		return
	}
	at := pairing{c, w, g}
	if len(w.choices()) > 1 || len(g.choices()) > 1 {
		at.compareChoices()
		return
	}
	if w.kind() == "" {
		return // anything; what the other one says is in the report of the package
	}
	if a, b := w.kind(), g.kind(); a != b {
		if a == "null" && !at.excuses("type") {
			at.say(w.nullKeyword(), "want null, got %q", b)
		}
		if a == "null" {
			return
		}
		if !at.excuses("enum") && !at.excuses("allOf") {
			at.say("type", "want %q, got %q", a, b)
		}
		return
	}
	if w.null() != g.null() && !inChoice {
		at.say(w.nullKeyword(), "null: want %v, got %v", w.null(), g.null())
	}
	at.limits()
	at.notes()
	at.members()
	if a, b := w.items(), g.items(); a != nil && b != nil {
		c.schema(a, b)
	}
}

// hide notes that two schemas are not compared, with what they contain. One may be nil.
func (c *comparison) hide(want, got *view) {
	c.hideIn("want", want)
	c.hideIn("got", got)
}

func (c *comparison) hideIn(document string, v *view) {
	if v == nil {
		return
	}
	for _, s := range v.from {
		at := document + s.Place().Pointer
		if c.hidden[at] {
			continue
		}
		c.hidden[at] = true
		for _, child := range s.Children() {
			c.hideIn(document, viewOf(child))
		}
	}
}

// A pairing is two schemas that are being compared.
type pairing struct {
	c    *comparison
	w, g *view
}

// say reports a difference in a keyword, unless the report names it in the schema or in
// one of its parts.
func (p pairing) say(keyword, format string, args ...any) {
	if p.excuses(keyword) {
		return
	}
	p.c.say(p.w.from[0].Place().Pointer, keyword, format, args...)
}

func (p pairing) excuses(keyword string) bool {
	return slices.ContainsFunc(p.w.from, func(s *openapi.Schema) bool { return p.c.excused[s.Place().Pointer+"/"+keyword] })
}

func (p pairing) same(keyword string, want, got any) {
	if want != got {
		p.say(keyword, "want %v, got %v", quoted(want), quoted(got))
	}
}

// limits compares what values have to keep to.
func (p pairing) limits() {
	numbers := map[string]func(*openapi.Schema) openapi.Number{
		"minLength": func(s *openapi.Schema) openapi.Number { return positive(s.MinLength) }, "maxLength": func(s *openapi.Schema) openapi.Number { return s.MaxLength },
		"minItems": func(s *openapi.Schema) openapi.Number { return positive(s.MinItems) }, "maxItems": func(s *openapi.Schema) openapi.Number { return s.MaxItems },
		"minProperties": func(s *openapi.Schema) openapi.Number { return positive(s.MinProperties) }, "maxProperties": func(s *openapi.Schema) openapi.Number { return s.MaxProperties },
		"multipleOf":       func(s *openapi.Schema) openapi.Number { return s.MultipleOf },
		"minimum":          func(s *openapi.Schema) openapi.Number { n, x, _ := s.LowerBound(); return unless(x, n) },
		"exclusiveMinimum": func(s *openapi.Schema) openapi.Number { n, x, _ := s.LowerBound(); return unless(!x, n) },
		"maximum":          func(s *openapi.Schema) openapi.Number { n, x, _ := s.UpperBound(); return unless(x, n) },
		"exclusiveMaximum": func(s *openapi.Schema) openapi.Number { n, x, _ := s.UpperBound(); return unless(!x, n) },
	}
	for keyword, of := range numbers {
		p.same(keyword, p.w.number(of), p.g.number(of))
	}
	p.same("pattern", p.w.text(func(s *openapi.Schema) string { return s.Pattern }), p.g.text(func(s *openapi.Schema) string { return s.Pattern }))
	p.same("uniqueItems", p.w.any(func(s *openapi.Schema) bool { return s.UniqueItems }), p.g.any(func(s *openapi.Schema) bool { return s.UniqueItems }))
	p.same("format", p.w.format(), p.g.format())
	p.enums()
}

func positive(n openapi.Number) openapi.Number { return unless(n == "0", n) }

func unless(no bool, n openapi.Number) openapi.Number {
	if no {
		return ""
	}
	return n
}

func (p pairing) enums() {
	want, got := p.w.enum(), p.g.enum()
	for _, v := range want {
		if !slices.ContainsFunc(got, v.Equal) {
			p.say("enum", "there is no %s", v.JSON())
		}
	}
	for _, v := range got {
		if !slices.ContainsFunc(want, v.Equal) {
			p.say("enum", "%s is new", v.JSON())
		}
	}
}

func jsonOf(v *openapi.Value) string {
	if v == nil {
		return "none"
	}
	return string(v.JSON())
}

// members compares the members of objects.
func (p pairing) members() {
	w, g := p.w, p.g
	wanted, gotten := w.properties(), g.properties()
	for name, want := range wanted {
		got := gotten[name]
		if got == nil {
			p.c.say(want.Place().Pointer, "", "there is no property %s", name)
			continue
		}
		if a, b := w.requires(name), g.requires(name); a != b && !p.c.free(want.Place().Pointer) {
			p.say("required", "property %s: want %v, got %v", name, a, b)
		}
		p.c.schema(want, got)
	}
	for name, got := range gotten {
		switch {
		case wanted[name] != nil:
		case w.requires(name):
			p.c.hideIn("got", viewOf(got)) // required, but not described
		default:
			p.say("properties", "%s is new", name)
		}
	}
	p.same("additionalProperties", w.closed(), g.closed())
	a, b := w.values(), g.values()
	switch {
	case a != nil && b != nil:
		p.c.schema(a, b)
	case a != nil:
		p.say("additionalProperties", "there is no schema for other members")
	case b != nil && viewOf(b).kind() != "":
		p.say("additionalProperties", "there is a schema for other members")
	}
}

// number returns a limit in its shortest form.
func (v *view) number(of func(*openapi.Schema) openapi.Number) string {
	for _, s := range v.from {
		if n := of(s); n != "" {
			if r, ok := new(big.Rat).SetString(string(n)); ok {
				return strings.TrimSuffix(r.RatString(), "/1")
			}
			return string(n)
		}
	}
	return ""
}
