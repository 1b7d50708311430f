package wefttest

import (
	"bytes"
	"log/slog"
	"net/http"
	"sync"
	"testing"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/server"
)

// A Server is a server that runs for the time of a test.
type Server struct {
	// URL is the server's address as a URL without a path: http://127.0.0.1:40123.
	URL string

	// Addr is the address alone, as [Dial] takes it: 127.0.0.1:40123, or
	// unix:/path for a Unix socket.
	Addr string

	t      testing.TB
	srv    *server.Server
	closed func()
}

// Start serves routes on a free port of 127.0.0.1 until the test ends. The
// functions change the configuration, one after the other; methods of
// server.Config fit:
//
//	wefttest.Start(t, routes, server.Config.EnableRequestStreaming)
//
// What the server reports goes to the log of the test, unless the configuration
// has a logger.
//
// At the end of the test the server is closed, and requests that are still being
// served are cut. The test fails if goroutines are left afterwards that the server
// or a handler has started, however many tests run at the same time. What ends
// the goroutines of handlers belongs into a cleanup that is registered after
// Start, since cleanups run last in, first out.
func Start(t testing.TB, routes weft.Routes, configure ...func(server.Config) server.Config) *Server {
	t.Helper()
	return StartOn(t, server.TransportConfig{}, routes, configure...)
}

// StartOn is [Start] with a transport.
func StartOn(t testing.TB, transport server.TransportConfig, routes weft.Routes, configure ...func(server.Config) server.Config) *Server {
	t.Helper()
	log := &testLog{t: t}
	config := server.Config{Logger: slog.New(slog.NewTextHandler(log, nil))}.WithBinding("127.0.0.1", 0)
	for _, f := range configure {
		config = f(config)
	}
	s := &Server{t: t, srv: server.Customized(config, transport)}
	leaks := newLeakGuard()
	var err error
	leaks.run(func() { _, err = s.srv.Install(routes) })
	if err != nil {
		t.Fatal(err)
	}
	s.Addr = s.srv.Addr().String()
	if s.srv.Addr().Network() == "unix" {
		s.Addr = "unix:" + s.Addr
	}
	s.URL = "http://" + s.Addr
	if config.SSL != nil {
		s.URL = "https://" + s.Addr
	}
	s.closed = sync.OnceFunc(func() {
		go s.srv.Close() // a server that hangs in Close must not hang the test
		if left := leaks.wait(); left != "" {
			t.Errorf("the server is closed, but goroutines are left:\n\n%s", left)
		}
	})
	t.Cleanup(log.end)
	t.Cleanup(s.Close)
	return s
}

// Install replaces the routes for requests that arrive from now on.
func (s *Server) Install(routes weft.Routes) {
	s.t.Helper()
	if _, err := s.srv.Install(routes); err != nil {
		s.t.Fatal(err)
	}
}

// Server returns the server itself, for its other operations.
func (s *Server) Server() *server.Server { return s.srv }

// Client returns a client of net/http with connections of its own. They are closed
// when the test ends. It does not follow redirects.
func (s *Server) Client() *http.Client {
	transport := &http.Transport{}
	s.t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// Dial opens a raw connection to the server.
func (s *Server) Dial() *Conn {
	s.t.Helper()
	return Dial(s.t, s.Addr)
}

// Close closes the server before the test ends. Closing it again does nothing.
func (s *Server) Close() { s.closed() }

// A testLog writes lines to the log of a test, as long as the test runs.
type testLog struct {
	t     testing.TB
	mu    sync.Mutex
	ended bool
}

// Write writes p. A test that has ended must not be written to any more.
func (l *testLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.ended {
		l.t.Log(string(bytes.TrimSuffix(p, []byte("\n"))))
	}
	return len(p), nil
}

func (l *testLog) end() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ended = true
}
