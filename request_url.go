package weft

import (
	"github.com/weft-go/weft/internal/h1"
	"github.com/weft-go/weft/internal/text"
)

// URL returns the request's URL. For a request that a server received it is
// relative (path and query) unless the client sent an absolute target.
func (r *Request) URL() URL {
	if u := r.ownURL(); u != nil {
		return *u
	}
	h := r.head()
	return urlFromTarget(h.Scheme(), r.absoluteHost(), h.Path(), h.Query(), h.HasQuery)
}

// ownURL returns the URL in place of the head's target, or nil.
func (r *Request) ownURL() *URL {
	if r.own == nil {
		return nil
	}
	return r.own.url
}

func (r *Request) absoluteHost() string {
	if h := r.head(); h.Form == h1.Absolute {
		return h.Host()
	}
	return ""
}

// Host returns the host and port the request is for, as the client wrote them:
// from an absolute URL, otherwise from the Host field.
func (r *Request) Host() string {
	if u := r.ownURL(); u != nil && u.Host() != "" {
		return u.HostPort()
	}
	if host := r.head().Host(); r.ownHeaders() == nil && host != "" {
		return host
	}
	host, _ := r.RawHeader("Host")
	return host
}

// WithURL returns the request with another URL.
func (r *Request) WithURL(u URL) *Request {
	c := r.copy()
	if c.own.matched == "" {
		c.own.matched = c.path
	}
	c.own.url, c.path = &u, pathOf(u)
	return c
}

// pathOf returns the path that routes are matched with. A URL with a host and no
// path stands for the root.
func pathOf(u URL) string {
	path, _ := cleanPath(u.Path())
	if path == "" && u.Host() != "" {
		return "/"
	}
	return path
}

// UpdateURL returns the request with the URL that f makes of its own.
func (r *Request) UpdateURL(f func(URL) URL) *Request { return r.WithURL(f(r.URL())) }

// Path returns the path of the URL, percent-encoded as it was sent but with its
// dot segments resolved. Routes are matched with it.
func (r *Request) Path() string { return r.path }

// WithPath returns the request with another path, given percent-encoded.
func (r *Request) WithPath(path string) *Request {
	return r.UpdateURL(func(u URL) URL { return u.WithPath(path) })
}

// AddLeadingSlash returns the request with a slash at the start of its path.
func (r *Request) AddLeadingSlash() *Request { return r.UpdateURL(URL.AddLeadingSlash) }

// AddTrailingSlash returns the request with a slash at the end of its path.
func (r *Request) AddTrailingSlash() *Request { return r.UpdateURL(URL.AddTrailingSlash) }

// DropLeadingSlash returns the request without a slash at the start of its path.
func (r *Request) DropLeadingSlash() *Request { return r.UpdateURL(URL.DropLeadingSlash) }

// DropTrailingSlash returns the request without a slash at the end of its path.
func (r *Request) DropTrailingSlash() *Request { return r.UpdateURL(URL.DropTrailingSlash) }

// rawQuery returns the query as it was sent, if the URL is still the head's.
func (r *Request) rawQuery() (string, bool) { return r.head().Query(), r.ownURL() == nil }

// QueryParameters returns all query parameters. A query that is not well-formed
// has those that come before the fault.
func (r *Request) QueryParameters() QueryParams {
	if raw, ok := r.rawQuery(); ok {
		q, _ := ParseQuery(raw)
		return q
	}
	return r.own.url.QueryParams()
}

// QueryParam returns the first value of a query parameter.
func (r *Request) QueryParam(key string) (string, bool) {
	if raw, ok := r.rawQuery(); ok {
		v, n, _ := queryLookup(raw, key)
		return v, n > 0
	}
	return r.own.url.QueryParams().Get(key)
}

// QueryParamOrElse returns the first value of a query parameter, or def if it is
// missing.
func (r *Request) QueryParamOrElse(key, def string) string {
	if v, ok := r.QueryParam(key); ok {
		return v
	}
	return def
}

// QueryParams returns all values of a query parameter.
func (r *Request) QueryParams(key string) []string { return r.QueryParameters().All(key) }

// QueryParamsOrElse returns all values of a query parameter, or def if there are
// none.
func (r *Request) QueryParamsOrElse(key string, def []string) []string {
	if v := r.QueryParams(key); len(v) > 0 {
		return v
	}
	return def
}

// Query returns a query parameter as a T: a type with a text form for exactly
// one value, a slice of such for all values.
//
//	page, err := req.Query[int]("page")
//	ids, err := req.Query[[]int64]("id")
//
// It fails with [*MissingQueryParams], [*MalformedQueryParam] or
// [*InvalidQueryParamCount]. A handler may return these errors as they are; the
// client then gets 400 and is told.
func (r *Request) Query[T any](key string) (T, error) {
	if raw, ok := r.rawQuery(); ok {
		return queryFrom[T](raw, key)
	}
	return r.own.url.QueryParams().Query[T](key)
}

// QueryOrElse returns a query parameter as a T, or def if it is missing or
// cannot be decoded.
func (r *Request) QueryOrElse[T any](key string, def T) T {
	v, err := r.Query[T](key)
	if _, ok := r.QueryParam(key); err != nil || !ok {
		return def
	}
	return v
}

// QueryWith hands a query parameter to f and returns its result: for decoding
// that needs more than the text, such as a look-up.
func (r *Request) QueryWith[T, U any](key string, f func(T) (U, error)) (U, error) {
	v, err := r.Query[T](key)
	if err != nil {
		var zero U
		return zero, err
	}
	return f(v)
}

// SetQueryParams returns the request with these query parameters and no others.
func (r *Request) SetQueryParams(q QueryParams) *Request {
	return r.UpdateURL(func(u URL) URL { return u.WithQueryParams(q) })
}

// UpdateQueryParams returns the request with the query parameters that f makes
// of its own.
func (r *Request) UpdateQueryParams(f func(QueryParams) QueryParams) *Request {
	return r.SetQueryParams(f(r.QueryParameters()))
}

// AddQueryParam returns the request with one more query parameter.
func (r *Request) AddQueryParam(key, value string) *Request {
	return r.SetQueryParams(r.QueryParameters().Add(key, value))
}

// AddQueryParams returns the request with more query parameters.
func (r *Request) AddQueryParams(q QueryParams) *Request {
	return r.SetQueryParams(r.QueryParameters().AddAll(q))
}

// RemoveQueryParam returns the request without a query parameter.
func (r *Request) RemoveQueryParam(key string) *Request { return r.RemoveQueryParams(key) }

// RemoveQueryParams returns the request without these query parameters.
func (r *Request) RemoveQueryParams(keys ...string) *Request {
	return r.UpdateQueryParams(func(q QueryParams) QueryParams { return q.RemoveAll(keys...) })
}

// Param returns the value of a path parameter, percent-decoded, or "" if the
// route's pattern has none of that name.
func (r *Request) Param(name string) string {
	s, _ := r.param(name)
	return s
}

// ParamAs returns the value of a path parameter as a T. It fails with a
// [*MalformedPathParam] if the text does not fit.
func (r *Request) ParamAs[T any](name string) (T, error) {
	var zero T
	c, err := text.For[T]()
	if err != nil {
		return zero, &MalformedPathParam{name, "", err}
	}
	s, ok := r.param(name)
	if !ok {
		return zero, &MalformedPathParam{name, "", errNoParam}
	}
	v, err := c.Decode(s)
	if err != nil {
		return zero, &MalformedPathParam{name, s, err}
	}
	return v, nil
}
