package codegen_test

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-go/weft/openapi"
)

func (c *comparison) operation(method, path string, item *openapi.PathItem, op *openapi.Operation) {
	at := op.Place().Pointer
	other, _ := c.got.Paths.Get(path)
	if other == nil {
		c.say(at, "", "there is no path %s", path)
		return
	}
	for m, o := range other.All() {
		if m != method {
			continue
		}
		c.twin(op.Place(), o.Place())
		c.about(at, op, o)
		c.parameters(item, op, slices.Concat(o.Parameters, other.Parameters))
		c.requestBody(op, o)
		c.responses(op, o)
		c.security(op, o)
		return
	}
	c.say(at, "", "there is no method %s", method)
}

// about compares what is said about an operation.
func (c *comparison) about(at string, op, o *openapi.Operation) {
	c.same(at, "deprecated", op.Deprecated, o.Deprecated)
	if op.OperationID != "" {
		c.same(at, "operationId", op.OperationID, o.OperationID)
	}
	if !slices.Equal(op.Tags, o.Tags) {
		c.say(at, "tags", "want %q, got %q", op.Tags, o.Tags)
	}
	want, got := squash(op.Summary+" "+op.Description), squash(o.Summary+" "+o.Description)
	for _, text := range []string{op.Summary, op.Description} {
		if !strings.Contains(got, strings.TrimSuffix(squash(text), ".")) {
			c.say(at, "description", "there is no %q in %q", text, got)
		}
	}
	if want == "" && got != "" {
		c.say(at, "description", "want none, got %q", got)
	}
}

func (c *comparison) parameters(item *openapi.PathItem, want *openapi.Operation, got []*openapi.Ref[openapi.Parameter]) {
	shared := item.Parameters
	if t := item.Target(); t != nil {
		shared = slices.Concat(shared, t.Parameters)
	}
	known := map[int]bool{}
	for _, ref := range slices.Concat(want.Parameters, shared) {
		p := ref.Value
		i := slices.IndexFunc(got, func(q *openapi.Ref[openapi.Parameter]) bool {
			return q.Value.In == p.In && (q.Value.Name == p.Name || p.In == "header" && strings.EqualFold(q.Value.Name, p.Name))
		})
		if i < 0 {
			c.say(p.Place().Pointer, "", "there is no parameter %s", p.Name)
			continue
		}
		if known[i] {
			continue // the operation's own goes before that of the path
		}
		known[i] = true
		c.parameter(p, got[i].Value)
	}
	for i, q := range got {
		if !known[i] {
			c.say(want.Place().Pointer, "parameters", "%s %s is new", q.Value.In, q.Value.Name)
		}
	}
}

func (c *comparison) parameter(p, q *openapi.Parameter) {
	at := p.Place().Pointer
	c.twin(p.Place(), q.Place())
	c.same(at, "required", p.Required || p.In == "path", q.Required)
	c.same(at, "deprecated", p.Deprecated, q.Deprecated)
	c.same(at, "allowReserved", p.AllowReserved, q.AllowReserved)
	c.same(at, "allowEmptyValue", p.AllowEmptyValue, q.AllowEmptyValue)
	c.form(at, p.In, q.Description, p.Form, q.Form)
	c.text(at, descriptionOf(p.Description, p.Schema), descriptionOf(q.Description, q.Schema))
}

// form compares how a value is written, and the value. Its description may be that of
// the parameter.
func (c *comparison) form(at, in, about string, w, g openapi.Form) {
	if len(w.Content) != len(g.Content) {
		c.say(at, "content", "want %q, got %q", w.Content.Names(), g.Content.Names())
	}
	if w.Schema == nil || g.Schema == nil {
		return
	}
	a, explodeA := styleOf(in, w)
	b, explodeB := styleOf(in, g)
	kind := viewOf(w.Schema).kind()
	several := (kind == "array" || kind == "object") && !c.excused[at+"/schema"]
	if several || a == "label" || a == "matrix" {
		c.same(at, "style", a, b)
	}
	if several {
		c.same(at, "explode", explodeA || a == "simple", explodeB || b == "simple")
	}
	c.moved[w.Schema] = true
	c.schema(w.Schema, g.Schema)
	known := slices.Concat(examplesOf(g.Example, g.Examples), viewOf(g.Schema).examples())
	for _, e := range examplesOf(w.Example, w.Examples) {
		if !slices.ContainsFunc(known, e.Equal) {
			c.example(at, w.Example != nil, "there is no %s", e.JSON())
		}
	}
	v := viewOf(w.Schema)
	pairing{c, v, v}.texts(append(viewOf(g.Schema).texts(), squash(about)))
	for _, e := range v.examples() {
		if !slices.ContainsFunc(known, e.Equal) {
			pairing{c, v, v}.say(v.exampleKeyword(), "there is no %s", e.JSON())
		}
	}
}

// example reports an example that is not there.
func (c *comparison) example(at string, single bool, format string, args ...any) {
	keyword := "examples"
	if single {
		keyword = "example"
	}
	for e := range c.excused {
		if strings.HasPrefix(e, at+"/"+keyword+"/") {
			return
		}
	}
	c.say(at, keyword, format, args...)
}

func examplesOf(one *openapi.Value, named openapi.Map[*openapi.Ref[openapi.Example]]) []*openapi.Value {
	var all []*openapi.Value
	if one != nil {
		all = append(all, one)
	}
	for _, e := range named.All() {
		if e.Value != nil && e.Value.Value != nil {
			all = append(all, e.Value.Value)
		}
	}
	return all
}

// styleOf returns the style with its default, and whether each item stands alone.
func styleOf(in string, f openapi.Form) (string, bool) {
	style := f.Style
	if style == "" {
		style = "simple"
		if in == "query" || in == "cookie" {
			style = "form"
		}
	}
	if f.Explode != nil {
		return style, *f.Explode
	}
	return style, style == "form"
}

