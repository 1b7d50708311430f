package nethttp

import (
	"errors"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"slices"

	"github.com/weft-go/weft"
)

// What middleware passes on is compared with what it was given, and only the
// differences are carried over. So a middleware that changes nothing costs no
// copy, the order of header fields survives where it can, and a body in memory
// stays in memory. Most middleware changes the request in place, which is why a
// snapshot is needed for the comparison.

// snapshot returns a copy of the parts of a request that are changed in place.
// The header is compared with the fields of the original request instead.
func snapshot(r *http.Request) *http.Request {
	s := *r
	u := *r.URL
	s.URL = &u
	return &s
}

// passedOn returns the original request with what the middleware has changed.
func (c *call) passedOn(r *http.Request) *weft.Request {
	req := c.req
	if ctx := r.Context(); ctx != req.Context() {
		req = req.WithContext(ctx)
	}
	if r.Method != c.given.Method {
		req = req.WithMethod(weft.Method(r.Method))
	}
	if *r.URL != *c.given.URL {
		req = withURL(req, r.URL)
	}
	if r.RemoteAddr != c.given.RemoteAddr {
		req = withRemote(req, r.RemoteAddr)
	}
	if old := req.Headers(); r.Host != c.given.Host || !sameHeader(old, r.Header) {
		req = req.SetHeaders(mergeHeader(old, r))
	}
	if b, ok := changedBody(c.given.Body, r); ok {
		req = req.WithBody(b)
	}
	return req
}

// withURL sets another URL. One that weft cannot express leaves the old one.
func withURL(req *weft.Request, u *url.URL) *weft.Request {
	target := u.RequestURI()
	if u.IsAbs() {
		target = u.String()
	}
	parsed, err := weft.ParseTarget(req.Method(), target)
	if err != nil {
		return req
	}
	return req.WithURL(parsed)
}

// withRemote sets another client address, as middleware does behind a proxy:
// with or without a port.
func withRemote(req *weft.Request, s string) *weft.Request {
	if ap, err := netip.ParseAddrPort(s); err == nil {
		return req.WithRemoteAddress(ap.Addr())
	}
	if addr, err := netip.ParseAddr(s); err == nil {
		return req.WithRemoteAddress(addr)
	}
	return req
}

// sameHeader says whether h holds exactly the fields of old.
func sameHeader(old weft.Headers, h http.Header) bool {
	seen := make(map[string]int, len(h))
	for name, value := range old.All() {
		name = http.CanonicalHeaderKey(name)
		if isApart(name) {
			continue
		}
		i := seen[name]
		seen[name]++
		if values := h[name]; i >= len(values) || values[i] != value {
			return false
		}
	}
	for name, values := range h {
		if seen[name] != len(values) {
			return false
		}
	}
	return true
}

// mergeHeader returns the fields of r in the order of the old ones, and new
// names behind them.
func mergeHeader(old weft.Headers, r *http.Request) weft.Headers {
	var pairs []string
	if r.Host != "" {
		pairs = append(pairs, "Host", r.Host)
	}
	done := map[string]bool{"Host": true}
	add := func(name string, values []string) {
		done[name] = true
		for _, v := range values {
			pairs = append(pairs, name, v)
		}
	}
	for name := range old.All() {
		switch name = http.CanonicalHeaderKey(name); {
		case done[name]:
		case isApart(name):
			add(name, old.Values(name))
		default:
			add(name, r.Header[name])
		}
	}
	for _, name := range sortedNames(r.Header) {
		if !done[name] {
			add(name, r.Header[name])
		}
	}
	return weft.NewHeaders(pairs...)
}

func sortedNames(h http.Header) []string {
	names := make([]string, 0, len(h))
	for name := range h {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// changedBody returns the body of r if it is not the one that was given, or if
// that can be read on through r only.
func changedBody(given io.ReadCloser, r *http.Request) (weft.Body, bool) {
	if b, ok := given.(*body); r.Body == given && (!ok || !b.touched()) {
		return weft.Body{}, false
	}
	if r.Body == nil || r.Body == http.NoBody {
		return weft.Body{}, true
	}
	return weft.BodyReader(boundedBody{r.Body}, r.ContentLength, r.Header.Get("Content-Type")), true
}

// A boundedBody translates the error of http.MaxBytesReader, so that a body
// which is too large is answered with 413.
type boundedBody struct{ io.ReadCloser }

func (b boundedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if e, ok := errors.AsType[*http.MaxBytesError](err); ok {
		err = &weft.BodyTooLarge{Limit: e.Limit, Setting: "http.MaxBytesReader"}
	}
	return n, err
}
