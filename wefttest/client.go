package wefttest

import (
	"testing"

	"github.com/weft-go/weft"
)

// A Client sends requests to routes in memory. It belongs to a test, and its
// methods are for the test's own goroutine.
type Client struct {
	t       testing.TB
	routes  weft.Routes
	headers weft.Headers
}

// New returns a client for routes. Nothing is started, so nothing has to be
// closed.
func New(t testing.TB, routes weft.Routes) *Client {
	return &Client{t: t, routes: routes}
}

// With returns a client that adds a header field to each of its requests. The
// original is left as it was.
func (c *Client) With(name, value string) *Client {
	copied := *c
	copied.headers = c.headers.Add(name, value)
	return &copied
}

// Get sends a GET request. The URL may be a path alone.
func (c *Client) Get(url string) *Response { return c.send(weft.GET, url) }

// Head sends a HEAD request. The URL may be a path alone.
func (c *Client) Head(url string) *Response { return c.send(weft.HEAD, url) }

// Options sends an OPTIONS request. The URL may be a path alone.
func (c *Client) Options(url string) *Response { return c.send(weft.OPTIONS, url) }

// Delete sends a DELETE request. The URL may be a path alone.
func (c *Client) Delete(url string) *Response { return c.send(weft.DELETE, url) }

// Post sends a POST request. The URL may be a path alone.
func (c *Client) Post(url string, body weft.Body) *Response { return c.send(weft.POST, url, body) }

// Put sends a PUT request. The URL may be a path alone.
func (c *Client) Put(url string, body weft.Body) *Response { return c.send(weft.PUT, url, body) }

// Patch sends a PATCH request. The URL may be a path alone.
func (c *Client) Patch(url string, body weft.Body) *Response { return c.send(weft.PATCH, url, body) }

func (c *Client) send(method weft.Method, url string, body ...weft.Body) *Response {
	c.t.Helper()
	u, err := weft.ParseURL(url)
	if err != nil {
		c.t.Fatalf("%s %s: %v", method, url, err)
	}
	return c.Do(weft.NewRequest(method, u, body...))
}

// Do sends a request made by the caller. As a client on the network does, it adds
// Host if the request has none, and Content-Type if there is a body and its
// media type is not among the header fields. The context of the request is the
// test's, unless it has one.
func (c *Client) Do(req *weft.Request) *Response {
	c.t.Helper()
	headers := req.Headers().AddAll(c.headers).SetDefault("Host", "localhost")
	if media := req.Body().MediaType(); media != "" && !req.Body().IsEmpty() {
		headers = headers.SetDefault("Content-Type", media)
	}
	if err := headers.Err(); err != nil {
		c.t.Fatalf("%s %s: %v", req.Method(), req.URL(), err)
	}
	req = req.SetHeaders(headers)
	if req.Context().Done() == nil {
		req = req.WithContext(c.t.Context())
	}
	return &Response{t: c.t, req: req, resp: c.routes.Serve(req)}
}
