package sse_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/sse"
)

func ExampleResponse() {
	routes := weft.NewRoutes(
		route.GET("/countdown").Handle(func(req *weft.Request) (weft.Response, error) {
			return sse.Response(req, func(ctx context.Context, stream *sse.Stream) error {
				for i := 3; i > 0; i-- {
					if err := stream.SendValue("tick", i); err != nil {
						return err // the client is gone
					}
				}
				return stream.Send(sse.Event{Name: "lift-off", Data: "it is\non its way", ID: "1"})
			}), nil
		}),
	)
	text, _ := routes.Serve(weft.Get("/countdown")).Body().AsString()
	fmt.Print(text)
	// Output:
	// event: tick
	// data: 3
	//
	// event: tick
	// data: 2
	//
	// event: tick
	// data: 1
	//
	// event: lift-off
	// data: it is
	// data: on its way
	// id: 1
}

func ExampleRead() {
	body := strings.NewReader("event: price\ndata: 1299\nid: 7\n\n: a comment\n\ndata: bye\n\n")
	for event, err := range sse.Read(body) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%q %q after %q\n", event.Name, event.Data, event.ID)
	}
	// Output:
	// "price" "1299" after "7"
	// "" "bye" after "7"
}
