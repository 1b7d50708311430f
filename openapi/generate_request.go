package openapi

import (
	"slices"
	"strings"

	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/schema"
)

// A request is one of the requests that an operation takes.
type request struct {
	parameters []*Parameter
	body       *RequestBody // nil if there is none
}

// request returns the request of parts. Names are the parameters' names in the path
// of the document; last is the parameter that stands for the rest of the path.
func (n *generation) request(parts []*codec.PartInfo, names map[string]string, last string) request {
	var r request
	var forms []*codec.PartInfo
	for _, p := range parts {
		switch {
		case p.In == codec.InBody && p.Multipart:
			forms = append(forms, p)
		case p.In == codec.InBody:
			r.body = &RequestBody{Description: p.Doc, Content: n.content(p, expectedType(parts), false), Required: p.Required}
		case p.In == codec.InStatus, p.In == codec.InHeader && isReserved(p.Name):
		default:
			param := n.parameter(p)
			if p.In == codec.InPath {
				param.Name = names[p.Name]
				if p.Name == last {
					param.Extra.Set("x-weft-segment", TextValue("trailing"))
				}
			}
			r.parameters = append(r.parameters, param)
		}
	}
	if forms != nil {
		r.body = n.form(forms)
	}
	return r
}

// isReserved reports whether a header field is described by other means: OpenAPI
// ignores parameters of these names.
func isReserved(name string) bool {
	return strings.EqualFold(name, "Accept") || strings.EqualFold(name, "Content-Type") || strings.EqualFold(name, "Authorization")
}

// expectedType returns the media type that a Content-Type field has to have, or "".
func expectedType(parts []*codec.PartInfo) string {
	for _, p := range parts {
		if p.In == codec.InHeader && strings.EqualFold(p.Name, "Content-Type") {
			return p.Expected
		}
	}
	return ""
}

// parameter returns a part as a parameter.
func (n *generation) parameter(p *codec.PartInfo) *Parameter {
	return &Parameter{
		Name: p.Name, In: p.In.String(), Description: p.Doc,
		Required: p.Required || p.In == codec.InPath, Deprecated: p.Deprecated,
		Form: Form{Schema: n.parameterSchema(p), Examples: n.parameterExamples(p)},
	}
}

// parameterSchema returns what the value of a parameter or header field may be.
func (n *generation) parameterSchema(p *codec.PartInfo) *Schema {
	s := &Schema{Type: []string{"string"}}
	if p.Schema != nil {
		s = n.schemas.of(p.Schema().Indirect()) // a missing one is not there, rather than null
	}
	if p.Expected != "" {
		s.Enum = []*Value{TextValue(p.Expected)}
	}
	if p.HasDefault {
		s = n.schemas.beside(s, func(s *Schema) { s.Default = literal(p, p.Default) })
	}
	return s
}

// literal returns the text of a parameter as the value it stands for.
func literal(p *codec.PartInfo, text string) *Value {
	if p.Repeated && text == "" {
		return arrayValue(nil)
	}
	if p.Schema == nil {
		return TextValue(text)
	}
	return literalOf(p.Schema(), text)
}

func literalOf(s *schema.Schema, text string) *Value {
	lit, err := s.ParseLiteral(text)
	if err != nil {
		return TextValue(text)
	}
	v, err := ParseValue([]byte(lit.JSON))
	if err != nil {
		return TextValue(text)
	}
	return v
}

func (n *generation) parameterExamples(p *codec.PartInfo) Map[*Ref[Example]] {
	return examples(p, func(text string) *Value { return literal(p, text) })
}

// examples returns the examples of a part that have a value.
func examples(p *codec.PartInfo, value func(string) *Value) Map[*Ref[Example]] {
	var all Map[*Ref[Example]]
	for _, e := range p.Examples {
		v := value(e.Value())
		if v == nil {
			continue
		}
		name := unique(e.Name, all.Has, func(string) {})
		all.Set(name, Inline(&Example{Value: v}))
	}
	return all
}

// joinParameters returns the parameters of several requests. One that a request does
// without is not required.
func joinParameters(requests []request) []*Ref[Parameter] {
	var all []*Parameter
	for _, r := range requests {
		for _, p := range r.parameters {
			if !slices.ContainsFunc(all, func(q *Parameter) bool { return sameParameter(p, q) }) {
				all = append(all, p)
			}
		}
	}
	var out []*Ref[Parameter]
	for _, p := range all {
		out = append(out, Inline(joinParameter(p, requests)))
	}
	return out
}

func sameParameter(p, q *Parameter) bool {
	if p.In == "header" && q.In == "header" {
		return strings.EqualFold(p.Name, q.Name)
	}
	return p.In == q.In && p.Name == q.Name
}

func joinParameter(p *Parameter, requests []request) *Parameter {
	joined := *p
	var schemas []*Schema
	for _, r := range requests {
		i := slices.IndexFunc(r.parameters, func(q *Parameter) bool { return sameParameter(p, q) })
		if i < 0 {
			joined.Required = false
			continue
		}
		q := r.parameters[i]
		joined.Required = joined.Required && q.Required
		schemas = append(schemas, q.Schema)
		for name, e := range q.Examples.All() {
			if !joined.Examples.Has(name) {
				joined.Examples.Set(name, e)
			}
		}
	}
	joined.Schema = anyOf(schemas)
	return &joined
}

// joinBodies returns the body of several requests, or nil if none has one.
func joinBodies(requests []request) *RequestBody {
	var joined *RequestBody
	required := true
	var docs []string
	for _, r := range requests {
		if r.body == nil {
			required = false
			continue
		}
		if joined == nil {
			joined = &RequestBody{}
		}
		required = required && r.body.Required
		docs = append(docs, r.body.Description)
		joined.Content = joinContent(joined.Content, r.body.Content)
	}
	if joined != nil {
		joined.Required = required
		joined.Description = joinDocs(docs)
	}
	return joined
}
