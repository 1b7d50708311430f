// Package stream is what the compiler is asked about: a stream is returned as a slice.
package stream

import (
	"context"

	"github.com/weft-go/weft/route"
)

func export(context.Context) ([]string, error) { return nil, nil }

var _ = route.GET("/export").
	OutStream[string]().
	Implement(export)
