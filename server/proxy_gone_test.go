package server_test

import (
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/wefttest"
)

// TestProxyProtocolClientGone: a client that goes away ends the context of its request.
func TestProxyProtocolClientGone(t *testing.T) {
	began, ended := make(chan struct{}), make(chan struct{})
	srv := wefttest.Start(t, weft.NewRoutes(route.GET("/").Handle(func(req *weft.Request) (weft.Response, error) {
		close(began)
		<-req.Context().Done()
		close(ended)
		return weft.Response{}, req.Context().Err()
	})), withProxy(server.ProxyProtocol{From: loopback()}))
	c := srv.Dial()
	c.Send(proxyLine4 + plainRequest)
	await(t, began, "the handler")
	c.Close()
	await(t, ended, "the end of the context")
}
