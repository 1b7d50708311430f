// A chat: what one browser sends, all of them see at once.
//
//	go run ./examples/hyper/chat
package main

import (
	"context"
	"log"
	"strings"

	. "maragu.dev/gomponents"
	. "maragu.dev/gomponents/html"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/examples/hyper/internal/look"
	"github.com/weft-go/weft/hyper"
	"github.com/weft-go/weft/middleware"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
)

// draft is what the user is typing.
const draft = hyper.Signal[string]("draft")

// Signals are what the page sends along.
type Signals struct {
	Draft string `json:"draft"`
}

// A Room is a topic: publishing encodes a patch once, however many browsers listen.
type Room struct{ lines *hyper.MemoryTopic }

// listen is the stream that every page keeps open. A page that was away for a moment comes
// back by itself and gets what it has missed.
func (r Room) listen(_ *weft.Request, page *hyper.Stream) error { return r.lines.Stream(page) }

// say tells everybody, and empties the draft of the one who said it.
func (r Room) say(req *weft.Request) (hyper.Patch, error) {
	s, err := hyper.ReadSignals[Signals](req)
	if err != nil {
		return hyper.Patch{}, err
	}
	if text := strings.TrimSpace(s.Draft); text != "" {
		line := hyper.PatchElements(Li(Text(text)), hyper.PatchElementOptions{Selector: "#lines", Mode: hyper.Append})
		if err := r.lines.Publish(req.Context(), line); err != nil {
			return hyper.Patch{}, err
		}
	}
	return draft.Patch(""), nil
}

func page(req *weft.Request) (weft.Response, error) {
	return hyper.Page(req, Doctype(HTML(Lang("en"),
		Head(TitleEl(Text("Chat")), look.Style(), hyper.Script()),
		Body(H1(Text("Chat")), draft.Declare(""), hyper.DataInit(hyper.Fetch(weft.GET, "/lines").With(hyper.RequestOptions{Retry: hyper.RetryAlways})),
			Ul(ID("lines")),
			Form(hyper.DataOn("submit", hyper.Fetch(weft.POST, "/say")),
				Input(draft.Bind(), Placeholder("say something")), Button(Text("send"))),
		),
	)))
}

func routes() weft.Routes {
	room := Room{hyper.NewTopic(hyper.TopicOptions{})}
	return weft.NewRoutes(
		route.GET("/").Handle(page),
		route.GET("/lines").Handle(hyper.Events(room.listen)),
		route.POST("/say").Handle(hyper.Event(room.say)),
		hyper.Assets(),
	).With(middleware.CSRF()) // pages of other origins may not speak here
}

func main() {
	if err := server.Default().Serve(context.Background(), routes()); err != nil {
		log.Fatal(err)
	}
}
