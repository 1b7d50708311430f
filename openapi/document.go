package openapi

// A Document is an OpenAPI document. See the OpenAPI Specification 3.1 section 4.8 for
// what the objects and their fields mean; the names are the same.
type Document struct {
	Node

	// OpenAPI is the version that the document is written in, such as "3.1.0".
	OpenAPI string

	// Self is the document's own URI, from 3.2 on.
	Self string

	// Info describes the API.
	Info Info

	// JSONSchemaDialect is the default $schema, from 3.1 on.
	JSONSchemaDialect string

	// Servers are where the API is. None means where the document came from.
	Servers []*Server

	// Paths are the operations by their paths.
	Paths Paths

	// Webhooks are requests that the API sends, from 3.1 on.
	Webhooks Map[*PathItem]

	// Components are what references lead to.
	Components Components

	// Security is what operations require that do not say so themselves.
	Security []*SecurityRequirement

	// Tags describe the groups of operations.
	Tags []*Tag

	// ExternalDocs is further documentation.
	ExternalDocs *ExternalDocs

	references []reference // all that were followed
}

// Version returns the version of OpenAPI without its patch, or "" if it is none that
// this package knows.
func (d *Document) Version() Version { return versionOf(d.OpenAPI) }

func (d *Document) visit(m *members) {
	m.text("openapi", &d.OpenAPI)
	m.text("$self", &d.Self)
	m.inline("info", &d.Info, true)
	m.text("jsonSchemaDialect", &d.JSONSchemaDialect)
	m.list("servers", &d.Servers)
	m.inline("paths", &d.Paths, m.from == nil)
	m.mapOf("webhooks", &d.Webhooks)
	m.inline("components", &d.Components, false)
	m.list("security", &d.Security)
	m.list("tags", &d.Tags)
	m.object("externalDocs", &d.ExternalDocs)
}

// Info describes an API.
type Info struct {
	Node

	// Title names the API, Summary says in a line what it is, from 3.1 on.
	Title, Summary string

	// Description explains it, in CommonMark.
	Description string

	// TermsOfService is a URL.
	TermsOfService string

	// Contact says whom to ask, License what is allowed.
	Contact *Contact
	License *License

	// Version is the version of the API.
	Version string
}

func (i *Info) visit(m *members) {
	m.text("title", &i.Title)
	m.text("summary", &i.Summary)
	m.text("description", &i.Description)
	m.text("termsOfService", &i.TermsOfService)
	m.object("contact", &i.Contact)
	m.object("license", &i.License)
	m.text("version", &i.Version)
}

// A Contact is whom to ask about an API.
type Contact struct {
	Node
	Name, URL, Email string
}

func (c *Contact) visit(m *members) {
	m.text("name", &c.Name)
	m.text("url", &c.URL)
	m.text("email", &c.Email)
}

// A License is what an API may be used for.
type License struct {
	Node

	// Name is the name of the licence.
	Name string

	// Identifier is its name in the list of SPDX, from 3.1 on.
	Identifier string

	// URL is where its text is.
	URL string
}

func (l *License) visit(m *members) {
	m.text("name", &l.Name)
	m.text("identifier", &l.Identifier)
	m.text("url", &l.URL)
}

// ExternalDocs is documentation elsewhere.
type ExternalDocs struct {
	Node
	Description, URL string
}

func (e *ExternalDocs) visit(m *members) {
	m.text("description", &e.Description)
	m.text("url", &e.URL)
}

// A Tag describes a group of operations.
type Tag struct {
	Node

	// Name is what operations call it.
	Name string

	// Summary, Parent and Kind are from 3.2 on: a short title, the tag above this
	// one, and what kind of group it is.
	Summary, Parent, Kind string

	// Description explains the group, in CommonMark.
	Description string

	// ExternalDocs is further documentation.
	ExternalDocs *ExternalDocs
}

func (t *Tag) visit(m *members) {
	m.text("name", &t.Name)
	m.text("summary", &t.Summary)
	m.text("description", &t.Description)
	m.text("parent", &t.Parent)
	m.text("kind", &t.Kind)
	m.object("externalDocs", &t.ExternalDocs)
}
