package weft_test

import (
	"errors"
	"fmt"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/status"
)

// ask sends a request to routes, as a server would, and prints the answer.
func ask(routes weft.Routes, req *weft.Request) {
	resp := routes.Serve(req)
	body, err := resp.Body().AsString()
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(strings.TrimSpace(resp.Status().String() + "\n" + body))
}

// An application is a set of routes. A route binds a method and a path to a
// function from a request to a response.
func Example() {
	hello := func(req *weft.Request) (weft.Response, error) {
		return weft.Text("hello " + req.Param("name")), nil
	}

	routes := weft.NewRoutes(
		route.GET("/hello/{name}").Handle(hello),
	)

	// A program serves them: server.Default().Serve(context.Background(), routes)
	ask(routes, weft.Get("/hello/Ada"))
	// Output:
	// 200 OK
	// hello Ada
}

// Input is read with its type. An error about the input is returned as it is, and
// tells the client what to mend.
func Example_input() {
	repeat := func(req *weft.Request) (weft.Response, error) {
		times, err := req.Query[int]("times")
		if err != nil {
			return weft.Response{}, err
		}
		separator := req.QueryParamOrElse("separator", " ")
		word := strings.Repeat(req.Param("word")+separator, times)
		return weft.Text(strings.TrimSuffix(word, separator)), nil
	}

	routes := weft.NewRoutes(route.GET("/repeat/{word}").Handle(repeat))

	ask(routes, weft.Get("/repeat/ha?times=3&separator=-"))
	ask(routes, weft.Get("/repeat/ha?times=three").AddHeader("Accept", "text/plain"))
	// Output:
	// 200 OK
	// ha-ha-ha
	// 400 Bad Request
	// 400 Bad Request
	// the request has a fault
	// - query times: query "times": want int, got "three"
}

// Bodies are decoded from JSON, and values are encoded as JSON.
func Example_json() {
	type Book struct {
		Title string `json:"title"`
		Pages int    `json:"pages"`
	}
	var shelf []Book

	add := func(req *weft.Request) (weft.Response, error) {
		book, err := req.Body().To[Book]()
		if err != nil {
			return weft.Response{}, err
		}
		shelf = append(shelf, book)
		return weft.Created("/books/" + book.Title), nil
	}
	list := func(*weft.Request) (weft.Response, error) {
		return weft.JSON(shelf), nil
	}

	routes := weft.NewRoutes(
		route.POST("/books").Handle(add),
		route.GET("/books").Handle(list),
	)

	ask(routes, weft.Post("/books", weft.BodyFrom(Book{Title: "Dune", Pages: 412})))
	ask(routes, weft.Get("/books"))
	// Output:
	// 201 Created
	// 200 OK
	// [{"title":"Dune","pages":412}]
}

// A problem is an error that is meant for the client. Other errors go to the log,
// and the client learns only that something failed.
func Example_problem() {
	rename := func(*weft.Request) (weft.Response, error) {
		return weft.Response{}, &weft.Problem{
			Status: status.Conflict,
			Detail: "there is another book of that name",
		}
	}

	routes := weft.NewRoutes(route.PUT("/books/{id}/title").Handle(rename))

	ask(routes, weft.Put("/books/7/title", weft.BodyString("Dune")))
	// Output:
	// 409 Conflict
	// {"type":"about:blank","title":"Conflict","status":409,"detail":"there is another book of that name","instance":"/books/7/title"}
}

// Middleware is a function around handlers. It sees every request, also those that
// no route answers.
func Example_middleware() {
	requireKey := func(next weft.Handler) weft.Handler {
		return func(req *weft.Request) (weft.Response, error) {
			if key, _ := req.RawHeader("X-Api-Key"); key != "open sesame" {
				return weft.Unauthorized("ApiKey"), nil
			}
			return next(req)
		}
	}
	treasure := func(*weft.Request) (weft.Response, error) { return weft.Text("gold"), nil }

	cave := weft.NewRoutes(route.GET("/cave").Handle(treasure)).With(weft.Wrap(requireKey))

	fmt.Println(cave.Serve(weft.Get("/cave")).Status())
	ask(cave, weft.Get("/cave").AddHeader("X-Api-Key", "open sesame"))
	// Output:
	// 401 Unauthorized
	// 200 OK
	// gold
}

