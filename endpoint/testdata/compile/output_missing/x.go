// Package output_missing is what the compiler is asked about: an endpoint is implemented before it has an output.
package output_missing

import (
	"context"

	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/route"
)

func get(_ context.Context, id int64) error { return nil }

var _ = route.GET("/books/{id}").
	Path(codec.Path[int64]("id")).
	Implement(get)
