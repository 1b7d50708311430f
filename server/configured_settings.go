package server

import (
	"math"
	"net"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/coding"
)

const (
	defaultHost = "0.0.0.0"
	defaultPort = "8080"
)

func joinAddress(host, port string) string { return net.JoinHostPort(host, port) }

// largest is the bound for numbers that need none.
const largest = math.MaxInt32

// maxCookieKeys is more than anyone replaces at a time.
const maxCookieKeys = 16

// lists returns the lists among the keys.
func lists() map[string]list {
	return map[string]list{
		"response-compression.options": {
			max:    coding.MaxOffers,
			length: func(d *draft) int { return len(d.compression.Options) },
			clear:  func(d *draft) { d.compression.Options = nil },
		},
		"cookie-keys": {
			max:    maxCookieKeys,
			length: func(d *draft) int { return len(d.config.CookieKeys) },
			clear:  func(d *draft) { d.config.CookieKeys = nil },
		},
		"trusted-proxies": {
			max:    maxProxies,
			length: func(d *draft) int { return len(d.config.TrustedProxies) },
			clear:  func(d *draft) { d.config.TrustedProxies = nil },
		},
		"proxy-protocol.from": {
			max:    maxProxies,
			length: func(d *draft) int { return len(d.proxy.From) },
			clear:  func(d *draft) { d.proxy.From = nil },
		},
	}
}

// element returns the place of an element in a list, which grows if it has to.
func element[T any](list *[]T, i int) *T {
	for len(*list) <= i {
		var zero T
		*list = append(*list, zero)
	}
	return &(*list)[i]
}

// settings returns everything that can be set from outside, in the order of the
// documentation.
func settings() []setting {
	var all []setting
	for _, group := range [][]setting{
		bindingSettings(), proxySettings(), messageSettings(), compressionSettings(), timeSettings(), sslSettings(),
		socketSettings(), codecSettings(), transportSettings(), programSettings(),
	} {
		all = append(all, group...)
	}
	return all
}

func bindingSettings() []setting {
	return []setting{
		key("binding-host", host(), defaultHost,
			"The address to listen on. unix:/path is a Unix socket, and systemd: or systemd:name one that systemd passes; "+
				"they have no port.",
			func(d *draft, _ int) *string { return &d.host }),
		key("binding-port", port(), defaultPort, "The port to listen on. 0 is any free one.",
			func(d *draft, _ int) *string { return &d.port }),
		key("so-backlog", integer[int](1, largest), "",
			"How many connections the system keeps that wait to be accepted. Without a value the system decides.",
			func(d *draft, _ int) *int { return &d.config.SoBacklog }),
		key("tcp-nodelay", off(), "true",
			"Sends small packets at once. With false the system gathers them first (Nagle's algorithm).",
			func(d *draft, _ int) *bool { return &d.config.TCPDelay }),
		key("keep-alive", off(), "true", "Lets a connection serve more than one request.",
			func(d *draft, _ int) *bool { return &d.config.NoKeepAlive }),
		key("h2c", on(), "false", "Serves HTTP/2 without TLS to clients that begin with its preface.",
			func(d *draft, _ int) *bool { return &d.config.H2C }),
	}
}

func messageSettings() []setting {
	return []setting{
		key("accept-continue", on(), "false", "Answers Expect: 100-continue, so that clients which ask first send their body.",
			func(d *draft, _ int) *bool { return &d.config.AcceptContinue }),
		key("max-initial-line-length", size(1, 0), "8192", "Bounds the request line; above it the answer is 414.",
			func(d *draft, _ int) *int { return &d.config.MaxInitialLineLength }),
		key("max-header-size", size(1, 0), "16384", "Bounds the header fields taken together; above it the answer is 431.",
			func(d *draft, _ int) *int { return &d.config.MaxHeaderSize }),
		key("max-header-fields", integer[int](1, largest), "128", "Bounds the number of header fields; above it the answer is 431.",
			func(d *draft, _ int) *int { return &d.config.MaxHeaderFields }),
		key("length-with-chunked", on(), "false",
			"Accepts a request with both Content-Length and chunks, by ignoring the length and closing the connection afterwards.",
			func(d *draft, _ int) *bool { return &d.config.LengthWithChunked }),
		key("request-streaming.enabled", on(), "false",
			"Hands request bodies to handlers while they arrive. Otherwise a body is in memory before its handler runs.",
			func(d *draft, _ int) *bool { return &d.config.RequestStreaming.Enabled }),
		key("request-streaming.maximum-content-length", size[int64](1, 0), "",
			"Bounds request bodies; above it the answer is 413. "+
				"Without a value it is 4MiB for bodies in memory, and streamed ones have no bound.",
			func(d *draft, _ int) *int64 { return &d.config.RequestStreaming.MaximumContentLength }),
	}
}

