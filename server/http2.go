package server

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/internal/transport"
	"github.com/weft-go/weft/status"
)

// An http2Server serves HTTP/2 connections (RFC 9113) with the standard library's
// implementation. Connections reach it one by one, from the transport that found
// out what they speak.
type http2Server struct {
	srv  *http.Server
	set  *transport.Settings
	conn chan net.Conn
	quit chan struct{}

	mu   sync.Mutex
	over map[net.Conn]chan struct{}
	once sync.Once

	stalls stallWatch
}

// Settings of HTTP/2 connections. What a client may make the server hold is
// bounded for each stream and for each connection.
const (
	http2Streams     = 250      // requests at a time on one connection
	http2Frame       = 16 << 10 // the least that RFC 9113 allows, and memory for each connection
	http2PingAfter   = 30 * time.Second
	http2PingTimeout = 15 * time.Second
)

func newHTTP2Server(set *transport.Settings) *http2Server {
	h := &http2Server{set: set, conn: make(chan net.Conn), quit: make(chan struct{}), over: map[net.Conn]chan struct{}{}}
	h.stalls.init(set)
	var protocols http.Protocols
	protocols.SetHTTP2(true)
	protocols.SetUnencryptedHTTP2(true)
	h.srv = &http.Server{
		Protocols:      &protocols,
		Handler:        h.handler(),
		IdleTimeout:    set.IdleTimeout,
		MaxHeaderBytes: set.Limits.Header,
		ConnState:      h.connState,
		// What a client does wrong is its own affair.
		ErrorLog: slog.NewLogLogger(set.Runtime.Logger.Handler(), slog.LevelDebug),
		HTTP2: &http.HTTP2Config{
			MaxConcurrentStreams: http2Streams,
			MaxReadFrameSize:     http2Frame,
			SendPingTimeout:      http2PingAfter, // clients that vanish without a word
			PingTimeout:          http2PingTimeout,
			WriteByteTimeout:     set.StallTimeout,
		},
	}
	go func() { _ = h.srv.Serve(h) }() // it ends when there is nothing more to accept
	go h.stalls.run(h.quit)
	return h
}

// handler serves a request with the routes, within the limits that requests over
// HTTP/1.1 have.
func (h *http2Server) handler() http.Handler {
	routes := h.set.HTTPHandler()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if p := h.tooLarge(r); p != nil {
			p.Response(nil).WriteHTTP(w, weft.Method(r.Method))
			return
		}
		x := h.stalls.begin(w, r)
		defer x.end()
		routes.ServeHTTP(x, r)
	})
}

// tooLarge says what of a head is too large, if anything is. Its size in all is
// bounded already.
func (h *http2Server) tooLarge(r *http.Request) *weft.Problem {
	if len(r.RequestURI) > h.set.Limits.Line {
		return &weft.Problem{Status: status.URITooLong, Detail: "the target is longer than max-initial-line-length"}
	}
	n := 0
	for _, values := range r.Header {
		n += len(values)
	}
	if n > h.set.Limits.Fields {
		return &weft.Problem{Status: status.RequestHeaderFieldsTooLarge, Detail: "there are too many header fields"}
	}
	return nil
}

// serve serves a connection until it ends.
func (h *http2Server) serve(raw net.Conn) {
	c := watchHTTP2(raw)
	over := make(chan struct{})
	h.mu.Lock()
	h.over[c] = over
	h.mu.Unlock()
	select {
	case h.conn <- c:
		<-over
	case <-h.quit:
		h.mu.Lock()
		delete(h.over, c)
		h.mu.Unlock()
	}
}

// connState learns when a connection has ended.
func (h *http2Server) connState(c net.Conn, s http.ConnState) {
	if s != http.StateClosed && s != http.StateHijacked {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if over := h.over[c]; over != nil {
		close(over)
		delete(h.over, c)
	}
}

// drain tells all clients to go, once their requests are answered.
func (h *http2Server) drain() {
	go func() { _ = h.srv.Shutdown(context.Background()) }()
}

// close cuts all connections.
func (h *http2Server) close() {
	h.srv.Close()
	h.Close()
}

// Accept returns the next connection. It makes the server a net.Listener.
func (h *http2Server) Accept() (net.Conn, error) {
	select {
	case c := <-h.conn:
		return c, nil
	case <-h.quit:
		return nil, net.ErrClosed
	}
}

// Close ends Accept.
func (h *http2Server) Close() error {
	h.once.Do(func() { close(h.quit) })
	return nil
}

// Addr returns an address without meaning: connections come from elsewhere.
func (h *http2Server) Addr() net.Addr { return &net.TCPAddr{} }
