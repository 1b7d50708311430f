package codegen

import (
	"strings"

	"github.com/weft-go/weft/openapi"
)

// Choices. A schema with oneOf or anyOf becomes a sealed interface whose cases are the
// parts. A part that is null makes the whole nullable instead; a part that is itself a
// choice gives its own cases; a part that is a scalar, a list or a map gets a type of
// its own, because a case needs a method. If the schema has properties beside the
// parts, each case has them too.

// choice returns the type of a schema with oneOf or anyOf.
func (g *generation) choice(key, s *openapi.Schema, hint string) *typ {
	parts := s.OneOf
	if len(parts) == 0 {
		parts = s.AnyOf
	} else if len(s.AnyOf) > 0 {
		g.say(s.Place().Pointer+"/anyOf", "oneOf and anyOf together have no type; anyOf is left out")
	}
	null := false
	var rest []*openapi.Schema
	for _, p := range parts {
		if r := p.Resolve(); r != nil && isNull(r) {
			null = true
			continue
		}
		rest = append(rest, p)
	}
	base := *s
	base.OneOf, base.AnyOf, base.Discriminator, base.Nullable = nil, nil, nil, false
	base.Description, base.Title = "", ""
	if len(base.Properties) > 0 || len(base.Required) > 0 || base.Items != nil || len(base.Enum) > 0 {
		rest = g.withBase(&base, rest)
	} else if t := base.Types(); len(t) == 1 {
		rest = typed(t, rest)
		g.besideChoice(&base)
	} else {
		g.besideChoice(&base)
	}
	t := g.sumOf(key, s, hint, rest)
	t.nullable = t.nullable || null
	return t
}

func isNull(s *openapi.Schema) bool {
	return len(s.Type) == 1 && s.Type[0] == "null" || s.Const != nil && s.Const.Kind() == openapi.Null ||
		len(s.Enum) == 1 && s.Enum[0].Kind() == openapi.Null
}

// withBase adds what stands beside the parts to each of them.
func (g *generation) withBase(base *openapi.Schema, parts []*openapi.Schema) []*openapi.Schema {
	var all []*openapi.Schema
	for _, p := range parts {
		all = append(all, &openapi.Schema{Node: p.Node, AllOf: []*openapi.Schema{base, p}})
	}
	return all
}

// typed gives parts that have no type that of the whole.
func typed(types []string, parts []*openapi.Schema) []*openapi.Schema {
	var all []*openapi.Schema
	for _, p := range parts {
		if p.Ref == "" && len(p.Type) == 0 && len(p.AllOf)+len(p.OneOf)+len(p.AnyOf) == 0 && p.Bool == nil {
			c := *p
			c.Type = types
			p = &c
		}
		all = append(all, p)
	}
	return all
}

// splitTypes returns a schema for each of the types of one.
func splitTypes(s *openapi.Schema) []*openapi.Schema {
	var all []*openapi.Schema
	for _, t := range s.Types() {
		c := *s
		c.Type, c.Nullable, c.Description, c.Title = []string{t}, false, "", ""
		all = append(all, &c)
	}
	return all
}

// sumOf returns a sealed interface with a case for each part, or the only type that
// all parts have.
func (g *generation) sumOf(key, s *openapi.Schema, hint string, parts []*openapi.Schema) *typ {
	var m *model
	if len(parts) > 1 {
		m = g.newModel(key, s, sumModel, hint)
	}
	types, null := g.caseTypes(s, parts, hint)
	one := len(types) == 1
	for _, t := range types {
		if t.kind == kindAny {
			if len(types) > 1 {
				g.say(s.Place().Pointer, "one of the cases is any value, and so is the whole")
			}
			g.discard(key, m, &typ{schema: s})
			return &typ{nullable: null}
		}
	}
	switch {
	case len(types) == 0:
		g.discard(key, m, &typ{schema: s})
		return &typ{nullable: null}
	case one:
		g.discard(key, m, types[0])
		t := *types[0]
		t.nullable = t.nullable || null
		g.mark(&t)
		if len(parts) > 1 {
			g.say(choicePlace(s), "the cases have one Go type; it is not told which one a value is")
		}
		return &t
	}
	g.cases(m, s, types)
	return &typ{kind: kindModel, model: m, nullable: null, schema: s}
}

