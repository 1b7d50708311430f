package server

import (
	"io/fs"
	"log/slog"
	"net"
	"net/netip"
	"strconv"
	"time"

	"github.com/weft-go/weft"
)

// A Config says how a server behaves. The zero value is the default; switches
// that are on by default are named by their opposite. Its methods return changed
// copies, so they can be chained.
type Config struct {
	// Address is what the server listens on: "host:port", "unix:/path" for a Unix
	// socket, "systemd:" or "systemd:name" for a socket that systemd passes. Port
	// 0 is any free one. The default is 0.0.0.0:8080.
	Address string

	// SocketMode is the file mode of a Unix socket: 0o660, for example. Zero
	// leaves it to the process's umask.
	SocketMode fs.FileMode

	// SSL turns TLS on.
	SSL *SSLConfig

	// ProxyProtocol accepts the PROXY protocol from load balancers. The default,
	// nil, is to accept it from nobody.
	ProxyProtocol *ProxyProtocol

	// TrustedProxies are the addresses of reverse proxies that may tell about
	// their clients in header fields; see ProxyHeaders. If there are any, peers
	// on a Unix socket are trusted as well. The default is to trust nobody.
	TrustedProxies []netip.Prefix

	// ProxyHeaders are the header fields that trusted proxies are believed. Zero
	// means XForwarded.
	ProxyHeaders ProxyHeaders

	// AcceptContinue answers Expect: 100-continue, so that clients which ask
	// first send their body. The default is off.
	AcceptContinue bool

	// NoKeepAlive closes every connection after one request.
	NoKeepAlive bool

	// RequestDecompression decompresses request bodies before handlers see them.
	// The default is not to.
	RequestDecompression Decompression

	// ResponseCompression compresses responses for clients that accept it. The
	// default, nil, is not to.
	ResponseCompression *ResponseCompressionConfig

	// RequestStreaming says whether handlers read bodies while they arrive. The
	// default is that a body is in memory before its handler runs.
	RequestStreaming RequestStreaming

	// MaxInitialLineLength bounds the request line; above it the answer is 414.
	// Zero means 8192.
	MaxInitialLineLength int

	// MaxHeaderSize bounds the header fields taken together; above it the answer
	// is 431. Zero means 16384.
	MaxHeaderSize int

	// MaxHeaderFields bounds the number of header fields; above it the answer is
	// 431. Zero means 128.
	MaxHeaderFields int

	// LengthWithChunked accepts a request with both Content-Length and chunks by
	// ignoring the length and closing the connection afterwards, as RFC 9112,
	// section 6.3, permits. The default is the safer 400.
	LengthWithChunked bool

	// NoWarningOnFatalError logs unexpected errors at level error, in place of
	// level warning (logWarningOnFatalError is on by default).
	NoWarningOnFatalError bool

	// GracefulShutdownTimeout is how long requests in flight may take to finish
	// when the server stops. Zero means 10 seconds.
	GracefulShutdownTimeout time.Duration

	// WebSocket says how WebSockets behave.
	WebSocket weft.WebSocketConfig

	// IdleTimeout closes connections on which nothing was sent or received for
	// that long. Zero, the default, means never.
	IdleTimeout time.Duration

	// HeaderTimeout bounds the time a request's head may take to arrive, and the
	// time to the first byte of a new connection. Zero means 10 seconds.
	HeaderTimeout time.Duration

	// StallTimeout bounds the time in which a client neither sends the body it
	// owes nor takes the response it asked for. Zero means 30 seconds.
	StallTimeout time.Duration

	// MinBodyRate is the number of bytes a second that a body has to come in with
	// on average, once StallTimeout has passed. Zero means 256.
	MinBodyRate int

	// SoBacklog is how many connections the system keeps that wait to be accepted. Zero
	// leaves it to the system, which on Linux means net.core.somaxconn. It has an effect
	// on Unix systems only; on others Install fails if it is set.
	SoBacklog int

	// TCPDelay lets the system gather small writes into larger packets (Nagle's
	// algorithm), which costs time for bandwidth. By default it does not
	// (tcp-nodelay).
	TCPDelay bool

	// H2C serves HTTP/2 without TLS to clients that begin with its preface.
	H2C bool

	// Codec says how values map to formats, for all routes that do not say
	// otherwise.
	Codec weft.CodecConfig

	// CookieKeys sign flash messages: the first one signs, all of them verify, so
	// that keys can be replaced one after another. By default a key is made at the
	// start and forgotten at the end of the process.
	CookieKeys []weft.Secret

	// Logger receives what the server has to report. Nil means slog.Default.
	Logger *slog.Logger

	// Development sends causes and stacks to clients. It is for the developer's
	// own machine only.
	Development bool
}

