package openapi

import (
	"slices"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/schema"
)

// content returns what a body contains, for every media type that it may have.
// Expected narrows a body of any media type.
func (n *generation) content(p *codec.PartInfo, expected string, answer bool) Map[*MediaType] {
	content := Map[*MediaType]{}
	for _, name := range n.mediaTypes(p, expected, answer) {
		content.Set(name, n.mediaType(p, name))
	}
	return content
}

// mediaTypes returns the media types of a body.
func (n *generation) mediaTypes(p *codec.PartInfo, expected string, answer bool) []string {
	if p.File && isAnyMedia(p) {
		if expected != "" {
			return []string{expected}
		}
		return []string{"*/*"}
	}
	if answer && p.Stream && n.Codec.TreatStreamsAsArrays && slices.Contains(p.MediaTypes, weft.MediaJSON) {
		// What is sent as one array is not sent as lines.
		return slices.DeleteFunc(slices.Clone(p.MediaTypes), isLines)
	}
	return p.MediaTypes
}

// isAnyMedia reports whether a body may have any media type.
func isAnyMedia(p *codec.PartInfo) bool {
	return codec.Tree{Op: codec.OpPart, Part: p}.Accept() == "*/*"
}

func isLines(mediaType string) bool {
	e := essence(mediaType)
	return e == "application/x-ndjson" || e == "application/jsonl"
}

// essence returns a media type without its parameters, in lower case.
func essence(mediaType string) string {
	mediaType, _, _ = strings.Cut(mediaType, ";")
	return strings.ToLower(strings.TrimSpace(mediaType))
}

func isJSON(mediaType string) bool {
	e := essence(mediaType)
	return e == "application/json" || e == "text/json" || strings.HasSuffix(e, "+json")
}

// mediaType returns what a body of one media type contains.
func (n *generation) mediaType(p *codec.PartInfo, name string) *MediaType {
	m := &MediaType{}
	switch {
	case p.File || p.Schema == nil:
		m.Schema = n.binary(name)
		return m
	case p.Stream:
		n.stream(m, p, name)
		return m
	}
	m.Schema = n.schemas.of(p.Schema())
	m.Examples = examples(p, func(text string) *Value { return n.bodyExample(name, text) })
	return m
}

// bodyExample returns an example of a body, which is encoded as JSON or text, or nil
// if the media type has another form. Examples are encoded with the default
// configuration, so with another one they would be wrong.
func (n *generation) bodyExample(mediaType, text string) *Value {
	plain := n.Codec.FieldNameFormat == schema.Identity && n.Codec.Discriminator == (schema.Discriminator{})
	switch {
	case isJSON(mediaType) && plain:
		v, _ := ParseValue([]byte(text))
		return v
	case strings.HasPrefix(essence(mediaType), "text/") && !isJSON(mediaType):
		return TextValue(text)
	}
	return nil
}

// binary returns the schema of bytes.
func (n *generation) binary(mediaType string) *Schema {
	s := &Schema{Type: []string{"string"}, Format: "binary"}
	if n.Version != V30 && !strings.Contains(mediaType, "*") {
		s.ContentMediaType = mediaType
	}
	return s
}

// stream describes a body of many values. Version 3.2 has a word for it; before that
// a sequence is described as the array of its values.
func (n *generation) stream(m *MediaType, p *codec.PartInfo, name string) {
	item := n.schemas.of(p.Schema())
	isArray := n.Codec.TreatStreamsAsArrays && isJSON(name)
	if essence(name) == weft.MediaEventStream {
		item = n.event(p.Schema(), item)
	}
	if n.Version == V32 && !isArray {
		m.ItemSchema = item
		return
	}
	m.Schema = &Schema{Type: []string{"array"}, Items: item}
}

