// A page that the server drives: a counter whose value lives on the server, with no
// JavaScript of its own. docs/hyper.md has five more.
//
//	go run ./examples/12-hyper
//	open http://localhost:8080/
package main

import (
	"context"
	"log"
	"sync/atomic"

	. "maragu.dev/gomponents"
	. "maragu.dev/gomponents/html"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/hyper"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
)

// Add describes the request that the buttons send.
var Add = route.POST("/add/{n}").Path(codec.Int("n")).OutEmpty()

// count is a signal: a value in the page that elements react to.
const count = hyper.Signal[int64]("count")

func page(now int64) Node {
	return Doctype(HTML(Lang("en"),
		Head(TitleEl(Text("Counter")), hyper.Script()),
		Body(count.Declare(now),
			H1(Text("Count: "), Span(hyper.DataText(count))),
			Button(hyper.DataOn("click", hyper.Request(Add, 1)), Text("one more")),
			Button(hyper.DataOn("click", hyper.Request(Add, -1)), Text("one less")),
			P(hyper.DataShow(hyper.JS("%s > 9", count)), Text("That is a lot.")),
		),
	))
}

func routes() weft.Routes {
	var total atomic.Int64
	return weft.NewRoutes(
		route.GET("/").Handle(func(req *weft.Request) (weft.Response, error) {
			return hyper.Page(req, page(total.Load()))
		}),
		Add.ImplementHandler(hyper.Event(func(req *weft.Request) (hyper.Patch, error) {
			n, err := req.ParamAs[int64]("n")
			if err != nil {
				return hyper.Patch{}, err
			}
			return count.Patch(total.Add(n)), nil
		})),
		hyper.Assets(), // the client, which is a part of the program
	)
}

func main() {
	if err := server.Default().Serve(context.Background(), routes()); err != nil {
		log.Fatal(err)
	}
}
