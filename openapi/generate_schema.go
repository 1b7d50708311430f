package openapi

import (
	"maps"
	"strings"
	"unicode"

	"github.com/weft-go/weft/schema"
)

const schemaPrefix = "#/components/schemas/"

// schemaTable turns the schemas of Go types into those of a document. Named types are
// components.
type schemaTable struct {
	version Version
	set     *schema.JSONSchemaSet
	rename  map[string]string // names that are not fit for a component
	list    Map[*Schema]
	taken   map[string]bool
	trouble string // the name of the problem document's component, once it is used
	disc    schema.Discriminator
	types   map[string][]string // of components, in 3.0
}

func newSchemaTable(g Generator, roots []*schema.Schema) *schemaTable {
	t := &schemaTable{version: g.Version, rename: map[string]string{}, taken: map[string]bool{}, disc: g.Codec.Discriminator}
	t.set = schema.NewJSONSchemaSet(schema.JSONSchemaOptions{
		Discriminator: g.Codec.Discriminator,
		FieldNames:    g.Codec.FieldNameFormat,
		Closed:        g.Codec.RejectExtraFields,
		RefPrefix:     schemaPrefix,
	}, roots...)
	for name := range t.set.Names().All() {
		if isComponentName(name) {
			t.taken[name] = true
		}
	}
	for name := range t.set.Names().All() {
		if !isComponentName(name) {
			t.rename[name] = t.free(asciiName(name))
		}
	}
	return t
}

// free returns a name for a component that no other has.
func (t *schemaTable) free(name string) string {
	return unique(name, func(s string) bool { return t.taken[s] }, func(s string) { t.taken[s] = true })
}

// isComponentName reports whether a name may stand in components.
func isComponentName(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(r rune) bool { return !isLetter(r) && !isDigit(r) && !strings.ContainsRune("._-", r) })
}

// asciiName returns a name without the letters that components may not have.
func asciiName(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case isLetter(r), isDigit(r), r == '_':
			return r
		case unicode.IsLetter(r):
			return '_'
		}
		return -1
	}, name)
	if strings.Trim(name, "_") == "" {
		return "Type"
	}
	return name
}

// of returns the schema of a type: a reference if it is a component.
func (t *schemaTable) of(s *schema.Schema) *Schema { return t.finish(t.parse(t.set.Schema(s))) }

// parse reads a schema from the JSON that package schema writes.
func (t *schemaTable) parse(text []byte) *Schema {
	v, err := ParseValue(text)
	if err != nil {
		panic("openapi: " + err.Error()) // it was written by a program
	}
	s := read[Schema](&reader{}, v)
	t.correct(s)
	return s
}

// correct renames references to components with names that are not fit.
func (t *schemaTable) correct(s *Schema) {
	if len(t.rename) == 0 {
		return
	}
	if name, ok := t.rename[strings.TrimPrefix(s.Ref, schemaPrefix)]; ok && s.Ref != "" {
		s.Ref = schemaPrefix + name
	}
	for _, c := range s.Children() {
		t.correct(c)
	}
}

// finish writes a schema in the words of the document's version.
func (t *schemaTable) finish(s *Schema) *Schema {
	if t.version == V30 {
		downgrade(s)
		t.typeNull(s)
	}
	return s
}

// pointer returns where the schema is among the components, for extensions, in which
// references are not allowed. One that is no component becomes one.
func (t *schemaTable) pointer(s *Schema, name string) *Value {
	if s.Ref == "" {
		name = t.free(name)
		t.list.Set(name, s)
		return TextValue(schemaPrefix + name)
	}
	return TextValue(s.Ref)
}

// beside returns the schema with more keywords. In 3.0 nothing may stand beside a
// reference.
func (t *schemaTable) beside(s *Schema, change func(*Schema)) *Schema {
	if s.Ref != "" && t.version == V30 {
		s = &Schema{AllOf: []*Schema{s}}
	}
	change(s)
	return s
}

// components returns all components.
func (t *schemaTable) components() Map[*Schema] {
	kinds := maps.Collect(t.set.Names().All())
	for name, text := range t.set.Components() {
		s := t.parse(text)
		final := name
		if renamed, ok := t.rename[name]; ok {
			final = renamed
		}
		if kinds[name].Kind() == schema.KindSum {
			t.sum(final, kinds[name], s)
		}
		t.list.Set(final, t.finish(s))
	}
	if t.trouble != "" {
		t.list.Set(t.trouble, t.problemSchema())
	}
	return t.list
}

// sum makes the cases of a sum easy to tell apart. A discriminator works only between
// components, so with one every case becomes a component of its own; otherwise it gets
// a title.
func (t *schemaTable) sum(name string, kind *schema.Schema, s *Schema) {
	field := t.disc.Field()
	if field == "" {
		for i, c := range kind.Cases() {
			if i < len(s.OneOf) && s.OneOf[i].Title == "" {
				s.OneOf[i].Title = t.disc.CaseName(c)
			}
		}
		return
	}
	s.Discriminator = &Discriminator{PropertyName: field}
	for i, c := range kind.Cases() {
		own := t.free(name + words(c.Name))
		t.list.Set(own, t.finish(s.OneOf[i]))
		s.OneOf[i] = &Schema{Ref: schemaPrefix + own}
		s.Discriminator.Mapping.Set(t.disc.CaseName(c), TextValue(schemaPrefix+own))
	}
}

// problem returns a reference to the schema of problem documents.
func (t *schemaTable) problem() *Schema {
	if t.trouble == "" {
		t.trouble = t.free("Problem")
	}
	return &Schema{Ref: schemaPrefix + t.trouble}
}

// problemSchema describes what weft.Problem is sent as (RFC 9457).
func (t *schemaTable) problemSchema() *Schema {
	text := func(doc string) *Schema { return &Schema{Type: []string{"string"}, Description: doc} }
	fault := &Schema{
		Type: []string{"object"},
		Properties: Map[*Schema]{
			{"in", text("The part of the request: path, query, header, cookie or body.")},
			{"name", text("The parameter, or the place in the body.")},
			{"message", text("What is wrong, and what was expected.")},
		},
		Required: []string{"in", "name", "message"},
	}
	kind := text("What kind of problem it is.")
	kind.Format = "uri-reference"
	instance := text("The occurrence of the problem.")
	instance.Format = "uri-reference"
	return &Schema{
		Type:        []string{"object"},
		Description: "A problem document (RFC 9457).",
		Properties: Map[*Schema]{
			{"type", kind},
			{"title", text("The kind of problem, for people.")},
			{"status", &Schema{Type: []string{"integer"}, Description: "The status of the answer."}},
			{"detail", text("What is wrong this time.")},
			{"instance", instance},
			{"errors", &Schema{Type: []string{"array"}, Items: fault, Description: "Everything that is wrong with the request."}},
		},
		Required: []string{"type", "title", "status"},
	}
}
