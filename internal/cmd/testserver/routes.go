package main

import (
	"bytes"
	"embed"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"strings"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
)

//go:embed static
var static embed.FS

// plainRoutes are the routes without -echo.
func plainRoutes() weft.Routes {
	return weft.NewRoutes(
		route.GET("/").Handle(func(*weft.Request) (weft.Response, error) { return weft.Text("hello"), nil }),
		route.ANY("/echo").Handle(echoBody),
		route.GET("/headers").Handle(headers),
		route.GET("/stream").Handle(stream),
		route.GET("/sleep").Handle(sleep),
		route.POST("/upload").Handle(upload),
		route.GET("/bytes/{n:long}").Handle(byteCount),
		route.GET("/json").Handle(smallObject),
		route.GET("/users/{id}").Handle(func(req *weft.Request) (weft.Response, error) { return weft.Text(req.Param("id")), nil }),
		route.GET("/static/{path...}").Handle(file),
		route.GET("/ws").Handle(socketEcho()),
		route.GET("/sse").Handle(events),
		route.ANY("/test").Handle(hyperEvents),
	)
}

// echoBody answers with the request's body and its media type.
func echoBody(req *weft.Request) (weft.Response, error) {
	return weft.OK().WithBody(req.Body()), nil
}

// headers answers with the request's header fields as an object of lists.
func headers(req *weft.Request) (weft.Response, error) {
	fields := map[string][]string{}
	for name, value := range req.Headers().All() {
		fields[name] = append(fields[name], value)
	}
	return weft.JSON(fields), nil
}

// stream answers with n pieces.
func stream(req *weft.Request) (weft.Response, error) {
	n, err := req.Query[int]("n")
	if err != nil {
		return weft.Response{}, err
	}
	return weft.Stream("text/plain; charset=utf-8", pieces(n)), nil
}

func pieces(n int) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		for i := range n {
			if !yield(fmt.Appendf(nil, "chunk %d\n", i), nil) {
				return
			}
		}
	}
}

// sleep answers after some milliseconds, unless the client goes first.
func sleep(req *weft.Request) (weft.Response, error) {
	ms, err := req.Query[int]("ms")
	if err != nil {
		return weft.Response{}, err
	}
	select {
	case <-time.After(time.Duration(min(ms, 60_000)) * time.Millisecond):
	case <-req.Context().Done():
	}
	return weft.Text("awake"), nil
}

// upload counts the bytes of the body without keeping them.
func upload(req *weft.Request) (weft.Response, error) {
	r := req.Body().AsStream()
	defer r.Close()
	n, err := io.Copy(io.Discard, r)
	if err != nil {
		return weft.Response{}, err
	}
	return weft.Text(fmt.Sprintln(n)), nil
}

// byteCount answers with n bytes.
func byteCount(req *weft.Request) (weft.Response, error) {
	n, err := req.ParamAs[int64]("n")
	if err != nil {
		return weft.Response{}, err
	}
	if n < 0 || n > 1<<32 {
		return weft.BadRequest("want a number from 0 to 4294967296"), nil
	}
	return weft.Reader(io.LimitReader(zeros{}, n), n, "application/octet-stream"), nil
}

// zeros reads as bytes without end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// smallObject answers with a fixed object.
func smallObject(*weft.Request) (weft.Response, error) {
	return weft.JSON(struct {
		Message string `json:"message"`
		Count   int    `json:"count"`
		OK      bool   `json:"ok"`
	}{"hello", 42, true}), nil
}

// file answers with a file of the small directory.
func file(req *weft.Request) (weft.Response, error) {
	dir, err := fs.Sub(static, "static")
	if err != nil {
		return weft.Response{}, err
	}
	name := req.Param("path")
	if name == "" {
		name = "index.html"
	}
	return weft.FileFS(dir, name), nil
}

// echo answers every method on every path with the request's own body. GET /echo
// lists the header fields, and GET /cookie the cookies.
func echo(req *weft.Request) (weft.Response, error) {
	switch {
	case req.Method() == weft.GET && req.Path() == "/echo":
		return weft.Text(fieldLines(req)), nil
	case req.Method() == weft.GET && req.Path() == "/cookie":
		return weft.Text(cookieLines(req)), nil
	}
	body, err := req.Body().Bytes()
	if err != nil {
		return weft.Response{}, err
	}
	media, _ := req.RawHeader("Content-Type")
	return weft.OK().WithBody(weft.BodyBytes(bytes.Clone(body), media)), nil
}

// fieldLines lists the header fields, one "Name: Value" a line.
func fieldLines(req *weft.Request) string {
	var b strings.Builder
	for name, value := range req.Headers().All() {
		fmt.Fprintf(&b, "%s: %s\n", name, value)
	}
	return b.String()
}

// cookieLines lists the cookies, one "name=value" a line.
func cookieLines(req *weft.Request) string {
	var b strings.Builder
	for _, c := range req.Cookies() {
		fmt.Fprintf(&b, "%s=%s\n", c.Name, c.Value)
	}
	return b.String()
}
