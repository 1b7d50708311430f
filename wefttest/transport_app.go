package wefttest

import (
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
	"sync"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
)

// message returns a request with Host and, for a body or a method that has one,
// Content-Length.
func message(method, path, body string, fields ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\nHost: test\r\n", method, path)
	if body != "" || method == "POST" {
		fmt.Fprintf(&b, "Content-Length: %d\r\n", len(body))
	}
	for _, f := range fields {
		b.WriteString(f + "\r\n")
	}
	return b.String() + "\r\n" + body
}

// chunkedPost returns a POST request whose body is cut into chunks of the size.
func chunkedPost(path, body string, size int, fields ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "POST %s HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n", path)
	for _, f := range fields {
		b.WriteString(f + "\r\n")
	}
	b.WriteString("\r\n")
	for len(body) > 0 {
		piece := body[:min(size, len(body))]
		fmt.Fprintf(&b, "%x\r\n%s\r\n", len(piece), piece)
		body = body[len(piece):]
	}
	b.WriteString("0\r\n\r\n")
	return b.String()
}

// letters returns n bytes, at most 10 MiB, in which a byte that is lost or doubled
// shows: the beginning of all numbers.
func letters(n int) string { return allLetters()[:n] }

var allLetters = sync.OnceValue(func() string {
	const size = 10 << 20
	b := make([]byte, 0, size+16)
	for i := 0; len(b) < size; i++ {
		b = append(strconv.AppendInt(b, int64(i), 10), ' ')
	}
	return string(b[:size])
})

// plainApp returns the routes that most rules use.
func plainApp() weft.Routes {
	return weft.NewRoutes(
		route.GET("/").Handle(func(*weft.Request) (weft.Response, error) { return weft.Text("hello"), nil }),
		route.GET("/say/{word}").Handle(func(req *weft.Request) (weft.Response, error) {
			return weft.Text(req.Param("word")), nil
		}),
		route.ANY("/echo").Handle(echo),
		route.POST("/count").Handle(count),
		route.GET("/bytes/{n:int}").Handle(sized(func(n int) weft.Response { return weft.Text(letters(n)) })),
		route.GET("/known/{n:int}").Handle(sized(func(n int) weft.Response {
			return weft.Reader(strings.NewReader(letters(n)), int64(n), "text/plain")
		})),
		route.GET("/pieces/{n:int}").Handle(sized(func(n int) weft.Response { return weft.Stream("text/plain", pieces(n)) })),
		route.GET("/nothing").Handle(func(*weft.Request) (weft.Response, error) { return weft.NoContent(), nil }),
		route.GET("/unchanged").Handle(func(*weft.Request) (weft.Response, error) {
			return weft.NotModified().WithHeader("ETag", `"1"`), nil
		}),
		route.GET("/host").Handle(func(req *weft.Request) (weft.Response, error) { return weft.Text(req.Host()), nil }),
	)
}

// echo answers with the body of the request.
func echo(req *weft.Request) (weft.Response, error) {
	b, err := req.Body().Bytes()
	if err != nil {
		return weft.Response{}, err
	}
	return weft.Bytes(b, "text/plain"), nil
}

// count answers with the number of bytes of the body.
func count(req *weft.Request) (weft.Response, error) {
	n, err := io.Copy(io.Discard, req.Body().AsStream())
	if err != nil {
		return weft.Response{}, err
	}
	return weft.Text(strconv.FormatInt(n, 10)), nil
}

// sized returns a handler for a path with a number in it.
func sized(f func(n int) weft.Response) weft.Handler {
	return func(req *weft.Request) (weft.Response, error) {
		n, err := req.ParamAs[int]("n")
		if err != nil {
			return weft.Response{}, err
		}
		return f(n), nil
	}
}

// pieces yields n short pieces.
func pieces(n int) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		for i := range n {
			if !yield(fmt.Appendf(nil, "piece %d\n", i), nil) {
				return
			}
		}
	}
}

// piecesText returns all the pieces together.
func piecesText(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "piece %d\n", i)
	}
	return b.String()
}

// handle returns routes with one handler, for every method and every path.
func handle(h weft.Handler) weft.Routes {
	return weft.NewRoutes(route.ANY("/{path...}").Handle(h))
}
