// Package input_after_output is what the compiler is asked about: an input is added after the output.
package input_after_output

import (
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/route"
)

var _ = route.GET("/books").
	Out[string]().
	Query(codec.Query[int]("limit"))
