// Package method is what the compiler is asked about: a method is bound that does not fit.
package method

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

type store struct{}

func (store) Get(_ context.Context, id int64) (Book, error) { return Book{}, nil }

var _ = getBook.Implement(store{}.Get)
