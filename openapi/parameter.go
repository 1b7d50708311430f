package openapi

// A Parameter is a part of a request beside its body.
type Parameter struct {
	Node

	// Name is the parameter's name, In its place: "path", "query", "header", "cookie"
	// or, from 3.2 on, "querystring".
	Name, In string

	// Description explains it, in CommonMark.
	Description string

	// Required says that it must be there.
	Required bool

	// Deprecated says that it should no longer be used.
	Deprecated bool

	// AllowEmptyValue is for query parameters without a value. It is out of use.
	AllowEmptyValue bool

	Form
}

func (p *Parameter) visit(m *members) {
	m.text("name", &p.Name)
	m.text("in", &p.In)
	m.text("description", &p.Description)
	m.flag("required", &p.Required)
	m.flag("deprecated", &p.Deprecated)
	m.flag("allowEmptyValue", &p.AllowEmptyValue)
	p.Form.visit(m)
}

// A Header is a header field of a response, or of a part of a body.
type Header struct {
	Node

	// Description explains it, in CommonMark.
	Description string

	// Required says that it must be there.
	Required bool

	// Deprecated says that it should no longer be used.
	Deprecated bool

	// AllowEmptyValue is for parameters; some documents have it here.
	AllowEmptyValue bool

	Form
}

func (h *Header) visit(m *members) {
	m.text("description", &h.Description)
	m.flag("required", &h.Required)
	m.flag("deprecated", &h.Deprecated)
	m.flag("allowEmptyValue", &h.AllowEmptyValue)
	h.Form.visit(m)
}

// A Form says how the value of a parameter or header field is written, and what it is:
// either a schema with a style, or a media type in Content.
type Form struct {
	// Style is how lists and objects are written. The default depends on the place.
	Style string

	// Explode says that each item or member is a parameter of its own. Nil means the
	// default, which is true for the style form.
	Explode *bool

	// AllowReserved leaves reserved characters as they are.
	AllowReserved bool

	// Schema describes the value.
	Schema *Schema

	// Example is an example, Examples are several with names.
	Example  *Value
	Examples Map[*Ref[Example]]

	// Content is the media type of the value, with what it contains. It has one entry,
	// and stands in place of Schema.
	Content Map[*MediaType]
}

// visit goes through the members of a form, which stand among those of what has it.
func (f *Form) visit(m *members) {
	m.text("style", &f.Style)
	m.choice("explode", &f.Explode)
	m.flag("allowReserved", &f.AllowReserved)
	m.object("schema", &f.Schema)
	m.value("example", &f.Example)
	m.mapOf("examples", &f.Examples)
	m.mapOf("content", &f.Content)
}

// An Example is a value that shows something.
type Example struct {
	Node

	// Summary and Description say what it shows.
	Summary, Description string

	// Value is the value, written as JSON.
	Value *Value

	// DataValue and SerializedValue are from 3.2 on: the value by its schema, and the
	// value as it is sent.
	DataValue       *Value
	SerializedValue string

	// ExternalValue is where the value is.
	ExternalValue string
}

func (e *Example) visit(m *members) {
	m.text("summary", &e.Summary)
	m.text("description", &e.Description)
	m.value("value", &e.Value)
	m.value("dataValue", &e.DataValue)
	m.text("serializedValue", &e.SerializedValue)
	m.text("externalValue", &e.ExternalValue)
}
