package server

import (
	"context"
	"net"
	"net/http"
	"sync"

	"github.com/weft-go/weft/internal/transport"
)

// An http2Server serves HTTP/2 connections with the standard library's
// implementation. Connections reach it one by one, from the transport that found
// out what they speak.
type http2Server struct {
	srv  *http.Server
	conn chan net.Conn
	quit chan struct{}

	mu   sync.Mutex
	over map[net.Conn]chan struct{}
	once sync.Once
}

func newHTTP2Server(set *transport.Settings) *http2Server {
	h := &http2Server{conn: make(chan net.Conn), quit: make(chan struct{}), over: map[net.Conn]chan struct{}{}}
	var protocols http.Protocols
	protocols.SetHTTP2(true)
	protocols.SetUnencryptedHTTP2(true)
	h.srv = &http.Server{
		Protocols:      &protocols,
		Handler:        set.HTTPHandler(),
		IdleTimeout:    set.IdleTimeout,
		MaxHeaderBytes: set.Limits.Header,
		ConnState:      h.connState,
	}
	go h.srv.Serve(h)
	return h
}

// serve serves a connection until it ends.
func (h *http2Server) serve(c net.Conn) {
	over := make(chan struct{})
	h.mu.Lock()
	h.over[c] = over
	h.mu.Unlock()
	select {
	case h.conn <- c:
		<-over
	case <-h.quit:
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
func (h *http2Server) drain() { go h.srv.Shutdown(context.Background()) }

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
