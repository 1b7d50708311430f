package websocket

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/status"
)

// Options say how a server's WebSockets behave. The zero value is the default.
type Options struct {
	// Config is used in place of the configuration of the server.
	Config *weft.WebSocketConfig

	// Origins are the origins of other sites whose pages may open the socket, such as
	// "https://example.com"; "*" stands for all. By default only pages from the host
	// that the request is for may do so, and clients that send no Origin, which are
	// not browsers. Others get 403.
	Origins []string

	// CheckOrigin decides in place of all that, if it is not nil.
	CheckOrigin func(*weft.Request) bool

	// MaxMessage is the longest message that is held in memory, in bytes, after it
	// has been inflated. Zero means [DefaultMaxMessage]. A longer one ends the
	// connection with [MessageTooBig]. [Conn.NextReader] has no such limit.
	MaxMessage int64

	// WriteTimeout is how long a client may take to accept a frame before the
	// connection is cut. Zero means [DefaultWriteTimeout], a negative value for ever.
	WriteTimeout time.Duration

	// KeepAlive sends pings to silent clients. By default none are sent.
	KeepAlive KeepAlive

	// Compression is how messages are compressed, if the configuration allows
	// extensions.
	Compression Compression

	// Serving ends when the server begins to shut down: clients are then told to go
	// away ([GoingAway]). By default it is what the server says. Set it for a server
	// of net/http, which forgets connections that it has handed over.
	Serving context.Context
}

// Handle returns a handler that opens a WebSocket and runs f on it, with the default
// options. See [Options.Handle].
func Handle(f func(context.Context, *Conn) error) weft.Handler { return Options{}.Handle(f) }

// Handle returns a handler that opens a WebSocket and runs f on it. The context is
// the connection's, see [Conn.Context].
//
// When f returns, the connection is closed. What the client is told depends on the
// error: for nil the code of the configuration, which is [NormalClosure] by default;
// for a [*CloseError] of f's own its code and reason; for a [*MessageError] that;
// and for any other error [InternalError], with the error in the log and not in the
// close frame. Nothing is logged about connections that their clients have ended. If
// f panics the client gets [InternalError], too.
//
// Requests that are no proper handshake are answered with 426 or 400, and those from
// pages of other origins with 403.
func (o Options) Handle(f func(context.Context, *Conn) error) weft.Handler {
	if f == nil {
		panic("websocket: Handle: the function is nil")
	}
	return func(req *weft.Request) (weft.Response, error) { return o.Accept(req, f) }
}

// Accept opens a WebSocket in answer to a request and runs f on it, as
// [Options.Handle] does. It is for handlers that decide by the request what to do.
// The error is a [*weft.Problem] for the client.
func (o Options) Accept(req *weft.Request, f func(context.Context, *Conn) error) (weft.Response, error) {
	start := time.Now()
	h, err := readHandshake(req)
	if err != nil {
		return weft.Response{}, err
	}
	if !o.checkOrigin(req) {
		return weft.Response{}, &weft.Problem{Status: status.Forbidden, Detail: "pages of this origin may not open the WebSocket"}
	}
	set := newSettings(o.config(req), o.MaxMessage, o.WriteTimeout, o.KeepAlive, o.Compression, false)
	fields := weft.NewHeaders("Sec-WebSocket-Accept", answerTo(h.key))
	protocol := choose(set.config.Subprotocols, h.protocols)
	if protocol != "" {
		fields = fields.Add("Sec-WebSocket-Protocol", protocol)
	}
	agreed, ok := set.agree(h.extensions)
	if ok {
		fields = fields.Add("Sec-WebSocket-Extensions", agreed.String())
	}
	resp := weft.Upgrade("websocket", func(nc net.Conn, r io.Reader) {
		if time.Since(start) > set.config.HandshakeTimeout {
			nc.Close() // the attempt is aborted
			return
		}
		var deflate *deflateParams
		if ok {
			deflate = &agreed
		}
		c := newConn(req.Context(), nc, r, set, deflate)
		c.request, c.subprotocol = req, protocol
		defer context.AfterFunc(o.serving(req), c.goAway)()
		c.serve(f)
	})
	return resp.AddHeaders(fields), nil
}

// agree chooses a compression, if extensions are allowed.
func (s *settings) agree(offers []extension) (deflateParams, bool) {
	if !s.config.Decoder.AllowExtensions {
		return deflateParams{}, false
	}
	return s.compression.accept(offers)
}

// serve runs f and ends the connection.
func (c *Conn) serve(f func(context.Context, *Conn) error) {
	defer c.CloseNow()
	returned := false
	defer func() {
		// The panic goes on: the server reports it, with its stack.
		if !returned {
			c.sendClose(InternalError, "")
		}
	}()
	err := f(c.ctx, c)
	returned = true
	c.conclude(err)
}

// conclude ends the connection after its handler has returned. It is no part of serve,
// whose frame is on the stack of every idle connection.
func (c *Conn) conclude(err error) {
	code, reason, report := c.ending(err)
	if report {
		c.request.Logger().LogAttrs(c.ctx, slog.LevelWarn, "weft: websocket failed",
			slog.String("path", c.request.Path()), slog.String("pattern", c.request.Pattern()),
			slog.String("error", err.Error()))
	}
	_ = c.sendClose(code, reason) // it may have been sent before
	_ = c.finish()
}

// ending returns what a client is told when its handler returns an error, and whether
// the error has to be reported.
func (c *Conn) ending(err error) (code Code, reason string, report bool) {
	if err == nil {
		return Code(c.set.config.CloseStatus), "", false
	}
	if e, ok := errors.AsType[*MessageError](err); ok {
		return e.Code, e.Err.Error(), false
	}
	if e, ok := errors.AsType[*ProtocolError](err); ok {
		return e.Code, e.Problem, false // sent already, unless the configuration forbade it
	}
	if c.ctx.Err() != nil {
		// The connection ended first. Whatever came of that is no news.
		return NormalClosure, "", !isEnd(err)
	}
	if e, ok := errors.AsType[*CloseError](err); ok && (e.Code.isSendable() || e.Code == NoStatus) {
		return e.Code, e.Reason, false
	}
	return InternalError, "", true
}

// isEnd says whether an error is one that the end of a connection leads to.
func isEnd(err error) bool {
	return isClose(err) || errors.Is(err, ErrClosed) || errors.Is(err, context.Canceled)
}

// goAway tells the client that the server shuts down.
func (c *Conn) goAway() { _ = c.sendClose(GoingAway, "the server is shutting down") }
