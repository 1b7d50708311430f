// Package codec_is_text is what the compiler is asked about: a name stands where a codec should.
package codec_is_text

import (
	"github.com/weft-go/weft/route"
)

var _ = route.GET("/books").
	Query("limit").
	OutEmpty()
