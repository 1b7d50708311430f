package main

import (
	"context"
	"fmt"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/sse"
	"github.com/weft-go/weft/websocket"
)

// maxSocketMessage is above what suites for WebSockets send: 16 MiB.
const maxSocketMessage = 32 << 20

// socketEcho answers WebSocket messages with themselves, compressed if the client can
// do that.
func socketEcho() weft.Handler {
	config := weft.WebSocketConfig{Decoder: weft.SocketDecoder{
		MaxFramePayloadLength: maxSocketMessage,
		AllowExtensions:       true,
	}}
	o := websocket.Options{Config: &config, Origins: []string{"*"}, MaxMessage: maxSocketMessage}
	return o.Handle(func(ctx context.Context, c *websocket.Conn) error {
		for m, err := range c.Messages(ctx) {
			if err != nil {
				return err
			}
			if err := c.Write(ctx, m.Kind, m.Data); err != nil {
				return err
			}
		}
		return nil
	})
}

// events answers with n events.
func events(req *weft.Request) (weft.Response, error) {
	n, err := req.Query[int]("n")
	if err != nil {
		return weft.Response{}, err
	}
	return sse.Response(req, func(_ context.Context, s *sse.Stream) error {
		for i := range n {
			if err := s.Send(sse.Event{ID: fmt.Sprint(i), Data: fmt.Sprintf("event %d", i)}); err != nil {
				return err
			}
		}
		return nil
	}), nil
}
