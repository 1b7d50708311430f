package openapi

// An Operation is a method of a path.
type Operation struct {
	Node

	// Tags are the groups that the operation belongs to.
	Tags []string

	// Summary is a line, Description explains the operation in CommonMark.
	Summary, Description string

	// ExternalDocs is further documentation.
	ExternalDocs *ExternalDocs

	// OperationID names the operation for programs. It is unique in a document.
	OperationID string

	// Parameters are its own. Those of the path item apply too, unless one of the same
	// name and place is here.
	Parameters []*Ref[Parameter]

	// RequestBody is the body of the request, or nil if there is none.
	RequestBody *Ref[RequestBody]

	// Responses are the possible answers.
	Responses Responses

	// Callbacks are requests that the API may send later.
	Callbacks Map[*Ref[Callback]]

	// Deprecated says that the operation should no longer be used.
	Deprecated bool

	// Security is what is required. Nil means what the document says, an empty list
	// that nothing is.
	Security []*SecurityRequirement

	// Servers go before those of the path item.
	Servers []*Server
}

func (o *Operation) visit(m *members) {
	m.texts("tags", &o.Tags)
	m.text("summary", &o.Summary)
	m.text("description", &o.Description)
	m.object("externalDocs", &o.ExternalDocs)
	m.text("operationId", &o.OperationID)
	m.list("parameters", &o.Parameters)
	m.object("requestBody", &o.RequestBody)
	m.inline("responses", &o.Responses, m.from == nil)
	m.mapOf("callbacks", &o.Callbacks)
	m.flag("deprecated", &o.Deprecated)
	m.list("security", &o.Security)
	m.list("servers", &o.Servers)
}

// A Callback is a request that an API sends to an address which it was given.
type Callback struct {
	Node

	// The entries are by expressions such as "{$request.body#/url}".
	Map[*PathItem]
}

func (c *Callback) visit(m *members) { m.entries(&c.Map, isNoExtension) }
