// A progress bar: one request, many changes.
//
//	go run ./examples/hyper/progress
package main

import (
	"context"
	"log"
	"time"

	. "maragu.dev/gomponents"
	. "maragu.dev/gomponents/html"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/examples/hyper/internal/look"
	"github.com/weft-go/weft/hyper"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
)

// The signals of the page: how far the job is, and whether it runs.
const (
	done    = hyper.Signal[int]("done")
	running = hyper.Signal[bool]("running")
)

// job returns a handler that works step by step, and tells the page after each.
func job(step func(context.Context) error) weft.Handler {
	return hyper.Events(func(req *weft.Request, page *hyper.Stream) error {
		for percent := 0; percent <= 100; percent += 10 {
			if err := page.Send(done.Patch(percent)); err != nil {
				return err // the browser is gone: there is nobody to work for
			}
			if err := step(page.Context()); err != nil {
				return err
			}
		}
		return page.PatchElements(P(ID("note"), Text("Finished.")))
	})
}

func work(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(300 * time.Millisecond):
		return nil
	}
}

func page(req *weft.Request) (weft.Response, error) {
	return hyper.Page(req, Doctype(HTML(Lang("en"),
		Head(TitleEl(Text("Progress")), look.Style(), hyper.Script()),
		Body(done.Declare(0),
			H1(Text("A job")),
			Div(Class("row"),
				Button(Text("start"), hyper.DataIndicator(running.Name()), hyper.DataAttr("disabled", running),
					hyper.DataOn("click", hyper.Fetch(weft.POST, "/job"))),
				Progress(Max("100"), hyper.DataAttr("value", done)),
				Span(hyper.DataText(hyper.JS("%s + ' %%'", done)))),
			P(ID("note")),
		),
	)))
}

func routes(step func(context.Context) error) weft.Routes {
	return weft.NewRoutes(
		route.GET("/").Handle(page),
		route.POST("/job").Handle(job(step)),
		hyper.Assets(),
	)
}

func main() {
	if err := server.Default().Serve(context.Background(), routes(work)); err != nil {
		log.Fatal(err)
	}
}
