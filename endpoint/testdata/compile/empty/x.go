// Package empty is what the compiler is asked about: a function without an output returns one.
package empty

import (
	"context"

	"github.com/weft-go/weft/route"
)

func remove(context.Context) (string, error) { return "", nil }

var _ = route.DELETE("/books").
	OutEmpty().
	Implement(remove)
