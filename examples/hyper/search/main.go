// A live search: results change while the user types.
//
//	go run ./examples/hyper/search
package main

import (
	"context"
	"log"
	"strings"
	"time"

	. "maragu.dev/gomponents"
	. "maragu.dev/gomponents/html"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/examples/hyper/internal/look"
	"github.com/weft-go/weft/hyper"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
)

// The signals of the page: what is typed, and whether a request is on its way.
const (
	query = hyper.Signal[string]("query")
	busy  = hyper.Signal[bool]("busy")
)

// Signals are what comes with every request of the page.
type Signals struct {
	Query string `json:"query" maxLength:"100"`
}

// search is the whole of the server's part: signals in, HTML out.
func search(req *weft.Request) (hyper.Patch, error) {
	s, err := hyper.ReadSignals[Signals](req)
	if err != nil {
		return hyper.Patch{}, err // 400
	}
	return hyper.PatchElements(results(s.Query)), nil
}

func results(query string) Node {
	found := Group{}
	for _, title := range []string{"Dune", "Emma", "Germinal", "Middlemarch", "Moby-Dick", "Persuasion", "Ulysses"} {
		if strings.Contains(strings.ToLower(title), strings.ToLower(query)) {
			found = append(found, Li(Text(title)))
		}
	}
	return Ul(ID("results"), found, If(len(found) == 0, Li(Text("nothing for “"+query+"”")))) // escaped by Text
}

func page(req *weft.Request) (weft.Response, error) {
	return hyper.Page(req, Doctype(HTML(Lang("en"),
		Head(TitleEl(Text("Search")), look.Style(), hyper.Script()),
		Body(query.Declare(""),
			H1(Text("Books")),
			Div(Class("row"),
				Input(Type("search"), Placeholder("type to search"), query.Bind(),
					hyper.DataOn("input", hyper.Fetch(weft.GET, "/search")).Debounce(200*time.Millisecond),
					hyper.DataIndicator(busy.Name())),
				Span(hyper.DataShow(busy), Text("…"))),
			results(""),
		),
	)))
}

func routes() weft.Routes {
	return weft.NewRoutes(
		route.GET("/").Handle(page),
		route.GET("/search").Handle(hyper.Event(search)),
		hyper.Assets(),
	)
}

func main() {
	if err := server.Default().Serve(context.Background(), routes()); err != nil {
		log.Fatal(err)
	}
}
