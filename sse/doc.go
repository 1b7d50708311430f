// Package sse is about server-sent events: a response that never ends, over which a
// server tells a client what happens, and which browsers read with EventSource.
//
// # Serving
//
// A stream of events is an ordinary response. Its function runs for as long as the
// client listens:
//
//	route.GET("/prices").Handle(func(req *weft.Request) (weft.Response, error) {
//		return sse.Response(req, func(ctx context.Context, stream *sse.Stream) error {
//			for price := range prices(ctx) {
//				if err := stream.SendValue("price", price); err != nil {
//					return err // the client is gone
//				}
//			}
//			return nil
//		}), nil
//	})
//
// Each event goes out at once, compressed or not. While there are none, a comment is
// sent every 15 seconds, so that proxies leave the connection alone; see
// [Options.Heartbeat]. Several goroutines may send to one stream. When the client goes
// away, ctx ends and sending fails; when the function returns, the stream ends, and an
// EventSource comes back after a moment, with the id of the last event it has seen:
//
//	last, ok := sse.LastEventID(req)
//
// Where the events are a Go iterator already, [Events] and [Values] take that.
//
// # In endpoints
//
// A described endpoint streams values with the media type text/event-stream. Each value
// is the data of an event, and values that have a name or an id are of the type
// [Message]:
//
//	var Prices = route.GET("/prices").
//		OutStream[sse.Message[Price]](endpoint.MediaType("text/event-stream"))
//
// The option endpoint.Heartbeat sets how long such a stream is silent at most.
//
// The typed client of such an endpoint yields the same messages. It does not come back
// when the connection breaks; Subscribe does.
//
// # Subscribing
//
// [Subscribe] listens to a stream as EventSource does. It is an iterator that lasts
// until its context ends: when the connection breaks it waits and comes back, with
// Last-Event-ID, and the loop notices nothing. [SubscribeTo] decodes the data, too.
//
//	for event, err := range sse.SubscribeTo[Price](ctx, "https://shop.example/prices") {
//		if err != nil {
//			return err
//		}
//		fmt.Println(event.Name, event.Value)
//	}
//
// [Read] reads events from anywhere else.
//
// The format is that of section 9.2 of the HTML standard of WHATWG.
package sse
