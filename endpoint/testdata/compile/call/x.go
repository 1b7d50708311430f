// Package call is what the compiler is asked about: the client is called with another type.
package call

import (
	"context"

	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/status"
)

// A Book is something to read.
type Book struct {
	Title string `json:"title"`
}

// NotFound is a failure.
type NotFound struct {
	ID int64 `json:"id"`
}

func (e NotFound) Error() string { return "not found" }

var getBook = route.GET("/books/{id}").
	Path(codec.Path[int64]("id")).
	Query(codec.Query[string]("lang").Default("en")).
	Out[Book]().
	OutError[NotFound](status.NotFound)

func use(ctx context.Context) (Book, error) {
	get := getBook.Client(nil)
	return get(ctx, "42", "en")
}
