package nethttp_test

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/status"
)

func responses() group {
	large := strings.Repeat("weft ", 1<<18)
	handle := func(path string, f func() weft.Response) weft.Route { return route.GET(path).Handle(give(f)) }
	return group{
		name: "responses",
		routes: func() weft.Routes {
			return weft.NewRoutes(
				handle("/text", func() weft.Response { return weft.Text("é") }),
				handle("/html", func() weft.Response { return weft.HTML("<p>") }),
				handle("/json", func() weft.Response { return weft.JSON(map[string]int{"a": 1}) }),
				handle("/nan", func() weft.Response { return weft.JSON(math.NaN()) }),
				handle("/bytes", func() weft.Response { return weft.Bytes([]byte{0, 255}, "image/x") }),
				handle("/untyped", func() weft.Response { return weft.Bytes([]byte("<html>"), "") }),
				handle("/ok", weft.OK),
				handle("/zero", func() weft.Response { return weft.Response{} }),
				handle("/none", weft.NoContent),
				handle("/none-with-body", func() weft.Response { return weft.Text("x").WithStatus(status.NoContent) }),
				handle("/created", func() weft.Response { return weft.Created("/books/7") }),
				handle("/accepted", weft.Accepted),
				handle("/not-modified", func() weft.Response { return weft.NotModified().WithHeader("ETag", `"1"`) }),
				handle("/teapot", func() weft.Response { return weft.Text("short and stout").WithStatus(418) }),
				handle("/unregistered", func() weft.Response { return weft.Text("x").WithStatus(499) }),
				handle("/interim", func() weft.Response { return weft.Text("x").WithStatus(status.EarlyHints) }),
				handle("/large", func() weft.Response { return weft.Text(large) }),
				handle("/date", func() weft.Response {
					return weft.Text("x").WithTypedHeader(weft.HeaderDate, time.Unix(0, 0))
				}),
				handle("/length", func() weft.Response { return weft.Text("three").WithHeader("Content-Length", "3") }),
			)
		},
		cases: []tableCase{
			{name: "text", path: "/text", wantBody: "é", want: []string{"Content-Type", "text/plain; charset=utf-8", "Content-Length", "2"}},
			{name: "HTML", path: "/html", wantBody: "<p>", want: []string{"Content-Type", "text/html; charset=utf-8"}},
			{name: "JSON", path: "/json", wantBody: `{"a":1}`, want: []string{"Content-Type", "application/json"}},
			{name: "what JSON cannot express", path: "/nan", status: 500,
				wantBody: `{"type":"about:blank","title":"Internal Server Error","status":500,"instance":"/nan"}`},
			{name: "bytes", path: "/bytes", wantBody: "\x00\xff", want: []string{"Content-Type", "image/x"}},
			{name: "no media type is no media type", path: "/untyped", wantBody: "<html>", want: []string{"Content-Type", ""}},
			{name: "nothing", path: "/ok", want: []string{"Content-Length", "0", "Content-Type", ""}},
			{name: "the zero response", path: "/zero", want: []string{"Content-Length", "0"}},
			{name: "no content", path: "/none", status: 204, want: []string{"Content-Length", "", "Content-Type", "", "Transfer-Encoding", ""}},
			{name: "no content whatever the body", path: "/none-with-body", status: 204, want: []string{"Content-Length", "", "Content-Type", ""}},
			{name: "created", path: "/created", status: 201, want: []string{"Location", "/books/7", "Content-Length", "0"}},
			{name: "accepted", path: "/accepted", status: 202, want: []string{"Content-Length", "0"}},
			{name: "not modified", path: "/not-modified", status: 304, want: []string{"Etag", `"1"`, "Content-Length", "", "Content-Type", ""}},
			{name: "a status of one's choice", path: "/teapot", status: 418, wantBody: "short and stout"},
			{name: "a status that is not registered", path: "/unregistered", status: 499, wantBody: "x"},
			{name: "an interim status is refused", path: "/interim", status: 500, contains: "Internal Server Error"},
			{name: "a large body", path: "/large", wantBody: large, want: []string{"Content-Length", fmt.Sprint(len(large))}},
			{name: "a large body asked for with HEAD", method: "HEAD", path: "/large", want: []string{"Content-Length", fmt.Sprint(len(large))}},
			{name: "a date of one's own", path: "/date", wantBody: "x", want: []string{"Date", "Thu, 01 Jan 1970 00:00:00 GMT"}},
			{name: "a date by itself", path: "/text", unlike: map[string]string{engineMemory: "the date is the server's business"},
				check: func(t *testing.T, a *answered) {
					if _, err := time.Parse(time.RFC1123, a.Header.Get("Date")); err != nil {
						t.Error(err)
					}
				}},
			{name: "a length that is wrong is not sent", path: "/length", wantBody: "three", want: []string{"Content-Length", "5"}},
		},
	}
}

