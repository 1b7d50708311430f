package natstopic_test

import (
	"context"
	"log"

	"github.com/nats-io/nats.go"
	. "maragu.dev/gomponents"
	. "maragu.dev/gomponents/html"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/hyper"
	"github.com/weft-go/weft/hyper/natstopic"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
)

// Every process of the application runs this. What is said in one of them is heard in
// all.
func Example() {
	ctx := context.Background()
	nc, err := nats.Connect(nats.DefaultURL, nats.MaxReconnects(-1))
	if err != nil {
		log.Fatal(err)
	}
	defer nc.Close()
	lines, err := natstopic.New(ctx, nc, natstopic.Options{Stream: "CHAT", Subject: "chat.lines"})
	if err != nil {
		log.Fatal(err)
	}
	defer lines.Close()

	routes := weft.NewRoutes(
		route.GET("/lines").Handle(hyper.Events(func(_ *weft.Request, page *hyper.Stream) error {
			return lines.Stream(page)
		})),
		route.POST("/say").Handle(hyper.Event(func(req *weft.Request) (hyper.Patch, error) {
			s, err := hyper.ReadSignals[struct{ Draft string }](req)
			if err != nil {
				return hyper.Patch{}, err
			}
			line := hyper.PatchElements(Li(Text(s.Draft)), hyper.PatchElementOptions{Selector: "#lines", Mode: hyper.Append})
			return hyper.PatchSignals(map[string]any{"draft": ""}), lines.Publish(req.Context(), line)
		})),
		hyper.Assets(),
	)
	if err := server.Default().Serve(ctx, routes); err != nil {
		log.Print(err)
	}
}
