// Package failure_is_no_error is what the compiler is asked about: a failure is no error.
package failure_is_no_error

import (
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/status"
)

// A Book is something to read.
type Book struct{}

var _ = route.GET("/books").
	OutEmpty().
	OutError[Book](status.NotFound)
