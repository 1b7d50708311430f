package route_test

import (
	"fmt"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
)

func Example() {
	show := func(req *weft.Request) (weft.Response, error) {
		return weft.Text(fmt.Sprintf("%s %s", req.Method(), req.Pattern())), nil
	}

	routes := weft.NewRoutes(
		route.GET("/books").Handle(show),
		route.GET("/books/{id:int}").Handle(show),
		route.GET("/books/{title}").Handle(show),
		route.POST("/books").Handle(show),
		route.ANY("/legacy/{rest...}").Handle(show),
		route.Method("PURGE", "/cache/{key}").Handle(show),
	)

	for _, req := range []*weft.Request{
		weft.Get("/books"),
		weft.Get("/books/7"),
		weft.Get("/books/dune"),
		weft.Post("/books", weft.Body{}),
		weft.Delete("/legacy/cgi-bin/shop.pl"),
		weft.Get("/cache/dune").WithMethod("PURGE"),
	} {
		answer, _ := routes.Serve(req).Body().AsString()
		fmt.Println(answer)
	}
	// Output:
	// GET /books
	// GET /books/{id:int}
	// GET /books/{title}
	// POST /books
	// DELETE /legacy/{rest...}
	// PURGE /cache/{key}
}
