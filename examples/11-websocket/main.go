// WebSockets: an echo of bytes, and a described endpoint whose messages are values.
//
//	go run ./examples/11-websocket
//	websocat ws://localhost:8080/rooms/garden   # then type {"text":"hello"}
package main

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/codec"
	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/status"
	"github.com/weft-go/weft/websocket"
)

// Said comes from clients, Line goes to them.
type (
	Said struct {
		Text string `json:"text"`
	}
	Line struct {
		Room string `json:"room"`
		Text string `json:"text"`
	}
)

// NoSuchRoom is answered before there is a connection.
type NoSuchRoom struct {
	Name string `json:"name"`
}

func (e NoSuchRoom) Error() string { return fmt.Sprintf("there is no room %q", e.Name) }

// Join describes the WebSocket: its path and the types of its messages.
var Join = route.GET("/rooms/{room}").Path(codec.String("room")).
	Socket[Said, Line]().
	OutError[NoSuchRoom](status.NotFound)

func join(_ context.Context, room string) (endpoint.Socket[Said, Line], error) {
	if room != "garden" {
		return nil, NoSuchRoom{room}
	}
	return websocket.Serve(func(ctx context.Context, c *websocket.Typed[Said, Line]) error {
		for said, err := range c.All(ctx) { // ends when the client closes
			if err != nil {
				return err
			}
			if err := c.Send(ctx, Line{room, strings.ToUpper(said.Text)}); err != nil {
				return err
			}
		}
		return nil
	}), nil
}

// echo is the same without a description and without types.
func echo(ctx context.Context, conn *websocket.Conn) error {
	for m, err := range conn.Messages(ctx) {
		if err != nil {
			return err
		}
		if err := conn.Write(ctx, m.Kind, m.Data); err != nil {
			return err
		}
	}
	return nil
}

func routes() weft.Routes {
	return weft.NewRoutes(Join.Implement(join), route.GET("/echo").Handle(websocket.Handle(echo)))
}

func main() {
	if err := server.Default().Serve(context.Background(), routes()); err != nil {
		log.Fatal(err)
	}
}
