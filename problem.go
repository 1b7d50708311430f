package weft

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"errors"
	"html"
	"strings"

	"github.com/weft-go/weft/format"
	formatjson "github.com/weft-go/weft/format/json"
	"github.com/weft-go/weft/status"
)

// A Problem is an error that is meant for the client: a problem document by RFC
// 9457. A handler that returns one, wrapped or not, answers with it:
//
//	return weft.Response{}, &weft.Problem{Status: status.Conflict, Detail: "the name is taken"}
//
// All errors that the framework itself answers with have this shape.
type Problem struct {
	// Type is a URI that names the kind of problem. Empty means "about:blank":
	// the status says it all.
	Type string

	// Title is a short summary of the kind of problem. Empty means the status
	// text.
	Title string

	// Status is the status code. Zero means 500.
	Status Status

	// Detail explains this occurrence. It is sent to the client.
	Detail string

	// Instance is a URI that names this occurrence. Empty means the path of the
	// request.
	Instance string

	// Errors lists the faults of an input, all of them.
	Errors []Fault

	// Headers are added to the response.
	Headers Headers

	// Cause is what led to the problem. It is logged for a status from 500 on,
	// and never sent.
	Cause error
}

// A Fault is one thing that is wrong with a request.
type Fault struct {
	// In is the part of the request: path, query, header, cookie or body.
	In string

	// Name is the name of the parameter, or the place in the body.
	Name string

	// Message says what was wrong and what was expected.
	Message string
}

// Error returns status, title and detail as one line.
func (p *Problem) Error() string {
	s := formatInt(int64(p.code())) + " " + p.title()
	if p.Detail != "" {
		s += ": " + p.Detail
	}
	if p.Cause != nil {
		s += ": " + p.Cause.Error()
	}
	return s
}

// Unwrap returns the cause.
func (p *Problem) Unwrap() error { return p.Cause }

func (p *Problem) code() Status {
	if p.Status == 0 {
		return status.InternalServerError
	}
	return p.Status
}

func (p *Problem) title() string {
	if p.Title != "" {
		return p.Title
	}
	return p.code().Text()
}

// Response returns the problem as a response to req, in the form that the
// client's Accept field prefers: JSON (the default), HTML or plain text.
func (p *Problem) Response(req *Request) Response {
	accept, instance := "", p.Instance
	if req != nil {
		accept, _ = req.RawHeader("Accept")
		if instance == "" {
			instance = req.Path()
		}
	}
	r := Response{status: p.code(), headers: p.Headers}
	switch form, _ := Negotiate(accept, "application/problem+json", "application/json", "text/html", "text/plain"); form {
	case "text/html":
		r.body = BodyString(p.html(), "text/html; charset=utf-8")
	case "text/plain":
		r.body = BodyString(p.text())
	case "application/json":
		r.body = BodyBytes(p.json(instance), form)
	default:
		r.body = BodyBytes(p.json(instance), "application/problem+json")
	}
	return r
}

func (p *Problem) json(instance string) []byte {
	b := []byte{'{'}
	kind := p.Type
	if kind == "" {
		kind = "about:blank"
	}
	b = appendMember(b, "type", kind)
	b = appendMember(b, "title", p.title())
	b = append(b, `,"status":`...)
	b = append(b, formatInt(int64(p.code()))...)
	if p.Detail != "" {
		b = appendMember(b, "detail", p.Detail)
	}
	if instance != "" {
		b = appendMember(b, "instance", instance)
	}
	for i, f := range p.Errors {
		if i == 0 {
			b = append(b, `,"errors":[{`...)
		} else {
			b = append(b, `,{`...)
		}
		b = appendMember(b, "in", f.In)
		b = appendMember(b, "name", f.Name)
		b = appendMember(b, "message", f.Message)
		b = append(b, '}')
	}
	if len(p.Errors) > 0 {
		b = append(b, ']')
	}
	return append(b, '}')
}

// appendMember appends a name and a text to a JSON object.
func appendMember(b []byte, name, value string) []byte {
	if b[len(b)-1] != '{' {
		b = append(b, ',')
	}
	b = append(b, '"')
	b = append(b, name...)
	b = append(b, `":`...)
	b, _ = jsontext.AppendQuote(b, strings.ToValidUTF8(value, "\uFFFD")) // valid text always has a JSON form
	return b
}

func (p *Problem) text() string {
	var b strings.Builder
	b.WriteString(formatInt(int64(p.code())) + " " + p.title() + "\n")
	if p.Detail != "" {
		b.WriteString(p.Detail + "\n")
	}
	for _, f := range p.Errors {
		b.WriteString("- " + f.In + " " + f.Name + ": " + f.Message + "\n")
	}
	return b.String()
}

