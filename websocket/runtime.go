package websocket

import (
	"context"

	"github.com/weft-go/weft"
)

// What a server tells its connections, through the request.

// config returns the configuration for a request: the handler's own, or the server's.
func (o *Options) config(req *weft.Request) weft.WebSocketConfig {
	if o.Config != nil {
		return *o.Config
	}
	return req.WebSocketConfig()
}

// serving returns what ends when the server begins to shut down.
func (o *Options) serving(req *weft.Request) context.Context {
	if o.Serving != nil {
		return o.Serving
	}
	return req.Serving()
}
