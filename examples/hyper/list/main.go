// An infinite list: the next rows are fetched when the end comes into view.
//
//	go run ./examples/hyper/list
package main

import (
	"context"
	"fmt"
	"log"

	. "maragu.dev/gomponents"
	. "maragu.dev/gomponents/html"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/examples/hyper/internal/look"
	"github.com/weft-go/weft/hyper"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
)

const (
	pageSize = 20
	last     = 100 // of the rows that there are
)

// More is the request for the rows after a number.
var More = route.GET("/rows").Query(codec.Query[int]("after").Minimum(0)).OutEmpty()

// rows returns a page of rows and, if there are more, the element that fetches them when it is
// seen. It has the id more, and is itself replaced by what it fetches.
func rows(after int) Group {
	var g Group
	for n := after + 1; n <= min(after+pageSize, last); n++ {
		g = append(g, Li(Text(fmt.Sprintf("row %d", n))))
	}
	if after+pageSize < last {
		g = append(g, Li(ID("more"), hyper.DataOnIntersect(hyper.Request(More, after+pageSize)).Once(), Text("…")))
	}
	return g
}

func more(req *weft.Request) (hyper.Patch, error) {
	after, err := req.Query[int]("after")
	if err != nil {
		return hyper.Patch{}, err
	}
	return hyper.PatchElements(rows(after), hyper.PatchElementOptions{Selector: "#more", Mode: hyper.Replace}), nil
}

func page(req *weft.Request) (weft.Response, error) {
	return hyper.Page(req, Doctype(HTML(Lang("en"),
		Head(TitleEl(Text("List")), look.Style(), hyper.Script()),
		Body(H1(Text("Rows")), Ul(rows(0)))),
	))
}

func routes() weft.Routes {
	return weft.NewRoutes(
		route.GET("/").Handle(page),
		More.ImplementHandler(hyper.Event(more)),
		hyper.Assets(),
	)
}

func main() {
	if err := server.Default().Serve(context.Background(), routes()); err != nil {
		log.Fatal(err)
	}
}
