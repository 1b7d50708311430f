package weft

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"net/netip"

	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/internal/h1"
	"github.com/weft-go/weft/internal/pattern"
)

// A Request is an HTTP request: a method, a URL, header fields and a body.
//
// Requests are immutable: an operation that changes something returns a
// changed copy, so middleware passes a request on with
// next(req.AddHeader("X-Checked", "yes")) and nobody else notices. A request
// may be kept for as long as anyone likes; nothing in it is ever reused.
//
// All methods may be called from several goroutines at once, except for reading
// a streaming body.
type Request struct {
	path  string        // the path with its dot segments resolved; routes match this
	body  *Body         // nil if there is none
	x     *Exchange     // nil if no server received it
	set   *routeSet     // where the request was searched for
	route *Route        // what was found
	match pattern.Match // where in the path the parameters are
	own   *changes      // what differs from what was received, or nil

	flashRead uint32 // set on the origin once flash messages were read
}

// changes are what a request has in place of what a server received. Few requests
// have any, and all of them are kept for as long as anyone likes, so this is apart.
type changes struct {
	method  Method
	version *Version
	headers *Headers
	url     *URL
	matched string // the path of the search, if it is not that of the request
	ctx     context.Context
	conn    *Connection
	config  *format.Config // of middleware

	trailers func() Headers // see Trailers; nil if there can be none
	origin   *Request       // what this is a changed copy of; nil if it is none
}

// NewRequest returns a request made in memory, for tests and clients. The
// default version is HTTP/1.1.
func NewRequest(method Method, url URL, body ...Body) *Request {
	version := DefaultVersion
	r := &Request{own: &changes{method: method, url: &url, headers: &Headers{}, version: &version}}
	r.path = pathOf(url)
	if len(body) > 0 {
		r.body = &body[0]
	}
	return r
}

// Get returns a GET request for a URL, which has to be well-formed.
func Get(url string) *Request { return NewRequest(GET, mustURL(url)) }

// Head returns a HEAD request for a URL, which has to be well-formed.
func Head(url string) *Request { return NewRequest(HEAD, mustURL(url)) }

// Options returns an OPTIONS request for a URL, which has to be well-formed.
func Options(url string) *Request { return NewRequest(OPTIONS, mustURL(url)) }

// Delete returns a DELETE request for a URL, which has to be well-formed.
func Delete(url string) *Request { return NewRequest(DELETE, mustURL(url)) }

// Post returns a POST request for a URL, which has to be well-formed.
func Post(url string, body Body) *Request { return NewRequest(POST, mustURL(url), body) }

// Put returns a PUT request for a URL, which has to be well-formed.
func Put(url string, body Body) *Request { return NewRequest(PUT, mustURL(url), body) }

// Patch returns a PATCH request for a URL, which has to be well-formed.
func Patch(url string, body Body) *Request { return NewRequest(PATCH, mustURL(url), body) }

// mustURL parses a URL that stands in the program's text.
func mustURL(s string) URL {
	u, err := ParseURL(s)
	if err != nil {
		panic("weft: " + err.Error())
	}
	return u
}

// head returns the head as a server received it, or an empty one. It is not part of the
// request, so that a changed copy is small.
func (r *Request) head() *h1.Head {
	if r.x == nil {
		return &noHead
	}
	return &r.x.head
}

var noHead h1.Head

// copy returns a shallow copy, ready to be changed.
func (r *Request) copy() *Request {
	c := &changedRequest{request: *r}
	if r.own != nil {
		c.own = *r.own
	}
	if c.own.origin == nil {
		c.own.origin = r
	}
	c.request.own = &c.own
	return &c.request
}

// A changedRequest is a request and its changes in one piece of memory.
type changedRequest struct {
	request Request
	own     changes
}

// Method returns the request's method.
func (r *Request) Method() Method {
	if r.own != nil && r.own.method != "" {
		return r.own.method
	}
	return Method(r.head().Method())
}

// WithMethod returns the request with another method.
func (r *Request) WithMethod(m Method) *Request {
	c := r.copy()
	c.own.method = m
	return c
}

// Version returns the version of HTTP the request came with.
func (r *Request) Version() Version {
	if r.own != nil && r.own.version != nil {
		return *r.own.version
	}
	h := r.head()
	return versionOf(h.Major, h.Minor)
}

// WithVersion returns the request with another version.
func (r *Request) WithVersion(v Version) *Request {
	c := r.copy()
	c.own.version = &v
	return c
}

// RemoteAddress returns the IP address of the client, or false if it is not
// known, as for a request made in memory or one over a Unix socket.
func (r *Request) RemoteAddress() (netip.Addr, bool) {
	conn := r.connection()
	return conn.Remote.Addr(), conn.Remote.IsValid()
}

// WithRemoteAddress returns the request as if it came from another address.
func (r *Request) WithRemoteAddress(a netip.Addr) *Request {
	c := r.copy()
	conn := *r.connection()
	conn.Remote = netip.AddrPortFrom(a, conn.Remote.Port())
	c.own.conn = &conn
	return c
}

