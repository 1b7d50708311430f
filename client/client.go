package client

import (
	"context"
	"fmt"
	"net/http"

	"github.com/weft-go/weft"
)

// A Client sends requests to one server. It implements the interfaces Doer and
// Configured of package endpoint. All methods may be called from several goroutines
// at once.
type Client struct {
	base      weft.URL
	config    Config
	transport http.RoundTripper
	own       *http.Transport // the transport, if it is the client's own
	login     login
	err       error
}

// New returns a client for a server. The base is an absolute URL with the scheme http
// or https; if it has a path, those of requests are put behind it. Only one Config may
// be given. What is wrong with either is the error of every call, and of [Client.Err].
func New(base string, config ...Config) *Client {
	c := &Client{}
	if len(config) > 1 {
		c.err = fmt.Errorf("client: want one Config, got %d", len(config))
		return c
	}
	if len(config) == 1 {
		c.config = config[0]
	}
	c.config = c.config.filled()
	if c.base, c.err = parseBase(base); c.err != nil {
		return c
	}
	if c.err = c.config.Headers.Err(); c.err != nil {
		c.err = fmt.Errorf("client: Headers: %w", c.err)
		return c
	}
	c.login, c.err = newLogin(c.config)
	c.transport = c.config.Transport
	if c.transport == nil {
		c.own = newTransport()
		c.transport = c.own
	}
	return c
}

// parseBase reads the URL of a server.
func parseBase(s string) (weft.URL, error) {
	base, err := weft.ParseURL(s)
	switch {
	case err != nil:
		return base, fmt.Errorf("client: base: %w", withoutUserError(err))
	case base.Scheme() != "http" && base.Scheme() != "https":
		return base, fmt.Errorf("client: base %q: want an absolute URL with http or https", withoutUser(s))
	case base.RawQuery() != "" || base.Fragment() != "":
		return base, fmt.Errorf("client: base %q: want no query and no fragment", s)
	}
	return base.Normalize(), nil
}

// Err returns why the client cannot send anything, or nil.
func (c *Client) Err() error { return c.err }

// Base returns the URL of the server.
func (c *Client) Base() weft.URL { return c.base }

// CodecConfig returns how values map to formats. Endpoints ask for it.
func (c *Client) CodecConfig() weft.CodecConfig { return c.config.Codec }

// Do sends a request and returns the answer, whatever its status. The URL of the
// request is relative to the base; an absolute one is used as it is, and is given
// credentials only if it is one of the same server. Fields that are about the
// connection, such as Connection and Transfer-Encoding, are left out.
//
// The context, and not the one of the request, bounds the call; if the answer's body
// is a stream, also the time in which it can be read. Whoever gets the answer reads
// its body to the end or closes it.
//
// It fails with an [*Error]. The body of the request is closed in any case.
func (c *Client) Do(ctx context.Context, req *weft.Request) (weft.Response, error) {
	k, err := c.begin(ctx, req)
	if err != nil {
		_ = req.Body().Close()
		return weft.Response{}, err
	}
	answer, err := k.follow()
	if err == nil {
		var resp weft.Response
		if resp, err = k.receive(answer); err == nil {
			return resp, nil
		}
	}
	err = k.fail(err)
	k.end()
	return weft.Response{}, err
}

// Close closes the connections that are open and not in use, if the client has a
// transport of its own. It returns nil. The client may be used afterwards; it then
// opens new ones.
func (c *Client) Close() error {
	if c.own != nil {
		c.own.CloseIdleConnections()
	}
	return nil
}
