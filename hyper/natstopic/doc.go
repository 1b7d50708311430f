// Package natstopic is a [hyper.Topic] over NATS JetStream, for an application that
// several processes serve. What is published in one of them reaches the pages of all.
//
// # A topic
//
// It takes a connection, and the names of a stream and a subject. The stream is made if
// it is not there yet:
//
//	nc, err := nats.Connect(url, nats.MaxReconnects(-1))
//	…
//	news, err := natstopic.New(ctx, nc, natstopic.Options{Stream: "NEWS", Subject: "shop.news"})
//	…
//	defer news.Close()
//
// From here on it is used like any other topic:
//
//	route.GET("/news").Handle(hyper.Events(func(req *weft.Request, page *hyper.Stream) error {
//		return news.Stream(page)
//	}))
//	…
//	err := news.Publish(ctx, hyper.PatchElements(item, hyper.PatchElementOptions{Selector: "#news", Mode: hyper.Prepend}))
//
// # How it works
//
// Publishing encodes a patch once and stores it in the stream. Each process reads the
// stream once, however many pages it serves, and tells its own pages through a
// [hyper.MemoryTopic]. So [Options] has its queues and policies for slow pages.
//
// An event's id is its sequence number in the stream, with the time at which the stream
// was made. It means the same in all processes: a page whose server goes away comes back
// to another one, says the last id that it has seen, and gets what it has missed. A
// process that starts first reads as much of the stream as it replays.
//
// # When NATS is away
//
// Pages stay connected and get nothing while NATS cannot be reached; when it is back
// they get what was published meanwhile. If the stream has lost some of that, for
// example because it keeps too few messages, [hyper.SubscribeOptions.Missed] is called.
// [Topic.Publish] fails while there is no connection to store an event with. An error
// can also mean that only the confirmation was lost, and that the event arrives.
//
// Use nats.MaxReconnects(-1), as above: by default a connection gives up after a while.
package natstopic
