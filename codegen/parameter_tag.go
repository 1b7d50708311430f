package codegen

import (
	"strings"

	"github.com/weft-go/weft/openapi"
)

// parameterTags returns the limits, the default and an example of a parameter.
func (g *generation) parameterTags(p *openapi.Parameter, t *typ, required bool) tags {
	s := p.Schema
	if s == nil {
		s = t.schema
	}
	all := g.keep(limitsOf(t), t, s.Place().Pointer)
	all = g.plain(g.defaultTag(all, s, t, required), t, s)
	for i, e := range parameterExamples(p, s, t) {
		if i > 0 {
			g.say(e.at, "a parameter has one example; this one is left out")
			continue
		}
		all = g.literalTag(all, "example", e.value, t, e.at)
	}
	return g.plain(all, t, s)
}

// plain takes away a list that is written as JSON, which codecs have no text for.
func (g *generation) plain(all tags, t *typ, s *openapi.Schema) tags {
	last := len(all) - 1
	if last < 0 || t.kind != kindSlice || all[last].key != "default" && all[last].key != "example" || !strings.HasPrefix(all[last].value, "[") {
		return all
	}
	g.say(s.Place().Pointer+"/"+all[last].key, "the items cannot be written in code; it is left out")
	return all[:last]
}

// headerTags is like parameterTags for a header field of an answer, which has no
// default: what is not sent is not there.
func (g *generation) headerTags(p *openapi.Parameter, t *typ) tags {
	for _, s := range []*openapi.Schema{p.Schema, t.schema} {
		if s != nil && s.Default != nil {
			g.say(s.Place().Pointer+"/default", "a header field of an answer has no default")
		}
	}
	all := g.parameterTags(p, t, false)
	for i, one := range all {
		if one.key == "default" {
			return append(all[:i:i], all[i+1:]...)
		}
	}
	return all
}

// A sample is an example and its place.
type sample struct {
	value *openapi.Value
	at    string
}

// parameterExamples returns the examples of a parameter: its own, and those of what it
// contains.
func parameterExamples(p *openapi.Parameter, s *openapi.Schema, t *typ) []sample {
	var all []sample
	add := func(v *openapi.Value, at string) {
		if v == nil {
			return
		}
		for _, e := range all {
			if e.value.Equal(v) {
				return
			}
		}
		all = append(all, sample{v, at})
	}
	at := p.Place().Pointer
	add(p.Example, at+"/example")
	for name, e := range p.Examples.All() {
		if e.Value != nil {
			add(e.Value.Value, at+"/examples/"+escape(name))
		}
	}
	for _, from := range []*openapi.Schema{s, t.schema} {
		add(from.Example, from.Place().Pointer+"/example")
		for _, v := range from.Examples {
			add(v, from.Place().Pointer+"/examples")
		}
	}
	return all
}

// sayForm reports a parameter that is written in a way which has no form in code.
func (g *generation) sayForm(p *openapi.Parameter, problem string) {
	at := p.Place().Pointer
	g.say(at+"/schema", problem)
	if p.Style != "" {
		g.say(at+"/style", problem)
	}
	if p.Explode != nil {
		g.say(at+"/explode", problem)
	}
}

// parameterLeftOut reports the parts of a parameter that have no place in code.
func (g *generation) parameterLeftOut(p *openapi.Parameter, t *typ) {
	at := p.Place().Pointer
	if p.Schema != nil && t.nullable {
		g.say(nullPlace(p.Schema), "a parameter may be missing, but is not null")
	}
	if from := describedBy(p.Schema); from != nil && p.Description != "" && from.Description != p.Description {
		g.say(from.Place().Pointer+"/description", "a parameter has one description, which is its own")
	}
	g.titlesLeftOut(p)
	if p.Style == "label" || p.Style == "matrix" {
		g.say(at+"/style", "the style is not known; the value is written as it is")
	}
	if p.AllowReserved {
		g.say(at+"/allowReserved", "reserved characters are always escaped")
	}
	if p.AllowEmptyValue {
		g.say(at+"/allowEmptyValue", "a value that is empty is empty text")
	}
}

// titlesLeftOut reports the titles of a parameter's value, of which the first is its
// description if there is no other.
func (g *generation) titlesLeftOut(p *openapi.Parameter) {
	used := p.Description
	if used == "" && p.Schema != nil {
		used = docOf(p.Schema)
	}
	for at := range chain(p.Schema) {
		if at.Title != "" && at.Title != used && !isModel(at) {
			g.say(at.Place().Pointer+"/title", "a parameter has one description; a title beside it is left out")
		}
	}
}
