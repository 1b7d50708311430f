package codegen

import (
	"fmt"
	"strconv"
	"strings"
)

func (g *generation) renderOperations() string {
	var b strings.Builder
	for _, v := range g.auths {
		b.WriteString(describe(v.name+" is the security scheme "+strconv.Quote(v.scheme)+".", v.doc))
		fmt.Fprintf(&b, "var %s = %s\n\n", v.name, v.expr)
	}
	for _, o := range g.ops {
		o.render(&b)
	}
	b.WriteString("// Endpoints returns all endpoints, in the order of the document.\nfunc Endpoints() []endpoint.Described {\nreturn []endpoint.Described{\n")
	for _, o := range g.ops {
		b.WriteString(o.name + ",\n")
	}
	b.WriteString("}\n}\n")
	text := b.String()
	if strings.Contains(text, "moment(") {
		text += momentFunc
	}
	return text
}

// momentFunc is written where examples or defaults are times.
const momentFunc = `
// moment returns the time of a text in RFC 3339, which was checked when it was generated.
func moment(text string) time.Time {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err)
	}
	return t
}
`

// methods are those that package route has a function for.
var methods = map[string]bool{"GET": true, "PUT": true, "POST": true, "DELETE": true, "OPTIONS": true, "HEAD": true, "PATCH": true, "TRACE": true}

// render writes the endpoint.
func (o *operation) render(b *strings.Builder) {
	b.WriteString(describe(o.name+" is "+o.method+" "+o.path+".", o.doc))
	start := fmt.Sprintf("route.Method(%q, %q)", o.method, o.path)
	if methods[o.method] {
		start = fmt.Sprintf("route.%s(%q)", o.method, o.path)
	}
	calls := []string{start}
	for _, in := range o.inputs {
		calls = append(calls, in.call)
	}
	calls = append(calls, o.out)
	if len(o.failures) > 0 {
		calls = append(calls, "OutErrors[error](\n"+strings.Join(o.failures, ",\n")+",\n)")
	}
	if o.auth != "" {
		calls = append(calls, "Auth("+o.auth+")", "UnauthorizedStatus(401)")
	}
	if o.id != "" {
		calls = append(calls, "ID("+strconv.Quote(o.id)+")")
	}
	if o.doc != "" {
		calls = append(calls, "Doc("+strconv.Quote(o.doc)+")")
	}
	if len(o.tags) > 0 {
		calls = append(calls, "Tag("+quoteAll(o.tags)+")")
	}
	if o.deprecated {
		calls = append(calls, "Deprecated()")
	}
	fmt.Fprintf(b, "var %s = %s\n\n", o.name, strings.Join(calls, ".\n"))
}

// signature returns the parameters and results of the endpoint's function.
func (o *operation) signature() string {
	s := "(ctx context.Context"
	taken := newNames("ctx")
	for _, in := range o.inputs {
		s += ", " + taken.take(in.arg) + " " + in.typ
	}
	if o.result == "" {
		return s + ") error"
	}
	return s + ") (" + o.result + ", error)"
}

func (g *generation) renderResults() string {
	var b strings.Builder
	for _, o := range g.ops {
		if o.params != nil {
			renderResult(&b, o.params)
		}
	}
	for _, r := range g.sorted {
		renderResult(&b, r)
	}
	return b.String()
}

func renderResult(b *strings.Builder, r *result) {
	b.WriteString(describe(r.name+" "+r.doc, r.about))
	if r.union != nil {
		fmt.Fprintf(b, "type %s interface{ is%s() }\n\n", r.name, r.name)
		return
	}
	fmt.Fprintf(b, "type %s struct {\n%s\n}\n\n", r.name, strings.Join(r.fields, "\n"))
	for _, u := range r.markers {
		fmt.Fprintf(b, "func (%s) is%s() {}\n\n", r.name, u)
	}
	if r.failure {
		text := oneLine(r.about)
		if text == "" {
			text = statusWord(r.status)
		}
		fmt.Fprintf(b, "// Error returns what the document says about the failure.\nfunc (%s) Error() string { return %s }\n\n", r.name, strconv.Quote(text))
	}
}

func (g *generation) renderServer() string {
	var b strings.Builder
	b.WriteString("// A Server implements the operations of the API.\ntype Server interface {\n")
	for _, o := range g.ops {
		b.WriteString(describe(o.name+" answers "+o.method+" "+o.path+".", o.doc))
		b.WriteString(o.name + o.signature() + "\n\n")
	}
	b.WriteString("}\n\n// Routes returns the routes of a server, with the configuration that the API needs.\n" +
		"func Routes(s Server) weft.Routes {\nreturn weft.NewRoutes(\n")
	for _, o := range g.ops {
		fmt.Fprintf(&b, "%s.Implement(s.%s),\n", o.name, o.name)
	}
	b.WriteString(").With(codec.WithConfig(Config()))\n}\n")
	return b.String()
}

func (g *generation) renderClient() string {
	var b strings.Builder
	b.WriteString("// A Client calls the operations of the API. It is safe for concurrent use.\ntype Client struct {\n")
	for _, o := range g.ops {
		b.WriteString(describe(o.name+" sends "+o.method+" "+o.path+".", o.doc))
		b.WriteString(o.name + " func" + o.signature() + "\n\n")
	}
	b.WriteString("}\n\n// NewClient returns a client that sends its requests through a doer, whose codec configuration has to be\n" +
		"// that of [Config].\nfunc NewClient(d endpoint.Doer) *Client {\nreturn &Client{\n")
	for _, o := range g.ops {
		fmt.Fprintf(&b, "%s: %s.Client(d),\n", o.name, o.name)
	}
	b.WriteString("}\n}\n")
	return b.String()
}