func compressionSettings() []setting {
	option := func(d *draft, i int) *CompressionOption { return element(&d.compression.Options, i) }
	return []setting{
		key("request-decompression", oneOf(
			choice[Decompression]{"no", NoDecompression},
			choice[Decompression]{"strict", Strict},
			choice[Decompression]{"nonstrict", NonStrict},
		), "no", "Decompresses request bodies in gzip and deflate. nonstrict also accepts deflate without its zlib wrapper.",
			func(d *draft, _ int) *Decompression { return &d.config.RequestDecompression }),
		key("response-compression.enabled", toggles(), "false",
			"Compresses responses for clients that accept it. Any other key of the group turns it on, too, unless this one is false.",
			func(d *draft, _ int) *toggle { return &d.compress }),
		key("response-compression.content-threshold", size(0, 1), "1024", "The smallest body worth compressing, in bytes.",
			func(d *draft, _ int) *int { return &d.compression.ContentThreshold }),
		key("response-compression.options[].type", text("the name of a coding, such as gzip or deflate"), "",
			"The coding. The order of the list is the order of preference; without a list it is gzip, then deflate. "+
				"br and zstd have to be made known with server.Using(compress.Codings()...).",
			func(d *draft, i int) *string { return &option(d, i).Type }),
		key("response-compression.options[].level", integer[int](1, 22), "",
			"How much time is given to making the result small: 1 to 9 for gzip and deflate, where 6 is the default; "+
				"1 to 11 for br; 1 to 22 for zstd.",
			func(d *draft, i int) *int { return &option(d, i).Level }),
		key("response-compression.options[].bits", integer[int](9, 24), "",
			"The size of the window as a power of two: 9 to 15 for gzip and deflate.",
			func(d *draft, i int) *int { return &option(d, i).Bits }),
		key("response-compression.options[].mem", integer[int](1, 9), "",
			"The memory level of zlib, for gzip and deflate. It is checked and has no effect.",
			func(d *draft, i int) *int { return &option(d, i).Mem }),
	}
}

func timeSettings() []setting {
	at := func(field func(*Config) *time.Duration) func(*draft, int) *time.Duration {
		return func(d *draft, _ int) *time.Duration { return field(&d.config) }
	}
	return []setting{
		key("idle-timeout", durationOrNever(), "none", "Closes connections on which nothing was sent or received for that long.",
			at(func(c *Config) *time.Duration { return &c.IdleTimeout })),
		key("header-timeout", duration(), "10s",
			"Bounds the time a request's head may take to arrive, and the time to the first byte of a new connection.",
			at(func(c *Config) *time.Duration { return &c.HeaderTimeout })),
		key("stall-timeout", duration(), "30s",
			"Bounds the time in which a client neither sends the body it owes nor takes the response it asked for.",
			at(func(c *Config) *time.Duration { return &c.StallTimeout })),
		key("min-body-rate", integer[int](1, largest), "256",
			"The number of bytes a second that a body has to come in with on average, once stall-timeout has passed.",
			func(d *draft, _ int) *int { return &d.config.MinBodyRate }),
		key("graceful-shutdown-timeout", durationOrNow(), "10s",
			"How long requests in flight may take to finish when the server stops. With 0s they are cut at once.",
			at(func(c *Config) *time.Duration { return &c.GracefulShutdownTimeout })),
	}
}

func transportSettings() []setting {
	return []setting{
		key("transport.channel-type", numbered[ChannelType](channelTypes()), ChannelAuto.String(),
			"The transport. EPOLL and URING are for Linux, URING from 5.19 where the kernel allows it, and AUTO is NIO.",
			func(d *draft, _ int) *ChannelType { return &d.transport.ChannelType }),
		key("transport.threads", integer[int](0, largest), "0",
			"The number of event loops. 0 leaves it to the transport. It has no effect on NIO.",
			func(d *draft, _ int) *int { return &d.transport.NThreads }),
		key("transport.leak-detection-level", numbered[LeakDetectionLevel](leakLevels()), LeakSimple.String(),
			"How closely to look for streaming request bodies that handlers open and forget: "+
				"SIMPLE at one in 128, ADVANCED also at where they were last read, PARANOID at all.",
			func(d *draft, _ int) *LeakDetectionLevel { return &d.transport.LeakDetectionLevel }),
		key("transport.shutdown-quiet-period", durationOrNow(), defaultQuietPeriod.String(),
			"How long a shutdown waits for the next handler, of a request that it had to cut, to return.",
			func(d *draft, _ int) *time.Duration { return &d.transport.ShutdownQuietPeriod }),
		key("transport.shutdown-timeout", durationOrNow(), defaultShutdownTimeout.String(),
			"Bounds all the waiting for such handlers.",
			func(d *draft, _ int) *time.Duration { return &d.transport.ShutdownTimeout }),
		key("transport.heap-reserve", size(0, -1), "33554432",
			"How much garbage may lie, beyond what Go lets lie by itself, before it is collected.",
			func(d *draft, _ int) *int { return &d.transport.HeapReserve }),
	}
}

func programSettings() []setting {
	return []setting{
		key("log-warning-on-fatal-error", off(), "true", "Logs unexpected errors as warnings. With false they are logged as errors.",
			func(d *draft, _ int) *bool { return &d.config.NoWarningOnFatalError }),
		key("cookie-keys[]", secret(), "",
			"Keys that sign flash messages: the first one signs, all of them verify. "+
				"Without a list a key is made at the start and forgotten at the end of the process.",
			func(d *draft, i int) *weft.Secret { return element(&d.config.CookieKeys, i) }),
		key("development", on(), "false", "Sends causes and stacks to clients. It is for the developer's own machine only.",
			func(d *draft, _ int) *bool { return &d.config.Development }),
	}
}

// numbered is one of several values that count from 0, by their names.
func numbered[T ~uint8](names []string) kind[T] {
	var choices []choice[T]
	for i, name := range names {
		choices = append(choices, choice[T]{name, T(i)})
	}
	return oneOf(choices...)
}
