// OpenAPI from the same values that serve: the page at /docs, the document at
// /docs/openapi.json.
//
//	go run ./examples/07-openapi
//	open http://localhost:8080/docs
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/openapi"
	"github.com/weft-go/weft/openapi/ui"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/status"
)

// Album is documented by its tags.
type Album struct {
	ID    int64  `json:"id,omitzero" readOnly:"true"`
	Title string `json:"title" minLength:"1" maxLength:"200" doc:"As on the sleeve." example:"Blue"`
	Year  int    `json:"year,omitzero" minimum:"1877" doc:"Of the first edition."`
}

// NoSuchAlbum is the declared failure of GetAlbum.
type NoSuchAlbum struct {
	ID int64 `json:"id"`
}

func (e NoSuchAlbum) Error() string { return fmt.Sprintf("there is no album %d", e.ID) }

// The API. What the descriptions say is what the document says.
var (
	GetAlbum = route.GET("/albums/{id}").
			Path(codec.Long("id").Doc("The album's number.").Example("the first", 1)).
			Out[Album]().
			OutError[NoSuchAlbum](status.NotFound).
			Doc("Fetches one album.").Tag("albums")

	AddAlbum = route.POST("/albums").
			In[Album](endpoint.MediaType(weft.MediaJSON)).
			Out[Album](endpoint.Status(status.Created)).
			Doc("Adds an album.").Tag("albums")
)

func get(_ context.Context, id int64) (Album, error) {
	if id != 1 {
		return Album{}, NoSuchAlbum{id}
	}
	return Album{1, "Blue", 1971}, nil
}

func add(_ context.Context, a Album) (Album, error) {
	a.ID = 2
	return a, nil
}

func routes() weft.Routes {
	doc := openapi.FromEndpoints("Albums", "1.0", GetAlbum, AddAlbum)
	return weft.NewRoutes(
		GetAlbum.Implement(get),
		AddAlbum.Implement(add),
		ui.SwaggerUI("/docs", doc),
	)
}

func main() {
	if err := server.Default().Serve(context.Background(), routes()); err != nil {
		log.Fatal(err)
	}
}
