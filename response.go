package weft

import (
	"errors"

	"github.com/weft-go/weft/internal/ascii"
	"github.com/weft-go/weft/status"
)

// A Response is an HTTP response: a status, header fields and a body. The zero
// Response is 200 OK without a body.
//
// Responses are immutable values: every operation returns a changed copy.
type Response struct {
	status  Status
	headers Headers
	body    Body
	extra   *extra
}

// extra holds what few responses have.
type extra struct {
	reason   string
	trailers func() Headers
	flash    []FlashMessage
	err      error
	upgrade  *upgrade
}

// NewResponse returns a response with a status and no body.
func NewResponse(s Status) Response { return Response{status: s} }

// Status returns the status code. It is 200 unless another was set.
func (r Response) Status() Status {
	if r.status == 0 {
		return status.OK
	}
	return r.status
}

// WithStatus returns the response with another status code, from 200 to 999.
// Interim codes (1xx) are the server's own business and are refused.
func (r Response) WithStatus(s Status) Response {
	if s < 200 || s > 999 {
		return r.fail(&InvalidResponse{"status code " + formatInt(int64(s)) + " is not from 200 to 999"})
	}
	r.status = s
	return r
}

// Reason returns the reason phrase that follows the status code in HTTP/1.1.
func (r Response) Reason() string {
	if r.extra != nil && r.extra.reason != "" {
		return r.extra.reason
	}
	return r.Status().Text()
}

// WithReason returns the response with another reason phrase. One that contains
// a control character is refused.
func (r Response) WithReason(reason string) Response {
	if !ascii.IsFieldValue(reason) {
		return r.fail(&InvalidResponse{"the reason phrase contains a control character"})
	}
	return r.with(func(x *extra) { x.reason = reason })
}

// Headers returns the header fields, without those that the server adds:
// Date, Content-Length or Transfer-Encoding, Connection, and Content-Type,
// which comes from the body unless it is set here.
func (r Response) Headers() Headers { return r.headers }

// Header returns the value of the first header field with the name.
func (r Response) Header(name string) (string, bool) {
	if v, ok := r.headers.Get(name); ok {
		return v, true
	}
	if r.body.media != "" && ascii.EqualFold(name, "Content-Type") {
		return r.body.media, true
	}
	return "", false
}

// WithHeader returns the response with one header field of that name, in place
// of any others.
func (r Response) WithHeader(name, value string) Response {
	r.headers = r.headers.Set(name, value)
	return r
}

// WithTypedHeader is like [Response.WithHeader] for a typed header field.
func (r Response) WithTypedHeader[T any](key HeaderKey[T], value T) Response {
	return r.WithHeader(key.name, key.Format(value))
}

// AddHeader returns the response with one more header field.
func (r Response) AddHeader(name, value string) Response {
	r.headers = r.headers.Add(name, value)
	return r
}

// AddHeaders returns the response with more header fields.
func (r Response) AddHeaders(h Headers) Response {
	r.headers = r.headers.AddAll(h)
	return r
}

// SetHeaders returns the response with these header fields and no others.
func (r Response) SetHeaders(h Headers) Response {
	r.headers = h
	return r
}

// UpdateHeaders returns the response with the header fields that f makes of its
// own.
func (r Response) UpdateHeaders(f func(Headers) Headers) Response {
	r.headers = f(r.headers)
	return r
}

// RemoveHeader returns the response without the header fields of these names.
func (r Response) RemoveHeader(names ...string) Response {
	r.headers = r.headers.Remove(names...)
	return r
}

// WithCookie returns the response with a cookie for the client to keep. An
// invalid cookie is refused; see [Cookie.SetCookieString].
func (r Response) WithCookie(c Cookie) Response {
	s, err := c.SetCookieString()
	if err != nil {
		return r.fail(err)
	}
	return r.AddHeader("Set-Cookie", s)
}

// Body returns the body.
func (r Response) Body() Body { return r.body }

// WithBody returns the response with another body.
func (r Response) WithBody(b Body) Response {
	r.body = b
	return r
}

// UpdateBody returns the response with the body that f makes of its own.
func (r Response) UpdateBody(f func(Body) Body) Response {
	r.body = f(r.body)
	return r
}

// Trailers returns the fields sent after the body.
func (r Response) Trailers() Headers {
	if r.extra == nil || r.extra.trailers == nil {
		return Headers{}
	}
	return r.extra.trailers()
}

// WithTrailers returns the response with fields to be sent after the body. They
// are sent if the body is a stream of unknown length; otherwise there is no
// place for them in the message and they are left out.
func (r Response) WithTrailers(h Headers) Response {
	r = r.WithTrailersFunc(func() Headers { return h })
	if h.Err() != nil {
		return r.fail(h.Err())
	}
	return r
}

// WithTrailersFunc is like [Response.WithTrailers] for fields that are not known
// before the body has been sent: f is asked for them then.
func (r Response) WithTrailersFunc(f func() Headers) Response {
	return r.with(func(x *extra) { x.trailers = f })
}

// Err returns why the response must not be sent: an invalid header field, a
// value that could not be encoded. The server answers 500 in its place and logs
// the error. It is nil for a sound response.
func (r Response) Err() error {
	if r.headers.list == nil && r.extra == nil && r.body.stream == nil {
		return nil
	}
	err := r.headers.Err()
	if e := r.body.Err(); e != nil {
		err = errors.Join(err, e)
	}
	if r.extra != nil {
		err = errors.Join(err, r.extra.err)
	}
	return err
}

// with returns the response with its own changed copy of the extras.
func (r Response) with(change func(*extra)) Response {
	x := &extra{}
	if r.extra != nil {
		*x = *r.extra
	}
	change(x)
	r.extra = x
	return r
}

func (r Response) fail(err error) Response {
	return r.with(func(x *extra) { x.err = errors.Join(x.err, err) })
}

// InvalidResponse is the error of a response that must not be sent.
type InvalidResponse struct {
	// Problem is the fact.
	Problem string
}

// Error returns the problem.
func (e *InvalidResponse) Error() string { return "response: " + e.Problem }
