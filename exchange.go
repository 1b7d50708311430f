package weft

import (
	"context"
	"crypto/tls"
	"log/slog"
	"net/netip"
	"sync"
	"sync/atomic"

	"github.com/weft-go/weft/format"
	"github.com/weft-go/weft/internal/h1"
	"github.com/weft-go/weft/status"
)

// A Runtime is what a server tells the routes it serves. The zero value is
// ready for use. It must not be changed once requests are served with it.
type Runtime struct {
	// Logger receives what the framework has to report. Nil means slog.Default.
	Logger *slog.Logger

	// FatalLevel is the level of reports about unexpected errors: those that a
	// handler returns without declaring them, and panics. The zero value is
	// slog.LevelInfo; servers set it by their logWarningOnFatalError.
	FatalLevel slog.Level

	// RequestStreaming hands bodies to handlers as they arrive. Otherwise they
	// are read into memory before the handler runs.
	RequestStreaming bool

	// MaxBody is the largest request body; above it the answer is 413. Zero
	// means [DefaultMaxBody]; a negative value means no limit, for streamed
	// bodies.
	MaxBody int64

	// Codec says how values map to formats. Nil means the default.
	Codec *format.Config

	// CookieSigner signs flash messages. Nil means a key that is made when it is
	// first needed and forgotten when the process ends.
	CookieSigner *CookieSigner

	// WebSocket says how WebSockets behave.
	WebSocket WebSocketConfig

	// Serving ends when the server begins to shut down. Nil means never.
	Serving context.Context

	// Development sends causes and stacks to clients. It is for the developer's
	// own machine only.
	Development bool
}

// signer returns the signer for flash messages.
func (rt *Runtime) signer() *CookieSigner {
	if rt.CookieSigner == nil {
		return processSigner()
	}
	return rt.CookieSigner
}

var processSigner = sync.OnceValue(func() *CookieSigner {
	s, err := NewCookieSigner(RandomSecret())
	if err != nil {
		panic("weft: a random key was refused: " + err.Error())
	}
	return s
})

var defaultRuntime = &Runtime{FatalLevel: slog.LevelWarn}

func (rt *Runtime) logger() *slog.Logger {
	if rt.Logger == nil {
		return slog.Default()
	}
	return rt.Logger
}

// A Connection is what the requests of one connection have in common. It is for
// transports; handlers read it through their [Request].
type Connection struct {
	// Remote is the address of the client. It is not valid if there is none.
	Remote netip.AddrPort

	// TLS is the state of the TLS connection, or nil.
	TLS *tls.ConnectionState

	// Runtime is the server's. Nil means the defaults.
	Runtime *Runtime

	// Watch is called when a handler begins to wait for the end of a request's
	// context, so that the transport looks out for the client going away and
	// calls [Exchange.Abort]. It may be nil.
	Watch func(*Exchange)
}

// An Exchange is one request and its answer as a transport sees them. Handlers
// never see one. A transport makes an Exchange per request and never uses it
// again, since handlers may keep what is in it.
type Exchange struct {
	request Request
	head    h1.Head
	conn    *Connection

	// What belongs to the request's context; see lifetime.
	state atomic.Uint32
	mu    sync.Mutex
	wait  *waiting
}

// Head returns the place for the head of the request, to be filled before
// [Exchange.Serve].
func (x *Exchange) Head() *h1.Head { return &x.head }

// SetBody gives the request its body, before [Exchange.Serve]. Without it there is
// none.
func (x *Exchange) SetBody(body Body) {
	if body.media == "" && !body.IsEmpty() {
		body.media, _ = x.head.Get("Content-Type")
	}
	x.request.body = &body
}

// SetTrailers gives the request the fields that follow its body, before
// [Exchange.Serve]. The section is asked for when a handler wants to know, and is ""
// as long as the body has not ended.
func (x *Exchange) SetTrailers(section func() string) {
	x.request.own = &changes{trailers: func() Headers { return parseTrailers(section()) }}
}

// Serve answers the request with the routes, in resp. The head has to be complete;
// it never fails and never panics.
func (x *Exchange) Serve(routes Routes, c *Connection, resp *Response) {
	x.conn = c
	r := &x.request
	r.x = x
	r.path = x.head.Path()
	if form := x.head.Form; form == h1.Origin || form == h1.Absolute {
		if clean, ok := cleanPath(r.path); ok {
			r.path = clean
		}
	}
	routes.set().serve(r, resp)
}

// Plain returns what there is to a response that has a status with a body, no fields
// of its own, and its body in memory: most have no more. For others it reports false.
// It is for transports, and looks rather than copies.
func Plain(resp *Response) (code Status, media, data string, ok bool) {
	code = resp.status
	if code == 0 {
		code = status.OK
	}
	bodiless := code == status.NoContent || code == status.NotModified
	if bodiless || resp.headers.list != nil || resp.extra != nil || resp.body.stream != nil {
		return 0, "", "", false
	}
	return code, resp.body.media, resp.body.data, true
}

// Request returns the request.
func (x *Exchange) Request() *Request { return &x.request }

// Finish ends the request's context. It has to be called once the answer has
// been sent or given up.
func (x *Exchange) Finish() { (*lifetime)(x).finish() }

// Abort ends the request's context because the client is gone.
func (x *Exchange) Abort() { (*lifetime)(x).finish() }

// Over says whether the request's context has ended.
func (x *Exchange) Over() bool { return (*lifetime)(x).Err() != nil }

func versionOf(major, minor uint8) Version {
	switch {
	case major == 2:
		return HTTP2
	case minor == 0:
		return HTTP10
	}
	return HTTP11
}