// connection returns the connection that the request came over, or an empty one.
func (r *Request) connection() *Connection {
	switch {
	case r.own != nil && r.own.conn != nil:
		return r.own.conn
	case r.x != nil && r.x.conn != nil:
		return r.x.conn
	}
	return &noConnection
}

var noConnection Connection

// TLS returns the state of the TLS connection the request came over, or nil.
func (r *Request) TLS() *tls.ConnectionState { return r.connection().TLS }

// RemoteCertificate returns the certificate the client showed, if it did.
func (r *Request) RemoteCertificate() (*x509.Certificate, bool) {
	t := r.TLS()
	if t == nil || len(t.PeerCertificates) == 0 {
		return nil, false
	}
	return t.PeerCertificates[0], true
}

// Body returns the request's body.
func (r *Request) Body() Body {
	if r.body == nil {
		return Body{config: r.codecConfig()}
	}
	b := *r.body
	if b.config == nil {
		b.config = r.codecConfig()
	}
	return b
}

// WithBody returns the request with another body.
func (r *Request) WithBody(b Body) *Request {
	c := r.copy()
	b.config = nil
	c.body = &b
	return c
}

// UpdateBody returns the request with the body that f makes of its own.
func (r *Request) UpdateBody(f func(Body) Body) *Request { return r.WithBody(f(r.Body())) }

// UpdateBodyOrFail is like [Request.UpdateBody] for a function that may fail.
func (r *Request) UpdateBodyOrFail(f func(Body) (Body, error)) (*Request, error) {
	b, err := f(r.Body())
	if err != nil {
		return nil, err
	}
	return r.WithBody(b), nil
}

// CodecConfig returns how values map to formats in this request's body and its
// answer: what middleware has set, or what the server was configured with.
func (r *Request) CodecConfig() format.Config {
	if c := r.codecConfig(); c != nil {
		return *c
	}
	return format.Config{}
}

// codecConfig returns the same, or nil for the default.
func (r *Request) codecConfig() *format.Config {
	if r.own != nil && r.own.config != nil {
		return r.own.config
	}
	return r.runtime().Codec
}

// WithCodecConfig returns the request with another mapping of values to formats.
// Middleware uses it, for a set of routes.
func (r *Request) WithCodecConfig(c format.Config) *Request {
	q := r.copy()
	q.own.config = &c
	return q
}

// Collect reads a streaming body and returns the request with the body in
// memory.
func (r *Request) Collect() (*Request, error) {
	body := r.Body()
	if !body.IsStream() {
		return r, nil
	}
	b, err := body.Bytes()
	if err != nil {
		return nil, err
	}
	return r.WithBody(BodyBytes(b, body.media)), nil
}

// IgnoreBody reads a streaming body to its end without keeping it and returns
// the request with an empty body.
func (r *Request) IgnoreBody() (*Request, error) {
	for _, err := range r.Body().Chunks() {
		if err != nil {
			return nil, err
		}
	}
	return r.WithBody(Body{}), nil
}

// A RequestPatch holds additions to a request, applied with [Request.Patch].
type RequestPatch struct {
	// AddHeaders are fields to add.
	AddHeaders Headers

	// AddQueryParams are query parameters to add.
	AddQueryParams QueryParams
}

// Patch returns the request with the additions of p.
func (r *Request) Patch(p RequestPatch) *Request {
	c := r
	if p.AddHeaders.Len() > 0 {
		c = c.AddHeaders(p.AddHeaders)
	}
	if p.AddQueryParams.Len() > 0 {
		c = c.AddQueryParams(p.AddQueryParams)
	}
	return c
}

// Context returns the request's context. It ends when the client goes away and
// when the response has been sent.
func (r *Request) Context() context.Context {
	switch {
	case r.own != nil && r.own.ctx != nil:
		return r.own.ctx
	case r.x != nil:
		return (*lifetime)(r.x)
	}
	return context.Background()
}

// Serving returns a context that ends when the server begins to shut down, while the
// request's own goes on for as long as the shutdown permits. What would last for ever,
// such as an event stream or a WebSocket, ends with it.
func (r *Request) Serving() context.Context {
	if c := r.runtime().Serving; c != nil {
		return c
	}
	return context.Background()
}

// WebSocketConfig returns how the server wants WebSockets to behave.
func (r *Request) WebSocketConfig() WebSocketConfig { return r.runtime().WebSocket }

// WithContext returns the request with another context.
func (r *Request) WithContext(ctx context.Context) *Request {
	c := r.copy()
	c.own.ctx = ctx
	return c
}

// WithValue returns the request with a value in its context, for handlers
// further in. Use an unexported type of your own for the key.
func (r *Request) WithValue(key, value any) *Request {
	return r.WithContext(&valueContext{r.Context(), key, value})
}
