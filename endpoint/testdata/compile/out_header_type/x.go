// Package out_header_type is what the compiler is asked about: a header field of an output has a value.
package out_header_type

import (
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/route"
)

var _ = route.GET("/books").
	Out[string]().
	OutHeader(codec.Header[string]("ETag"))
