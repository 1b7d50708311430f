package weft

// Headers returns all header fields.
func (r *Request) Headers() Headers {
	if own := r.ownHeaders(); own != nil {
		return *own
	}
	h := r.head()
	n := h.Len()
	if n == 0 {
		return Headers{}
	}
	l := newHeaderList(n)
	for i := range n {
		name, value := h.Field(i)
		l.fields = append(l.fields, Header{name, value}) // the parser has checked them
	}
	return Headers{l}
}

// ownHeaders returns the fields in place of the head's, or nil.
func (r *Request) ownHeaders() *Headers {
	if r.own == nil {
		return nil
	}
	return r.own.headers
}

// RawHeader returns the value of the first header field with the name, as text.
func (r *Request) RawHeader(name string) (string, bool) {
	if own := r.ownHeaders(); own != nil {
		return own.Get(name)
	}
	return r.head().Get(name)
}

// RawHeaders returns the values of all header fields with the name.
func (r *Request) RawHeaders(name string) []string {
	if own := r.ownHeaders(); own != nil {
		return own.Values(name)
	}
	var values []string
	h := r.head()
	for i := h.Index(name, 0); i >= 0; i = h.Index(name, i+1) {
		_, value := h.Field(i)
		values = append(values, value)
	}
	return values
}

// Header returns the value of a typed header field, or false if it is missing
// or malformed.
func (r *Request) Header[T any](key HeaderKey[T]) (T, bool) {
	v, err := r.HeaderOrFail(key)
	return v, err == nil
}

// HeaderOrFail returns the value of a typed header field. It fails with a
// [*MissingHeader] or a [*MalformedHeader].
func (r *Request) HeaderOrFail[T any](key HeaderKey[T]) (T, error) {
	s, ok := r.RawHeader(key.name)
	if !ok {
		var zero T
		return zero, &MissingHeader{key.name}
	}
	return key.Parse(s)
}

// SetHeaders returns the request with these header fields and no others.
func (r *Request) SetHeaders(h Headers) *Request {
	c := r.copy()
	c.own.headers = &h
	return c
}

// UpdateHeaders returns the request with the header fields that f makes of its
// own.
func (r *Request) UpdateHeaders(f func(Headers) Headers) *Request {
	return r.SetHeaders(f(r.Headers()))
}

// AddHeader returns the request with one more header field.
func (r *Request) AddHeader(name, value string) *Request {
	return r.SetHeaders(r.Headers().Add(name, value))
}

// AddHeaders returns the request with more header fields.
func (r *Request) AddHeaders(h Headers) *Request {
	return r.SetHeaders(r.Headers().AddAll(h))
}

// RemoveHeader returns the request without the header fields of that name.
func (r *Request) RemoveHeader(name string) *Request { return r.RemoveHeaders(name) }

// RemoveHeaders returns the request without the header fields of these names.
func (r *Request) RemoveHeaders(names ...string) *Request {
	return r.SetHeaders(r.Headers().Remove(names...))
}

// Cookies returns the cookies that the client sent. Malformed ones are left out,
// as browsers expect.
func (r *Request) Cookies() []Cookie {
	var cookies []Cookie
	for _, value := range r.RawHeaders("Cookie") {
		cookies = append(cookies, ParseCookies(value)...)
	}
	return cookies
}

// Cookie returns the first cookie with the name.
func (r *Request) Cookie(name string) (Cookie, bool) {
	for _, c := range r.Cookies() {
		if c.Name == name {
			return c, true
		}
	}
	return Cookie{}, false
}

// CookieWithOrFail hands the cookie with the name to f and returns its result.
// Without such a cookie it returns the error missing.
func (r *Request) CookieWithOrFail[T any](name string, missing error, f func(Cookie) T) (T, error) {
	c, ok := r.Cookie(name)
	if !ok {
		var zero T
		return zero, missing
	}
	return f(c), nil
}

// CookieWith is like [Request.CookieWithOrFail] for a function that may fail
// itself. A missing cookie gives a [*MissingCookie].
func (r *Request) CookieWith[T any](name string, f func(Cookie) (T, error)) (T, error) {
	c, ok := r.Cookie(name)
	if !ok {
		var zero T
		return zero, &MissingCookie{name}
	}
	return f(c)
}

// MissingCookie is the error of a required cookie that is not there.
type MissingCookie struct {
	// Name is the cookie's name.
	Name string
}

// Error names the cookie.
func (e *MissingCookie) Error() string { return `cookie "` + e.Name + `": missing` }
