// An endpoint: described once, implemented with a plain Go function, and called as one.
//
//	go run ./examples/04-endpoint
//	curl 'localhost:8080/books/1?lang=de'
package main

import (
	"context"
	"errors"
	"fmt"
	"log"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/client"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/status"
)

// Book is what the endpoint returns.
type Book struct {
	ID    int64  `json:"id"`
	Title string `json:"title"`
}

// NoSuchBook is a failure that clients are meant to see. It is an ordinary Go error.
type NoSuchBook struct {
	ID int64 `json:"id"`
}

func (e NoSuchBook) Error() string { return fmt.Sprintf("there is no book %d", e.ID) }

// GetBook is the description. Server and client share it, in a package of its own in a
// larger program. Its type is Endpoint[func(context.Context, int64, string) (Book, error)].
var GetBook = route.GET("/books/{id}").
	Path(codec.Long("id").Doc("The book's number.")).
	Query(codec.Query[string]("lang").Default("en")).
	Out[Book]().
	OutError[NoSuchBook](status.NotFound).
	Doc("Fetches one book.")

// getBook is the implementation. It knows nothing of HTTP, and the compiler checks that it
// fits the description.
func getBook(_ context.Context, id int64, lang string) (Book, error) {
	titles := map[string]string{"en": "War and Peace", "de": "Krieg und Frieden"}
	title, ok := titles[lang]
	if id != 1 || !ok {
		return Book{}, NoSuchBook{id}
	}
	return Book{id, title}, nil
}

func routes() weft.Routes { return weft.NewRoutes(GetBook.Implement(getBook)) }

// show calls the endpoint on another machine, or on this one.
func show(ctx context.Context, base string, id int64, lang string) string {
	c := client.New(base)
	defer c.Close()
	book, err := GetBook.Client(c)(ctx, id, lang)
	if missing, ok := errors.AsType[NoSuchBook](err); ok {
		return fmt.Sprintf("book %d is missing", missing.ID)
	}
	if err != nil {
		return "no answer: " + err.Error()
	}
	return book.Title
}

func main() {
	if err := server.Default().Serve(context.Background(), routes()); err != nil {
		log.Fatal(err)
	}
}
