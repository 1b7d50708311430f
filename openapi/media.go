package openapi

// A RequestBody is the body of a request.
type RequestBody struct {
	Node

	// Description explains it, in CommonMark.
	Description string

	// Content is what it contains, by media types or ranges of them.
	Content Map[*MediaType]

	// Required says that it must be there.
	Required bool
}

func (r *RequestBody) visit(m *members) {
	m.text("description", &r.Description)
	m.mapOf("content", &r.Content)
	m.flag("required", &r.Required)
}

// A MediaType is what a body of one media type contains.
type MediaType struct {
	Node

	// Ref is a reference to another media type object, from 3.2 on, or "".
	Ref string

	// Schema describes the body as a whole.
	Schema *Schema

	// ItemSchema describes each value of a body that is a sequence of values, from
	// 3.2 on.
	ItemSchema *Schema

	// Example is an example, Examples are several with names.
	Example  *Value
	Examples Map[*Ref[Example]]

	// Encoding says how the parts of a form are written, by their names.
	Encoding Map[*Encoding]

	// PrefixEncoding and ItemEncoding are for parts without names, from 3.2 on.
	PrefixEncoding []*Encoding
	ItemEncoding   *Encoding

	target *MediaType
}

// Target returns the media type object that Ref leads to, or nil.
func (t *MediaType) Target() *MediaType { return t.target }

func (t *MediaType) visit(m *members) {
	m.text("$ref", &t.Ref)
	m.object("schema", &t.Schema)
	m.object("itemSchema", &t.ItemSchema)
	m.value("example", &t.Example)
	m.mapOf("examples", &t.Examples)
	m.mapOf("encoding", &t.Encoding)
	m.list("prefixEncoding", &t.PrefixEncoding)
	m.object("itemEncoding", &t.ItemEncoding)
	if m.r != nil && t.Ref != "" {
		m.r.later(func() { t.target = resolve[MediaType](m.r, t.from, t.Ref) })
	}
}

// An Encoding says how one part of a form is written.
type Encoding struct {
	Node

	// ContentType is the media type of the part, or several with commas between.
	ContentType string

	// Headers are the header fields of the part.
	Headers Map[*Ref[Header]]

	// Style, Explode and AllowReserved are as in [Form], for urlencoded forms.
	Style         string
	Explode       *bool
	AllowReserved bool

	// Encoding, PrefixEncoding and ItemEncoding are for parts that have parts
	// themselves, from 3.2 on.
	Encoding       Map[*Encoding]
	PrefixEncoding []*Encoding
	ItemEncoding   *Encoding
}

func (e *Encoding) visit(m *members) {
	m.text("contentType", &e.ContentType)
	m.mapOf("headers", &e.Headers)
	m.text("style", &e.Style)
	m.choice("explode", &e.Explode)
	m.flag("allowReserved", &e.AllowReserved)
	m.mapOf("encoding", &e.Encoding)
	m.list("prefixEncoding", &e.PrefixEncoding)
	m.object("itemEncoding", &e.ItemEncoding)
}
