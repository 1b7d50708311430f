// Package doer is what the compiler is asked about: the client is given something that sends nothing.
package doer

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

var _ context.Context

var getBook = route.GET("/books/{id}").
	Path(codec.Path[int64]("id")).
	Query(codec.Query[string]("lang").Default("en")).
	Out[Book]().
	OutError[NotFound](status.NotFound)

var _ = getBook.Client("https://books.example")