// discard takes a sum back that turned out to be none. If it was used meanwhile, it
// stays as another name of what it is.
func (g *generation) discard(key *openapi.Schema, m *model, is *typ) {
	if m == nil {
		return
	}
	delete(g.models, key)
	if m.outside {
		m.kind, m.base = aliasModel, is
		return
	}
	for i, other := range g.order {
		if other == m {
			g.order = append(g.order[:i:i], g.order[i+1:]...)
		}
	}
	if g.given[key] == "" {
		delete(g.names, m.name)
	}
}

// caseTypes returns the types of parts, each once, and whether one of them may be null.
func (g *generation) caseTypes(s *openapi.Schema, parts []*openapi.Schema, hint string) (types []*typ, null bool) {
	seen := map[string]bool{}
	add := func(t *typ) {
		null = null || t.nullable
		if seen[t.expr()] {
			g.say(choicePlace(s), "two cases have one Go type; they are one")
			return
		}
		seen[t.expr()] = true
		types = append(types, t)
	}
	for _, p := range parts {
		name := hint + "Case"
		if p.Title != "" {
			name = hint + identifier(p.Title)
		}
		t := g.typeOf(p, name)
		if t.kind != kindModel || t.model.kind != sumModel {
			add(t)
			continue
		}
		null = null || t.nullable
		if len(t.model.cases) == 0 { // the sum itself, while it is being made
			g.say(p.Place().Pointer, "a choice that contains itself adds nothing")
		}
		for _, c := range t.model.cases {
			add(&typ{kind: kindModel, model: c.model, schema: p})
		}
	}
	return types, null
}

// cases gives a sum its cases.
func (g *generation) cases(m *model, s *openapi.Schema, types []*typ) {
	taken := newNames()
	if s.Discriminator != nil {
		m.disc = s.Discriminator.PropertyName
	}
	for _, t := range types {
		c := t.model
		if t.kind != kindModel {
			c = g.wrapper(m, t)
		}
		c.markers = append(c.markers, m.name)
		m.cases = append(m.cases, sumCase{model: c, name: taken.take(g.caseName(s, c))})
	}
}

// wrapper makes a type with a name for a case that has none.
func (g *generation) wrapper(m *model, t *typ) *model {
	word := map[kind]string{kindSlice: "List", kindMap: "Map", kindScalar: identifier(t.scalar)}[t.kind]
	base := *t
	if t.scalar == "time.Time" || t.scalar == "uuid.UUID" || t.scalar == "[]byte" {
		base.scalar, word = "string", identifier(t.schema.Format)
		g.say(t.schema.Place().Pointer+"/format", "a case that is text has no format")
	}
	g.lost(t.schema, &base, "a case of a choice")
	w := &model{name: g.names.take(m.name + word), kind: wrapModel, base: &base, pointer: t.schema.Place().Pointer, doc: t.schema.Description}
	g.order = append(g.order, w)
	return w
}

// caseName returns the name that a discriminator has for a case.
func (g *generation) caseName(s *openapi.Schema, m *model) string {
	component := ""
	for name, c := range g.doc.Components.Schemas.All() {
		if g.models[c] == m {
			component = name
		}
	}
	if s.Discriminator != nil {
		for value, ref := range s.Discriminator.Mapping.All() {
			target := ref.Text()
			if i := strings.LastIndexByte(target, '/'); i >= 0 {
				target = target[i+1:]
			}
			if component != "" && target == component {
				return value
			}
		}
	}
	if component != "" {
		return component
	}
	return m.name
}
