package nethttp

import (
	"bytes"
	"errors"
	"net/http"
	"slices"

	"github.com/weft-go/weft"
)

// A failure is an error from further in, and the answer that middleware was
// shown in its place.
type failure struct {
	req  *weft.Request
	err  error
	resp weft.Response
}

// isPassedBy says whether a middleware's answer is the one it was shown, but for
// header fields.
func (f *failure) isPassedBy(resp weft.Response) bool {
	if resp.Status() != f.resp.Status() || resp.Headers().Has("Content-Encoding") {
		return false
	}
	if f.req.Method() == weft.HEAD {
		return true
	}
	if resp.Body().IsStream() {
		return false
	}
	shown, _ := f.resp.Body().Bytes() // both are in memory
	got, _ := resp.Body().Bytes()
	return bytes.Equal(shown, got)
}

// with returns the error, amended so that the answer to it has these header
// fields.
func (f *failure) with(headers weft.Headers) error {
	if slices.Equal(lines(headers), lines(f.resp.Headers())) {
		return f.err
	}
	return &amended{f.err, f.problem(headers)}
}

// lines returns the fields as sorted lines.
func lines(h weft.Headers) []string {
	var lines []string
	for name, value := range h.All() {
		lines = append(lines, http.CanonicalHeaderKey(name)+": "+value)
	}
	slices.Sort(lines)
	return lines
}

// problem returns what the error says to the client, with other header fields.
func (f *failure) problem(headers weft.Headers) *weft.Problem {
	if p, ok := errors.AsType[*weft.Problem](f.err); ok {
		changed := *p
		changed.Headers = headers
		return &changed
	}
	// What other errors say to a client is the root package's knowledge. Its answer
	// has it, in a form that can be read.
	resp := weft.ErrorResponse(f.req.RemoveHeader("Accept"), f.err)
	b, _ := resp.Body().Bytes() // an error's answer is in memory
	p, err := weft.ParseProblem(b)
	if err != nil {
		p = &weft.Problem{Status: resp.Status()}
	}
	p.Headers, p.Cause = headers, f.err
	return p
}

// log reports an error whose answer middleware has replaced, so that nobody else
// will hear of it.
func (f *failure) log() {
	if f.resp.Status().IsServerError() {
		f.req.Logger().WarnContext(f.req.Context(), "weft: request failed",
			"method", string(f.req.Method()), "path", f.req.Path(), "pattern", f.req.Pattern(), "error", f.err)
	}
}

// amended is an error whose problem has been changed. To everybody else it is
// the error it was.
type amended struct {
	error
	problem *weft.Problem
}

// Unwrap returns the error it was.
func (e *amended) Unwrap() error { return e.error }

// As gives out the changed problem.
func (e *amended) As(target any) bool {
	p, ok := target.(**weft.Problem)
	if ok {
		*p = e.problem
	}
	return ok
}