func (p *Problem) html() string {
	var b strings.Builder
	title := html.EscapeString(formatInt(int64(p.code())) + " " + p.title())
	b.WriteString("<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>" + title + "</title></head>\n")
	b.WriteString("<body>\n<h1>" + title + "</h1>\n")
	if p.Detail != "" {
		b.WriteString("<p>" + strings.ReplaceAll(html.EscapeString(p.Detail), "\n", "<br>\n") + "</p>\n")
	}
	if len(p.Errors) > 0 {
		b.WriteString("<ul>\n")
		for _, f := range p.Errors {
			b.WriteString("<li>" + html.EscapeString(f.In+" "+f.Name+": "+f.Message) + "</li>\n")
		}
		b.WriteString("</ul>\n")
	}
	b.WriteString("</body>\n</html>\n")
	return b.String()
}

// ProblemOf returns the problem that an error stands for: a [*Problem] is itself, an
// error about a request becomes one, and everything else is nil.
func ProblemOf(err error) *Problem {
	if p, ok := errors.AsType[*Problem](err); ok {
		return p
	}
	if e, ok := errors.AsType[*BodyTooLarge](err); ok {
		return &Problem{Status: status.ContentTooLarge, Detail: e.Error(), Cause: err}
	}
	if e, ok := errors.AsType[*FormTooLarge](err); ok {
		return &Problem{Status: status.ContentTooLarge, Detail: e.Error(), Cause: err}
	}
	if faults := FaultsOf(err); faults != nil {
		return &Problem{Status: status.BadRequest, Detail: "the request has a fault", Errors: faults, Cause: err}
	}
	return nil
}

// FaultsOf returns the faults of a request that an error tells of, such as a
// [*MissingQueryParams] or a body that could not be decoded. It is nil for errors
// that are not about the request.
func FaultsOf(err error) []Fault {
	var missing *MissingQueryParams
	var malformed *MalformedQueryParam
	var count *InvalidQueryParamCount
	var param *MalformedPathParam
	var noHeader *MissingHeader
	var badHeader *MalformedHeader
	var cookie *MissingCookie
	var query *MalformedQuery
	var body *MalformedBody
	var form *MalformedForm
	var decode *format.DecodeError
	switch {
	case errors.As(err, &missing):
		var faults []Fault
		for _, name := range missing.Names {
			faults = append(faults, Fault{"query", name, "missing"})
		}
		return faults
	case errors.As(err, &malformed):
		return []Fault{{"query", malformed.Name, malformed.Error()}}
	case errors.As(err, &count):
		return []Fault{{"query", count.Name, count.Error()}}
	case errors.As(err, &query):
		return []Fault{{"query", "", query.Error()}}
	case errors.As(err, &param):
		return []Fault{{"path", param.Name, param.Error()}}
	case errors.As(err, &noHeader):
		return []Fault{{"header", noHeader.Name, "missing"}}
	case errors.As(err, &badHeader):
		return []Fault{{"header", badHeader.Name, badHeader.Error()}}
	case errors.As(err, &cookie):
		return []Fault{{"cookie", cookie.Name, "missing"}}
	case errors.As(err, &body):
		return []Fault{{"body", "", body.Error()}}
	case errors.As(err, &form):
		return []Fault{{"body", "", form.Error()}}
	case errors.As(err, &decode):
		var faults []Fault
		for _, f := range formatjson.Faults(err) {
			faults = append(faults, Fault{"body", f.Path, f.Error()})
		}
		if faults == nil {
			faults = []Fault{{"body", decode.Path, decode.Error()}}
		}
		return faults
	}
	return nil
}

// ParseProblem reads a problem document in its JSON form, as a client gets it. It
// fails if b is not one.
func ParseProblem(b []byte) (*Problem, error) {
	var doc struct {
		Type     string `json:"type"`
		Title    string `json:"title"`
		Status   int    `json:"status"`
		Detail   string `json:"detail"`
		Instance string `json:"instance"`
		Errors   []struct {
			In      string `json:"in"`
			Name    string `json:"name"`
			Message string `json:"message"`
		} `json:"errors"`
	}
	if err := json.Unmarshal(b, &doc); err != nil {
		return nil, err
	}
	if doc.Status == 0 && doc.Title == "" && doc.Type == "" {
		return nil, errors.New("not a problem document")
	}
	p := &Problem{Type: doc.Type, Title: doc.Title, Status: Status(doc.Status), Detail: doc.Detail, Instance: doc.Instance}
	for _, f := range doc.Errors {
		p.Errors = append(p.Errors, Fault{f.In, f.Name, f.Message})
	}
	return p, nil
}
