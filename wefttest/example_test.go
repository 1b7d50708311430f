package wefttest_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/wefttest"
)

// A printer stands in these examples for the *testing.T that a test gets as its
// parameter. It prints failures.
type printer struct {
	testing.TB
	cleanups []func()
}

func (p *printer) Helper()                           {}
func (p *printer) Log(...any)                        {}
func (p *printer) Context() context.Context          { return context.Background() }
func (p *printer) Cleanup(f func())                  { p.cleanups = append(p.cleanups, f) }
func (p *printer) Errorf(format string, args ...any) { fmt.Printf(format+"\n", args...) }

// Fatalf prints a failure without the spaces at the ends of its lines. A real test
// would end here.
func (p *printer) Fatalf(format string, args ...any) {
	for line := range strings.Lines(fmt.Sprintf(format, args...)) {
		fmt.Println(strings.TrimSpace(line))
	}
}

// end does what package testing does at the end of a test.
func (p *printer) end() {
	for i := len(p.cleanups) - 1; i >= 0; i-- {
		p.cleanups[i]()
	}
}

type greeting struct {
	Text string `json:"text"`
}

func greetings() weft.Routes {
	return weft.NewRoutes(route.GET("/hello/{name}").Handle(func(req *weft.Request) (weft.Response, error) {
		return weft.JSON(greeting{"hello " + req.Param("name")}), nil
	}))
}

func Example() {
	t := &printer{} // a test has its *testing.T

	var answer greeting
	wefttest.New(t, greetings()).Get("/hello/world").Status(200).JSON(&answer)
	fmt.Println(answer.Text)
	// Output: hello world
}

// A failure shows the request and the response.
func ExampleResponse_Status() {
	t := &printer{} // a test has its *testing.T

	wefttest.New(t, greetings()).With("Accept", "text/plain").Get("/bye/world").Status(200)
	// Output:
	// status 404 Not Found, want 200 OK
	//
	// > GET /bye/world
	// > Accept: text/plain
	// > Host: localhost
	// >
	//
	// < 404 Not Found
	// < Content-Type: text/plain; charset=utf-8
	// <
	// < 404 Not Found
	// < there is nothing at this path
}

func ExampleStart() {
	t := &printer{} // a test has its *testing.T
	defer t.end()   // and needs no such line

	srv := wefttest.Start(t, greetings())
	conn := srv.Dial()
	conn.Send("GET /hello/wire HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n")
	status, headers, body := conn.ReadResponse()
	conn.ReadEnd()
	length, _ := headers.Get("Content-Length")
	fmt.Println(status, length, body)
	// Output: 200 21 {"text":"hello wire"}
}
