package endpoint

import (
	"time"

	"github.com/weft-go/weft"
)

// An Option says more about an input or an output.
type Option func(*Options)

// Options are what options add up to.
type Options struct {
	// Status is the status of an output; zero means its default.
	Status weft.Status

	// MediaTypes narrow the formats of a body. None means all.
	MediaTypes []string

	// Doc explains the input or output.
	Doc string

	// Heartbeat is how long an output of server-sent events is silent at most; zero
	// means 15 seconds, and a negative time for ever.
	Heartbeat time.Duration
}

// Status sets the status of an output.
func Status(s weft.Status) Option { return func(o *Options) { o.Status = s } }

// MediaType narrows a body to media types, the preferred one first.
func MediaType(types ...string) Option {
	return func(o *Options) { o.MediaTypes = append(o.MediaTypes, types...) }
}

// Doc explains an input or output.
func Doc(text string) Option { return func(o *Options) { o.Doc = text } }

// Heartbeat sets how long a stream of server-sent events is silent at most: after that
// time without a value a comment is sent, so that proxies do not cut the connection.
// The default is 15 seconds; a negative time means that no comments are sent. It is for
// OutStream with the media type text/event-stream; see [codec.Codec.Heartbeat].
//
//	route.GET("/ticks").OutStream[Tick](endpoint.MediaType("text/event-stream"), endpoint.Heartbeat(time.Minute))
func Heartbeat(d time.Duration) Option { return func(o *Options) { o.Heartbeat = d } }

// Collect adds options up.
func Collect(options []Option) Options {
	var o Options
	for _, f := range options {
		f(&o)
	}
	return o
}
