package server

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// A TransportConfig says how the part of a server works that owns sockets and
// goroutines. Few servers need one. The zero value is the default.
type TransportConfig struct {
	// ChannelType chooses the transport. The default is ChannelAuto.
	ChannelType ChannelType

	// LeakDetectionLevel says how closely the server looks for request bodies that
	// handlers open and forget. The default is LeakSimple.
	LeakDetectionLevel LeakDetectionLevel

	// NThreads is the number of event loops. Zero means as many as GOMAXPROCS says.
	// ChannelNIO has no loops of its own: there Go's scheduler runs connections on as
	// many threads as GOMAXPROCS says, and the number has no effect.
	NThreads int

	// ShutdownQuietPeriod is how long a shutdown waits for handlers whose requests it
	// had to cut. Each handler that returns begins the period anew; when it has passed,
	// those that are left are taken for stuck. A shutdown that cuts nothing does not
	// wait. Zero means 2 seconds, and a negative period none.
	ShutdownQuietPeriod time.Duration

	// ShutdownTimeout bounds all the waiting for such handlers. Zero means 15 seconds,
	// and a negative time none.
	ShutdownTimeout time.Duration

	// HeapReserve is how many bytes of garbage may lie, beyond what Go lets lie by
	// itself, before they are collected. With a small heap Go collects at every 4 MiB,
	// which for a busy server is a hundred times a second. The reserve is memory only
	// while there is work: ten seconds after, it is given back. Where GOGC is set nothing
	// is reserved, and no more than an eighth of GOMEMLIMIT. Zero means 32 MiB, and a
	// negative number none.
	HeapReserve int
}

// Defaults of TransportConfig.
const (
	defaultQuietPeriod     = 2 * time.Second
	defaultShutdownTimeout = 15 * time.Second
	defaultHeapReserve     = 32 << 20
)

// Customized returns a server with a configuration for what it does and one for its
// transport.
func Customized(c Config, t TransportConfig) *Server {
	s := New(c)
	s.transport = t
	return s
}

// A ChannelType is a transport.
type ChannelType uint8

// The transports.
const (
	// ChannelAuto is the transport that suits most servers, and works everywhere. It is
	// ChannelNIO.
	ChannelAuto ChannelType = iota

	// ChannelNIO is Go's own network poller. It works everywhere.
	ChannelNIO

	// ChannelEPOLL is a set of event loops on Linux's epoll, which call handlers
	// themselves. An idle connection takes some hundred bytes, and with thousands of
	// busy ones a request costs less. Handlers may block all the same: those that do
	// are found out and get goroutines. On other systems Install fails. Connections
	// with TLS are served as by ChannelNIO.
	ChannelEPOLL

	// ChannelURING is the same on Linux's io_uring, which sends the responses of many
	// connections with one system call. It needs Linux 5.19 or later. Where the kernel
	// refuses io_uring, as many containers have it, Install fails and says why.
	ChannelURING
)

// String returns AUTO, NIO, EPOLL or URING.
func (c ChannelType) String() string { return nameOf(c, channelTypes()) }

// UnmarshalText accepts what String returns, in any case.
func (c *ChannelType) UnmarshalText(text []byte) error {
	for i, name := range channelTypes() {
		if strings.EqualFold(name, string(text)) {
			*c = ChannelType(i)
			return nil
		}
	}
	return fmt.Errorf("channel type: want one of %s, got %q", strings.Join(channelTypes(), ", "), text)
}

func channelTypes() []string { return []string{"AUTO", "NIO", "EPOLL", "URING"} }

// nameOf returns the name of a value that counts from 0.
func nameOf[T ~uint8](v T, names []string) string {
	if int(v) < len(names) {
		return names[v]
	}
	return fmt.Sprintf("%T(%d)", v, v)
}

// check tells what cannot be served with.
func (t TransportConfig) check() error {
	if int(t.ChannelType) >= len(channelTypes()) {
		return fmt.Errorf("server: transport.channel-type: want one of %s, got %v", strings.Join(channelTypes(), ", "), t.ChannelType)
	}
	if int(t.LeakDetectionLevel) >= len(leakLevels()) {
		return fmt.Errorf("server: transport.leak-detection-level: want one of %s, got %v",
			strings.Join(leakLevels(), ", "), t.LeakDetectionLevel)
	}
	if t.NThreads < 0 {
		return errors.New("server: transport.threads: want 0 or more, got " + fmt.Sprint(t.NThreads))
	}
	return nil
}

// lookAgain is how often a shutdown counts what is left.
const lookAgain = 5 * time.Millisecond

// settle waits until none of the connections that were cut is left, until their number
// has not changed for the quiet period, or until the time is up. It returns how many
// are left: those whose handlers do not return.
func (t TransportConfig) settle(ctx context.Context, connections func() int) int {
	ctx, cancel := context.WithTimeout(ctx, or(t.ShutdownTimeout, defaultShutdownTimeout))
	defer cancel()
	quiet := or(t.ShutdownQuietPeriod, defaultQuietPeriod)
	look := time.NewTicker(lookAgain)
	defer look.Stop()
	left, since := connections(), time.Now()
	for left > 0 && time.Since(since) < quiet {
		select {
		case <-ctx.Done():
			return connections()
		case <-look.C:
		}
		if n := connections(); n != left {
			left, since = n, time.Now()
		}
	}
	return left
}
