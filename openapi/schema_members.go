package openapi

import "iter"

func (s *Schema) visit(m *members) {
	s.visitIdentity(m)
	m.text("title", &s.Title)
	m.text("description", &s.Description)
	s.visitType(m)
	m.text("format", &s.Format)
	m.flag("nullable", &s.Nullable)
	m.values("enum", &s.Enum)
	m.value("const", &s.Const)
	s.visitLimits(m)
	s.visitArray(m)
	s.visitObject(m)
	s.visitCombinations(m)
	m.text("contentEncoding", &s.ContentEncoding)
	m.text("contentMediaType", &s.ContentMediaType)
	m.object("contentSchema", &s.ContentSchema)
	m.value("default", &s.Default)
	m.value("example", &s.Example)
	m.values("examples", &s.Examples)
	m.flag("deprecated", &s.Deprecated)
	m.flag("readOnly", &s.ReadOnly)
	m.flag("writeOnly", &s.WriteOnly)
	m.object("xml", &s.XML)
	m.object("externalDocs", &s.ExternalDocs)
	m.mapOf("$defs", &s.Defs)
	if m.r != nil && s.Ref != "" {
		m.r.later(func() { s.follow(m.r) })
	}
}

func (s *Schema) visitIdentity(m *members) {
	m.text("$ref", &s.Ref)
	m.text("$id", &s.ID)
	m.text("$schema", &s.Schema)
	m.text("$anchor", &s.Anchor)
	m.text("$dynamicRef", &s.DynamicRef)
	m.text("$dynamicAnchor", &s.DynamicAnchor)
	m.text("$comment", &s.Comment)
}

// visitType goes through the type, which may be one or several.
func (s *Schema) visitType(m *members) {
	if m.r == nil {
		switch {
		case len(s.Type) == 1 && !m.had("type", Array):
			m.put("type", TextValue(s.Type[0]))
		case len(s.Type) > 0 || s.Type != nil && m.had("type", Array):
			m.put("type", m.textList("type", s.Type))
		}
		return
	}
	switch v := m.take("type"); v.Kind() {
	case Null:
	case Text:
		s.Type = []string{v.text}
	default:
		s.Type = m.r.texts(v)
	}
}

func (s *Schema) visitLimits(m *members) {
	m.number("multipleOf", &s.MultipleOf)
	m.number("minimum", &s.Minimum)
	m.scalar("exclusiveMinimum", &s.ExclusiveMinimum, Num, Bool)
	m.number("maximum", &s.Maximum)
	m.scalar("exclusiveMaximum", &s.ExclusiveMaximum, Num, Bool)
	m.number("minLength", &s.MinLength)
	m.number("maxLength", &s.MaxLength)
	m.text("pattern", &s.Pattern)
}

func (s *Schema) visitArray(m *members) {
	m.list("prefixItems", &s.PrefixItems)
	m.object("items", &s.Items)
	m.object("contains", &s.Contains)
	m.number("minContains", &s.MinContains)
	m.number("maxContains", &s.MaxContains)
	m.number("minItems", &s.MinItems)
	m.number("maxItems", &s.MaxItems)
	m.flag("uniqueItems", &s.UniqueItems)
	m.object("unevaluatedItems", &s.UnevaluatedItems)
}

func (s *Schema) visitObject(m *members) {
	m.mapOf("properties", &s.Properties)
	m.mapOf("patternProperties", &s.PatternProperties)
	m.texts("required", &s.Required)
	m.object("propertyNames", &s.PropertyNames)
	m.object("additionalProperties", &s.AdditionalProperties)
	m.object("unevaluatedProperties", &s.UnevaluatedProperties)
	m.number("minProperties", &s.MinProperties)
	m.number("maxProperties", &s.MaxProperties)
	m.valueMap("dependentRequired", &s.DependentRequired)
	m.mapOf("dependentSchemas", &s.DependentSchemas)
}

func (s *Schema) visitCombinations(m *members) {
	m.list("allOf", &s.AllOf)
	m.list("anyOf", &s.AnyOf)
	m.list("oneOf", &s.OneOf)
	m.object("discriminator", &s.Discriminator)
	m.object("not", &s.Not)
	m.object("if", &s.If)
	m.object("then", &s.Then)
	m.object("else", &s.Else)
}

func (s *Schema) readFrom(_ *reader, v *Value) bool {
	b, ok := v.Bool()
	if ok {
		s.Bool = &b
	}
	return ok
}

func (s *Schema) writeTo() *Value {
	if s.Bool == nil {
		return nil
	}
	return BoolValue(*s.Bool)
}

// follow finds the target, of which one that leads back would say nothing.
func (s *Schema) follow(r *reader) {
	s.target = resolve[Schema](r, s.from, s.Ref)
	r.later(func() {
		if last := s.Resolve(); last != nil && last.target != nil {
			r.add(s.from, "reference %q leads to itself", s.Ref)
		}
	})
}

// Children iterates over the schemas that stand inside this one, with their JSON
// pointers relative to it. It does not follow references.
func (s *Schema) Children() iter.Seq2[string, *Schema] {
	return func(yield func(string, *Schema) bool) {
		for _, c := range s.children() {
			if !yield(c.Name, c.Value) {
				return
			}
		}
	}
}
