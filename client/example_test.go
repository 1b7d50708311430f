package client_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/auth"
	"github.com/weft-go/weft/client"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/status"
)

// Book is what the example is about.
type Book struct {
	ID    int64  `json:"id"`
	Title string `json:"title"`
}

// NotFound is the failure of a book that is not there.
type NotFound struct {
	ID int64 `json:"id"`
}

func (e NotFound) Error() string { return fmt.Sprintf("there is no book %d", e.ID) }

// GetBook is what server and client share.
var GetBook = route.GET("/books/{id}").
	Path(codec.Path[int64]("id")).
	Out[Book]().
	OutError[NotFound](status.NotFound)

// Countdown is a stream.
var Countdown = route.GET("/countdown").OutStream[int]()

// shop serves the endpoints on a free port until stop is called.
func shop() (url string, stop func()) {
	srv := server.New(server.Config{}.WithBinding("127.0.0.1", 0))
	port, err := srv.Install(weft.NewRoutes(
		GetBook.Implement(func(_ context.Context, id int64) (Book, error) {
			if id != 42 {
				return Book{}, NotFound{id}
			}
			return Book{42, "Dune"}, nil
		}),
		Countdown.Implement(func(context.Context) (iter.Seq2[int, error], error) {
			return func(yield func(int, error) bool) {
				_ = yield(3, nil) && yield(2, nil) && yield(1, nil)
			}, nil
		}),
	))
	if err != nil {
		panic(err)
	}
	return fmt.Sprintf("http://127.0.0.1:%d", port), func() { srv.Close() }
}

func Example() {
	url, stop := shop()
	defer stop()

	books := client.New(url)
	defer books.Close()

	getBook := GetBook.Client(books)
	book, err := getBook(context.Background(), 42)
	fmt.Println(book.Title, err)

	_, err = getBook(context.Background(), 7)
	var missing NotFound
	fmt.Println(errors.As(err, &missing), missing.ID)
	// Output:
	// Dune <nil>
	// true 7
}

// A stream is an iterator. Leaving the loop closes it.
func Example_stream() {
	url, stop := shop()
	defer stop()

	c := client.New(url)
	defer c.Close()

	numbers, err := Countdown.Client(c)(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	for n, err := range numbers {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(n)
	}
	// Output:
	// 3
	// 2
	// 1
}

// Any request can be sent, and every status is an answer.
func ExampleClient_Do() {
	url, stop := shop()
	defer stop()

	c := client.New(url)
	defer c.Close()

	resp, err := c.Do(context.Background(), weft.Get("/books/42"))
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := resp.Body().AsString()
	fmt.Println(int(resp.Status()), text, err)

	resp, err = c.Do(context.Background(), weft.Delete("/books/42"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer resp.Body().Close()
	allow, _ := resp.Header("Allow")
	fmt.Println(int(resp.Status()), allow)
	// Output:
	// 200 {"id":42,"title":"Dune"} <nil>
	// 405 GET, HEAD, OPTIONS
}

func ExampleConfig() {
	c := client.New("https://books.example/v1", client.Config{
		Timeout:     5 * time.Second,
		Retries:     4,
		Backoff:     client.Backoff{Base: 50 * time.Millisecond, Max: time.Second},
		Credentials: auth.NewBearerCredentials("t0ken"),
		Headers:     weft.NewHeaders("X-Tenant", "blue"),
	})
	fmt.Println(c.Base(), c.Err())

	fmt.Println(client.New("books.example").Err())
	// Output:
	// https://books.example/v1 <nil>
	// client: base "books.example": want an absolute URL with http or https
}
