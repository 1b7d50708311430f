package server_test

import (
	"fmt"
	"io"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/wefttest"
)

// The fields after a chunked body reach the handler beside its headers, never among
// them.
func TestRequestTrailers(t *testing.T) {
	routes := weft.NewRoutes(route.POST("/").Handle(func(req *weft.Request) (weft.Response, error) {
		early := req.Trailers().Len()
		data, err := io.ReadAll(req.Body().AsStream())
		if err != nil {
			return weft.Response{}, err
		}
		sum, _ := req.Trailers().Get("X-Sum")
		_, merged := req.RawHeader("X-Sum")
		return weft.Text(fmt.Sprintf("%d %s %s %t", early, data, sum, merged)), nil
	}))
	const wire = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\nConnection: close\r\n\r\n" +
		"5\r\nhello\r\n0\r\nX-Sum:  42 \r\n\r\n"
	for name, want := range map[string]string{"in memory": "1 hello 42 false", "streamed": "0 hello 42 false"} {
		t.Run(name, func(t *testing.T) {
			srv := wefttest.Start(t, routes, func(c server.Config) server.Config {
				if name == "streamed" {
					c = c.EnableRequestStreaming()
				}
				return c
			})
			c := srv.Dial()
			// The body comes in two writes, so that it is not there as a whole at first.
			c.Send(wire[:len(wire)-20])
			c.Send(wire[len(wire)-20:])
			if got := c.Read(weft.POST); got.Body != want {
				t.Errorf("got %q, want %q", got.Body, want)
			}
		})
	}
}