func (c *comparison) requestBody(want, got *openapi.Operation) {
	if want.RequestBody == nil || want.RequestBody.Value == nil || want.RequestBody.Value.Content.Len() == 0 {
		if got.RequestBody != nil {
			c.say(want.Place().Pointer, "requestBody", "there is a body")
		}
		return
	}
	b := want.RequestBody.Value
	at := b.Place().Pointer
	if got.RequestBody == nil {
		c.say(at, "", "there is no body")
		return
	}
	o := got.RequestBody.Value
	c.twin(b.Place(), o.Place())
	c.same(at, "required", b.Required, o.Required)
	c.text(at, b.Description, o.Description)
	c.content(at, b.Content, o.Content)
}

func (c *comparison) responses(want, got *openapi.Operation) {
	at := want.Place().Pointer
	for code, ref := range want.Responses.All() {
		other, ok := got.Responses.Get(code)
		if !ok || other.Value == nil {
			c.say(ref.Value.Place().Pointer, "", "there is no answer %s", code)
			continue
		}
		c.response(code, ref.Value, other.Value)
	}
	for code, ref := range got.Responses.All() {
		if !want.Responses.Has(code) && !isOwn(code, ref.Value) {
			c.say(at, "responses", "%s is new", code)
		}
	}
}

// own are the statuses that the framework answers with by itself.
var own = []string{"400", "401", "406", "413", "415", "422", "500"}

const problemMedia = "application/problem+json"

// isOwn reports whether an answer is one of the framework itself.
func isOwn(code string, r *openapi.Response) bool {
	return slices.Contains(own, code) && r.Content.Len() == 1 && r.Content.Has(problemMedia)
}

func (c *comparison) response(code string, w, g *openapi.Response) {
	at := w.Place().Pointer
	c.twin(w.Place(), g.Place())
	if n, _ := strconv.Atoi(code); strings.TrimSpace(w.Description) != "" || g.Description != http.StatusText(n) && g.Description != "The answer." {
		c.text(at, w.Description, g.Description)
	}
	known := map[string]bool{"content-type": true}
	for name, ref := range w.Headers.All() {
		known[strings.ToLower(name)] = true
		if strings.EqualFold(name, "Content-Type") {
			continue
		}
		h := headerOf(g.Headers, name)
		if h == nil {
			c.say(ref.Value.Place().Pointer, "", "there is no header field %s", name)
			continue
		}
		v := ref.Value
		c.twin(v.Place(), h.Place())
		c.same(v.Place().Pointer, "required", v.Required, h.Required)
		c.same(v.Place().Pointer, "deprecated", v.Deprecated, h.Deprecated)
		c.form(v.Place().Pointer, "header", h.Description, v.Form, h.Form)
		c.text(v.Place().Pointer, descriptionOf(v.Description, v.Schema), descriptionOf(h.Description, h.Schema))
	}
	for name := range g.Headers.All() {
		if !known[strings.ToLower(name)] && !(code == "401" && name == "WWW-Authenticate") && !(code == "415" && name == "Accept") {
			c.say(at, "headers", "%s is new", name)
		}
	}
	if !c.framework(code, w, g) {
		content := g.Content
		if slices.Contains(own, code) && !w.Content.Has(problemMedia) {
			content = slices.DeleteFunc(slices.Clone(content), func(e openapi.Entry[*openapi.MediaType]) bool { return e.Name == problemMedia })
		}
		c.content(at, w.Content, content)
	}
}

// framework reports whether an answer without a body has only the framework's.
func (c *comparison) framework(code string, w, g *openapi.Response) bool {
	return w.Content.Len() == 0 && isOwn(code, g)
}

func headerOf(all openapi.Map[*openapi.Ref[openapi.Header]], name string) *openapi.Header {
	for other, ref := range all.All() {
		if strings.EqualFold(other, name) {
			return ref.Value
		}
	}
	return nil
}

// security compares what is required by what has to be sent.
func (c *comparison) security(want, got *openapi.Operation) {
	at := want.Place().Pointer
	all := want.Security
	if all == nil {
		all, at = c.want.Security, ""
	}
	here := at + "/security"
	var ways []string
	for i, r := range all {
		if c.free(fmt.Sprintf("%s/%d", here, i)) && r.Schemes.Len() == 0 {
			return // reported: it is optional
		}
		if way := c.way(c.want, r); way != "" && !slices.Contains(ways, way) {
			ways = append(ways, way)
		}
	}
	var other []string
	required := got.Security
	if required == nil {
		required = c.got.Security
	}
	for _, r := range required {
		other = append(other, c.way(c.got, r))
	}
	slices.Sort(ways)
	slices.Sort(other)
	if !slices.Equal(ways, other) {
		c.say(at, "security", "%s: want %q, got %q", want.Place().Pointer, ways, other)
	}
}

// way returns the first scheme of a requirement; others, like scopes, are reported. It
// is "" for one that has no form.
func (c *comparison) way(doc *openapi.Document, r *openapi.SecurityRequirement) string {
	for name, scopes := range r.Schemes.All() {
		ref, ok := doc.Components.SecuritySchemes.Get(name)
		if !ok || ref.Value == nil {
			return ""
		}
		s := ref.Value
		switch {
		case c.excused[s.Place().Pointer] && (s.Type == "oauth2" || s.Type == "openIdConnect"):
			return "http bearer"
		case c.excused[s.Place().Pointer]:
			return ""
		case s.Type == "http":
			return "http " + strings.ToLower(s.Scheme)
		}
		return strings.Join([]string{s.Type, s.In, s.Name, strings.Join(scopes, ",")}, " ")
	}
	return "nothing"
}
