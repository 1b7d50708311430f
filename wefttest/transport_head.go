package wefttest

import (
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/weft-go/weft"
)

// headRules say what is in the head of a response, and when there is nothing but
// the head.
func headRules() []rule {
	rules := []rule{
		{"HEADDoesNotReadTheStream", headDoesNotRead},
		{"NoContent", func(t *trial) { bodiless(t, "/nothing", 204) }},
		{"NotModified", func(t *trial) { bodiless(t, "/unchanged", 304) }},
		{"BodyOfABodilessStatusIsLeftOut", bodilessWithBody},
		{"Date", dateField},
		{"DateOfTheHandler", dateOfHandler},
		{"FramingIsTheServersOwn", framingFields},
		{"Reason", reason},
		{"FieldsAsTheyWere", fieldsAsTheyWere},
	}
	for _, c := range []struct{ name, path string }{
		{"HEADOfMemory", "/bytes/1000"},
		{"HEADOfEmpty", "/bytes/0"},
		{"HEADOfLargeMemory", "/bytes/100000"},
		{"HEADOfKnownLength", "/known/1000"},
		{"HEADOfUnknownLength", "/pieces/3"},
		{"HEADOfNoContent", "/nothing"},
		{"HEADOfNotModified", "/unchanged"},
		{"HEADOfNotFound", "/missing"},
	} {
		rules = append(rules, rule{c.name, func(t *trial) { headLikeGet(t, c.path) }})
	}
	return rules
}

// headLikeGet: HEAD gives what GET gives, without the body (RFC 9110, section 9.3.2).
func headLikeGet(t *trial, path string) {
	c := t.connect(plainApp())
	c.Send(get(path) + message("HEAD", path, "") + get("/say/next"))
	whole, head := c.Read(weft.GET), c.Read(weft.HEAD)
	expect(c, 200, "next")
	if head.Status != whole.Status || head.Reason != whole.Reason {
		c.fail("HEAD gives %d %s, GET %d %s", head.Status, head.Reason, whole.Status, whole.Reason)
	}
	if a, b := fieldText(head.Headers), fieldText(whole.Headers); a != b {
		c.fail("HEAD gives the fields\n%s\nGET gives\n%s", a, b)
	}
}

// fieldText returns all fields but the Date.
func fieldText(h weft.Headers) string {
	var b strings.Builder
	for name, value := range h.Remove("Date").All() {
		b.WriteString(name + ": " + value + "\n")
	}
	return b.String()
}

// closer notes what was done to it.
type closer struct {
	read, closed atomic.Bool
}

// Read reads nothing.
func (c *closer) Read([]byte) (int, error) {
	c.read.Store(true)
	return 0, io.EOF
}

// Close notes that it was called.
func (c *closer) Close() error {
	c.closed.Store(true)
	return nil
}

// headDoesNotRead: a body that is not sent is not produced either, but closed.
func headDoesNotRead(t *trial) {
	body := &closer{}
	c := t.connect(handle(func(*weft.Request) (weft.Response, error) { return weft.Reader(body, 100, "text/plain"), nil }))
	c.Send(message("HEAD", "/", ""))
	if r := c.Read(weft.HEAD); r.Status != 200 {
		c.fail("status %d", r.Status)
	}
	t.eventually(defaultTimeout, body.closed.Load, "the body was not closed")
	if body.read.Load() {
		t.Error("the body was read for HEAD")
	}
}

// bodiless: some answers have neither a body nor its length (RFC 9110, section
// 8.6).
func bodiless(t *trial, path string, status int) {
	c := t.connect(plainApp())
	c.Send(get(path) + get("/say/next"))
	r := expect(c, status, "")
	expectHeader(c, r, "Content-Length", "")
	expectHeader(c, r, "Transfer-Encoding", "")
	expect(c, 200, "next")
}