func redirects() group {
	return group{
		name: "redirects",
		routes: func() weft.Routes {
			return weft.NewRoutes(
				route.ANY("/temporary").Handle(give(func() weft.Response { return weft.Redirect("/new?a=1", false) })),
				route.ANY("/permanent").Handle(give(func() weft.Response { return weft.Redirect("https://example.com/new", true) })),
				route.POST("/other").Handle(give(func() weft.Response { return weft.SeeOther("/thanks") })),
				route.GET("/evil").Handle(give(func() weft.Response { return weft.SeeOther("/a\r\nX-Evil: 1") })),
			)
		},
		cases: []tableCase{
			{name: "temporary", path: "/temporary", status: 307, want: []string{"Location", "/new?a=1"}},
			{name: "permanent", method: "PUT", body: "x", path: "/permanent", status: 308, want: []string{"Location", "https://example.com/new"}},
			{name: "see other", method: "POST", path: "/other", status: 303, want: []string{"Location", "/thanks"}},
			{name: "a line break is never sent", path: "/evil", status: 500, want: []string{"Location", "", "X-Evil", ""}, contains: "500"},
		},
	}
}

func files() group {
	modified := time.Date(2026, 11, 15, 4, 0, 0, 0, time.UTC)
	fsys := fstest.MapFS{
		"a.css":     {Data: []byte("p{}"), ModTime: modified},
		"dir/b.txt": {Data: []byte("b")},
		"unknown":   {Data: []byte("?")},
	}
	return group{
		name: "files",
		routes: func() weft.Routes {
			dir, err := os.MkdirTemp("", "weft")
			if err != nil {
				panic(err)
			}
			name := filepath.Join(dir, "hello.html")
			if err := os.WriteFile(name, []byte("<h1>hello"), 0o600); err != nil {
				panic(err)
			}
			f, err := os.Open(name)
			if err != nil {
				panic(err)
			}
			_ = os.RemoveAll(dir) // the open file stays readable, the name does not
			return weft.NewRoutes(
				route.GET("/open").Handle(give(func() weft.Response {
					return weft.Reader(io.NewSectionReader(f, 0, 9), 9, "text/html; charset=utf-8")
				})),
				route.GET("/gone").Handle(give(func() weft.Response { return weft.File(name) })),
				route.GET("/self").Handle(give(func() weft.Response { return weft.File("doc.go") })),
				route.GET("/fs/{name...}").Handle(func(r *weft.Request) (weft.Response, error) {
					return weft.FileFS(fsys, r.Param("name")), nil
				}),
			)
		},
		cases: []tableCase{
			{name: "an open file", path: "/open", wantBody: "<h1>hello", want: []string{"Content-Length", "9", "Content-Type", "text/html; charset=utf-8"}},
			{name: "on disk", path: "/self", contains: "Package nethttp brings handlers"},
			{name: "on disk, gone", path: "/gone", status: 404, contains: "there is no such file"},
			{name: "in a file system", path: "/fs/a.css", wantBody: "p{}",
				want: []string{"Content-Type", "text/css; charset=utf-8", "Content-Length", "3", "Last-Modified", "Sun, 15 Nov 2026 04:00:00 GMT"}},
			{name: "asked for with HEAD", method: "HEAD", path: "/fs/a.css", want: []string{"Content-Length", "3", "Content-Type", "text/css; charset=utf-8"}},
			{name: "in a directory", path: "/fs/dir/b.txt", wantBody: "b"},
			{name: "of an unknown type", path: "/fs/unknown", wantBody: "?", want: []string{"Content-Type", "application/octet-stream"}},
			{name: "that is not there", path: "/fs/none", status: 404, contains: "there is no such file"},
			{name: "that is a directory", path: "/fs/dir", status: 404, contains: "there is no such file"},
			{name: "that climbs out", path: "/fs/..%2f..%2fetc%2fpasswd", status: 404, contains: "there is no such file"},
		},
	}
}

