package openapi_test

import (
	"context"
	"fmt"

	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/openapi"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/status"
)

type Album struct {
	Title string `json:"title" minLength:"1" doc:"As on the sleeve."`
	Year  int    `json:"year,omitzero"`
}

type AlbumNotFound struct {
	ID int64 `json:"id"`
}

func (AlbumNotFound) Error() string { return "no such album" }

var GetAlbum endpoint.Endpoint[func(context.Context, int64) (Album, error)] = route.GET("/albums/{id}").
	Path(codec.Long("id").Doc("The album's number.")).
	Out[Album](endpoint.MediaType("application/json")).
	OutError[AlbumNotFound](status.NotFound, endpoint.MediaType("application/json")).
	Doc("Fetches one album.")

func ExampleFromEndpoints() {
	doc := openapi.FromEndpoints("Albums", "1.0", GetAlbum)
	for path, item := range doc.Paths.All() {
		for method, op := range item.All() {
			fmt.Println(method, path, "-", op.Summary)
			for code, r := range op.Responses.All() {
				fmt.Println(" ", code, r.Value.Description)
			}
		}
	}
	album, _ := doc.Components.Schemas.Get("Album")
	fmt.Println(album.Properties.Names(), album.Required)
	// Output:
	// GET /albums/{id} - Fetches one album.
	//   200 OK
	//   404 Not Found
	//   406 The answer is not available in a media type that the client accepts.
	//   500 Something went wrong that is not the client's fault.
	// [title year] [title]
}

func ExampleFromYAML() {
	doc, err := openapi.FromYAML([]byte(`
openapi: 3.1.0
info: {title: Albums, version: 1.0}
paths:
  /albums:
    get:
      parameters:
        - $ref: '#/components/parameters/page'
      responses:
        200: {description: All of them.}
components:
  parameters:
    page: {name: page, in: query, schema: {type: integer}}
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	albums, _ := doc.Paths.Get("/albums")
	get, _ := albums.Operations.Get("get")
	page := get.Parameters[0]
	fmt.Println(page.Ref, page.Value.Name, page.Value.Schema.Type, page.Value.Place())
	// Output: #/components/parameters/page page [integer] 13:11: /components/parameters/page
}

func ExampleErrors() {
	_, err := openapi.FromYAML([]byte(`
openapi: 3.0.3
info: {title: [Albums], version: "1.0"}
paths:
  /albums:
    $ref: '#/nowhere'
`))
	for _, e := range openapi.Errors(err) {
		fmt.Println(e)
	}
	// Output:
	// 3:15: /info/title: want a string, got an array
	// 6:5: /paths/~1albums: reference "#/nowhere" leads nowhere
}