func bodilessWithBody(t *trial) {
	c := t.connect(handle(func(req *weft.Request) (weft.Response, error) {
		code := weft.Status(204)
		if req.Path() == "/304" {
			code = 304
		}
		if _, ok := req.QueryParam("stream"); ok {
			return weft.Stream("text/plain", pieces(3)).WithStatus(code), nil
		}
		return weft.Text("body").WithStatus(code), nil
	}))
	for _, path := range []string{"/204", "/304", "/204?stream", "/304?stream"} {
		c.Send(get(path))
		r := c.Read(weft.GET)
		expectHeader(c, r, "Content-Length", "")
		expectHeader(c, r, "Transfer-Encoding", "")
	}
}

func dateField(t *trial) {
	c := t.connect(plainApp())
	for _, path := range []string{"/", "/pieces/1", "/known/1", "/nothing", "/unchanged", "/missing"} {
		c.Send(get(path))
		checkDate(c, c.Read(weft.GET))
	}
	c.Send("bad\r\n\r\n")
	checkDate(c, expectStatus(c, 400))
}

func checkDate(c *Conn, r *RawResponse) {
	c.t.Helper()
	value, _ := r.Headers.Get("Date")
	date, err := time.Parse(http.TimeFormat, value)
	if err != nil {
		c.fail("Date is %q: %v", value, err)
	}
	if off := time.Since(date); off < -2*time.Second || off > 5*time.Second {
		c.fail("Date is %q, which is off by %v", value, off)
	}
}

func dateOfHandler(t *trial) {
	const date = "Sun, 06 Nov 1994 08:49:37 GMT"
	c := t.connect(handle(func(*weft.Request) (weft.Response, error) { return weft.OK().WithHeader("Date", date), nil }))
	c.Send(get("/"))
	expectHeader(c, expect(c, 200, ""), "Date", date)
}

// framingFields: how a message ends is not for handlers to say.
func framingFields(t *trial) {
	c := t.connect(handle(func(req *weft.Request) (weft.Response, error) {
		resp := weft.Text("hello")
		if req.Path() == "/stream" {
			resp = weft.Stream("text/plain", pieces(1))
		}
		return resp.WithHeader("content-length", "3").WithHeader("TRANSFER-ENCODING", "gzip").WithHeader("Keep-Alive", "timeout=1"), nil
	}))
	c.Send(get("/") + get("/stream"))
	expectHeader(c, expect(c, 200, "hello"), "Content-Length", "5")
	expectHeader(c, expect(c, 200, piecesText(1)), "Transfer-Encoding", "chunked")
}

func reason(t *trial) {
	c := t.connect(handle(func(req *weft.Request) (weft.Response, error) {
		switch req.Path() {
		case "/own":
			return weft.OK().WithReason("Fine by me"), nil
		case "/unknown":
			return weft.NewResponse(599), nil
		}
		return weft.NewResponse(418), nil
	}))
	c.Send(get("/own") + get("/unknown") + get("/"))
	for _, want := range []string{"200 Fine by me", "599 ", "418 I'm a teapot"} {
		r := c.Read(weft.GET)
		if got := weft.Status(r.Status).String()[:3] + " " + r.Reason; got != want {
			c.fail("status line %q, want %q", got, want)
		}
	}
}

// fieldsAsTheyWere: names keep their spelling, and repeated ones their order.
func fieldsAsTheyWere(t *trial) {
	c := t.connect(handle(func(req *weft.Request) (weft.Response, error) {
		return weft.OK().AddHeaders(req.Headers().Remove("Host")), nil
	}))
	c.Send(get("/", "x-oNe: 1", "Set-Cookie: a=1", "X-Empty:", "set-cookie: b=2", "X-Wide: \t a  b \t "))
	r := expect(c, 200, "")
	want := "x-oNe: 1\nSet-Cookie: a=1\nX-Empty: \nset-cookie: b=2\nX-Wide: a  b\n"
	if got := fieldText(r.Headers.Remove("Content-Length")); got != want {
		c.fail("fields\n%s\nwant\n%s", got, want)
	}
}