func streams() group {
	pieces := func(yield func([]byte, error) bool) {
		for _, s := range []string{"one ", "", "two ", "three"} {
			if !yield([]byte(s), nil) {
				return
			}
		}
	}
	return group{
		name: "streams",
		routes: func() weft.Routes {
			return weft.NewRoutes(
				route.GET("/seq").Handle(give(func() weft.Response { return weft.Stream("text/plain", pieces) })),
				route.GET("/func").Handle(give(func() weft.Response {
					return weft.StreamFunc("text/plain", func(w io.Writer) error {
						for i := range 3 {
							if _, err := fmt.Fprintf(w, "%d,", i); err != nil {
								return err
							}
						}
						return nil
					})
				})),
				route.GET("/reader").Handle(give(func() weft.Response {
					return weft.Reader(strings.NewReader("of unknown length"), -1, "text/plain")
				})),
				route.GET("/known").Handle(give(func() weft.Response { return weft.Reader(strings.NewReader("known"), 5, "text/plain") })),
				route.GET("/large").Handle(give(func() weft.Response {
					return weft.Reader(io.LimitReader(zeros{}, 3<<20), -1, "application/octet-stream")
				})),
				route.GET("/empty").Handle(give(func() weft.Response {
					return weft.Stream("text/plain", func(func([]byte, error) bool) {})
				})),
				route.GET("/trailers").Handle(give(func() weft.Response {
					return weft.Stream("text/plain", pieces).WithHeader("Trailer", "X-Sum").WithTrailers(weft.NewHeaders("X-Sum", "15"))
				})),
				route.POST("/echo").Handle(func(r *weft.Request) (weft.Response, error) {
					return weft.Stream("text/plain", r.Body().Chunks()), nil
				}),
			)
		},
		cases: []tableCase{
			{name: "an iterator", path: "/seq", wantBody: "one two three", want: []string{"Content-Type", "text/plain", "Content-Length", ""}},
			{name: "a function", path: "/func", wantBody: "0,1,2,"},
			{name: "a reader", path: "/reader", wantBody: "of unknown length", want: []string{"Content-Length", ""}},
			{name: "a reader of known length", path: "/known", wantBody: "known", want: []string{"Content-Length", "5"}},
			{name: "asked for with HEAD", method: "HEAD", path: "/seq", want: []string{"Content-Type", "text/plain", "Content-Length", ""}},
			{name: "megabytes", path: "/large", check: func(t *testing.T, a *answered) {
				if !bytes.Equal(a.body, make([]byte, 3<<20)) {
					t.Errorf("%d bytes", len(a.body))
				}
			}},
			{name: "an empty one", path: "/empty", wantBody: ""},
			{name: "trailers", path: "/trailers", wantBody: "one two three", trailers: []string{"X-Sum", "15"}},
			{name: "the request's own", method: "POST", path: "/echo", body: strings.Repeat("ab", 100_000), wantBody: strings.Repeat("ab", 100_000)},
		},
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}
