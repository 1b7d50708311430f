package server

import (
	"context"
	"fmt"
	"net"

	"github.com/weft-go/weft/internal/transport"
	"github.com/weft-go/weft/internal/transport/epoll"
	"github.com/weft-go/weft/internal/transport/nio"
	"github.com/weft-go/weft/internal/transport/uring"
)

// A channel is a transport: it accepts connections and serves them until it ends. All
// transports keep the same contract, which wefttest.TestTransport tests.
type channel interface {
	// Serve accepts connections from l until it is closed. It returns nil after
	// Shutdown or Close.
	Serve(l net.Listener) error

	// Shutdown stops accepting, lets requests that are being served finish, and closes
	// idle connections. When ctx ends it cuts the rest and returns ctx's error.
	Shutdown(ctx context.Context) error

	// Close cuts all connections and ends the transport.
	Close() error

	// Connections returns the number of open connections.
	Connections() int
}

// open starts the configured transport. It fails if the system does not have it.
func (t TransportConfig) open(set *transport.Settings) (channel, error) {
	var c channel
	var err error
	switch t.ChannelType {
	case ChannelEPOLL:
		c, err = epoll.New(set, t.NThreads)
	case ChannelURING:
		c, err = uring.New(set, t.NThreads)
	default:
		c = nio.New(set)
	}
	if err != nil {
		return nil, fmt.Errorf("server: transport.channel-type: %v: %w", t.ChannelType, err)
	}
	return c, nil
}
