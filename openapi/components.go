package openapi

// Components are objects that references lead to, by their names.
type Components struct {
	Node

	Schemas         Map[*Schema]
	Responses       Map[*Ref[Response]]
	Parameters      Map[*Ref[Parameter]]
	Examples        Map[*Ref[Example]]
	RequestBodies   Map[*Ref[RequestBody]]
	Headers         Map[*Ref[Header]]
	SecuritySchemes Map[*Ref[SecurityScheme]]
	Links           Map[*Ref[Link]]
	Callbacks       Map[*Ref[Callback]]
	PathItems       Map[*PathItem]  // from 3.1 on
	MediaTypes      Map[*MediaType] // from 3.2 on
}

func (c *Components) visit(m *members) {
	m.mapOf("schemas", &c.Schemas)
	m.mapOf("responses", &c.Responses)
	m.mapOf("parameters", &c.Parameters)
	m.mapOf("examples", &c.Examples)
	m.mapOf("requestBodies", &c.RequestBodies)
	m.mapOf("headers", &c.Headers)
	m.mapOf("securitySchemes", &c.SecuritySchemes)
	m.mapOf("links", &c.Links)
	m.mapOf("callbacks", &c.Callbacks)
	m.mapOf("pathItems", &c.PathItems)
	m.mapOf("mediaTypes", &c.MediaTypes)
}
