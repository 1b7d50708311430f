// Package codec_not_called is what the compiler is asked about: a codec has no name.
package codec_not_called

import (
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/route"
)

var _ = route.GET("/books").
	Query(codec.Query[int]).
	OutEmpty()
