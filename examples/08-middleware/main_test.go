package main

import (
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/wefttest"
)

func TestChain(t *testing.T) {
	app := wefttest.New(t, routes()).With("X-Request-Id", "7f3a")
	app.Get("/fast").Status(200).Body("done").
		Header("X-Request-Id", "7f3a").
		Header("X-Content-Type-Options", "nosniff")
	app.Get("/slow").Status(408)
	app.Get("/panic").Status(500).Header("X-Request-Id", "7f3a")
	app.Get("/metrics").Status(200).NoHeader("X-Request-Id").
		BodyContains(`http_requests_total{method="GET",path="/fast",status="200"} 1`)
}

func TestTimed(t *testing.T) {
	now := time.Unix(0, 0)
	clock := func() time.Time {
		now = now.Add(time.Second)
		return now
	}
	hello := route.GET("/").Handle(func(*weft.Request) (weft.Response, error) { return weft.Text("hello"), nil })
	wefttest.New(t, weft.NewRoutes(hello).With(timed(clock))).Get("/").Status(200).Header("X-Took", "1s")
}
