package codegen_test

import (
	"slices"

	"github.com/weft-go/weft/openapi"
)

// notes compares what does not limit values.
func (p pairing) notes() {
	w, g := p.w, p.g
	if !p.c.moved[w.from[0]] {
		p.texts(g.texts())
		p.noMore(g.texts())
	}
	p.same("deprecated", w.any(func(s *openapi.Schema) bool { return s.Deprecated }), g.any(func(s *openapi.Schema) bool { return s.Deprecated }))
	p.same("readOnly", w.any(func(s *openapi.Schema) bool { return s.ReadOnly }), g.any(func(s *openapi.Schema) bool { return s.ReadOnly }))
	p.same("writeOnly", w.any(func(s *openapi.Schema) bool { return s.WriteOnly }), g.any(func(s *openapi.Schema) bool { return s.WriteOnly }))
	a, b := w.preset(), g.preset()
	switch {
	case a == nil && b == nil, a != nil && b != nil && a.Equal(b):
	case a == nil && string(b.JSON()) == "[]":
	default:
		p.say("default", "want %s, got %s", jsonOf(a), jsonOf(b))
	}
	for _, e := range w.examples() {
		if !p.c.moved[w.from[0]] && !slices.ContainsFunc(g.examples(), e.Equal) {
			p.say(w.exampleKeyword(), "there is no %s", e.JSON())
		}
	}
}

// texts reports descriptions and titles that are not there.
func (p pairing) texts(got []string) {
	for _, s := range p.w.about {
		for keyword, text := range map[string]string{"description": s.Description, "title": s.Title} {
			if text = squash(text); text != "" && !slices.Contains(got, text) {
				p.c.say(s.Place().Pointer, keyword, "there is no %q in %q", text, got)
			}
		}
	}
}

// noMore reports descriptions that are new.
func (p pairing) noMore(got []string) {
	want := p.w.texts()
	for _, text := range got {
		if !slices.Contains(want, text) && !p.excuses("title") {
			p.say("description", "%q is new", text)
		}
	}
}
