package codec

import (
	"errors"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/internal/ascii"
)

// A Target is a message that is being written: a request on the client, or a
// response on the server. It is for one goroutine.
type Target struct {
	config  format.Config
	accept  string // what the client accepts; chooses the format of a body
	params  []pathParam
	query   []string // names and values, alternating
	headers []string // names and values, alternating
	cookies []weft.Cookie
	status  weft.Status
	body    weft.Body
	parts   []weft.FormField // of a multipart body
	reply   bool             // a response is written
	example bool             // bodies are written as JSON, whatever their media type
	err     error
}

type pathParam struct{ name, value string }

// ToRequest returns a target for a request.
func ToRequest(c format.Config) Target { return Target{config: c} }

// ToResponse returns a target for the response to a request.
func ToResponse(r *weft.Request) Target {
	accept, _ := r.RawHeader("Accept")
	return Target{config: r.CodecConfig(), accept: accept, reply: true}
}

// Config returns the codec configuration that applies.
func (t *Target) Config() format.Config { return t.config }

// Accept returns what the client accepts, if a response is written.
func (t *Target) Accept() string { return t.accept }

// IsResponse says whether a response is written, rather than a request.
func (t *Target) IsResponse() bool { return t.reply }

// SetParam sets a path parameter.
func (t *Target) SetParam(name, value string) { t.params = append(t.params, pathParam{name, value}) }

// Param returns a path parameter that was set.
func (t *Target) Param(name string) (string, bool) {
	for _, p := range t.params {
		if p.name == name {
			return p.value, true
		}
	}
	return "", false
}

// AddQuery adds a query parameter.
func (t *Target) AddQuery(name, value string) { t.query = append(t.query, name, value) }

// AddHeader adds a header field. A name that is not a token, or a value with a
// control character, is reported as [Target.Fail] does and left out.
func (t *Target) AddHeader(name, value string) {
	if !ascii.IsToken(name) || !ascii.IsFieldValue(value) {
		t.Fail(&weft.InvalidHeader{Name: name, Problem: "the name is not a token, or the value contains a control character"})
		return
	}
	t.headers = append(t.headers, name, value)
}

// AddCookie adds a cookie: one to send with a request, or one to set by a response.
// A cookie that cannot be written is reported as [Target.Fail] does and left out.
func (t *Target) AddCookie(c weft.Cookie) {
	var err error
	if t.reply {
		_, err = c.SetCookieString()
	} else {
		_, err = weft.CookieString(c)
	}
	if err != nil {
		t.Fail(err)
		return
	}
	t.cookies = append(t.cookies, c)
}

// SetStatus sets the status of the response.
func (t *Target) SetStatus(s weft.Status) { t.status = s }

// SetBody sets the body.
func (t *Target) SetBody(b weft.Body) { t.body = b }

// AddPart adds a part to a body of the type multipart/form-data.
func (t *Target) AddPart(f weft.FormField) { t.parts = append(t.parts, f) }

// Fail reports a value that cannot be written.
func (t *Target) Fail(err error) { t.err = errors.Join(t.err, err) }

// Err returns why the message cannot be sent, or nil.
func (t *Target) Err() error { return t.err }

// Body returns the body that was set, or the multipart body of the parts that were
// added.
func (t *Target) Body() weft.Body {
	if len(t.parts) > 0 {
		t.body = weft.BodyMultipart(weft.NewForm(t.parts...), weft.RandomBoundary())
		t.parts = nil
	}
	return t.body
}

// Query returns the query parameters.
func (t *Target) Query() weft.QueryParams { return weft.QueryParamsOf(t.query...) }

// Headers returns the header fields of the request, with its cookies.
func (t *Target) Headers() weft.Headers {
	h := weft.NewHeaders(t.headers...)
	if t.reply || len(t.cookies) == 0 {
		return h
	}
	s, err := weft.CookieString(t.cookies...)
	if err != nil {
		t.Fail(err)
	}
	return h.Add("Cookie", s)
}

// Response returns the response.
func (t *Target) Response() weft.Response {
	r := weft.NewResponse(t.status).WithBody(t.Body())
	if len(t.headers) > 0 {
		r = r.AddHeaders(weft.NewHeaders(t.headers...))
	}
	for _, c := range t.cookies {
		r = r.WithCookie(c)
	}
	return r
}
