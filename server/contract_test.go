package server_test

import (
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/wefttest"
)

// TestContract runs the contract of transports over the default one.
func TestContract(t *testing.T) {
	wefttest.TestTransport(t, func(t *testing.T, routes weft.Routes, config server.Config) string {
		return wefttest.Start(t, routes, func(server.Config) server.Config { return config }).Addr
	})
}
