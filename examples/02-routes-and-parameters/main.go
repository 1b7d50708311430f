// Patterns, path parameters, query parameters and header fields.
//
//	go run ./examples/02-routes-and-parameters
//	curl 'localhost:8080/books/42?times=2'
//	curl 'localhost:8080/books/42?times=many'
//	curl localhost:8080/books/emma
//	curl localhost:8080/files/covers/emma.png
package main

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
)

func routes() weft.Routes {
	books := weft.NewRoutes(
		route.GET("/{id:int}").Handle(byNumber),    // digits only
		route.GET("/{title}").Handle(byTitle),      // any other segment
		route.GET("/latest").Handle(latest),        // a literal wins over both
		route.GET("/{id:int}/pages").Handle(pages), // order does not matter
	)
	return weft.NewRoutes(
		books.Nest("/books"),
		route.GET("/files/{path...}").Handle(file), // the rest of the path
	)
}

func byNumber(req *weft.Request) (weft.Response, error) {
	id, err := req.ParamAs[int]("id")
	if err != nil {
		return weft.Response{}, err
	}
	times, err := req.Query[*int]("times") // a pointer: it may be missing
	if err != nil {
		return weft.Response{}, err // the client gets 400 and the reason
	}
	if times == nil {
		times = new(1)
	}
	return weft.Text(strings.Repeat(fmt.Sprintf("book %d\n", id), min(*times, 10))), nil
}

func byTitle(req *weft.Request) (weft.Response, error) {
	language := req.QueryParamOrElse("lang", "en")
	return weft.Text(fmt.Sprintf("book %q in %s\n", req.Param("title"), language)), nil
}

func latest(req *weft.Request) (weft.Response, error) {
	agent, ok := req.RawHeader("User-Agent")
	if !ok {
		agent = "somebody"
	}
	return weft.Text("the latest book, for " + agent + "\n"), nil
}

func pages(req *weft.Request) (weft.Response, error) {
	numbers, err := req.Query[[]int]("n") // ?n=1&n=2
	if err != nil {
		return weft.Response{}, err
	}
	return weft.Text(fmt.Sprintf("pages %d of book %s\n", numbers, req.Param("id"))), nil
}

func file(req *weft.Request) (weft.Response, error) {
	return weft.Text("file " + req.Param("path") + "\n"), nil
}

func main() {
	if err := server.Default().Serve(context.Background(), routes()); err != nil {
		log.Fatal(err)
	}
}
