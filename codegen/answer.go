package codegen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/openapi"
)

// Answers. An operation with one success and no header fields simply has an output.
// All other answers become structs whose fields sit in the body, the header fields and
// the status: several successes are the cases of a sealed interface, and failures are
// Go errors. Failures that say the same are one type, whatever operation they belong
// to.

// A result is a struct for an answer, or for parameters.
type result struct {
	name    string
	doc     string // the rest of the doc comment, after the name
	fields  []string
	bodies  []string // types that codec.Struct has to be told
	failure bool
	status  string   // three digits, or ""
	markers []string // the interfaces that it is a case of
	about   string   // the description of the answer
	union   []string // the cases, if it is an interface
}

// codec returns the expression of the struct's codec.
func (r *result) codec() string {
	var bodies []string
	for _, b := range r.bodies {
		bodies = append(bodies, "codec.BodyOf["+b+"]()")
	}
	return "codec.Struct[" + r.name + "](" + strings.Join(bodies, ", ") + ")"
}

// whole is the codec with status and documentation.
func (r *result) whole() string {
	c := r.codec()
	if r.status != "" {
		c = "codec.WithStatus(" + c + ", " + r.status + ")"
	}
	if r.about != "" {
		c += ".Doc(" + strconv.Quote(r.about) + ")"
	}
	return c
}

// answers gives an operation its output and its failures.
func (g *generation) answers(o *operation, op *openapi.Operation) {
	var successes []string
	byCode := map[string]*openapi.Response{}
	for code, ref := range op.Responses.All() {
		if ref.Value == nil {
			continue
		}
		byCode[code] = ref.Value
		if ref.Value.Links.Len() > 0 {
			g.say(ref.Value.Place().Pointer+"/links", "links are left out")
		}
		if isSuccess(code) {
			successes = append(successes, code)
		}
	}
	if len(successes) == 0 && byCode["default"] != nil {
		successes = []string{"default"}
	}
	for code, ref := range op.Responses.All() {
		if ref.Value != nil && !slices.Contains(successes, code) {
			o.failures = append(o.failures, g.failure(o, code, ref.Value))
		}
	}
	switch len(successes) {
	case 0:
		g.say(op.Place().Pointer+"/responses", "there is no success; the answer is 204")
		o.out = "OutEmpty()"
	case 1:
		g.output(o, successes[0], byCode[successes[0]])
	default:
		g.union(o, successes, byCode)
	}
}

func isSuccess(code string) bool { return code != "" && code[0] >= '1' && code[0] <= '3' }

// output ends an operation with its only success.
func (g *generation) output(o *operation, code string, r *openapi.Response) {
	status, err := strconv.Atoi(code)
	p, hasBody := g.payload(r.Content, o.name+"Result", r.Place().Pointer)
	if err != nil || r.Headers.Len() > 0 || status < 200 {
		res := g.answerType(o.name+"Result", code, r, p, hasBody)
		o.out, o.result = "OutCodec("+res.whole()+")", res.name
		return
	}
	if !hasBody {
		if r.Description != "" {
			g.say(r.Place().Pointer+"/description", "an answer without a body has no description")
		}
		o.out = fmt.Sprintf("OutEmpty(%d)", status)
		return
	}
	var options []string
	if status != 200 {
		options = append(options, fmt.Sprintf("endpoint.Status(%d)", status))
	}
	if len(p.media) > 0 {
		options = append(options, "endpoint.MediaType("+quoteAll(p.media)+")")
	}
	if r.Description != "" {
		options = append(options, "endpoint.Doc("+strconv.Quote(r.Description)+")")
	}
	o.out, o.result = "Out["+p.typ+"]("+strings.Join(options, ", ")+")", p.typ
}

