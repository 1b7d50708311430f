package wefttest

import (
	"slices"
	"strings"
	"testing"

	"github.com/weft-go/weft"
)

// A Response is the answer to a request of a [Client]. Its assertions return the
// response itself, so that they can be chained. One that does not hold ends the
// test and shows request and response.
//
// A body that is a stream is read when an assertion asks for it, so a test of a
// stream without end may look at everything but the body; it reads the stream
// itself with Response().Body().Chunks().
type Response struct {
	t    testing.TB
	req  *weft.Request
	resp weft.Response
	body *string // once it was read
}

// Response returns the answer as the routes gave it.
func (r *Response) Response() weft.Response { return r.resp }

// Status checks the status code.
func (r *Response) Status(want weft.Status) *Response {
	r.t.Helper()
	if got := r.resp.Status(); got != want {
		r.fail("status %v, want %v", got, want)
	}
	return r
}

// Header checks the value of a header field. If the field is repeated, one of its
// values has to be the wanted one. Content-Type comes from the body unless the
// handler has set it.
func (r *Response) Header(name, want string) *Response {
	r.t.Helper()
	got := r.resp.Headers().Values(name)
	if v, ok := r.resp.Header(name); ok && len(got) == 0 {
		got = []string{v}
	}
	if slices.Contains(got, want) {
		return r
	}
	if len(got) == 0 {
		r.fail("header %s is missing, want %q", name, want)
	}
	r.fail("header %s is %q, want %q", name, got, want)
	return r
}

// NoHeader checks that a header field is not there.
func (r *Response) NoHeader(name string) *Response {
	r.t.Helper()
	if got, ok := r.resp.Header(name); ok {
		r.fail("header %s is %q, want none", name, got)
	}
	return r
}

// Body checks the whole body.
func (r *Response) Body(want string) *Response {
	r.t.Helper()
	if got := r.Text(); got != want {
		r.fail("body %s, want %s", quote(got), quote(want))
	}
	return r
}

// BodyContains checks that each of the parts occurs in the body.
func (r *Response) BodyContains(parts ...string) *Response {
	r.t.Helper()
	body := r.Text()
	for _, part := range parts {
		if !strings.Contains(body, part) {
			r.fail("the body does not contain %s", quote(part))
		}
	}
	return r
}

// JSON decodes the body, which has to be JSON of one kind or another by its media
// type, into what into points to.
func (r *Response) JSON[T any](into *T) *Response {
	r.t.Helper()
	mt, err := weft.ParseMediaType(r.mediaType())
	if err != nil || mt.Essence() != "application/json" && !strings.HasSuffix(mt.Essence(), "+json") {
		r.fail("media type %q, want application/json", r.mediaType())
	}
	v, err := weft.BodyString(r.Text()).To[T]()
	if err != nil {
		r.fail("the body is not a %T: %v", v, err)
	}
	*into = v
	return r
}

func (r *Response) mediaType() string {
	s, _ := r.resp.Header("Content-Type")
	return s
}

// Text returns the body. It is empty for an answer to HEAD and for a status
// without a body, as it is when a server sends it.
func (r *Response) Text() string {
	r.t.Helper()
	if r.body == nil {
		s := ""
		if r.req.Method() != weft.HEAD && r.resp.Status().AllowsBody() {
			var err error
			if s, err = r.resp.Body().AsString(); err != nil {
				r.fail("the body breaks off: %v", err)
			}
		}
		r.body = &s
	}
	return *r.body
}

// fail ends the test.
func (r *Response) fail(format string, args ...any) {
	r.t.Helper()
	r.t.Fatalf(format+"\n\n%s\n\n%s", append(args, dumpRequest(r.req), r.dump())...)
}
