package openapi

import (
	"slices"

	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/endpoint"
)

// A draft is an operation that is being put together.
type draft struct {
	method, path string
	id           string
	named        bool   // the endpoint has that ID
	site         string // where the endpoint is described
	docs         []string
	tags         []string
	deprecated   bool
	requests     []request // alternatives
	answers      []answer
	security     []*SecurityRequirement // alternatives; none if nothing is required
	socket       *Value                 // the messages of a WebSocket, or nil
}

// draft returns the draft of an endpoint for one method.
func (n *generation) draft(e endpoint.Described, method, path string, t template) *draft {
	d := e.Describe()
	out := &draft{method: method, path: path, id: n.idOf(d, method, t.path), named: d.ID != "", site: d.Site, tags: d.Tags, deprecated: d.Deprecated}
	if d.Doc != "" {
		out.docs = []string{d.Doc}
	}
	out.security = n.securityOf(d)
	names := t.rename(path)
	for _, parts := range inputsOf(d) {
		out.requests = append(out.requests, n.request(parts, names, t.last))
	}
	for _, o := range d.Outputs {
		out.answers = append(out.answers, n.answers(o, false)...)
	}
	for _, o := range d.Failures {
		out.answers = append(out.answers, n.answers(o, true)...)
	}
	out.answers = append(out.answers, n.failures(e)...)
	out.socket = n.socket(d)
	return out
}

// maxAlternatives is how many combinations of alternatives are told apart.
const maxAlternatives = 64

// inputsOf returns the alternatives of a request, each as all of its parts.
func inputsOf(d *endpoint.Description) [][]*codec.PartInfo {
	return alternatives(codec.Tree{Op: codec.OpBoth, Children: d.Inputs})
}

// alternatives returns the ways to satisfy a tree. Documentation of a combination goes
// to those of its parts that have none.
func alternatives(t codec.Tree) [][]*codec.PartInfo {
	var all [][]*codec.PartInfo
	switch t.Op {
	case codec.OpPart:
		if t.Part == nil {
			return [][]*codec.PartInfo{nil}
		}
		return [][]*codec.PartInfo{{t.Part}}
	case codec.OpEither:
		for _, c := range t.Children {
			all = append(all, alternatives(c)...)
		}
	default:
		all = [][]*codec.PartInfo{nil}
		for _, c := range t.Children {
			all = product(all, alternatives(c))
		}
	}
	if len(all) > maxAlternatives {
		all = all[:maxAlternatives]
	}
	if t.Doc != "" {
		for i := range all {
			all[i] = documented(all[i], t.Doc)
		}
	}
	return all
}

func product(a, b [][]*codec.PartInfo) [][]*codec.PartInfo {
	var all [][]*codec.PartInfo
	for _, x := range a {
		for _, y := range b {
			all = append(all, slices.Concat(x, y))
		}
	}
	return all
}

func documented(parts []*codec.PartInfo, doc string) []*codec.PartInfo {
	out := make([]*codec.PartInfo, len(parts))
	for i, p := range parts {
		c := *p
		if c.Doc == "" {
			c.Doc = doc
		}
		out[i] = &c
	}
	return out
}

// join adds the draft of another endpoint that is the same operation.
func (d *draft) join(other *draft) {
	if !d.named && other.named {
		d.id, d.named, d.site = other.id, true, other.site
	}
	d.docs = append(d.docs, other.docs...)
	for _, tag := range other.tags {
		if !slices.Contains(d.tags, tag) {
			d.tags = append(slices.Clone(d.tags), tag)
		}
	}
	d.deprecated = d.deprecated && other.deprecated
	if d.socket == nil {
		d.socket = other.socket
	}
	d.requests = append(d.requests, other.requests...)
	d.answers = append(d.answers, other.answers...)
	switch {
	case d.security == nil && other.security != nil:
		d.security = append([]*SecurityRequirement{Require()}, other.security...)
	case d.security != nil && other.security == nil:
		d.security = append(d.security, Require())
	default:
		d.security = append(d.security, other.security...)
	}
}

// operation writes the draft.
func (d *draft) operation(n *generation) *Operation {
	op := &Operation{Tags: d.tags, OperationID: d.id, Deprecated: d.deprecated, Security: uniqueParts(d.security)}
	if len(d.docs) > 0 {
		op.Summary = summary(d.docs[0])
		if op.Summary != d.docs[0] || len(d.docs) > 1 {
			op.Description = joinDocs(d.docs)
		}
	}
	op.Parameters = joinParameters(d.requests)
	if body := joinBodies(d.requests); body != nil {
		op.RequestBody = Inline(body)
	}
	op.Responses = n.responses(d.answers)
	if d.socket != nil {
		op.Extra.Set(socketExtension, d.socket)
	}
	return op
}

// joinDocs puts several explanations into paragraphs, each once.
func joinDocs(docs []string) string {
	var text string
	for i, doc := range docs {
		if doc == "" || slices.Contains(docs[:i], doc) {
			continue
		}
		if text != "" {
			text += "\n\n"
		}
		text += doc
	}
	return text
}

// uniqueParts leaves out objects that are there already.
func uniqueParts[T any](list []*T) []*T {
	var out []*T
	for _, p := range list {
		v := write(any(p).(part))
		if !slices.ContainsFunc(out, func(o *T) bool { return write(any(o).(part)).Equal(v) }) {
			out = append(out, p)
		}
	}
	return out
}

// anyOf returns a schema of alternatives, or the only one.
func anyOf(list []*Schema) *Schema {
	list = uniqueParts(list)
	if len(list) == 1 {
		return list[0]
	}
	return &Schema{AnyOf: list}
}
