// The smallest program: one route, served on port 8080 until the process is asked to
// stop.
//
//	go run ./examples/01-hello
//	curl localhost:8080/hello/world
package main

import (
	"context"
	"log"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
)

// hello is a handler: a function from a request to a response or an error.
func hello(req *weft.Request) (weft.Response, error) {
	return weft.Text("hello " + req.Param("name") + "\n"), nil
}

// routes are the application. They are a value, so a test can have them without a server.
func routes() weft.Routes {
	return weft.NewRoutes(route.GET("/hello/{name}").Handle(hello))
}

func main() {
	if err := server.Default().Serve(context.Background(), routes()); err != nil {
		log.Fatal(err)
	}
}
