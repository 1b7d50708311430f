package server_test

import (
	"runtime"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/wefttest"
)

// A channel is a transport that tests run on.
type channel server.ChannelType

// channels are those that this system has. Linux has epoll on the usual machines; only
// io_uring may be forbidden.
func channels() []channel {
	all := []channel{channel(server.ChannelNIO)}
	if runtime.GOOS == "linux" && (runtime.GOARCH == "amd64" || runtime.GOARCH == "arm64") {
		all = append(all, channel(server.ChannelEPOLL))
	}
	if uring := channel(server.ChannelURING); uring.refusal() == nil {
		all = append(all, uring)
	}
	return all
}

// refusal returns the error with which a server that wants the transport fails here.
func (c channel) refusal() error {
	srv := server.Customized(server.Config{}.WithBinding("127.0.0.1", 0), c.config())
	defer srv.Close()
	_, err := srv.Install(weft.NewRoutes())
	return err
}

// String returns the name of the transport.
func (c channel) String() string { return server.ChannelType(c).String() }

// eachChannel runs a test on each of them, beside other tests.
func eachChannel(t *testing.T, test func(t *testing.T, on channel)) {
	t.Parallel()
	for _, c := range channels() {
		t.Run(c.String(), func(t *testing.T) { test(t, c) })
	}
}

// config returns the configuration for the transport. Two loops show what one would
// hide.
func (c channel) config() server.TransportConfig {
	return server.TransportConfig{ChannelType: server.ChannelType(c), NThreads: 2}
}

// start is wefttest.Start on the transport.
func (c channel) start(t testing.TB, routes weft.Routes, configure ...func(server.Config) server.Config) *wefttest.Server {
	t.Helper()
	return wefttest.StartOn(t, c.config(), routes, configure...)
}
