package codegen

import (
	"fmt"
	"strconv"
	"strings"
)

func (g *generation) renderModels() string {
	var b strings.Builder
	for _, m := range g.order {
		switch m.kind {
		case structModel:
			renderStruct(&b, m)
		case enumModel:
			renderEnum(&b, m)
		case sumModel:
			g.renderSum(&b, m)
		case wrapModel:
			b.WriteString(describe(m.name+" is a case of a choice.", m.doc))
			fmt.Fprintf(&b, "type %s %s\n\n", m.name, m.base.expr())
		case aliasModel:
			b.WriteString(describe(m.name+" is another name.", m.doc))
			fmt.Fprintf(&b, "type %s = %s\n\n", m.name, m.base.expr())
			continue
		}
		for _, sum := range m.markers {
			fmt.Fprintf(&b, "func (%s) is%s() {}\n\n", m.name, sum)
		}
	}
	g.renderConfig(&b)
	return b.String()
}

func renderStruct(b *strings.Builder, m *model) {
	b.WriteString(describe(m.name+" is an object of the API.", m.doc))
	fmt.Fprintf(b, "type %s struct {\n", m.name)
	if m.doc != "" {
		fmt.Fprintf(b, "_ struct{} %s\n", quote(tags{{"doc", m.doc}}.text()))
	}
	for _, f := range m.fields {
		fmt.Fprintf(b, "%s %s\n", f.name, f.member())
	}
	b.WriteString("}\n\n")
}

// member returns the type and the tags of a field.
func (f *field) member() string {
	expr, presence := f.expr()
	omit := presence.has("omitzero")
	all := tags{{"json", jsonTag(f.wire, omit)}}
	for _, t := range presence {
		if t.key != "omitzero" {
			all = append(all, t)
		}
	}
	return expr + " " + quote(append(all, f.tags...).text())
}

func renderEnum(b *strings.Builder, m *model) {
	b.WriteString(describe(m.name+" is one of the constants of this type.", m.doc))
	fmt.Fprintf(b, "type %s %s\n\n", m.name, m.base.expr())
	if m.doc != "" {
		fmt.Fprintf(b, "// SchemaDoc returns the documentation of the type.\nfunc (%s) SchemaDoc() string { return %s }\n\n", m.name, strconv.Quote(m.doc))
	}
	fmt.Fprintf(b, "// The values of %s.\nconst (\n", m.name)
	var all []string
	for _, v := range m.values {
		fmt.Fprintf(b, "%s %s = %s\n", v.name, m.name, v.literal)
		all = append(all, v.name)
	}
	fmt.Fprintf(b, ")\n\nvar _ = schema.Enum(%s)\n\n", strings.Join(all, ", "))
}

func (g *generation) renderSum(b *strings.Builder, m *model) {
	var all []string
	var decls strings.Builder
	for _, c := range m.cases {
		all = append(all, "["+c.model.name+"]")
		fmt.Fprintf(&decls, "schema.Case[%s](%q),\n", c.model.name, c.name)
	}
	b.WriteString(describe(m.name+" is one of "+strings.Join(all, ", ")+".", m.doc))
	fmt.Fprintf(b, "type %s interface{ is%s() }\n\nvar _ = schema.Sum[%s](\n%s)\n\n", m.name, m.name, m.name, decls.String())
}

// renderConfig writes the codec configuration that the sums need.
func (g *generation) renderConfig(b *strings.Builder) {
	discriminator := "schema.NoDiscriminator()"
	if g.disc != "" {
		discriminator = fmt.Sprintf("schema.FieldName(%q, schema.Identity)", g.disc)
	}
	fmt.Fprintf(b, "// Config returns the codec configuration of the API, which servers and clients have to use.\n"+
		"func Config() weft.CodecConfig {\nreturn weft.CodecConfig{Discriminator: %s}\n}\n", discriminator)
}
