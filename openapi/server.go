package openapi

// A Server is where an API is served.
type Server struct {
	Node

	// URL may have variables in braces, and may be relative to the document.
	URL string

	// Name is from 3.2 on.
	Name string

	// Description explains it, in CommonMark.
	Description string

	// Variables are what the braces in the URL stand for.
	Variables Map[*ServerVariable]
}

func (s *Server) visit(m *members) {
	m.text("url", &s.URL)
	m.text("name", &s.Name)
	m.text("description", &s.Description)
	m.mapOf("variables", &s.Variables)
}

// A ServerVariable is a part of a server's URL.
type ServerVariable struct {
	Node

	// Enum are the possible values. None means any.
	Enum []string

	// Default is the value that is used if no other is given.
	Default string

	// Description explains it, in CommonMark.
	Description string
}

func (s *ServerVariable) visit(m *members) {
	m.texts("enum", &s.Enum)
	m.text("default", &s.Default)
	m.text("description", &s.Description)
}