// event describes a server-sent event, whose data is the value as text or as JSON.
func (n *generation) event(s *schema.Schema, item *Schema) *Schema {
	data := item
	if !s.Indirect().Kind().IsScalar() {
		data = &Schema{Type: []string{"string"}}
		if n.Version != V30 {
			data.ContentMediaType, data.ContentSchema = weft.MediaJSON, item
		} else {
			// Version 3.0 has no words for what a string contains.
			data.Extra.Set("x-contentMediaType", TextValue(weft.MediaJSON))
			data.Extra.Set("x-contentSchema", n.schemas.pointer(item, "EventData"))
		}
	}
	return &Schema{
		Type:       []string{"object"},
		Properties: Map[*Schema]{{"data", data}},
		Required:   []string{"data"},
	}
}

// form returns the body of a form with several parts.
func (n *generation) form(parts []*codec.PartInfo) *RequestBody {
	s := &Schema{Type: []string{"object"}, Properties: Map[*Schema]{}}
	m := &MediaType{Schema: s}
	required, isText := false, true
	for _, p := range parts {
		property, encoding := n.formPart(p)
		s.Properties.Set(p.Name, property)
		if p.Required {
			s.Required = append(s.Required, p.Name)
			required = true
		}
		if encoding != "" {
			m.Encoding.Set(p.Name, &Encoding{ContentType: encoding})
		}
		isText = isText && slices.Equal(p.MediaTypes, []string{"text/plain"})
	}
	content := Map[*MediaType]{{weft.MediaMultipart, m}}
	if isText {
		// Forms without files are read in the other encoding, too.
		content.Set(weft.MediaForm, &MediaType{Schema: s})
	}
	return &RequestBody{Content: content, Required: required}
}

// formPart returns the schema of a part, and its media types if they are not those
// that OpenAPI takes for granted.
func (n *generation) formPart(p *codec.PartInfo) (*Schema, string) {
	var s *Schema
	usual := "text/plain"
	switch {
	case p.File || p.Schema == nil:
		s, usual = n.binary(p.MediaTypes[0]), weft.MediaOctetStream
		if p.Repeated {
			s = &Schema{Type: []string{"array"}, Items: s}
		}
	default:
		inner := p.Schema().Indirect()
		s = n.schemas.of(inner)
		if k := inner.Kind(); k == schema.KindStruct || k == schema.KindMap || k == schema.KindSum {
			usual = weft.MediaJSON
		}
	}
	if p.Doc != "" || p.Deprecated {
		s = n.schemas.beside(s, func(s *Schema) { s.Description, s.Deprecated = p.Doc, p.Deprecated })
	}
	if types := strings.Join(p.MediaTypes, ", "); types != usual {
		return s, types
	}
	return s, ""
}

// joinContent puts the contents of two bodies together.
func joinContent(a, b Map[*MediaType]) Map[*MediaType] {
	if a == nil {
		return b
	}
	a = slices.Clone(a)
	for name, m := range b.All() {
		if first, ok := a.Get(name); ok {
			m = joinMediaType(first, m)
		}
		a.Set(name, m)
	}
	return a
}

func joinMediaType(a, b *MediaType) *MediaType {
	joined := *a
	if a.Schema != nil && b.Schema != nil {
		joined.Schema = anyOf(append(cases(a.Schema), b.Schema))
	}
	if a.ItemSchema != nil && b.ItemSchema != nil {
		joined.ItemSchema = anyOf(append(cases(a.ItemSchema), b.ItemSchema))
	}
	if joined.Schema == nil {
		joined.Schema = b.Schema
	}
	if joined.ItemSchema == nil {
		joined.ItemSchema = b.ItemSchema
	}
	for name, e := range b.Examples.All() {
		if !joined.Examples.Has(name) {
			joined.Examples.Set(name, e)
		}
	}
	return &joined
}

// cases returns the alternatives of a schema that was joined before.
func cases(s *Schema) []*Schema {
	if s.from == nil && len(s.AnyOf) > 0 {
		return slices.Clone(s.AnyOf)
	}
	return []*Schema{s}
}
