package codegen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/weft-go/weft/internal/pattern"
	"github.com/weft-go/weft/openapi"
)

// maxInputs is how many inputs a description can have. Beyond it the parameters are
// the fields of a struct.
const maxInputs = 8

// An operation is an endpoint to be written.
type operation struct {
	name, method, path string
	doc                string
	tags               []string
	deprecated         bool
	inputs             []input
	params             *result // the parameters as a struct, if there are too many
	out                string  // the call that ends the description
	result             string  // the type of the function's result, or ""
	failures           []string
	auth               string
}

// An input is a parameter of an endpoint's function.
type input struct {
	call   string // the call that adds it: Query(codec.Query[int]("limit"))
	typ    string
	arg    string
	field  string // the same as the field of a struct, or "" if that is impossible
	bodyOf string // the type of a body field that codec.Struct has to be told
}

// operations describes all operations of the document.
func (g *generation) operations() {
	for path, item := range g.doc.Paths.All() {
		at := item
		if t := item.Target(); t != nil {
			at = t
		}
		for method, op := range item.All() {
			g.total++
			g.operation(path, method, at, op)
		}
	}
}

// operation describes one, if its path can be a pattern.
func (g *generation) operation(path, method string, item *openapi.PathItem, op *openapi.Operation) {
	at := op.Place().Pointer
	parsed, err := pattern.Parse(path)
	if err != nil {
		g.say(at, "the operation is left out: "+err.Error())
		return
	}
	o := &operation{method: method, path: path, tags: op.Tags, deprecated: op.Deprecated, doc: joinDoc(op.Summary, op.Description)}
	o.name = g.names.take(g.operationName(path, method, op))
	g.parameters(o, parsed, item, op)
	if key := shapeKey(o, parsed); g.shapes[key] {
		g.say(at, "the operation is left out: another one has the same method and path, but for the names of parameters")
		delete(g.names, o.name)
		return
	} else {
		g.shapes[key] = true
	}
	g.body(o, op)
	g.gather(o)
	g.answers(o, op)
	o.auth = g.security(op)
	g.ops = append(g.ops, o)
	g.operationLeftOut(item, op)
}

// operationName returns the identifier of an operation: its id, or its method and path.
func (g *generation) operationName(path, method string, op *openapi.Operation) string {
	if op.OperationID != "" {
		return identifier(op.OperationID)
	}
	name := identifier(strings.ToLower(method))
	for part := range strings.SplitSeq(strings.Trim(path, "/"), "/") {
		if param, ok := strings.CutPrefix(part, "{"); ok {
			name += "By" + identifier(strings.TrimSuffix(param, "}"))
		} else if part != "" {
			name += identifier(part)
		}
	}
	return name
}

// shapeKey tells routes apart: method, literals and the types of parameters.
func shapeKey(o *operation, p pattern.Pattern) string {
	key := o.method
	for i, s := range p.Segments() {
		if s.Kind == pattern.Literal {
			key += "/" + s.Text
			continue
		}
		t := ""
		if i < len(o.inputs) {
			for _, in := range o.inputs {
				if strings.Contains(in.field, fmt.Sprintf("path:%q", s.Name)) {
					t = in.typ
				}
			}
		}
		key += "/{" + t + "}"
	}
	return key
}

// joinDoc returns a summary and a description as one text.
func joinDoc(summary, description string) string {
	summary, description = strings.TrimSpace(summary), strings.TrimSpace(description)
	switch {
	case summary == "" || strings.HasPrefix(description, summary):
		return description
	case description == "":
		return summary
	}
	if !strings.ContainsAny(summary[len(summary)-1:], ".!?") {
		summary += "."
	}
	return summary + "\n\n" + description
}

// gather puts the parameters into a struct if there are too many inputs.
func (g *generation) gather(o *operation) {
	if len(o.inputs) <= maxInputs {
		return
	}
	r := &result{name: g.names.take(o.name + "Params"), doc: "are the parameters of [" + o.name + "]."}
	taken := newNames()
	var rest []input
	for _, in := range o.inputs {
		if in.field == "" {
			rest = append(rest, in)
			continue
		}
		r.fields = append(r.fields, taken.take(identifier(in.arg))+" "+in.field)
		if in.bodyOf != "" && !slices.Contains(r.bodies, in.bodyOf) {
			r.bodies = append(r.bodies, in.bodyOf)
		}
	}
	o.params = r
	o.inputs = append([]input{{call: "Input(" + r.codec() + ")", typ: r.name, arg: "params"}}, rest...)
}

// operationLeftOut reports the parts of an operation that have no place in code.
func (g *generation) operationLeftOut(item *openapi.PathItem, op *openapi.Operation) {
	at := op.Place().Pointer
	if len(op.Callbacks) > 0 {
		g.say(at+"/callbacks", "callbacks are not generated")
	}
	if len(op.Servers) > 0 {
		g.say(at+"/servers", "servers of an operation are left out")
	}
	if len(item.Servers) > 0 {
		g.say(item.Place().Pointer+"/servers", "servers of a path are left out")
	}
	if op.ExternalDocs != nil {
		g.say(at+"/externalDocs", "external documentation is left out")
	}
}
