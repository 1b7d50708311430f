// Package error_missing is what the compiler is asked about: the function cannot fail.
package error_missing

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

func get(_ context.Context, id int64, lang string) Book { return Book{} }

var _ = getBook.Implement(get)
