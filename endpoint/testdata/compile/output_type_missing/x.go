// Package output_type_missing is what the compiler is asked about: an output has no type.
package output_type_missing

import (
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/route"
)

var _ = route.GET("/books/{id}").
	Path(codec.Path[int64]("id")).
	Out()