// RequestStreaming says how request bodies reach handlers.
type RequestStreaming struct {
	// Enabled hands bodies on while they arrive.
	Enabled bool

	// MaximumContentLength bounds request bodies; above it the answer is 413.
	// Zero means 4 MiB for bodies that are held in memory and no bound for
	// streamed ones.
	MaximumContentLength int64
}

// WithPort returns the configuration with another port. Port 0 is any free one.
func (c Config) WithPort(port int) Config {
	host, _, err := net.SplitHostPort(c.address())
	if err != nil {
		host = "0.0.0.0"
	}
	return c.WithBinding(host, port)
}

// WithBinding returns the configuration with another host and port.
func (c Config) WithBinding(host string, port int) Config {
	c.Address = net.JoinHostPort(host, strconv.Itoa(port))
	return c
}

// OnAnyOpenPort returns the configuration with any free port.
func (c Config) OnAnyOpenPort() Config { return c.WithPort(0) }

// WithSSL returns the configuration with TLS.
func (c Config) WithSSL(ssl SSLConfig) Config {
	c.SSL = &ssl
	return c
}

// WithAcceptContinue returns the configuration with 100-continue on or off.
func (c Config) WithAcceptContinue(on bool) Config {
	c.AcceptContinue = on
	return c
}

// WithKeepAlive returns the configuration with keep-alive on or off.
func (c Config) WithKeepAlive(on bool) Config {
	c.NoKeepAlive = !on
	return c
}

// WithRequestDecompression returns the configuration with request decompression:
// strict, or lenient about the deflate coding.
func (c Config) WithRequestDecompression(strict bool) Config {
	c.RequestDecompression = NonStrict
	if strict {
		c.RequestDecompression = Strict
	}
	return c
}

// WithResponseCompression returns the configuration with response compression.
func (c Config) WithResponseCompression(r ResponseCompressionConfig) Config {
	c.ResponseCompression = &r
	return c
}

// EnableRequestStreaming returns the configuration with request streaming.
func (c Config) EnableRequestStreaming() Config {
	c.RequestStreaming.Enabled = true
	return c
}

// WithLogWarningOnFatalError returns the configuration with unexpected errors
// logged as warnings, or as errors.
func (c Config) WithLogWarningOnFatalError(on bool) Config {
	c.NoWarningOnFatalError = !on
	return c
}

// WithGracefulShutdownTimeout returns the configuration with another time for
// requests in flight to finish.
func (c Config) WithGracefulShutdownTimeout(d time.Duration) Config {
	c.GracefulShutdownTimeout = d
	return c
}

// WithIdleTimeout returns the configuration with a time after which idle
// connections are closed.
func (c Config) WithIdleTimeout(d time.Duration) Config {
	c.IdleTimeout = d
	return c
}

// WithWebSocketConfig returns the configuration with other settings for
// WebSockets.
func (c Config) WithWebSocketConfig(w weft.WebSocketConfig) Config {
	c.WebSocket = w
	return c
}

// Copy returns the configuration as f changes it.
func (c Config) Copy(f func(*Config)) Config {
	f(&c)
	return c
}

func (c Config) address() string {
	if c.Address == "" {
		return "0.0.0.0:8080"
	}
	return c.Address
}

// or returns v, or def if v is zero.
func or[T comparable](v, def T) T {
	var zero T
	if v == zero {
		return def
	}
	return v
}
