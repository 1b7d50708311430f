package openapi

import "strings"

// Responses are the possible answers of an operation.
type Responses struct {
	Node

	// The entries are by status codes such as "200", ranges such as "4XX", and
	// "default" for all others.
	Map[*Ref[Response]]
}

func (r *Responses) visit(m *members) { m.entries(&r.Map, isNoExtension) }

func isNoExtension(name string) bool { return !strings.HasPrefix(name, "x-") }

// A Response is one possible answer.
type Response struct {
	Node

	// Summary is a line, from 3.2 on. Description explains the answer, in CommonMark.
	Summary, Description string

	// Headers are its header fields.
	Headers Map[*Ref[Header]]

	// Content is what its body contains, by media types.
	Content Map[*MediaType]

	// Links are operations that may follow.
	Links Map[*Ref[Link]]
}

func (r *Response) visit(m *members) {
	m.text("summary", &r.Summary)
	if m.r == nil && r.Description == "" && m.from == nil {
		m.put("description", TextValue("")) // it is required
	}
	m.text("description", &r.Description)
	m.mapOf("headers", &r.Headers)
	m.mapOf("content", &r.Content)
	m.mapOf("links", &r.Links)
}

// A Link is an operation that may follow an answer.
type Link struct {
	Node

	// OperationRef and OperationID name the operation; one of them is there.
	OperationRef, OperationID string

	// Parameters are values or expressions for its parameters.
	Parameters Map[*Value]

	// RequestBody is a value or an expression for its body.
	RequestBody *Value

	// Description explains the link, in CommonMark.
	Description string

	// Server is where the operation is.
	Server *Server
}

func (l *Link) visit(m *members) {
	m.text("operationRef", &l.OperationRef)
	m.text("operationId", &l.OperationID)
	m.valueMap("parameters", &l.Parameters)
	m.value("requestBody", &l.RequestBody)
	m.text("description", &l.Description)
	m.object("server", &l.Server)
}
