package endpoint_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/auth"
	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/wefttest"
)

// socket sends requests over a real connection, with nothing of weft in it but what
// it sends.
type socket struct {
	url    string
	client *http.Client
}

func newSocket(s *wefttest.Server) socket { return socket{s.URL, s.Client()} }

// Do implements [endpoint.Doer].
func (s socket) Do(ctx context.Context, req *weft.Request) (weft.Response, error) {
	out, err := http.NewRequestWithContext(ctx, string(req.Method()), s.url+req.URL().String(), nil)
	if err != nil {
		return weft.Response{}, err
	}
	for name, value := range req.Headers().All() {
		out.Header.Add(name, value)
	}
	if b := req.Body(); !b.IsEmpty() {
		out.Body, out.ContentLength = b.AsStream(), -1
		if n, ok := b.Len(); ok {
			out.ContentLength = n
		}
		if out.Header.Get("Content-Type") == "" {
			out.Header.Set("Content-Type", b.MediaType())
		}
	}
	in, err := s.client.Do(out)
	if err != nil {
		return weft.Response{}, err
	}
	return received(in), nil
}

// received returns a response of net/http as one of weft, with its body unread.
func received(in *http.Response) weft.Response {
	resp := weft.NewResponse(weft.Status(in.StatusCode))
	for name, values := range in.Header {
		for _, v := range values {
			resp = resp.AddHeader(name, v)
		}
	}
	return resp.WithBody(weft.BodyReader(in.Body, in.ContentLength, in.Header.Get("Content-Type")))
}

// authorized adds credentials as the endpoint wants them.
type authorized struct {
	endpoint.Doer
	of          auth.Type
	credentials auth.Credentials
}

func (a authorized) Do(ctx context.Context, req *weft.Request) (weft.Response, error) {
	if a.credentials != nil {
		var err error
		if req, err = a.of.Apply(req, a.credentials); err != nil {
			return weft.Response{}, err
		}
	}
	return a.Doer.Do(ctx, req)
}

// recording remembers the last request and how often a body was closed.
type recording struct {
	endpoint.Doer
	last   *weft.Request
	closed *int
}

func (r *recording) Do(ctx context.Context, req *weft.Request) (weft.Response, error) {
	r.last = req
	resp, err := r.Doer.Do(ctx, req)
	if err == nil && r.closed != nil {
		b := resp.Body()
		counted := struct {
			io.Reader
			io.Closer
		}{b.AsStream(), closer(func() error { *r.closed++; return b.Close() })}
		resp = resp.WithBody(weft.BodyReader(counted, -1, b.MediaType()))
	}
	return resp, err
}

type closer func() error

func (c closer) Close() error { return c() }

// canned answers every request alike.
type canned struct{ response weft.Response }

func (c canned) Do(context.Context, *weft.Request) (weft.Response, error) { return c.response, nil }

// An exchange is a request and what came back for it, over a socket.
type exchange struct {
	status  int
	headers http.Header
	body    string
}

// send sends a raw request.
func (s socket) send(t testing.TB, method, target string, headers []string, body string) exchange {
	t.Helper()
	var r io.Reader
	if body != "" {
		r = bytes.NewReader([]byte(body))
	}
	req, err := http.NewRequestWithContext(t.Context(), method, s.url+target, r)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		req.Header.Add(headers[i], headers[i+1])
	}
	resp, err := s.client.Do(req)
	if err != nil {
		t.Fatalf("%s %s: %v", method, target, err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatalf("%s %s: the body breaks off: %v", method, target, err)
	}
	return exchange{resp.StatusCode, resp.Header, string(b)}
}
