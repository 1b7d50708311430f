package hyper

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/format/json"
	"github.com/weft-go/weft/schema"
	"github.com/weft-go/weft/status"
)

// signalParam is the query parameter that carries signals.
const signalParam = "hyper"

// ReadSignals decodes the signals that a page has sent with a request: from the query
// parameter hyper or, if there is none, from a body in JSON, whatever the method. The
// schema of T says which are wanted and what they may be; others are ignored, unless
// the codec configuration refuses them.
//
// It fails with a [*MissingSignals] or a [*MalformedSignals]. A handler may return these
// errors as they are: the client gets 400, or 422 if values break a constraint, and is
// told what is wrong.
func ReadSignals[T any](req *weft.Request) (T, error) {
	var zero T
	text, in, err := signalBytes(req)
	if err != nil {
		return zero, err
	}
	c, err := json.CodecFor[T](req.CodecConfig())
	if err != nil {
		return zero, err
	}
	v, err := c.Decode(text)
	if err != nil {
		return zero, malformed(in, err)
	}
	err = validate(req, in, &v)
	return v, err
}

// signalBytes returns the signals as JSON, and the place where they were.
func signalBytes(req *weft.Request) (text []byte, in string, err error) {
	if s, ok := req.QueryParam(signalParam); ok {
		return []byte(s), "query", nil
	}
	body := req.Body()
	if body.IsEmpty() || !isJSON(body.MediaType()) {
		return nil, "", &weft.Problem{Status: status.BadRequest, Detail: "the request has no signals",
			Errors: []weft.Fault{{In: "query", Name: signalParam, Message: "missing"}}, Cause: &MissingSignals{}}
	}
	b, err := body.Bytes()
	return b, "body", err
}

// isJSON says whether a body may hold signals: a form does not.
func isJSON(media string) bool {
	if media == "" {
		return true
	}
	m, err := weft.ParseMediaType(media)
	return err == nil && (m.Essence() == weft.MediaJSON || strings.HasSuffix(m.Essence(), "+json"))
}

// validate checks the constraints of T.
func validate[T any](req *weft.Request, in string, v *T) error {
	sch, err := schema.For(reflect.TypeFor[T]())
	if err == nil {
		err = sch.Validate(req.Context(), v)
	}
	broken, ok := errors.AsType[*schema.ValidationError](err)
	if !ok {
		return err
	}
	p := &weft.Problem{Status: status.UnprocessableContent, Detail: "signals break a constraint", Cause: err}
	for _, f := range broken.Faults {
		p.Errors = append(p.Errors, weft.Fault{In: in, Name: f.Path, Message: f.Message})
	}
	return p
}

// MissingSignals is the error of a request that carries no signals.
type MissingSignals struct{}

// Error says so.
func (e *MissingSignals) Error() string {
	return `signals: neither a query parameter "hyper" nor a body in JSON`
}

// MalformedSignals is the error of signals that are not JSON, or do not fit the type.
type MalformedSignals struct {
	// In is where the signals were: query or body.
	In string

	// Offset is the position of the first fault in the JSON, in bytes, or -1 if there
	// is none.
	Offset int64

	// Path leads to the signal, for example "user.name". It is empty if the JSON itself
	// is malformed.
	Path string

	// Problem is the fact, for example `want int, got string`.
	Problem string

	// Cause has all faults.
	Cause error
}

// Error returns place and problem.
func (e *MalformedSignals) Error() string {
	s := "signals in the " + e.In
	if e.Path != "" {
		s += " at " + e.Path
	}
	if e.Offset >= 0 {
		s += fmt.Sprintf(" (byte %d)", e.Offset)
	}
	return s + ": " + e.Problem
}

// Unwrap returns the cause.
func (e *MalformedSignals) Unwrap() error { return e.Cause }

// malformed returns the error of JSON that does not decode, for the client.
func malformed(in string, err error) error {
	faults := json.Faults(err)
	if len(faults) == 0 {
		faults = []*format.DecodeError{{Offset: -1, Problem: "it cannot be decoded"}}
	}
	e := &MalformedSignals{in, faults[0].Offset, faults[0].Path, faults[0].Problem, err}
	p := &weft.Problem{Status: status.BadRequest, Detail: "the request has a fault", Cause: e}
	for _, f := range faults {
		p.Errors = append(p.Errors, weft.Fault{In: in, Name: f.Path, Message: f.Error()})
	}
	return p
}
