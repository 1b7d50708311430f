package codegen

import (
	"slices"
	"strconv"

	"github.com/weft-go/weft/openapi"
)

// From schemas to Go types. Objects, enums and choices become models, which have a
// name and are made once; a reference to one is its name. Scalars, lists and maps have
// no name of their own even if they are components: their limits are written where
// they are used, in the tags of a field, since that is where package schema reads
// them.

// typeOf returns the Go type of a schema. The hint is the name of a model that has to
// be made for it and is no component.
func (g *generation) typeOf(s *openapi.Schema, hint string) *typ {
	if s == nil {
		return &typ{schema: &openapi.Schema{}}
	}
	if target := s.Resolve(); s.Ref != "" && target != nil && target != s {
		t := *g.typeOf(target, hint)
		t.nullable = t.nullable || s.AllowsNull()
		return &t
	}
	if name, ok := g.given[s]; ok {
		hint = name
	}
	if m := g.models[s]; m != nil {
		return &typ{kind: kindModel, model: m, nullable: g.flatten(s).AllowsNull(), schema: s}
	}
	if g.busy[s] {
		g.say(s.Place().Pointer, "the schema contains itself without an object between; it is any value there")
		return &typ{schema: &openapi.Schema{}}
	}
	g.busy[s] = true
	t := g.shape(s, hint)
	delete(g.busy, s)
	return t
}

// shape returns the type of a schema that stands in its place.
func (g *generation) shape(s *openapi.Schema, hint string) *typ {
	if only := onlyPart(s); only != nil {
		t := *g.typeOf(only, hint)
		t.nullable = t.nullable || s.AllowsNull()
		return &t
	}
	f := g.flatten(s)
	if f.Format != "" && (f.Is("object") || f.Is("array") || f.Is("boolean")) {
		g.say(f.Place().Pointer+"/format", "the keyword has no form in Go and is left out")
	}
	t := g.shapeOf(s, f, hint)
	if t.schema == nil {
		t.schema = f
	}
	t.nullable = t.nullable || f.AllowsNull()
	return t
}

// shapeOf goes by what a flat schema says. The model, if there is one, is kept for key.
func (g *generation) shapeOf(key, s *openapi.Schema, hint string) *typ {
	types := s.Types()
	switch {
	case s.Bool != nil:
		if !*s.Bool {
			g.say(s.Place().Pointer, "the schema false has no type; it is any value")
		}
		return &typ{}
	case len(s.OneOf)+len(s.AnyOf) > 0:
		return g.choice(key, s, hint)
	case len(types) > 1:
		return g.sumOf(key, s, hint, splitTypes(s))
	case len(s.Enum) > 0 || s.Const != nil:
		return g.enum(key, s, hint)
	case s.Is("object") || len(types) == 0 && (len(s.Properties) > 0 || s.AdditionalProperties != nil || len(s.Required) > 0):
		return g.object(key, s, hint)
	case s.Is("array") || len(types) == 0 && s.Items != nil:
		return g.list(s, hint)
	case len(types) == 1:
		return g.scalar(s, types[0])
	case len(s.Type) > 0:
		return g.scalar(s, "null")
	case s.Pattern != "" || s.MinLength != "" || s.MaxLength != "" || s.Format != "":
		return g.scalar(s, "string")
	case s.Minimum != "" || s.Maximum != "":
		return g.scalar(s, "number")
	}
	return &typ{}
}

// onlyPart returns the only schema of an allOf, oneOf or anyOf with nothing but
// documentation beside it, or nil. Documents have that to describe a reference.
func onlyPart(s *openapi.Schema) *openapi.Schema {
	parts := slices.Concat(s.AllOf, s.OneOf, s.AnyOf)
	if len(parts) != 1 || len(s.Properties) > 0 || s.Items != nil || len(s.Enum) > 0 || s.Const != nil || len(s.Required) > 0 ||
		s.AdditionalProperties != nil || s.Discriminator != nil || s.Ref != "" {
		return nil
	}
	if t := s.Types(); len(t) > 0 && !slices.Equal(t, parts[0].Resolve().Types()) {
		return nil
	}
	return parts[0]
}

// scalar returns the type of a value with a text form.
func (g *generation) scalar(s *openapi.Schema, name string) *typ {
	t := &typ{kind: kindScalar, scalar: "string"}
	switch name {
	case "integer":
		t.scalar = "int64"
		if s.Format == "int32" {
			t.scalar = "int32"
		}
	case "number":
		t.scalar = "float64"
		if s.Format == "float" {
			t.scalar = "float32"
		}
	case "boolean":
		t.scalar = "bool"
	case "null":
		g.say(s.Place().Pointer+"/type", onlyNull)
		return &typ{nullable: true}
	case "string":
		t.scalar = g.stringType(s)
	default:
		g.say(s.Place().Pointer+"/type", "the type "+strconv.Quote(name)+" is not known; it is any value")
		return &typ{}
	}
	return t
}

const onlyNull = "null alone has no type; it is any value"

// stringType goes by the format. Limits can be kept by plain strings only.
func (g *generation) stringType(s *openapi.Schema) string {
	limited := s.Pattern != "" || s.MinLength != "" || s.MaxLength != ""
	switch {
	case limited:
		return "string"
	case s.Format == "date-time":
		return "time.Time"
	case s.Format == "uuid":
		return "uuid.UUID"
	case s.Format == "byte" || s.ContentEncoding == "base64" && s.Format == "":
		return "[]byte"
	}
	return "string"
}

func (g *generation) list(s *openapi.Schema, hint string) *typ {
	if len(s.PrefixItems) > 0 {
		g.say(s.Place().Pointer+"/prefixItems", "a list has items of one type; they are any values")
		return &typ{kind: kindSlice, elem: &typ{schema: &openapi.Schema{}}}
	}
	elem := g.typeOf(s.Items, hint+"Item")
	g.mark(elem)
	g.lost(s.Items, elem, "the items of a list")
	return &typ{kind: kindSlice, elem: elem}
}

// mark notes that a model is used otherwise than as a case.
func (g *generation) mark(t *typ) {
	if t.kind == kindModel {
		t.model.outside = true
	}
}

// newModel makes a model and keeps it for a schema.
func (g *generation) newModel(key, s *openapi.Schema, kind modelKind, hint string) *model {
	name, ok := g.given[key]
	if !ok {
		name = g.names.take(hint)
	}
	doc := s.Description
	if doc == "" {
		doc = s.Title
	}
	m := &model{name: name, kind: kind, doc: doc, pointer: key.Place().Pointer}
	if ok && kind != enumModel {
		g.lostNotes(s, "a type", true)
	}
	g.models[key] = m
	g.order = append(g.order, m)
	return m
}
