package middleware

import (
	"context"
	"errors"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/status"
)

// withFields returns a handler's result with more header fields, whether it is a
// response or an error. Where the answer to an error is made, and whether it is
// logged, stays as it was.
func withFields(resp weft.Response, err error, headers weft.Headers) (weft.Response, error) {
	if err != nil {
		return resp, failWith(err, headers)
	}
	return resp.AddHeaders(headers), nil
}

// failWith returns an error whose answer has more header fields. What err is can still
// be found in it with errors.Is and errors.As.
func failWith(err error, headers weft.Headers) error {
	known := weft.ProblemOf(err)
	if known == nil {
		p := &weft.Problem{Status: status.InternalServerError, Headers: headers, Cause: err}
		if errors.Is(err, context.DeadlineExceeded) {
			p.Status = status.ServiceUnavailable // as the routes answer it
		}
		return p
	}
	p := *known
	p.Headers = p.Headers.AddAll(headers)
	if _, bare := err.(*weft.Problem); !bare { //nolint:errorlint // what it is wrapped in is kept
		p.Cause = err
	}
	return &p
}
