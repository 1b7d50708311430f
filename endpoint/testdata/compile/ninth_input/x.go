// Package ninth_input is what the compiler is asked about: there is an input more than there can be.
package ninth_input

import (
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/route"
)

var _ = route.GET("/books").
	Query(codec.Query[int]("a")).Query(codec.Query[int]("b")).Query(codec.Query[int]("c")).Query(codec.Query[int]("d")).
	Query(codec.Query[int]("e")).Query(codec.Query[int]("f")).Query(codec.Query[int]("g")).Query(codec.Query[int]("h")).
	Query(codec.Query[int]("i")).
	OutEmpty()
