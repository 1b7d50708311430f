package server_test

import (
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/wefttest"
)

// TestContract runs the contract of transports over each of them.
func TestContract(t *testing.T) {
	eachChannel(t, func(t *testing.T, on channel) {
		wefttest.TestTransport(t, func(t *testing.T, routes weft.Routes, config server.Config) string {
			return on.start(t, routes, func(server.Config) server.Config { return config }).Addr
		})
	})
}
