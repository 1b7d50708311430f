package sse_test

import (
	"context"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/sse"
	"github.com/weft-go/weft/wefttest"
)

// A server that shuts down ends its streams at once, and well: the last chunk comes,
// and nobody waits for the whole graceful timeout.
func TestStreamEndsWithTheServer(t *testing.T) {
	srv := wefttest.Start(t, weft.NewRoutes(route.GET("/").Handle(func(req *weft.Request) (weft.Response, error) {
		return sse.Response(req, func(ctx context.Context, s *sse.Stream) error {
			if err := s.SendData("hello"); err != nil {
				return err
			}
			<-ctx.Done()
			return ctx.Err()
		}), nil
	})))
	c := srv.Dial()
	c.Send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
	head := c.ReadHead(weft.GET)
	if v, _ := head.Headers.Get("Connection"); v != "keep-alive" {
		t.Errorf("Connection is %q", v)
	}
	if got, err := c.ReadPiece(); err != nil || got != "data: hello\n\n" {
		t.Fatalf("got %q, %v", got, err)
	}
	start := time.Now()
	if err := srv.Server().Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("the shutdown took %v", took)
	}
	if got := c.ReadN(len("0\r\n\r\n")); got != "0\r\n\r\n" {
		t.Errorf("the stream ended with %q", got)
	}
	c.ReadEnd()
}