// A stream is an iterator. Each piece is sent when it is there, and a client that
// reads slowly slows the iterator down.
func Example_stream() {
	countdown := func(req *weft.Request) (weft.Response, error) {
		from := req.QueryOrElse("from", 10)
		return weft.Stream("text/plain", func(yield func([]byte, error) bool) {
			for n := from; n > 0; n-- {
				if !yield(fmt.Appendf(nil, "%d\n", n), nil) {
					return // the client is gone
				}
			}
			yield([]byte("lift-off"), nil)
		}), nil
	}

	routes := weft.NewRoutes(route.GET("/countdown").Handle(countdown))

	ask(routes, weft.Get("/countdown?from=3"))
	// Output:
	// 200 OK
	// 3
	// 2
	// 1
	// lift-off
}

// Routes are put together from parts, each with its own prefix and middleware.
func ExampleRoutes_Nest() {
	show := func(req *weft.Request) (weft.Response, error) {
		return weft.Text(req.Pattern() + " with id " + req.Param("id")), nil
	}
	books := weft.NewRoutes(
		route.GET("/{id:int}").Handle(show),
		route.GET("/by/{id}").Handle(show),
	)

	routes := weft.NewRoutes(
		books.Nest("/books"),
		route.GET("/about").Handle(show),
	)

	ask(routes, weft.Get("/books/7"))
	ask(routes, weft.Get("/books/by/herbert"))
	// Output:
	// 200 OK
	// /books/{id:int} with id 7
	// 200 OK
	// /books/by/{id} with id herbert
}

// Errors of the application's own become answers in one place.
func ExampleRoutes_HandleError() {
	var errSoldOut = errors.New("sold out")
	order := func(*weft.Request) (weft.Response, error) {
		return weft.Response{}, fmt.Errorf("ordering Dune: %w", errSoldOut)
	}

	routes := weft.NewRoutes(route.POST("/orders").Handle(order)).
		HandleError(func(_ *weft.Request, err error) (weft.Response, error) {
			if errors.Is(err, errSoldOut) {
				return weft.Text("come back next week").WithStatus(status.Conflict), nil
			}
			return weft.Response{}, err
		})

	ask(routes, weft.Post("/orders", weft.Body{}))
	// Output:
	// 409 Conflict
	// come back next week
}

// The middleware attached last is the first to see a request.
func ExampleRoutes_With() {
	say := func(name string) weft.Middleware {
		return weft.Wrap(func(next weft.Handler) weft.Handler {
			return func(req *weft.Request) (weft.Response, error) {
				fmt.Println(name, "sees", req.Method(), req.Path())
				return next(req)
			}
		})
	}
	hello := func(*weft.Request) (weft.Response, error) { return weft.Text("hello"), nil }

	routes := weft.NewRoutes(route.GET("/").Handle(hello)).
		With(say("metrics")).
		With(say("logging"))

	ask(routes, weft.Get("/"))
	// Output:
	// logging sees GET /
	// metrics sees GET /
	// 200 OK
	// hello
}

// Requests are immutable: what changes one returns a copy.
func ExampleRequest() {
	req := weft.Get("/books?page=2").AddHeader("Accept-Language", "en")
	next := req.UpdateQueryParams(func(q weft.QueryParams) weft.QueryParams { return q.Set("page", "3") })

	fmt.Println(req.Method(), req.URL())
	fmt.Println(next.Method(), next.URL())
	// Output:
	// GET /books?page=2
	// GET /books?page=3
}

// Responses are immutable values, too. One that must not be sent says why.
func ExampleResponse() {
	resp := weft.Text("hello").
		WithStatus(status.Accepted).
		WithHeader("X-Greeting", "yes")
	fmt.Println(resp.Status(), resp.Err())

	evil := resp.WithHeader("X-Name", "Ada\r\nSet-Cookie: admin=true")
	fmt.Println(evil.Err())
	// Output:
	// 202 Accepted <nil>
	// header "X-Name": the value contains a control character
}
