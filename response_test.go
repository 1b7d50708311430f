package weft_test

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"net"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/status"
)

// responseText is everything about a response that operations may change.
func responseText(r weft.Response) string {
	body, _ := r.Body().AsString()
	return fmt.Sprintf("%d %s%s |%s| %s %q %v", r.Status(), r.Reason(), headersText(r.Headers()), headersText(r.Trailers()), r.Body().MediaType(), body, r.Err())
}

func TestResponseOperations(t *testing.T) {
	base := weft.Text("hello").WithHeader("X-A", "1").AddHeader("X-B", "2")
	tests := []struct {
		name string
		resp weft.Response
		want string
	}{
		{"WithStatus", base.WithStatus(status.Created), `201 Created X-A=1 X-B=2 || text/plain; charset=utf-8 "hello" <nil>`},
		{"WithReason", base.WithReason("Fine"), `200 Fine X-A=1 X-B=2 || text/plain; charset=utf-8 "hello" <nil>`},
		{"WithHeader", base.WithHeader("x-a", "9"), `200 OK x-a=9 X-B=2 || text/plain; charset=utf-8 "hello" <nil>`},
		{"WithHeader, new", base.WithHeader("X-C", "9"), `200 OK X-A=1 X-B=2 X-C=9 || text/plain; charset=utf-8 "hello" <nil>`},
		{"WithTypedHeader", base.WithTypedHeader(weft.HeaderRetryAfter, time.Minute), `200 OK X-A=1 X-B=2 Retry-After=60 || text/plain; charset=utf-8 "hello" <nil>`},
		{"AddHeader", base.AddHeader("X-A", "9"), `200 OK X-A=1 X-B=2 X-A=9 || text/plain; charset=utf-8 "hello" <nil>`},
		{"AddHeaders", base.AddHeaders(weft.NewHeaders("X-C", "3", "X-A", "4")), `200 OK X-A=1 X-B=2 X-C=3 X-A=4 || text/plain; charset=utf-8 "hello" <nil>`},
		{"SetHeaders", base.SetHeaders(weft.NewHeaders("X-C", "3")), `200 OK X-C=3 || text/plain; charset=utf-8 "hello" <nil>`},
		{"UpdateHeaders", base.UpdateHeaders(func(h weft.Headers) weft.Headers { return h.Remove("X-A") }), `200 OK X-B=2 || text/plain; charset=utf-8 "hello" <nil>`},
		{"RemoveHeader", base.RemoveHeader("x-a", "x-b"), `200 OK || text/plain; charset=utf-8 "hello" <nil>`},
		{"WithCookie", base.WithCookie(weft.Cookie{Name: "c", Value: "d"}), `200 OK X-A=1 X-B=2 Set-Cookie=c=d || text/plain; charset=utf-8 "hello" <nil>`},
		{"WithBody", base.WithBody(weft.BodyString("x", "text/y")), `200 OK X-A=1 X-B=2 || text/y "x" <nil>`},
		{"UpdateBody", base.UpdateBody(func(b weft.Body) weft.Body { return b.WithMediaType("text/y") }), `200 OK X-A=1 X-B=2 || text/y "hello" <nil>`},
		{"WithTrailers", base.WithTrailers(weft.NewHeaders("X-T", "1")), `200 OK X-A=1 X-B=2 | X-T=1| text/plain; charset=utf-8 "hello" <nil>`},
		{"WithTrailers then WithReason", base.WithTrailers(weft.NewHeaders("X-T", "1")).WithReason("Fine"), `200 Fine X-A=1 X-B=2 | X-T=1| text/plain; charset=utf-8 "hello" <nil>`},
		{"nothing", base, `200 OK X-A=1 X-B=2 || text/plain; charset=utf-8 "hello" <nil>`},
	}
	for _, tt := range tests {
		if got := responseText(tt.resp); got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.name, got, tt.want)
		}
	}
	if got, want := responseText(base), tests[len(tests)-1].want; got != want {
		t.Errorf("the original is now %s", got)
	}
}

func TestResponseHeader(t *testing.T) {
	r := weft.Text("x").AddHeader("X-A", "1").AddHeader("X-A", "2")
	if v, ok := r.Header("x-a"); v != "1" || !ok {
		t.Errorf("%q %v", v, ok)
	}
	if v, ok := r.Header("content-type"); v != "text/plain; charset=utf-8" || !ok {
		t.Errorf("%q %v", v, ok)
	}
	if v, ok := r.WithHeader("Content-Type", "text/x").Header("Content-Type"); v != "text/x" || !ok {
		t.Errorf("%q %v", v, ok)
	}
	if _, ok := weft.OK().Header("Content-Type"); ok {
		t.Error("an empty response has a media type")
	}
}

