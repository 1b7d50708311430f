package main

import (
	"context"
	"strconv"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/sse"
	"github.com/weft-go/weft/status"
	"github.com/weft-go/weft/websocket"

	"github.com/weft-go/weft/bench/internal/hub"
)

// streamRoutes returns a stream of events, the route that makes one, and a
// WebSocket that sends back what it gets.
func streamRoutes() []weft.Part {
	var events hub.Hub
	return []weft.Part{
		route.GET("/events").Handle(func(r *weft.Request) (weft.Response, error) {
			// Before the head is sent: a client that has the head misses no event.
			numbers, cancel := events.Subscribe()
			return sse.Response(r, func(ctx context.Context, stream *sse.Stream) error {
				defer cancel()
				for {
					select {
					case <-ctx.Done():
						return nil
					case n := <-numbers:
						if err := stream.SendData(strconv.Itoa(n)); err != nil {
							return err
						}
					}
				}
			}), nil
		}),
		route.POST("/publish").Handle(func(*weft.Request) (weft.Response, error) {
			events.Publish()
			return weft.NewResponse(status.OK), nil
		}),
		route.GET("/ws").Handle(websocket.Handle(echo)),
	}
}

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
