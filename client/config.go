package client

import (
	"log/slog"
	"net/http"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/auth"
)

// A Config says how a client behaves. The zero value is the default.
type Config struct {
	// Transport sends single requests. The default speaks HTTP/1.1 and, over TLS,
	// HTTP/2, keeps connections open and uses no proxy. A transport that is given here
	// belongs to the caller and may be shared.
	Transport http.RoundTripper

	// Timeout is how long the server may keep a call waiting: for its answer and, if it
	// is short, all of it, otherwise for each piece. Zero means 30 seconds, a negative
	// value no limit.
	Timeout time.Duration

	// Credentials are sent to the server of the base. Basic and Bearer credentials are
	// sent with each request; custom ones need Auth. Nil, the default, means none.
	Credentials auth.Credentials

	// Auth names the schemes by which credentials may be sent. The default is that of
	// Basic and Bearer credentials themselves, and Digest if the server asks for it. With
	// Digest and not Basic, passwords are never sent; its realm does not matter.
	Auth auth.Type

	// Retries is how often a request is sent again that got no answer, or one that says
	// that another attempt may succeed. Zero means 2, a negative value none.
	Retries int

	// Backoff says how long to wait before each of them.
	Backoff Backoff

	// Redirects is how many redirects are followed in a row; one more is an error. Zero
	// means 10. With a negative value redirects are answers like others.
	Redirects int

	// NoCompression asks for answers without a content coding. By default gzip and
	// deflate are accepted.
	NoCompression bool

	// MaxResponse is the largest size in bytes of an answer that is a value by its media
	// type. Zero means 64 MiB, a negative value no limit.
	MaxResponse int64

	// Headers are added to each request to the base, unless it has fields with the same
	// name.
	Headers weft.Headers

	// ForwardHeaders adds the fields that the middleware forwardHeaders has noted in the
	// context of the call, unless the request has fields with the same name.
	ForwardHeaders bool

	// UserAgent is the User-Agent field of requests that have none. The default is
	// "weft".
	UserAgent string

	// Cookies keeps cookies between calls. Nil, the default, means that none are kept.
	Cookies http.CookieJar

	// Codec says how values map to formats.
	Codec weft.CodecConfig

	// Logger receives a report for each further attempt (level info) and each redirect
	// (level debug). Nil means slog.Default.
	Logger *slog.Logger
}

// A Backoff says how long to wait before a request is sent again: Base, then twice as
// long each time, up to Max. From each pause up to a half is taken off at random, so
// that many clients do not come back at the same moment.
type Backoff struct {
	// Base is the first pause. Zero means 100 milliseconds.
	Base time.Duration

	// Max is the longest pause. Zero means 5 seconds. A server that asks for more with
	// Retry-After is not asked again.
	Max time.Duration
}

// The defaults.
const (
	defaultTimeout     = 30 * time.Second
	defaultRetries     = 2
	defaultRedirects   = 10
	defaultMaxResponse = 64 << 20
	defaultUserAgent   = "weft"
	defaultBackoffBase = 100 * time.Millisecond
	defaultBackoffMax  = 5 * time.Second
)

// filled returns the configuration with its defaults in place: zero then means none,
// except for MaxResponse, where a negative value does.
func (c Config) filled() Config {
	c.Timeout = orDefault(c.Timeout, defaultTimeout)
	c.Retries = orDefault(c.Retries, defaultRetries)
	c.Redirects = orDefault(c.Redirects, defaultRedirects)
	c.Backoff.Base = orDefault(c.Backoff.Base, defaultBackoffBase)
	c.Backoff.Max = orDefault(c.Backoff.Max, defaultBackoffMax)
	if c.MaxResponse == 0 {
		c.MaxResponse = defaultMaxResponse
	}
	if c.UserAgent == "" {
		c.UserAgent = defaultUserAgent
	}
	if c.Logger == nil {
		c.Logger = slog.Default()
	}
	return c
}

// orDefault returns the default for zero, and zero for what is negative.
func orDefault[N int | time.Duration](n, def N) N {
	if n == 0 {
		return def
	}
	return max(n, 0)
}
