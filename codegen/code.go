package codegen

import (
	"github.com/weft-go/weft/internal/pattern"
	"github.com/weft-go/weft/openapi"
)

// A Code is generated source: the files of one package. It is immutable and safe for
// concurrent use.
type Code struct {
	// Report lists what the document says and the code does not, in the order of the
	// pointers. It is empty if everything could be expressed.
	Report []Entry

	// Operations is how many operations the code describes, Total how many the
	// document has. Those that are left out are in the report.
	Operations, Total int

	// Types is how many types the code declares.
	Types int

	files []source
}

// A source is a file without its package clause.
type source struct {
	name string
	doc  string // the package's doc comment, in one of the files
	body string
}

// EndpointGen makes endpoint descriptions from OpenAPI documents. The zero value has
// the defaults.
type EndpointGen struct {
	// ModelsOnly leaves the operations out, for documents that are a collection of
	// schemas.
	ModelsOnly bool
}

// FromOpenAPI is [EndpointGen.FromOpenAPI] with the defaults.
func FromOpenAPI(doc *openapi.Document) Code { return EndpointGen{}.FromOpenAPI(doc) }

// FromOpenAPI returns the code for a document that was read by package openapi, or
// resolved with [openapi.Document.Resolve]. It does not fail: what cannot be
// expressed is in the report. The document is not changed.
func (o EndpointGen) FromOpenAPI(doc *openapi.Document) Code {
	g := newGeneration(doc)
	g.declareComponents()
	if !o.ModelsOnly {
		g.operations()
		g.leftOut()
	}
	g.settle()
	g.leftovers(o.ModelsOnly)
	return Code{
		Report: g.entries(), Operations: len(g.ops), Total: g.total, Types: len(g.order) + len(g.sorted), files: g.render(),
	}
}

// A generation is the work on one document.
type generation struct {
	doc    *openapi.Document
	names  names                      // the identifiers of the package
	given  map[*openapi.Schema]string // the names of components
	models map[*openapi.Schema]*model // by the schema they were made of
	order  []*model
	busy   map[*openapi.Schema]bool // schemas without a model whose type is being made
	flat   map[*openapi.Schema]*openapi.Schema

	ops     []*operation
	total   int                // operations of the document
	ids     map[string]bool    // operationIds
	routes  pattern.Tree       // of the operations, by their places in ops
	results map[string]*result // by what they contain
	sorted  []*result
	auths   []authVar
	schemes map[string]bool // security schemes that operations ask for

	report map[Entry]bool
	disc   string // the discriminator of all sums, or ""
}

func newGeneration(doc *openapi.Document) *generation {
	return &generation{
		doc: doc, names: newNames("Server", "Client", "NewClient", "Routes", "Endpoints", "Config"),
		given: map[*openapi.Schema]string{}, models: map[*openapi.Schema]*model{}, busy: map[*openapi.Schema]bool{},
		flat: map[*openapi.Schema]*openapi.Schema{}, ids: map[string]bool{}, results: map[string]*result{},
		report: map[Entry]bool{}, schemes: map[string]bool{},
	}
}

// declareComponents gives all schemas of the components a name, so that those that
// stand elsewhere have to make way, and then a type.
func (g *generation) declareComponents() {
	for name, s := range g.doc.Components.Schemas.All() {
		g.given[s] = g.names.take(identifier(name))
	}
	for _, s := range g.doc.Components.Schemas.All() {
		g.typeOf(s, "")
	}
}

// leftOut reports the parts of a document that have no place in code.
func (g *generation) leftOut() {
	for name := range g.doc.Webhooks.All() {
		g.say("/webhooks/"+escape(name), "webhooks are not generated")
	}
	if len(g.doc.Servers) > 0 {
		g.say("/servers", "servers are named in the package comment only; a client is given its address")
	}
}
