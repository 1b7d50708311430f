// Package default_type is what the compiler is asked about: a default has another type.
package default_type

import (
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/route"
)

var _ = route.GET("/books").
	Query(codec.Query[int]("limit").Default("ten")).
	OutEmpty()
