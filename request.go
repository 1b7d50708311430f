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
	head    h1.Head // as a server received it
	headers Headers // in place of the head's fields, if changed is set
	url     *URL    // in place of the head's target, if not nil
	method  Method
	path    string // the path with its dot segments resolved; routes match this
	body    Body
	ctx     context.Context
	conn    *Connection
	config  *format.Config // of middleware; nil is the server's
	set     *routeSet      // where the request was searched for
	route   *Route         // what was found
	matched string         // the path it was found with, and
	match   pattern.Match  // where in that the parameters are
	version Version
	changed bool

	origin    *Request // what this is a changed copy of; nil if it is none
	flashRead uint32   // set on the origin once flash messages were read
}

// NewRequest returns a request made in memory, for tests and clients. The
// default version is HTTP/1.1.
func NewRequest(method Method, url URL, body ...Body) *Request {
	r := &Request{method: method, url: &url, changed: true, version: DefaultVersion}
	r.path = pathOf(url)
	if len(body) > 0 {
		r.body = body[0]
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

// copy returns a shallow copy, ready to be changed.
func (r *Request) copy() *Request {
	c := *r
	if c.origin == nil {
		c.origin = r
	}
	return &c
}

// Method returns the request's method.
func (r *Request) Method() Method { return r.method }

// WithMethod returns the request with another method.
func (r *Request) WithMethod(m Method) *Request {
	c := r.copy()
	c.method = m
	return c
}

// Version returns the version of HTTP the request came with.
func (r *Request) Version() Version { return r.version }

// WithVersion returns the request with another version.
func (r *Request) WithVersion(v Version) *Request {
	c := r.copy()
	c.version = v
	return c
}

// RemoteAddress returns the IP address of the client, or false if it is not
// known, as for a request made in memory or one over a Unix socket.
func (r *Request) RemoteAddress() (netip.Addr, bool) {
	if r.conn == nil {
		return netip.Addr{}, false
	}
	return r.conn.Remote.Addr(), r.conn.Remote.IsValid()
}

// WithRemoteAddress returns the request as if it came from another address.
func (r *Request) WithRemoteAddress(a netip.Addr) *Request {
	c := r.copy()
	conn := Connection{}
	if r.conn != nil {
		conn = *r.conn
	}
	conn.Remote = netip.AddrPortFrom(a, conn.Remote.Port())
	c.conn = &conn
	return c
}

// TLS returns the state of the TLS connection the request came over, or nil.
func (r *Request) TLS() *tls.ConnectionState {
	if r.conn == nil {
		return nil
	}
	return r.conn.TLS
}

// RemoteCertificate returns the certificate the client showed, if it did.
func (r *Request) RemoteCertificate() (*x509.Certificate, bool) {
	t := r.TLS()
	if t == nil || len(t.PeerCertificates) == 0 {
		return nil, false
	}
	return t.PeerCertificates[0], true
}

// Body returns the request's body.
func (r *Request) Body() Body { return r.body }

// WithBody returns the request with another body.
func (r *Request) WithBody(b Body) *Request {
	c := r.copy()
	c.body = b
	c.body.config = r.config
	return c
}

// UpdateBody returns the request with the body that f makes of its own.
func (r *Request) UpdateBody(f func(Body) Body) *Request { return r.WithBody(f(r.body)) }

// UpdateBodyOrFail is like [Request.UpdateBody] for a function that may fail.
func (r *Request) UpdateBodyOrFail(f func(Body) (Body, error)) (*Request, error) {
	b, err := f(r.body)
	if err != nil {
		return nil, err
	}
	return r.WithBody(b), nil
}

// CodecConfig returns how values map to formats in this request's body and its
// answer: what middleware has set, or what the server was configured with.
func (r *Request) CodecConfig() format.Config {
	if r.config != nil {
		return *r.config
	}
	if c := r.runtime().Codec; c != nil {
		return *c
	}
	return format.Config{}
}

// WithCodecConfig returns the request with another mapping of values to formats.
// Middleware uses it, for a set of routes.
func (r *Request) WithCodecConfig(c format.Config) *Request {
	q := r.copy()
	q.config, q.body.config = &c, &c
	return q
}

// Collect reads a streaming body and returns the request with the body in
// memory.
func (r *Request) Collect() (*Request, error) {
	if !r.body.IsStream() {
		return r, nil
	}
	b, err := r.body.Bytes()
	if err != nil {
		return nil, err
	}
	return r.WithBody(BodyBytes(b, r.body.media)), nil
}

// IgnoreBody reads a streaming body to its end without keeping it and returns
// the request with an empty body.
func (r *Request) IgnoreBody() (*Request, error) {
	for _, err := range r.body.Chunks() {
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
	if r.ctx == nil {
		return context.Background()
	}
	return r.ctx
}

// WithContext returns the request with another context.
func (r *Request) WithContext(ctx context.Context) *Request {
	c := r.copy()
	c.ctx = ctx
	return c
}

// WithValue returns the request with a value in its context, for handlers
// further in. Use an unexported type of your own for the key.
func (r *Request) WithValue(key, value any) *Request {
	return r.WithContext(&valueContext{r.Context(), key, value})
}
