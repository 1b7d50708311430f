// Files: embedded in the program, from a directory, and one by one.
//
//	go run ./examples/13-static-files
//	curl -i localhost:8080/
//	curl -i localhost:8080/ -H 'Range: bytes=0-14'
package main

import (
	"context"
	"embed"
	"io/fs"
	"log"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/middleware"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
)

//go:embed public
var embedded embed.FS

func routes() weft.Routes {
	public, err := fs.Sub(embedded, "public")
	if err != nil {
		panic(err) // the directory is in the program
	}
	return weft.NewRoutes(
		route.GET("/version").Handle(func(*weft.Request) (weft.Response, error) { return weft.Text("1.0"), nil }),
		route.GET("/licence").Handle(func(*weft.Request) (weft.Response, error) {
			return weft.FileFS(public, "licence.txt").
				WithHeader("Content-Disposition", `attachment; filename="licence.txt"`), nil
		}),
	).With(
		// Tags, ranges, conditional requests, precompressed siblings and media types are
		// taken care of. A directory on disk is served by middleware.ServeDirectory.
		middleware.ServeResources("/", public, middleware.StaticConfig{
			Immutable: middleware.IsFingerprinted, // app.3f2a9c1b.js may be kept for ever
			Fallback:  "index.html",               // for pages that do their own routing
		}),
	)
}

func main() {
	if err := server.Default().Serve(context.Background(), routes()); err != nil {
		log.Fatal(err)
	}
}