// union ends an operation with several successes.
func (g *generation) union(o *operation, codes []string, byCode map[string]*openapi.Response) {
	u := &result{name: g.names.take(o.name + "Result"), doc: "is an answer of [" + o.name + "]."}
	g.sorted = append(g.sorted, u)
	var cases []string
	for _, code := range codes {
		r := byCode[code]
		p, hasBody := g.payload(r.Content, o.name+statusWord(code)+"Body", r.Place().Pointer)
		res := g.answerType(o.name+statusWord(code), code, r, p, hasBody)
		res.markers = append(res.markers, u.name)
		u.union = append(u.union, res.name)
		cases = append(cases, "codec.CaseOf["+u.name+"]("+res.whole()+", 0)")
	}
	o.out, o.result = "OutCodec(codec.Union(\n"+strings.Join(cases, ",\n")+"))", u.name
}

// statusWord returns a status as a part of a name.
func statusWord(code string) string {
	if n, err := strconv.Atoi(code); err == nil {
		if text := weft.Status(n).Text(); text != "" {
			return identifier(text)
		}
	}
	return identifier(code)
}

// answerType makes a struct for an answer.
func (g *generation) answerType(name, code string, r *openapi.Response, p payload, hasBody bool) *result {
	res := g.answerStruct(code, r, p, hasBody)
	res.name = g.names.take(name)
	res.doc = "is the answer " + code + "."
	g.sorted = append(g.sorted, res)
	return res
}

func (g *generation) answerStruct(code string, r *openapi.Response, p payload, hasBody bool) *result {
	res := &result{status: code, about: r.Description}
	taken := newNames("Status", "Body", "Error")
	if _, err := strconv.Atoi(code); err != nil {
		res.status = ""
		res.fields = append(res.fields, "Status weft.Status `status:\"\"`")
		if code != "default" {
			g.say(r.Place().Pointer, "a range of statuses is documented as default")
		}
	}
	for name, h := range r.Headers.All() {
		if h.Value == nil || strings.EqualFold(name, "Content-Type") {
			continue
		}
		if !sound(func() { codec.Header[string](name) }) {
			g.say(h.Place().Pointer, "a header field cannot have this name; it is left out")
			continue
		}
		p := &openapi.Parameter{Node: h.Value.Node, Name: name, In: "header", Form: h.Value.Form, AllowEmptyValue: h.Value.AllowEmptyValue}
		t := g.parameterType(p, identifier(name)+"Header")
		v := &value{place: "Header", name: name, typ: t, doc: h.Value.Description, required: h.Value.Required, deprecated: h.Value.Deprecated, tags: g.headerTags(p, t)}
		if v.doc == "" && p.Schema != nil {
			v.doc = docOf(p.Schema)
		}
		g.parameterLeftOut(p, t)
		res.fields = append(res.fields, taken.take(identifier(name))+" "+v.field())
	}
	if hasBody {
		res.fields = append(res.fields, "Body "+p.typ+" "+quote(p.tags("").text()))
		if p.model {
			res.bodies = []string{p.typ}
		}
	}
	return res
}

// failure returns the codec of a failure. Those that are alike share their type.
func (g *generation) failure(o *operation, code string, r *openapi.Response) string {
	p, hasBody := g.payload(r.Content, o.name+statusWord(code)+"Body", r.Place().Pointer)
	res := g.answerStruct(code, r, p, hasBody)
	key := code + "\n" + strings.Join(res.fields, "\n")
	if old := g.results[key]; old != nil {
		res.name = old.name
		return res.whole()
	}
	name := statusWord(code)
	if p.model && isName(p.typ) {
		name = p.typ + name
	}
	res.name = g.names.take(strings.TrimSuffix(name, "Error") + "Error")
	res.doc = "is the failure " + code + "."
	res.failure = true
	g.results[key] = res
	g.sorted = append(g.sorted, res)
	return res.whole()
}

// isName reports whether a type is that of a model.
func isName(t string) bool { return t != "" && t[0] >= 'A' && t[0] <= 'Z' }
