package nethttp

import (
	"cmp"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"github.com/weft-go/weft"
)

// Request returns a request as a server of net/http would have received it. Path
// parameters are there as path values, and Pattern is the route's. URL is the
// address with its dot segments resolved; RequestURI is as the client sent it.
//
// The body is shared, not copied: a streaming body can be read through one of
// the two only. The port in RemoteAddr is 0, since weft keeps addresses only.
//
// It fails if net/http cannot express the URL, which no request that came over
// a connection brings about.
func Request(req *weft.Request) (*http.Request, error) {
	u := req.URL()
	target, err := targetOf(req.Method(), u, req.Path())
	if err != nil {
		return nil, err
	}
	r := &http.Request{
		Method:     string(req.Method()),
		URL:        target,
		Proto:      proto(req.Version()),
		ProtoMajor: req.Version().Major(),
		ProtoMinor: req.Version().Minor(),
		Header:     headerOf(req.Headers()),
		Host:       req.Host(),
		RequestURI: requestURI(req.Method(), u),
		RemoteAddr: remoteOf(req),
		TLS:        req.TLS(),
	}
	setBody(r, req.Body())
	setRoute(r, req)
	return r.WithContext(req.Context()), nil
}

// requestURI returns a URL as it stands in a request line (RFC 9112, section 3.2).
func requestURI(method weft.Method, u weft.URL) string {
	switch {
	case isAuthority(method, u):
		return u.HostPort()
	case u.IsAbsolute():
		return u.String()
	}
	uri := cmp.Or(u.Path(), "/")
	if u.RawQuery() != "" || hasEmptyQuery(u) {
		uri += "?" + u.RawQuery()
	}
	return uri
}

// isAuthority says whether a URL is a host and port alone, as CONNECT has it.
func isAuthority(method weft.Method, u weft.URL) bool {
	return method == weft.CONNECT && u.Path() == ""
}

// hasEmptyQuery says whether a URL ends in a question mark.
func hasEmptyQuery(u weft.URL) bool { return u.RawQuery() == "" && strings.HasSuffix(u.String(), "?") }

// targetOf returns the URL of a request, with the path that routes match.
func targetOf(method weft.Method, u weft.URL, path string) (*url.URL, error) {
	if isAuthority(method, u) {
		return &url.URL{Host: u.HostPort()}, nil
	}
	if path == "*" {
		return &url.URL{Path: "*"}, nil
	}
	decoded, err := url.PathUnescape(path)
	if err != nil {
		return nil, fmt.Errorf("nethttp: path %q: %w", path, err)
	}
	return &url.URL{
		Scheme:     u.Scheme(),
		Host:       u.HostPort(),
		Path:       decoded,
		RawPath:    rawPath(path, decoded),
		RawQuery:   u.RawQuery(),
		ForceQuery: hasEmptyQuery(u),
	}, nil
}

// rawPath returns the escaped path if net/url would escape it otherwise.
func rawPath(path, decoded string) string {
	if (&url.URL{Path: decoded}).EscapedPath() == path {
		return ""
	}
	return path
}

func proto(v weft.Version) string {
	if v == weft.HTTP2 {
		return "HTTP/2.0" // as net/http spells it
	}
	return v.String()
}

// headerOf returns the fields as a map. Like net/http it keeps those apart that
// are fields of http.Request.
func headerOf(fields weft.Headers) http.Header {
	h := make(http.Header, fields.Len())
	for name, value := range fields.All() {
		if name = http.CanonicalHeaderKey(name); !isApart(name) {
			h[name] = append(h[name], value)
		}
	}
	return h
}

// isApart names the fields that are not in the Header of an http.Request.
func isApart(name string) bool {
	return name == "Host" || name == "Transfer-Encoding" || name == "Trailer"
}

func remoteOf(req *weft.Request) string {
	addr, ok := req.RemoteAddress()
	if !ok {
		return ""
	}
	return netip.AddrPortFrom(addr, 0).String()
}

func setBody(r *http.Request, b weft.Body) {
	if b.IsEmpty() {
		r.Body = http.NoBody
		return
	}
	r.Body = &body{of: b}
	n, known := b.Len()
	if known {
		r.ContentLength = n
		return
	}
	r.ContentLength = -1
	if r.ProtoMajor == 1 {
		r.TransferEncoding = []string{"chunked"}
	}
}

// setRoute sets the pattern and the path values of the route that was found.
func setRoute(r *http.Request, req *weft.Request) {
	route, ok := req.Route()
	if !ok {
		return
	}
	pattern := route.Pattern()
	r.Pattern = pattern.Path()
	if pattern.Method() != weft.ANY {
		r.Pattern = pattern.String()
	}
	for _, name := range paramNames(pattern.Path()) {
		r.SetPathValue(name, req.Param(name))
	}
}

// paramNames returns the names in a path such as "/users/{id:int}/{rest...}".
func paramNames(path string) []string {
	var names []string
	for {
		_, rest, ok := strings.Cut(path, "{")
		if !ok {
			return names
		}
		var param string
		param, path, _ = strings.Cut(rest, "}")
		name, _, _ := strings.Cut(param, ":")
		names = append(names, strings.TrimSuffix(name, "..."))
	}
}

// A body is a request's body as net/http hands it out. It opens a stream when
// it is first read, so that a body nobody has touched can still be passed on as
// it was.
type body struct {
	of   weft.Body
	open io.ReadCloser
}

// Read reads from the body.
func (b *body) Read(p []byte) (int, error) {
	if b.open == nil {
		b.open = b.of.AsStream()
	}
	return b.open.Read(p)
}

// Close closes the body if it was opened.
func (b *body) Close() error {
	if b.open == nil {
		return nil
	}
	return b.open.Close()
}

// touched says whether the body has to be read from here: a stream that was
// begun cannot be read elsewhere. A body in memory always can.
func (b *body) touched() bool { return b.open != nil && b.of.IsStream() }
