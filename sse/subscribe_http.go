package sse

import (
	"context"
	"io"
	"net/http"

	"github.com/weft-go/weft"
)

// An httpDoer sends requests with net/http. Its client has no timeout, since streams
// last; the context of a subscription bounds them. It is not the default client, which
// a program may have given a timeout.
type httpDoer struct{ client http.Client }

// Do sends a request.
func (d *httpDoer) Do(ctx context.Context, req *weft.Request) (weft.Response, error) {
	var body io.Reader
	if !req.Body().IsEmpty() {
		body = req.Body().AsStream()
	}
	out, err := http.NewRequestWithContext(ctx, string(req.Method()), req.URL().String(), body)
	if err != nil {
		return weft.Response{}, err
	}
	for name, value := range req.Headers().All() {
		out.Header.Add(name, value)
	}
	if n, ok := req.Body().Len(); ok && body != nil {
		out.ContentLength = n
	}
	if media := req.Body().MediaType(); media != "" && out.Header.Get("Content-Type") == "" {
		out.Header.Set("Content-Type", media)
	}
	in, err := d.client.Do(out) //nolint:bodyclose // it becomes the body of the response
	if err != nil {
		return weft.Response{}, err
	}
	resp := weft.NewResponse(weft.Status(in.StatusCode)).
		WithBody(weft.BodyReader(in.Body, in.ContentLength, in.Header.Get("Content-Type")))
	return resp, nil
}
