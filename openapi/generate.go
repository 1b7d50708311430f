package openapi

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/schema"
)

// How a document is made.
//
// Each endpoint becomes a draft: the requests that it takes and the answers that it
// gives. Mostly there is one request, and an answer for each status; where a codec
// says 'either', there are several of the same kind, and the document can only say
// what they have in common and list the rest. Two endpoints whose paths differ only in
// the names or types of their parameters are one operation for OpenAPI, so their
// drafts are put together in the same way. At the end each draft is written as an
// operation.
//
// Nothing depends on the order of a Go map, so the same endpoints always give the same
// bytes.

// FromEndpoints returns a document of version 3.1 that describes endpoints. The title
// and the version are those of the API. The order of the endpoints is that of the
// paths.
//
// It panics if a type of an endpoint cannot be described, as implementing the endpoint
// would, and if two operations have the same ID.
func FromEndpoints(title, version string, endpoints ...endpoint.Described) *Document {
	return Generator{}.FromEndpoints(title, version, endpoints...)
}

// A Generator makes documents from endpoints. The zero value has the defaults.
type Generator struct {
	// Version is the version of OpenAPI. The default is 3.1.
	Version Version

	// Description explains the API, in CommonMark.
	Description string

	// Servers are where the API is. By default it is where the document came from.
	Servers []*Server

	// Codec is how the server is configured to write values. Field names,
	// discriminators and streams are documented accordingly.
	Codec weft.CodecConfig
}

// FromEndpoints is like the function of that name, with the settings of g. It panics
// too if the version is none that there is.
func (g Generator) FromEndpoints(title, version string, endpoints ...endpoint.Described) *Document {
	if g.Version == "" {
		g.Version = V31
	}
	full := map[Version]string{V30: "3.0.3", V31: "3.1.0", V32: "3.2.0"}[g.Version]
	if full == "" {
		panic(fmt.Sprintf("openapi: want version 3.0, 3.1 or 3.2, got %q", g.Version))
	}
	doc := &Document{OpenAPI: full, Info: Info{Title: title, Description: g.Description, Version: version}, Servers: g.Servers}
	n := newGeneration(g, doc, endpoints)
	for _, e := range endpoints {
		n.add(e)
	}
	n.finish()
	resolved, err := doc.Resolve()
	if err != nil {
		panic(fmt.Sprintf("openapi: the document of %q does not hold together: %v", title, err))
	}
	return resolved
}

// generation is the making of one document.
type generation struct {
	Generator
	doc     *Document
	schemas *schemaTable
	schemes *schemeTable
	drafts  []*draft
	byKey   map[string]*draft // by method and path without names
	paths   map[string]string // the path that stands for all of its shape
	ids     map[string]bool
}

func newGeneration(g Generator, doc *Document, endpoints []endpoint.Described) *generation {
	var roots []*schema.Schema
	var schemes []schemeKey
	for _, e := range endpoints {
		d := e.Describe()
		for _, p := range allParts(d) {
			if p.Schema != nil {
				roots = append(roots, p.Schema())
			}
		}
		roots = append(roots, socketSchemas(d)...)
		schemes = append(schemes, schemeKeys(d.Auth)...)
	}
	return &generation{
		Generator: g, doc: doc,
		schemas: newSchemaTable(g, roots), schemes: newSchemeTable(schemes),
		byKey: map[string]*draft{}, paths: map[string]string{}, ids: givenIDs(endpoints),
	}
}

// allParts returns all parts of an endpoint's messages, in the order of the document.
func allParts(d *endpoint.Description) []*codec.PartInfo {
	var parts []*codec.PartInfo
	for _, t := range d.Inputs {
		parts = append(parts, t.Parts()...)
	}
	for _, o := range slices.Concat(d.Outputs, d.Failures) {
		parts = append(parts, o.Tree.Parts()...)
	}
	for _, s := range d.Auth.Schemes() {
		parts = append(parts, s.Tree.Parts()...)
	}
	return parts
}

// add makes drafts of an endpoint: one, or one for each method if it takes any.
func (n *generation) add(e endpoint.Described) {
	d := e.Describe()
	template := templateOf(d.Path)
	path, known := n.paths[template.shape]
	if !known {
		path = template.path
		n.paths[template.shape] = path
	}
	for _, method := range methodsOf(d) {
		next := n.draft(e, method, path, template)
		key := method + " " + template.shape
		if first := n.byKey[key]; first != nil {
			first.join(next)
			continue
		}
		n.byKey[key] = next
		n.drafts = append(n.drafts, next)
	}
}

// finish writes the drafts and the components that they need.
func (n *generation) finish() {
	checkIDs(n.drafts)
	for _, d := range n.drafts {
		n.write(d)
	}
	c := &n.doc.Components
	c.Schemas = n.schemas.components()
	c.SecuritySchemes = n.schemes.components()
	sortByName(c.Schemas)
	sortByName(c.Responses)
	sortByName(c.SecuritySchemes)
}

func sortByName[T any](m Map[T]) {
	slices.SortFunc(m, func(a, b Entry[T]) int { return strings.Compare(a.Name, b.Name) })
}

// write turns a draft into an operation of its path.
func (n *generation) write(d *draft) {
	item, ok := n.doc.Paths.Get(d.path)
	if !ok {
		item = &PathItem{}
		n.doc.Paths.Set(d.path, item)
	}
	op := d.operation(n)
	for _, tag := range op.Tags {
		if !slices.ContainsFunc(n.doc.Tags, func(t *Tag) bool { return t.Name == tag }) {
			n.doc.Tags = append(n.doc.Tags, &Tag{Name: tag})
		}
	}
	name := strings.ToLower(d.method)
	known := methods()
	if n.Version != V32 {
		known = known[:8]
	}
	switch {
	case slices.Contains(known, name):
		item.Operations.Set(name, op)
	case n.Version == V32:
		item.AdditionalOperations.Set(d.method, op)
	default:
		// Before 3.2 there is no place for methods of one's own but an extension.
		extra, _ := item.Extra.Get("x-additionalOperations")
		var all Map[*Value]
		if extra != nil {
			all = slices.Clone(extra.members)
		}
		all.Set(d.method, write(op))
		item.Extra.Set("x-additionalOperations", objectValue(all))
	}
}
