package sse_test

import (
	"context"
	"iter"
	"testing"
	"testing/synctest"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/wefttest"
)

// TestEndpointHeartbeat: an endpoint's stream of events is silent as long as it says.
func TestEndpointHeartbeat(t *testing.T) {
	events := endpoint.MediaType("text/event-stream")
	for _, test := range []struct {
		name   string
		option []endpoint.Option
		want   string
	}{
		{"default", []endpoint.Option{events}, ":\n\ndata: late\n\n"},
		{"shorter", []endpoint.Option{events, endpoint.Heartbeat(8 * time.Second)}, ":\n\n:\n\ndata: late\n\n"},
		{"none", []endpoint.Option{endpoint.Heartbeat(-1), events}, "data: late\n\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				late := route.GET("/late").OutStream[string](test.option...).
					Implement(func(context.Context) (iter.Seq2[string, error], error) {
						return func(yield func(string, error) bool) {
							time.Sleep(20 * time.Second)
							yield("late", nil)
						}, nil
					})
				wefttest.New(t, weft.NewRoutes(late)).Get("/late").Status(200).Body(test.want)
			})
		})
	}
}
