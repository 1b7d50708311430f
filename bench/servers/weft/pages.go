package main

import (
	"sync/atomic"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/hyper"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/status"

	"github.com/weft-go/weft/bench/payload"
)

// pageRoutes returns a stream of changes to a page, and the route that makes one.
func pageRoutes() []weft.Part {
	topic := hyper.NewTopic(hyper.TopicOptions{})
	var count atomic.Int64
	return []weft.Part{
		route.GET("/page").Handle(func(r *weft.Request) (weft.Response, error) {
			last := topic.LastID() // before the head is sent
			return hyper.Response(r, func(page *hyper.Stream) error {
				return topic.Stream(page, hyper.SubscribeOptions{After: last})
			}), nil
		}),
		route.POST("/change").Handle(func(r *weft.Request) (weft.Response, error) {
			err := topic.Publish(r.Context(), hyper.PatchElements(payload.Counter(int(count.Add(1)))))
			return weft.NewResponse(status.OK), err
		}),
	}
}
