package endpoint

import (
	"fmt"

	"github.com/weft-go/weft"
)

// UnexpectedResponse is the error of a call whose answer is not a declared one: a
// status that the description does not know, or a body that cannot be decoded.
type UnexpectedResponse struct {
	// Endpoint is the method and path that were called.
	Endpoint string

	// Status is the status of the answer.
	Status weft.Status

	// Body is the beginning of the answer's body, as text.
	Body string

	// Problem is the answer's problem document, if it is one.
	Problem *weft.Problem

	// Cause says what could not be decoded, if that was it.
	Cause error
}

// Error names the endpoint, the status and what the answer says.
func (e *UnexpectedResponse) Error() string {
	s := fmt.Sprintf("%s: unexpected answer %s", e.Endpoint, e.Status)
	switch {
	case e.Cause != nil:
		return s + ": " + e.Cause.Error()
	case e.Problem != nil && e.Problem.Detail != "":
		return s + ": " + e.Problem.Detail
	case e.Body != "":
		return fmt.Sprintf("%s: %.200q", s, e.Body)
	}
	return s
}

// Unwrap returns the cause.
func (e *UnexpectedResponse) Unwrap() error { return e.Cause }

const keptBody = 4 << 10

func newUnexpectedResponse(name string, resp *weft.Response) *UnexpectedResponse {
	e := &UnexpectedResponse{Endpoint: name, Status: resp.Status()}
	body, err := resp.Body().AsString()
	if err != nil {
		e.Cause = err
		return e
	}
	e.Body = body[:min(len(body), keptBody)]
	if p, err := weft.ParseProblem([]byte(body)); err == nil {
		e.Problem = p
	}
	return e
}
