// Package handler is what the compiler is asked about: a handler of a plain route does not take its inputs.
package handler

import (
	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/route"
)

func show(req *weft.Request, id int) (weft.Response, error) { return weft.OK(), nil }

var _ = route.GET("/books/{id}").
	Path(codec.Path[int64]("id")).
	Query(codec.Query[string]("lang")).
	Handle(show)
