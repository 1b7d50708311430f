package openapi

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/schema"
	"github.com/weft-go/weft/status"
)

// An answer is one of the answers that an operation gives.
type answer struct {
	status  string // a code, or "default" if the function decides
	doc     string
	headers Map[*Ref[Header]]
	content Map[*MediaType]
	own     string // the name of a component, if the framework gives it
}

// answers returns the answers of an output or a failure.
func (n *generation) answers(o endpoint.Output, failure bool) []answer {
	var all []answer
	tree := o.Tree
	tree.Doc = "" // it explains the answer, rather than its header fields
	for _, parts := range alternatives(tree) {
		a := answer{status: codeOf(o.Status), doc: o.Doc}
		if a.doc == "" {
			a.doc = o.Tree.Doc
		}
		for _, p := range parts {
			n.answerPart(&a, p, failure)
		}
		all = append(all, a)
	}
	return all
}

func codeOf(s weft.Status) string {
	if s == 0 {
		return "default"
	}
	return strconv.Itoa(int(s))
}

// answerPart adds a part to an answer.
func (n *generation) answerPart(a *answer, p *codec.PartInfo, failure bool) {
	switch p.In {
	case codec.InStatus:
		a.status = codeOf(p.Status)
	case codec.InHeader:
		if !strings.EqualFold(p.Name, "Content-Type") {
			a.headers.Set(p.Name, Inline(n.header(p)))
		}
	case codec.InCookie:
		n.setCookie(a, p)
	case codec.InBody:
		if failure && p.Schema != nil {
			// An error is never nil where it is sent.
			c := *p
			s := p.Schema().Indirect()
			c.Schema = func() *schema.Schema { return s }
			p = &c
		}
		if a.doc == "" {
			a.doc = p.Doc
		}
		a.content = joinContent(a.content, n.content(p, "", true))
	}
}

func (n *generation) header(p *codec.PartInfo) *Header {
	return &Header{
		Description: p.Doc, Required: p.Required, Deprecated: p.Deprecated,
		Form: Form{Schema: n.parameterSchema(p), Examples: n.parameterExamples(p)},
	}
}

// setCookie adds a cookie that is set. All of them share one name of a header field.
func (n *generation) setCookie(a *answer, p *codec.PartInfo) {
	doc := fmt.Sprintf("Sets the cookie %s.", p.Name)
	if p.Doc != "" {
		doc += " " + p.Doc
	}
	if known, ok := a.headers.Get("Set-Cookie"); ok {
		known.Value.Description += "\n\n" + doc
		known.Value.Required = known.Value.Required || p.Required
		return
	}
	a.headers.Set("Set-Cookie", Inline(&Header{Description: doc, Required: p.Required, Form: Form{Schema: &Schema{Type: []string{"string"}}}}))
}

// responses puts answers of the same status together. One that the framework alone
// gives is a reference to a component.
func (n *generation) responses(answers []answer) Responses {
	var r Responses
	var codes []string
	for _, a := range answers {
		if !slices.Contains(codes, a.status) {
			codes = append(codes, a.status)
		}
	}
	for _, code := range codes {
		var same []answer
		for _, a := range answers {
			if a.status == code && !slices.ContainsFunc(same, func(b answer) bool { return b.own != "" && b.own == a.own }) {
				same = append(same, a)
			}
		}
		r.Set(code, n.response(same))
	}
	return r
}

func (n *generation) response(same []answer) *Ref[Response] {
	if first := same[0]; len(same) == 1 && first.own != "" {
		if !n.doc.Components.Responses.Has(first.own) {
			n.doc.Components.Responses.Set(first.own, Inline(joinAnswers(same)))
		}
		return RefTo[Response]("#/components/responses/" + first.own)
	}
	return Inline(joinAnswers(same))
}

// joinAnswers returns the response of several answers. A header field that one of them
// does without is not required. What an endpoint says about an answer goes before what
// the framework would say.
func joinAnswers(same []answer) *Response {
	r := &Response{}
	said := slices.ContainsFunc(same, func(a answer) bool { return a.own == "" && a.doc != "" })
	var docs []string
	for _, a := range same {
		if a.own == "" || !said {
			docs = append(docs, a.doc)
		}
		for _, name := range a.headers.Names() {
			if !r.Headers.Has(name) {
				r.Headers.Set(name, Inline(joinHeader(name, same)))
			}
		}
		if a.content != nil {
			r.Content = joinContent(r.Content, a.content)
		}
	}
	r.Description = joinDocs(docs)
	if r.Description == "" {
		r.Description = statusText(same[0].status)
	}
	return r
}