func TestResponseRefusals(t *testing.T) {
	tests := []struct {
		name string
		resp weft.Response
		want string
	}{
		{"status zero", weft.OK().WithStatus(0), "status code 0"},
		{"an interim status", weft.OK().WithStatus(103), "status code 103"},
		{"a status of four digits", weft.OK().WithStatus(1000), "status code 1000"},
		{"CR", weft.OK().WithHeader("X-A", "a\rb"), `header "X-A"`},
		{"LF", weft.OK().AddHeader("X-A", "a\nb"), `header "X-A"`},
		{"NUL", weft.OK().AddHeader("X-A", "\x00"), `header "X-A"`},
		{"DEL", weft.OK().AddHeader("X-A", "\x7f"), `header "X-A"`},
		{"a name with a space", weft.OK().AddHeader("X A", "1"), `header "X A"`},
		{"an empty name", weft.OK().AddHeader("", "1"), `header ""`},
		{"a name with a colon", weft.OK().AddHeader("X:A", "1"), "not a token"},
		{"a reason", weft.OK().WithReason("a\r\nb"), "reason phrase"},
		{"a cookie", weft.OK().WithCookie(weft.Cookie{Name: "", Value: "x"}), "cookie"},
		{"trailers", weft.OK().WithTrailers(weft.NewHeaders("X", "\n")), `header "X"`},
		{"a body", weft.JSON(math.NaN()), "NaN"},
		{"in the middle of others", weft.OK().WithHeader("X-A", "1").WithHeader("X-B", "\n").WithHeader("X-C", "3"), `header "X-B"`},
		{"later replaced", weft.OK().WithHeader("X-A", "\n").WithHeader("X-A", "fine"), `header "X-A"`},
		{"later removed", weft.OK().WithHeader("X-A", "\n").RemoveHeader("X-A"), `header "X-A"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if err := tt.resp.Err(); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("the error is %v", err)
			}
			for name, value := range tt.resp.Headers().All() {
				if strings.ContainsAny(name+value, "\r\n\x00") {
					t.Errorf("the field %q: %q is still there", name, value)
				}
			}
		})
	}
	two := weft.OK().WithHeader("X-A", "\n").WithStatus(7)
	if _, ok := errors.AsType[*weft.InvalidHeader](two.Err()); !ok {
		t.Errorf("the error is %v", two.Err())
	}
	if _, ok := errors.AsType[*weft.InvalidResponse](two.Err()); !ok {
		t.Errorf("the error is %v", two.Err())
	}
}

func TestResponseConstructors(t *testing.T) {
	problem := func(code int, title, detail string) string {
		return fmt.Sprintf(`application/problem+json "{\"type\":\"about:blank\",\"title\":\"%s\",\"status\":%d,\"detail\":\"%s\"}" <nil>`, title, code, detail)
	}
	tests := []struct {
		name string
		resp weft.Response
		want string
	}{
		{"NewResponse", weft.NewResponse(status.Gone), `410 Gone ||  "" <nil>`},
		{"the zero response", weft.Response{}, `200 OK ||  "" <nil>`},
		{"OK", weft.OK(), `200 OK ||  "" <nil>`},
		{"Text", weft.Text("é"), `200 OK || text/plain; charset=utf-8 "é" <nil>`},
		{"HTML", weft.HTML("<p>"), `200 OK || text/html; charset=utf-8 "<p>" <nil>`},
		{"JSON", weft.JSON([]int{1}), `200 OK || application/json "[1]" <nil>`},
		{"Bytes", weft.Bytes([]byte{1}, "image/x"), `200 OK || image/x "\x01" <nil>`},
		{"Reader", weft.Reader(strings.NewReader("r"), 1, "text/x"), `200 OK || text/x "r" <nil>`},
		{"Stream", weft.Stream("text/x", func(yield func([]byte, error) bool) { yield([]byte("s"), nil) }), `200 OK || text/x "s" <nil>`},
		{"StreamFunc", weft.StreamFunc("text/x", func(w io.Writer) error { _, err := io.WriteString(w, "f"); return err }), `200 OK || text/x "f" <nil>`},
		{"NoContent", weft.NoContent(), `204 No Content ||  "" <nil>`},
		{"Created", weft.Created("/a"), `201 Created Location=/a ||  "" <nil>`},
		{"Accepted", weft.Accepted(), `202 Accepted ||  "" <nil>`},
		{"Redirect", weft.Redirect("/a", false), `307 Temporary Redirect Location=/a ||  "" <nil>`},
		{"Redirect for good", weft.Redirect("/a", true), `308 Permanent Redirect Location=/a ||  "" <nil>`},
		{"SeeOther", weft.SeeOther("/a"), `303 See Other Location=/a ||  "" <nil>`},
		{"NotModified", weft.NotModified(), `304 Not Modified ||  "" <nil>`},
		{"BadRequest", weft.BadRequest("d"), `400 Bad Request || ` + problem(400, "Bad Request", "d")},
		{"Forbidden", weft.Forbidden("d"), `403 Forbidden || ` + problem(403, "Forbidden", "d")},
		{"NotFound", weft.NotFound("d"), `404 Not Found || ` + problem(404, "Not Found", "d")},
		{"Conflict", weft.Conflict("d"), `409 Conflict || ` + problem(409, "Conflict", "d")},
		{"InternalServerError", weft.InternalServerError("d"), `500 Internal Server Error || ` + problem(500, "Internal Server Error", "d")},
		{"ServiceUnavailable", weft.ServiceUnavailable("d"), `503 Service Unavailable || ` + problem(503, "Service Unavailable", "d")},
		{"Unauthorized", weft.Unauthorized("Bearer"), `401 Unauthorized WWW-Authenticate=Bearer || application/problem+json "{\"type\":\"about:blank\",\"title\":\"Unauthorized\",\"status\":401}" <nil>`},
	}
	for _, tt := range tests {
		if got := responseText(tt.resp); got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

func TestFile(t *testing.T) {
	fsys := fstest.MapFS{
		"a.html": {Data: []byte("<p>"), ModTime: time.Date(2026, 11, 15, 4, 0, 0, 0, time.UTC)},
		"b":      {Data: []byte("b")},
		"dir/c":  {Data: []byte("c")},
	}
	tests := []struct {
		name string
		resp weft.Response
		want string
	}{
		{"with an extension", weft.FileFS(fsys, "a.html"), `200 OK Last-Modified=Sun, 15 Nov 2026 04:00:00 GMT || text/html; charset=utf-8 "<p>" <nil>`},
		{"without one", weft.FileFS(fsys, "b"), `200 OK || application/octet-stream "b" <nil>`},
		{"in a directory", weft.FileFS(fsys, "dir/c"), `200 OK || application/octet-stream "c" <nil>`},
	}
	for _, tt := range tests {
		if got := responseText(tt.resp); got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.name, got, tt.want)
		}
	}
	for _, name := range []string{"none", "dir", "../a.html", "/a.html", ""} {
		if resp := weft.FileFS(fsys, name); resp.Status() != 404 || resp.Err() != nil {
			t.Errorf("%q: %v, %v", name, resp.Status(), resp.Err())
		}
	}
	if resp := weft.FileFS(forbiddenFS{}, "a"); !errors.Is(resp.Err(), fs.ErrPermission) {
		t.Errorf("a file that must not be read: %v", resp.Err())
	}
	resp := weft.File("doc.go")
	defer resp.Body().Close()
	if n, known := resp.Body().Len(); resp.Status() != 200 || n == 0 || !known || !resp.Headers().Has("Last-Modified") {
		t.Errorf("%s", responseText(resp))
	}
	if resp := weft.File("no such file"); resp.Status() != 404 {
		t.Errorf("%v", resp.Status())
	}
	if resp := weft.File("internal"); resp.Status() != 404 {
		t.Errorf("a directory: %v", resp.Status())
	}
}

type forbiddenFS struct{}

func (forbiddenFS) Open(string) (fs.File, error) { return nil, fs.ErrPermission }

func TestUpgrade(t *testing.T) {
	called := ""
	takeover := func(net.Conn, io.Reader) { called += "x" }
	r := weft.Upgrade("chat", takeover).WithHeader("X-A", "1")
	if v, _ := r.Header("Upgrade"); r.Status() != status.SwitchingProtocols || v != "chat" || r.Err() != nil {
		t.Errorf("%s", responseText(r))
	}
	r.Takeover()(nil, nil)
	weft.Hijack(takeover).Takeover()(nil, nil)
	if called != "xx" || weft.OK().Takeover() != nil || weft.OK().WithReason("x").Takeover() != nil {
		t.Errorf("called %q", called)
	}
}
