package openapi

import (
	"iter"
	"slices"
	"strings"
)

// Paths are the operations of an API by their paths.
type Paths struct {
	Node

	// The entries are paths with their parameters in braces, such as "/books/{id}".
	Map[*PathItem]
}

func (p *Paths) visit(m *members) {
	m.entries(&p.Map, func(name string) bool { return !strings.HasPrefix(name, "x-") })
}

// A PathItem is the operations of one path.
type PathItem struct {
	Node

	// Ref is a reference to another path item, or "". See [PathItem.Target].
	Ref string

	// Summary and Description are for all operations.
	Summary, Description string

	// Operations are by the lower-case names of methods: "get", "put", "post",
	// "delete", "options", "head", "patch", "trace" and, from 3.2 on, "query".
	Operations Map[*Operation]

	// AdditionalOperations are by methods as they are sent, from 3.2 on.
	AdditionalOperations Map[*Operation]

	// Servers go before those of the document.
	Servers []*Server

	// Parameters are for all operations.
	Parameters []*Ref[Parameter]

	target *PathItem
}

// methods are the names of the members that are operations.
func methods() []string {
	return []string{"get", "put", "post", "delete", "options", "head", "patch", "trace", "query"}
}

// All iterates over the operations with their methods as they are sent, those of a
// referenced path item included.
func (p *PathItem) All() iter.Seq2[string, *Operation] {
	return func(yield func(string, *Operation) bool) {
		for name, op := range p.Operations.All() {
			if !yield(strings.ToUpper(name), op) {
				return
			}
		}
		for method, op := range p.AdditionalOperations.All() {
			if !yield(method, op) {
				return
			}
		}
		if p.target == nil || p.target == p {
			return
		}
		for method, op := range p.target.All() {
			if !p.Operations.Has(strings.ToLower(method)) && !yield(method, op) {
				return
			}
		}
	}
}

// Target returns the path item that Ref leads to, or nil.
func (p *PathItem) Target() *PathItem { return p.target }

func (p *PathItem) visit(m *members) {
	m.text("$ref", &p.Ref)
	m.text("summary", &p.Summary)
	m.text("description", &p.Description)
	m.list("servers", &p.Servers)
	m.list("parameters", &p.Parameters)
	m.entries(&p.Operations, func(name string) bool { return slices.Contains(methods(), name) })
	m.mapOf("additionalOperations", &p.AdditionalOperations)
	if m.r != nil && p.Ref != "" {
		m.r.later(func() { p.follow(m.r) })
	}
}

// follow finds the target, of which one that leads back would never end.
func (p *PathItem) follow(r *reader) {
	p.target = resolve[PathItem](r, p.from, p.Ref)
	r.later(func() {
		next := p.target
		for range maxHops {
			if next == nil || next.Ref == "" {
				return
			}
			next = next.target
		}
		r.add(p.from, "reference %q leads to itself", p.Ref)
	})
}
