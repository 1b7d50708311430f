package codegen

import (
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
	id                 string // the operationId, or ""
	doc                string
	tags               []string
	deprecated         bool
	inputs             []input
	kinds              map[string]string // of path parameters, in the grammar of patterns
	at                 string            // its place in the document
	params             *result           // the parameters as a struct, if there are too many
	out                string            // the call that ends the description
	result             string            // the type of the function's result, or ""
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
	g.unreachable()
}

// operation describes one, if its path can be a pattern.
func (g *generation) operation(path, method string, item *openapi.PathItem, op *openapi.Operation) {
	at := op.Place().Pointer
	parsed, err := pattern.Parse(path)
	if err != nil {
		g.say(at, "the operation is left out: "+err.Error())
		return
	}
	o := &operation{method: method, path: path, at: at, kinds: map[string]string{}, tags: op.Tags, deprecated: op.Deprecated, doc: joinDoc(op.Summary, op.Description)}
	o.name = g.names.take(g.operationName(path, method, op))
	g.parameters(o, parsed, item, op)
	if g.routes.Add(method, o.typed(parsed), len(g.ops)) != nil {
		g.say(at, "the operation is left out: another one has the same method and path, but for the names of parameters")
		delete(g.names, o.name)
		return
	}
	o.id = g.operationID(op)
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
	for rest := path; rest != ""; {
		var text, param string
		text, rest, _ = strings.Cut(rest, "{")
		for part := range strings.SplitSeq(text, "/") {
			if part != "" {
				name += identifier(part)
			}
		}
		if param, rest, _ = strings.Cut(rest, "}"); param != "" {
			name += "By" + identifier(param)
		}
	}
	return name
}

// typed returns the pattern with the kinds that the types of its parameters have, as
// the endpoint's route does.
func (o *operation) typed(p pattern.Pattern) pattern.Pattern {
	text := p.String()
	for _, s := range p.Params() {
		if kind := o.kinds[s.Name]; kind != "" && s.Kind == pattern.String {
			text = strings.Replace(text, "{"+s.Name+"}", "{"+s.Name+":"+kind+"}", 1)
		}
	}
	if typed, err := pattern.Parse(text); err == nil {
		return typed
	}
	return p
}

// unreachable leaves out the operations whose requests others would get.
func (g *generation) unreachable() {
	dead := map[*operation]bool{}
	for _, s := range g.routes.Shadowed() {
		o, by := g.ops[s.Index], g.ops[s.By[0]]
		g.say(o.at, "the operation is left out: its requests belong to "+by.method+" "+by.path)
		dead[o] = true
	}
	g.ops = slices.DeleteFunc(g.ops, func(o *operation) bool { return dead[o] })
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
