package codegen

import (
	"slices"

	"github.com/weft-go/weft/openapi"
)

// flatten returns a schema without allOf: one object with the members of all parts.
// The schemas of the members are those of the document, so that they keep their
// places. A schema without allOf is returned as it is.
func (g *generation) flatten(s *openapi.Schema) *openapi.Schema {
	if f := g.flat[s]; f != nil {
		return f
	}
	if len(s.AllOf) == 0 {
		return s
	}
	merged := *s
	merged.AllOf = nil
	merged.Properties, merged.Required = slices.Clone(s.Properties), slices.Clone(s.Required)
	g.flat[s] = &merged // a part that leads back here finds what there is so far
	own := merged
	for _, part := range s.AllOf {
		if p := part.Resolve(); p != nil {
			g.merge(&merged, g.flatten(p))
		}
	}
	// What stands beside allOf is more particular than the parts.
	merged.Description, merged.Title, merged.Discriminator = own.Description, own.Title, own.Discriminator
	if merged.Description == "" && len(s.AllOf) == 1 {
		merged.Description = s.AllOf[0].Resolve().Description
	}
	return &merged
}

// merge adds a part of an allOf.
func (g *generation) merge(into, part *openapi.Schema) {
	for name, p := range part.Properties.All() {
		if old, ok := into.Properties.Get(name); ok && old != p {
			p = g.both(old, p)
		}
		into.Properties.Set(name, p)
	}
	for _, name := range part.Required {
		if !slices.Contains(into.Required, name) {
			into.Required = append(into.Required, name)
		}
	}
	switch {
	case len(into.Type) == 0:
		into.Type = part.Type
	case len(part.Type) > 0 && !slices.Equal(into.Types(), part.Types()):
		g.say(into.Place().Pointer+"/allOf", "the parts have different types; the first is taken")
	}
	g.mergeChoice(into, part)
	into.Nullable = into.Nullable || part.Nullable && len(into.Properties) == 0
	mergeLimits(into, part)
}

// mergeChoice keeps the choices of one part. A choice beside another has no form.
func (g *generation) mergeChoice(into, part *openapi.Schema) {
	if len(part.OneOf)+len(part.AnyOf) == 0 {
		return
	}
	if len(into.OneOf)+len(into.AnyOf) > 0 {
		g.say(into.Place().Pointer+"/allOf", "two choices at once have no type; the first is kept")
		return
	}
	into.OneOf, into.AnyOf = part.OneOf, part.AnyOf
}

// both returns the schema of a member that two parts describe.
func (g *generation) both(a, b *openapi.Schema) *openapi.Schema {
	if b.Ref == "" && len(b.Properties) == 0 && b.Items == nil && len(b.Type) == 0 && len(b.Enum) == 0 {
		a, b = b, a // documentation alone goes first, so that it is kept
	}
	c := openapi.Schema{Node: b.Node, AllOf: []*openapi.Schema{a, b}, Description: b.Description}
	if c.Description == "" {
		c.Description = a.Description
	} else if a.Description != "" && a.Description != c.Description {
		g.say(a.Place().Pointer+"/description", "another part describes the member, too; its description is taken")
	}
	return &c
}

func mergeLimits(into, part *openapi.Schema) {
	set(&into.Format, part.Format)
	set(&into.Pattern, part.Pattern)
	for _, n := range [][2]*openapi.Number{
		{&into.MinLength, &part.MinLength}, {&into.MaxLength, &part.MaxLength}, {&into.Minimum, &part.Minimum}, {&into.Maximum, &part.Maximum},
		{&into.ExclusiveMinimum, &part.ExclusiveMinimum}, {&into.ExclusiveMaximum, &part.ExclusiveMaximum}, {&into.MultipleOf, &part.MultipleOf},
		{&into.MinItems, &part.MinItems}, {&into.MaxItems, &part.MaxItems}, {&into.MinProperties, &part.MinProperties}, {&into.MaxProperties, &part.MaxProperties},
	} {
		set(n[0], *n[1])
	}
	if into.Enum == nil {
		into.Enum = part.Enum
	}
	if into.Const == nil {
		into.Const = part.Const
	}
	if into.Items == nil {
		into.Items = part.Items
	}
	if into.AdditionalProperties == nil {
		into.AdditionalProperties = part.AdditionalProperties
	}
	if into.Default == nil {
		into.Default = part.Default
	}
	if into.Example == nil {
		into.Example = part.Example
	}
	into.UniqueItems = into.UniqueItems || part.UniqueItems
	into.ReadOnly, into.WriteOnly = into.ReadOnly || part.ReadOnly, into.WriteOnly || part.WriteOnly
}

// set sets a text that is not there yet.
func set[T ~string](to *T, from T) {
	if *to == "" {
		*to = from
	}
}