func joinHeader(name string, same []answer) *Header {
	var joined Header
	var schemas []*Schema
	required := true
	for _, a := range same {
		h, ok := a.headers.Get(name)
		if !ok {
			required = false
			continue
		}
		if schemas == nil {
			joined = *h.Value
		}
		required = required && h.Value.Required
		schemas = append(schemas, h.Value.Schema)
	}
	joined.Required = required
	joined.Schema = anyOf(schemas)
	return &joined
}

// statusText returns what a status means, for answers without documentation.
func statusText(code string) string {
	n, err := strconv.Atoi(code)
	if err != nil {
		return "The answer."
	}
	if text := weft.Status(n).Text(); text != "" {
		return text
	}
	return "Status " + code
}

// problem returns an answer of the framework itself: a problem document (RFC 9457).
func (n *generation) problem(s weft.Status, doc string) answer {
	return answer{
		status: codeOf(s), doc: doc, own: words(s.Text()),
		content: Map[*MediaType]{{"application/problem+json", &MediaType{Schema: n.schemas.problem()}}},
	}
}

// failures returns the answers that the framework gives by itself, if a request to
// the endpoint can lead to them.
func (n *generation) failures(e endpoint.Described) []answer {
	d := e.Describe()
	var all []answer
	if !d.Auth.IsNone() {
		all = append(all, n.refusal(d))
	}
	in := troubleOf(d)
	if own, ok := e.(interface{ AnswersFaults() bool }); ok && own.AnswersFaults() {
		if in.any() {
			all = append(all, answer{status: "4XX", doc: "The request has faults. The endpoint answers them in a way of its own."})
		}
		in = trouble{}
	}
	for _, f := range []struct {
		can    bool
		status weft.Status
		doc    string
	}{
		{in.malformed, status.BadRequest, "The request has faults: something is missing or cannot be understood. All of them are listed."},
		{notAcceptable(d), status.NotAcceptable, "The answer is not available in a media type that the client accepts."},
		{in.tooLarge, status.ContentTooLarge, "The body is too large."},
		{in.unsupported, status.UnsupportedMediaType, "The body has a media type that is not understood."},
		{in.invalid, status.UnprocessableContent, "The body can be understood but breaks a constraint. All faults are listed."},
		{true, status.InternalServerError, "Something went wrong that is not the client's fault."},
	} {
		if f.can {
			a := n.problem(f.status, f.doc)
			if f.status == status.UnsupportedMediaType {
				a.headers.Set("Accept", Inline(&Header{Description: "The media types that are understood.", Form: Form{Schema: &Schema{Type: []string{"string"}}}}))
			}
			all = append(all, a)
		}
	}
	return all
}

// notAcceptable reports whether an answer may be refused because of the Accept field.
func notAcceptable(d *endpoint.Description) bool {
	all := codec.Tree{Op: codec.OpEither}
	for _, o := range d.Outputs {
		all.Children = append(all.Children, o.Tree)
	}
	return !all.Acceptable("x-none/x-none")
}

// refusal returns the answer to a request that does not authenticate.
func (n *generation) refusal(d *endpoint.Description) answer {
	code := d.UnauthorizedStatus
	if code == 0 || code == status.NotFound {
		return n.problem(status.NotFound, "There is nothing here, or nothing that these credentials may see.")
	}
	a := n.problem(code, "The credentials are missing or not good.")
	if code != status.Unauthorized {
		return a
	}
	if len(d.Auth.Challenges(nil)) == 0 {
		a.own += "WithoutChallenge"
		return a
	}
	a.headers.Set("WWW-Authenticate", Inline(&Header{
		Description: "A challenge for each accepted scheme (RFC 9110 section 11.6.1).", Required: true,
		Form: Form{Schema: &Schema{Type: []string{"string"}}},
	}))
	return a
}
