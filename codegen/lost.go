package codegen

import (
	"slices"

	"github.com/weft-go/weft/openapi"
)

// Limits, documentation, defaults and examples stand in the tags of fields and in the
// codecs of parameters. A value that is neither, such as the items of a list, cannot
// carry them unless its type has a name, so they go to the report.

// lost reports what a value says that has no field to carry it.
func (g *generation) lost(s *openapi.Schema, t *typ, what string) {
	if s == nil || t.kind == kindAny {
		return
	}
	places := []*openapi.Schema{s}
	if r := s.Resolve(); r != s {
		places = append(places, r)
	}
	for _, p := range places {
		g.lostNotes(p, what, t.kind == kindModel)
	}
	if t.kind == kindModel {
		return
	}
	for _, limit := range limitsOf(t) {
		g.say(t.schema.Place().Pointer+"/"+limit.key, what+" cannot carry it")
	}
}

// lostNotes reports the keywords of a schema that do not limit values. A type with a
// name has a description of its own.
func (g *generation) lostNotes(s *openapi.Schema, what string, named bool) {
	say := func(there bool, keyword string) {
		if there {
			g.say(s.Place().Pointer+"/"+keyword, what+" cannot carry it")
		}
	}
	say(s.Description != "" && !(named && s.Ref == ""), "description")
	say(s.Title != "" && s.Description == "" && !(named && s.Ref == ""), "title")
	say(s.Default != nil, "default")
	say(s.Example != nil, "example")
	say(len(s.Examples) > 0, "examples")
	say(s.Deprecated, "deprecated")
	say(s.ReadOnly, "readOnly")
	say(s.WriteOnly, "writeOnly")
}

// besideChoice reports limits that stand beside a choice rather than in its cases.
func (g *generation) besideChoice(s *openapi.Schema) {
	for _, t := range []*typ{{kind: kindScalar, scalar: "string", schema: s}, {kind: kindSlice, schema: s}, {kind: kindMap, schema: s}} {
		for _, limit := range limitsOf(t) {
			g.say(s.Place().Pointer+"/"+limit.key, "a choice has no limits of its own; it is left out")
		}
	}
}

// nullPlace returns the place of the keyword by which a schema allows null.
func nullPlace(s *openapi.Schema) string {
	r := s
	if t := s.Resolve(); !s.AllowsNull() && t != nil {
		r = t
	}
	at := r.Place().Pointer
	switch {
	case r.Nullable:
		return at + "/nullable"
	case slices.Contains(r.Type, "null"):
		return at + "/type"
	case len(r.OneOf) > 0:
		return at + "/oneOf"
	case len(r.AnyOf) > 0:
		return at + "/anyOf"
	case r.Const != nil:
		return at + "/const"
	}
	return at + "/enum"
}

// choicePlace returns the place of the keyword that makes a schema a choice.
func choicePlace(s *openapi.Schema) string {
	at := s.Place().Pointer
	switch {
	case len(s.OneOf) > 0:
		return at + "/oneOf"
	case len(s.AnyOf) > 0:
		return at + "/anyOf"
	}
	return at + "/type"
}
